"""`vade search`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from vademecum.cli.grammar import Command
from vademecum.cli.inputs import TEXT, explain_option, limit_option, narrowing, read_text

if TYPE_CHECKING:
    from datetime import datetime

    from vademecum.cli.session import Session


@click.command(
    cls=Command,
    examples=(
        ("vade search postgres port", "either word; memories with both come first"),
        ("vade search --mode all postgres port", "both words"),
        ("vade search --mode expert '\"write ahead\" AND stor* NOT draft'", "operators"),
        ("vade search port --since 30d --type decision", "decisions of the last thirty days"),
    ),
)
@click.argument("words", type=TEXT, nargs=-1, metavar="QUERY|-")
@click.option(
    "--mode",
    type=click.Choice(["any", "all", "expert"]),
    default="any",
    show_default=True,
    help="Any of the words, all of them, or a query with operators.",
)
@narrowing
@limit_option(50, "search.limit: 8")
@explain_option
@click.pass_obj
def search(
    session: Session,
    words: tuple[str, ...],
    *,
    mode: str,
    types: tuple[str, ...],
    tags: tuple[str, ...],
    about: tuple[str, ...],
    since: datetime | None,
    until: datetime | None,
    limit: int | None,
    explain: bool,
) -> None:
    """Find everything that matches, best first.

    Unlike `recall`, nothing is refused for being only loosely relevant.
    """
    query = read_text(words)
    with session.open() as vade:
        answer = vade.search(
            query,
            mode=mode,
            scopes=session.read_scopes,
            types=types,
            tags=tags,
            about=about,
            since=since,
            until=until,
            limit=limit,
            explain=explain,
        )
        from vademecum.cli.moment import now
        from vademecum.cli.rendering import hits
        from vademecum.surface import answers

        session.answer(
            answers.search(answer),
            lambda view: hits.search(view, answer, now()),
            revision=vade.revision,
            stale=any(hit.stale for hit in answer.hits),
            partial=answer.stats.partial,
            stats=answer.stats.to_dict(),
            warnings=answer.warnings,
        )
