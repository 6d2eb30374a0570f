"""`vade tidy`: what may be cleaned up."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from vademecum.cli.grammar import Command
from vademecum.cli.rendering import tidiness
from vademecum.surface import answers

if TYPE_CHECKING:
    from vademecum.cli.session import Session


@click.command(
    cls=Command,
    examples=(
        ("vade tidy", "what is said twice, ran out, leads nowhere; nothing is written"),
        ("vade tidy --apply", "repair what loses nothing"),
        ("vade tidy --scope all --json", "everything in every scope, for a program"),
    ),
)
@click.option("--apply", is_flag=True, help="Repair what is safe; without it nothing is written.")
@click.pass_obj
def tidy(session: Session, *, apply: bool) -> None:
    """Find what may be cleaned up, and repair what is safe.

    Nothing is ever deleted. What says exactly the same as another memory, and nothing besides, leads to that
    one from then on. What sessions learned by themselves is settled once it was said often enough, and ended
    or put away when it is over or nothing confirms it; what somebody wrote is left alone. Everything else is
    only named, with what to do.
    """
    with session.open() as vade:
        answer = vade.tidy(scopes=session.read_scopes, apply=apply)
        session.answer(
            answers.tidied(answer),
            lambda view: tidiness.tidied(view, answer),
            revision=vade.revision,
            warnings=answer.warnings,
        )
