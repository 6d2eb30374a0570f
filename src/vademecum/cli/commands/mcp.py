"""`vade mcp`: the memory as a server for agents."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import click

from vademecum.cli.grammar import Command

if TYPE_CHECKING:
    from vademecum.cli.session import Session

# The rooms at street level never meet: this one knows the other by its address alone, as it knows commands.
_SERVING = "vademecum.mcp.serving"
PROFILES = ("default", "full", "chatgpt", "voice")


@click.command(
    cls=Command,
    examples=(
        ("vade mcp", "what a host runs; it speaks the protocol on standard input and output"),
        ("claude mcp add vademecum -- vade mcp", "tells Claude Code to run it"),
        ("vade mcp --profile chatgpt", "with the tools `search` and `fetch` that connectors look for"),
    ),
)
@click.option(
    "--profile",
    type=click.Choice(PROFILES),
    default="default",
    show_default=True,
    help="Which tools are offered: the six for agents, all of them, or those of one sort of client.",
)
@click.pass_obj
def mcp(session: Session, profile: str) -> None:
    """Serve the memory to an agent over the Model Context Protocol.

    Runs until standard input ends or whoever began it is gone. Needs the extra `mcp`: `pip install
    'vademecum[mcp]'`. Logs to standard error with VADE_DEBUG=1, else nothing.
    """
    from vademecum import __version__
    from vademecum.settings import DEBUG_VARIABLE
    from vademecum.wiring import SystemClock

    serving = import_module(_SERVING)
    if session.is_interactive:
        session.note("this speaks a protocol to a host, which runs it; Ctrl-C ends it")
    for warning in session.unheeded:  # this command has no answer that would tell it
        session.note(warning)
    with session.open(create=True, tidy=False) as vade:
        serving.serve(
            vade,
            SystemClock(),
            version=__version__,
            profile=profile,
            scopes=session.read_scopes,
            debug=bool(session.environ.get(DEBUG_VARIABLE)),
        )
