"""`vade list` and `vade show`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from vademecum.cli.grammar import Command
from vademecum.cli.inputs import TEXT, THEN, filters, limit_option, looking_back, offset_option
from vademecum.cli.moment import now
from vademecum.cli.rendering import hits, records
from vademecum.model.record import Status
from vademecum.surface import answers

if TYPE_CHECKING:
    from datetime import datetime

    from vademecum.cli.session import Session
    from vademecum.engine.vade import Vade
    from vademecum.model.answer import Stored

DEFAULT_PAGE = 20


@click.command(
    "list",
    cls=Command,
    examples=(
        ("vade list", "the latest memories"),
        ("vade list --type decision --scope project", "decisions of this project"),
        ("vade list --include all --limit 100", "superseded, retracted and archived ones too"),
        ("vade list --status archived", "what was put out of the way"),
        ("vade list --as-of 2026-01-31", "what held and was known on that day"),
    ),
)
@filters
@click.option(
    "--status",
    "statuses",
    type=click.Choice([one.value for one in Status]),
    multiple=True,
    help="Only this state, of everything as it is stored; repeat for more.",
)
@looking_back
@limit_option(100, str(DEFAULT_PAGE))
@offset_option
@click.pass_obj
def list_(
    session: Session,
    *,
    include: str,
    as_of: datetime | None,
    types: tuple[str, ...],
    tags: tuple[str, ...],
    statuses: tuple[str, ...],
    limit: int | None,
    offset: int,
) -> None:
    """List memories, newest change first."""
    with session.open() as vade:
        answer = vade.list(
            include=include,
            as_of=as_of,
            scopes=session.read_scopes,
            types=types,
            tags=tags,
            statuses=statuses,
            limit=limit or DEFAULT_PAGE,
            offset=offset,
        )
        session.answer(
            answers.listed(answer),
            lambda view: hits.listed(view, answer, offset, now()),
            revision=vade.revision,
            stale=any(item.stale for item in answer.items),
            truncated=offset + len(answer.items) < answer.total,
            warnings=answer.warnings,
        )


@click.command(
    cls=Command,
    examples=(
        ("vade show oat-milk", "by its key"),
        ("vade show 01JD5", "by the beginning of its id"),
        ("vade show oat-milk --quiet", "the text alone"),
        ("vade show oat-milk --as-of 2026-01-31", "what held of it on that day, in whichever file it stands"),
    ),
)
@click.argument("handle", type=TEXT, metavar="ID")
@click.option(
    "--as-of",
    "as_of",
    type=THEN,
    metavar="TIME",
    help="What held of it then: 2026-03-31 (all of that day), or an age like 30d.",
)
@click.pass_obj
def show(session: Session, handle: str, *, as_of: datetime | None) -> None:
    """Show one memory or entity in full.

    ID is an id, the beginning of one, or a key.
    """
    with session.open() as vade:
        tell_record(session, vade, vade.get(handle, as_of=as_of))


def tell_record(session: Session, vade: Vade, stored: Stored) -> None:
    """Answer with one record in full."""
    body = answers.shown(stored, records.summary(stored))
    fields = next(iter(body.values()))
    session.answer(
        body,
        lambda view: records.full(view, stored, fields, session.holder),
        revision=vade.revision,
        stale=stored.stale,
        warnings=stored.warnings,
    )
