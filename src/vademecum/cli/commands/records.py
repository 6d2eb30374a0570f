"""`vade list` and `vade show`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from vademecum.cli.grammar import Command
from vademecum.cli.inputs import TEXT, filters, limit_option, offset_option
from vademecum.cli.moment import now
from vademecum.cli.rendering import hits, records
from vademecum.surface import answers

if TYPE_CHECKING:
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
    ),
)
@click.option(
    "--include",
    type=click.Choice(["active", "all"]),
    default="active",
    show_default=True,
    help="What holds now, or everything as stored.",
)
@filters
@limit_option(100, str(DEFAULT_PAGE))
@offset_option
@click.pass_obj
def list_(
    session: Session,
    *,
    include: str,
    types: tuple[str, ...],
    tags: tuple[str, ...],
    limit: int | None,
    offset: int,
) -> None:
    """List memories, newest change first."""
    with session.open() as vade:
        answer = vade.list(
            include=include,
            scopes=session.read_scopes,
            types=types,
            tags=tags,
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
    ),
)
@click.argument("handle", type=TEXT, metavar="ID")
@click.pass_obj
def show(session: Session, handle: str) -> None:
    """Show one memory or entity in full.

    ID is an id, the beginning of one, or a key.
    """
    with session.open() as vade:
        tell_record(session, vade, vade.get(handle))


def tell_record(session: Session, vade: Vade, stored: Stored) -> None:
    """Answer with one record in full."""
    body = answers.shown(stored, records.summary(stored))
    fields = next(iter(body.values()))
    session.answer(
        body,
        lambda view: records.full(view, stored, fields, session.home),
        revision=vade.revision,
        stale=stored.stale,
        warnings=stored.warnings,
    )
