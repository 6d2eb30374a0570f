"""`vade recall`: its grammar; `cli.finding` does it, `cli.quick` reads the commonest lines faster."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from vademecum.cli import finding
from vademecum.cli.grammar import Command
from vademecum.cli.inputs import TEXT, explain_option, limit_option, narrowing, session_option
from vademecum.cli.quick import MOST_HITS

if TYPE_CHECKING:
    from typing import Any

    from vademecum.cli.session import Session


@click.command(
    cls=Command,
    examples=(
        ('vade recall "what does Matthew drink?"', "a question as it would be asked"),
        ("vade recall deploy --tag release --limit 3", "fewer hits, and only of one tag"),
        ("git log -1 --format=%B | vade recall -", "what is known about the last commit"),
        ("vade recall deploy --json --explain", "for programs, with the arithmetic of every score"),
        ("vade recall deploy --in all", "what is kept of it, and what was said about it"),
    ),
)
@click.argument("words", type=TEXT, nargs=-1, metavar="TEXT|-")
@narrowing
@limit_option(MOST_HITS, "recall.limit: 6")
@explain_option
@session_option
@click.option(
    "--in",
    "places",
    type=click.Choice(["memories", "conversations", "all"]),
    default="memories",
    help="Where to look: in memories, in past conversations, or in both.",
)
@click.pass_obj
def recall(session: Session, /, words: tuple[str, ...], **asked: Any) -> None:
    """Say what is already known about something.

    Prints a short digest of the memories that are relevant, or that nothing is: a memory must be
    likely to answer what was asked. Finding nothing is an answer, not an error.
    """
    finding.recall(session, words, **asked)
