"""`vade schema`: what a command's JSON looks like."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import click

from vademecum.cli.grammar import Command
from vademecum.cli.inputs import TEXT
from vademecum.surface.contracts import CONTRACTS
from vademecum.surface.schemas import schema_of

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem

    from vademecum.cli.session import Session


def _complete(ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:
    from click.shell_completion import CompletionItem

    before = [*ctx.params.get(str(param.name), ()), ""]
    path = " ".join(before)
    words = dict.fromkeys(
        [name.removeprefix(path).split(" ")[0] for name in CONTRACTS if name.startswith(path)]
    )
    return [CompletionItem(word) for word in words if word.startswith(incomplete)]


@click.command(
    cls=Command,
    examples=(
        ("vade schema recall", "its answer, and the error that may stand in its place"),
        ("vade schema review list", "a command inside another"),
        ("vade schema", "which there are"),
    ),
)
@click.argument("words", type=TEXT, nargs=-1, metavar="[COMMAND]", shell_complete=_complete)
@click.pass_obj
def schema(session: Session, words: tuple[str, ...]) -> None:
    """Print the JSON Schema of a command's answer.

    It is draft 2020-12 and describes what the command prints with --json and without a knob that shapes it.
    """
    if not words:
        names = list(CONTRACTS)
        session.answer({"commands": names}, lambda _view: "\n".join(names))
        return
    made = schema_of(" ".join(words))
    session.say(json.dumps(made) if session.as_json else json.dumps(made, indent=2))
