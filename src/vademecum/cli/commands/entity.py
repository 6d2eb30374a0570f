"""`vade entity`: pages of people, places, organisations and things."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from vademecum.cli.commands.graph import tell_graph
from vademecum.cli.commands.records import tell_record
from vademecum.cli.grammar import Group, offer
from vademecum.cli.inputs import TEXT, dry_run_option, limit_option, offset_option, properties
from vademecum.cli.moment import now
from vademecum.cli.rendering import graphs, hits, records
from vademecum.errors import UsageError
from vademecum.surface import answers
from vademecum.surface import graphs as surface

if TYPE_CHECKING:
    from vademecum.cli.session import Session
    from vademecum.engine.vade import Vade
    from vademecum.model.answer import Stored
    from vademecum.model.linked import Merged

set_option = click.option(
    "--set",
    "assignments",
    type=TEXT,
    multiple=True,
    metavar="KEY=VALUE",
    help="A free property; repeat for more, and for a list of values.",
)

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
        (
            "vade entity add Rhea --set city=Porto --set skill=Go --set skill=Rust",
            "a key twice is a list",
        ),
        ("vade entity add Ljubljana --label Place --text 'Where the office is.'", "with a first sentence"),
    ),
)
@click.argument("name", type=TEXT)
@click.option("--label", type=TEXT, help="What sort of thing: Person, Place, Organisation, …")
@click.option("--alias", "aliases", type=TEXT, multiple=True, help="Another name; repeat for more.")
@click.option("--text", type=TEXT, default="", help="What there is to say about it.")
@set_option
@dry_run_option
@click.pass_obj
def add(
    session: Session,
    name: str,
    *,
    label: str | None,
    aliases: tuple[str, ...],
    text: str,
    assignments: tuple[str, ...],
    dry_run: bool,
) -> None:
    """Begin a page for somebody or something, or complete the one that has the name."""
    with session.open(create=True) as vade:
        answer = vade.add_entity(
            name,
            label=label,
            aliases=aliases,
            text=text,
            properties=properties("--set", assignments),
            scope=session.flags.scope,
            dry_run=dry_run,
        )
        session.answer(
            answers.remembered(answer, records.summary(answer.memory)),
            lambda view: records.remembered(view, answer, session.holder),
            revision=vade.revision,
            warnings=answer.warnings,
        )


@entity.command(
    "set",
    examples=(
        ("vade entity set Rhea city=Porto", "from now on; rules derive by it at once"),
        ("vade entity set Rhea skill=Go skill=Rust team=", "a list, and a property taken away"),
    ),
)
@click.argument("name", type=TEXT)
@click.argument("assignments", type=TEXT, nargs=-1, required=True, metavar="KEY=VALUE...")
@dry_run_option
@click.pass_obj
def set_(session: Session, name: str, assignments: tuple[str, ...], *, dry_run: bool) -> None:
    """Set free properties of a page: what its front matter says besides the fields of every page."""
    given = properties("KEY=VALUE", assignments)
    with session.open() as vade:
        before = vade.entity(name)
        stored = vade.edit(before.record.id, set_properties=given, dry_run=dry_run)
        _tell_changed(session, vade, before, stored, dry_run=dry_run)


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


@entity.command(
    examples=(
        ("vade entity merge NYC 'New York City'", "both are one, and the second page stands for both"),
        ("vade entity merge 01JD5 01JD7", "pages of one name, by their ids"),
    ),
)
@click.argument("name", type=TEXT)
@click.argument("into", type=TEXT)
@dry_run_option
@click.pass_obj
def merge(session: Session, name: str, into: str, *, dry_run: bool) -> None:
    """Say that two pages are about one and the same."""
    with session.open() as vade:
        _tell_merged(session, vade, vade.merge_entities(name, into, dry_run=dry_run))


@entity.command(examples=(("vade entity unmerge NYC", "it was somebody or something else after all"),))
@click.argument("name", type=TEXT)
@dry_run_option
@click.pass_obj
def unmerge(session: Session, name: str, *, dry_run: bool) -> None:
    """Let a merged page stand for itself again."""
    with session.open() as vade:
        _tell_merged(session, vade, vade.unmerge_entity(name, dry_run=dry_run))


@entity.command(
    examples=(
        ("vade entity alias Rhea --add wife", "she is also found as wife"),
        ("vade entity alias Rhea --remove wife", "and no more"),
    ),
)
@click.argument("name", type=TEXT)
@click.option("--add", "added", type=TEXT, multiple=True, metavar="ALIAS", help="A further name.")
@click.option("--remove", "removed", type=TEXT, multiple=True, metavar="ALIAS", help="A name to take away.")
@dry_run_option
@click.pass_obj
def alias(
    session: Session, name: str, *, added: tuple[str, ...], removed: tuple[str, ...], dry_run: bool
) -> None:
    """Give a page further names, or take them away."""
    if not added and not removed:
        raise UsageError("nothing to change; give --add or --remove. `vade entity show` lists the names")
    with session.open() as vade:
        before = vade.entity(name)
        stored = vade.edit(before.record.id, add_aliases=added, remove_aliases=removed, dry_run=dry_run)
        _tell_changed(session, vade, before, stored, dry_run=dry_run)


@entity.command(examples=(("vade entity alike", "pairs that may be one, and why"),))
@limit_option(1_000, "20")
@click.pass_obj
def alike(session: Session, *, limit: int | None) -> None:
    """Name pages that may be about one and the same, with the reason.

    Nothing is merged: `vade entity merge` does it, and what `vade entity unmerge` took apart is not named
    again.
    """
    with session.open() as vade:
        answer = vade.graph.alike(scopes=session.read_scopes, limit=limit)
        tell_graph(session, vade, answer, surface.alike, graphs.alike)


def _tell_changed(session: Session, vade: Vade, before: Stored, stored: Stored, *, dry_run: bool) -> None:
    same = stored.record == before.record
    session.answer(
        {**answers.shown(stored, records.summary(stored)), "dry_run": dry_run},
        lambda view: records.changed(view, stored, session.holder, dry_run=dry_run, same=same),
        revision=vade.revision,
        warnings=stored.warnings,
    )


def _tell_merged(session: Session, vade: Vade, answer: Merged) -> None:
    session.answer(
        surface.written(answer, answers.shown(answer.memory, records.summary(answer.memory))),
        lambda view: graphs.merged(view, answer, session.holder),
        revision=vade.revision,
        warnings=answer.warnings,
    )
