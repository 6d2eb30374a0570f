"""`vade entity`: pages of people, places, organisations and things."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from vademecum.cli.commands.records import tell_record
from vademecum.cli.grammar import Group, offer
from vademecum.cli.inputs import TEXT, dry_run_option, limit_option, offset_option
from vademecum.cli.moment import now
from vademecum.cli.rendering import hits, records
from vademecum.surface import answers

if TYPE_CHECKING:
    from vademecum.cli.session import Session

_PAGE = 100
"""Most pages listed at once."""


@click.group(cls=Group, invoke_without_command=True)
@click.pass_context
def entity(context: click.Context) -> None:
    """People, places and things that memories speak about."""
    offer(context)


@entity.command(
    examples=(
        ("vade entity add Rhea --label Person --alias wife", "Rhea is also found as wife"),
        ("vade entity add Ljubljana --label Place --text 'Where the office is.'", "with a first sentence"),
    ),
)
@click.argument("name", type=TEXT)
@click.option("--label", type=TEXT, help="What sort of thing: Person, Place, Organisation, …")
@click.option("--alias", "aliases", type=TEXT, multiple=True, help="Another name; repeat for more.")
@click.option("--text", type=TEXT, default="", help="What there is to say about it.")
@dry_run_option
@click.pass_obj
def add(
    session: Session, name: str, *, label: str | None, aliases: tuple[str, ...], text: str, dry_run: bool
) -> None:
    """Begin a page for somebody or something."""
    with session.open(create=True) as vade:
        answer = vade.add_entity(
            name, label=label, aliases=aliases, text=text, scope=session.flags.scope, dry_run=dry_run
        )
        session.answer(
            answers.remembered(answer, records.summary(answer.memory)),
            lambda view: records.remembered(view, answer, session.home),
            revision=vade.revision,
            warnings=answer.warnings,
        )


@entity.command(examples=(("vade entity show Rhea", "by name, alias, key or id"),))
@click.argument("name", type=TEXT)
@click.pass_obj
def show(session: Session, name: str) -> None:
    """Show one page in full."""
    with session.open() as vade:
        tell_record(session, vade, vade.entity(name))


@entity.command("list", examples=(("vade entity list --limit 10", "the latest pages"),))
@limit_option(_PAGE, str(_PAGE))
@offset_option
@click.pass_obj
def list_(session: Session, *, limit: int | None, offset: int) -> None:
    """List the pages, newest change first."""
    with session.open() as vade:
        answer = vade.entities(scopes=session.read_scopes, limit=limit or _PAGE, offset=offset)
        session.answer(
            answers.listed(answer),
            lambda view: hits.listed(view, answer, offset, now()),
            revision=vade.revision,
            truncated=offset + len(answer.items) < answer.total,
            warnings=answer.warnings,
        )
