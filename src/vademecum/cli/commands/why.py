"""`vade why`."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from vademecum.cli.grammar import Command
from vademecum.cli.inputs import TEXT, looking_back
from vademecum.cli.rendering import hits
from vademecum.surface import answers

if TYPE_CHECKING:
    from datetime import datetime

    from vademecum.cli.session import Session


@click.command(
    cls=Command,
    examples=(
        ('vade why "what does Matthew drink?" oat-milk', "the evidence of one memory, found or not"),
        ("vade why --verb search 'milk' oat-milk", "judged as `search` would"),
        ("vade why 'milk' oat-milk --as-of 2026-01-31", "as an answer of that day"),
    ),
)
@click.argument("query", type=TEXT)
@click.argument("handle", type=TEXT, metavar="ID")
@click.option(
    "--verb",
    type=click.Choice(["recall", "search"]),
    default="recall",
    show_default=True,
    help="Whose answer to explain.",
)
@looking_back
@click.pass_obj
def why(
    session: Session, query: str, handle: str, *, verb: str, as_of: datetime | None, include: str
) -> None:
    """Explain why a record was found, or why not.

    ID is an id, the beginning of one, or a key. Every addend of the score is shown, what the floor said,
    and what hides the record when it is hidden.
    """
    with session.open() as vade:
        answer = vade.why(query, handle, scopes=session.read_scopes, as_of=as_of, include=include, verb=verb)
        session.answer(
            answers.why(answer),
            lambda view: hits.why(view, answer),
            revision=vade.revision,
            warnings=answer.warnings,
        )
