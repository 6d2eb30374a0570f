"""`vade recall`: paid for at every prompt, so it imports nothing that it does not use itself."""

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
        ('vade recall "what does Matthew drink?"', "a question as it would be asked"),
        ("vade recall deploy --tag release --limit 3", "fewer hits, and only of one tag"),
        ("git log -1 --format=%B | vade recall -", "what is known about the last commit"),
        ("vade recall deploy --json --explain", "for programs, with the arithmetic of every score"),
    ),
)
@click.argument("words", type=TEXT, nargs=-1, metavar="TEXT|-")
@narrowing
@limit_option(50, "recall.limit: 6")
@explain_option
@click.pass_obj
def recall(
    session: Session,
    words: tuple[str, ...],
    *,
    types: tuple[str, ...],
    tags: tuple[str, ...],
    about: tuple[str, ...],
    since: datetime | None,
    until: datetime | None,
    limit: int | None,
    explain: bool,
) -> None:
    """Say what is already known about something.

    Prints a short digest of the memories that are relevant, or that nothing is: a memory must hold at
    least half of what was asked for. Finding nothing is an answer, not an error.
    """
    utterance = read_text(words)
    with session.open() as vade:
        answer = vade.recall(
            utterance,
            scopes=session.read_scopes,
            types=types,
            tags=tags,
            about=about,
            since=since,
            until=until,
            limit=limit,
            explain=explain,
        )
        from vademecum.cli.rendering import hits
        from vademecum.surface import answers

        max_bytes = session.settings.digest_max_bytes
        session.answer(
            answers.recall(answer),
            lambda view: hits.recall(view, answer, vade.digest(answer, max_bytes=max_bytes), max_bytes),
            revision=vade.revision,
            stale=any(hit.stale for hit in answer.hits),
            partial=answer.stats.partial,
            stats=answer.stats.to_dict(),
            warnings=answer.warnings,
        )
