"""`vade link` and `vade unlink`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from vademecum.cli.grammar import Command
from vademecum.cli.inputs import BEGINS, OVER, TEXT, chain, dry_run_option
from vademecum.cli.rendering import graphs as rendering
from vademecum.cli.rendering import records
from vademecum.surface import answers
from vademecum.surface import graphs as surface

if TYPE_CHECKING:
    from datetime import datetime

    from vademecum.cli.session import Session
    from vademecum.engine.vade import Vade
    from vademecum.model.linked import Linked

_edge = chain(
    click.argument("subject", type=TEXT),
    click.argument("predicate", type=TEXT),
    click.argument("object", type=TEXT),
)


@click.command(
    cls=Command,
    examples=(
        ("vade link Rhea works_at Acme", "begins pages for names that have none"),
        ("vade link Rhea works_at Acme --since 2024-03-01", "the same relation, with its beginning"),
        ("vade link Rhea works_at Acme --until 2026-01-31", "it ended; it stays as the past"),
    ),
)
@_edge
@click.option("--since", type=BEGINS, metavar="TIME", help="It holds from then on: 2026-03-01.")
@click.option("--until", type=OVER, metavar="TIME", help="It holds until then; a date counts whole.")
@dry_run_option
@click.pass_obj
def link(
    session: Session,
    subject: str,
    predicate: str,
    object: str,
    *,
    since: datetime | None,
    until: datetime | None,
    dry_run: bool,
) -> None:
    """Say that one thing has a relation to another.

    It is kept in the page of SUBJECT, which is an entity's name or alias, an id or a key; so is OBJECT.
    """
    with session.open(create=True) as vade:
        span = {"since": since, "until": until}
        scope = session.flags.scope
        _tell(session, vade, vade.link(subject, predicate, object, **span, scope=scope, dry_run=dry_run))


@click.command(
    cls=Command,
    examples=(("vade unlink Rhea works_at Acme", "as if it had never been said"),),
)
@_edge
@dry_run_option
@click.pass_obj
def unlink(session: Session, subject: str, predicate: str, object: str, *, dry_run: bool) -> None:
    """Take back a relation that a page says.

    What only ended is kept with `vade link` and its --until.
    """
    with session.open() as vade:
        _tell(session, vade, vade.unlink(subject, predicate, object, dry_run=dry_run))


def _tell(session: Session, vade: Vade, answer: Linked) -> None:
    session.answer(
        surface.written(answer, answers.shown(answer.memory, records.summary(answer.memory))),
        lambda view: rendering.linked(view, answer, session.holder),
        revision=vade.revision,
        warnings=answer.warnings,
    )
