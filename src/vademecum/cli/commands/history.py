"""`vade history`: what a memory and its chain said when."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from vademecum.cli.grammar import Command
from vademecum.cli.inputs import TEXT
from vademecum.cli.rendering import histories
from vademecum.surface import answers

if TYPE_CHECKING:
    from vademecum.cli.session import Session


@click.command(
    cls=Command,
    examples=(
        ("vade history staging-port", "from any link of its chain"),
        ("vade history staging-port --quiet", "one key a line, oldest first"),
    ),
)
@click.argument("handle", type=TEXT, metavar="ID")
@click.pass_obj
def history(session: Session, handle: str) -> None:
    """Tell what a memory said when, by whom, and what replaced it.

    ID is an id, the beginning of one, or a key, of any memory of the chain. Everything is read from the
    files.
    """
    with session.open() as vade:
        answer = vade.history(handle)
        session.answer(
            answers.history(answer),
            lambda view: histories.history(view, answer),
            revision=vade.revision,
            warnings=answer.warnings,
        )
