"""`vade hook`."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import click

from vademecum.cli.grammar import Command
from vademecum.cli.inputs import TEXT

if TYPE_CHECKING:
    from vademecum.cli.session import Session

# The rooms at street level never meet: this one knows the other by its address alone, as it knows commands.
_ENTRY = "vademecum.hooks.entry"


@click.command(
    cls=Command,
    examples=(("vade hook UserPromptSubmit --host claude-code", "what a host runs at a prompt"),),
)
@click.argument("event", type=TEXT)
@click.option(
    "--host",
    type=TEXT,
    default="",
    metavar="HOST",
    help="claude-code, codex, cursor, gemini, antigravity or copilot.",
)
@click.pass_obj
def hook(session: Session, event: str, host: str) -> None:
    """Answer an event of an agent's host: what matters at a start, what is known at a prompt.

    The payload comes on standard input. Whatever happens, it ends with 0 and prints nothing that the host did
    not ask for; `vade doctor` tells what went wrong. After a turn it has the transcript kept by a process of
    its own. `vade install HOST` makes a host run it.
    """
    session.status = import_module(_ENTRY).run(host, event, session.folder, session.environ)
