"""`vade mcp`: serve one client over standard input and output, and end with it."""

from __future__ import annotations

import gc
import logging
import os
import signal
import sys
import threading
import time

from vademecum.errors import VadeError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import FrameType

    from vademecum.engine.vade import Vade
    from vademecum.ports import Clock

MISSING = "`vade mcp` needs the Model Context Protocol's library; `pip install 'vademecum[mcp]'` installs it"

PARENT_S = 1.0
"""How often the process looks whether whoever began it is still there."""


def serve(
    vade: Vade,
    clock: Clock,
    *,
    version: str,
    profile: str = "default",
    scopes: tuple[str, ...] | None = None,
    debug: bool = False,
) -> None:
    """Serve until standard input ends, the client goes away, or whoever began the process does.

    Args:
        vade: the open home; stays open.
        clock: tells the present.
        version: of this program, which clients show.
        profile: which tools are offered.
        scopes: what the tools are bound to; None for all that belong to the working folder.
        debug: log to standard error; nothing is logged without.

    Raises:
        VadeError: the protocol's library is not installed, or is too old.
    """
    try:
        import anyio

        from vademecum.mcp import wire
        from vademecum.mcp.server import Adapter, OneDesk
    except ImportError as error:
        raise VadeError(f"{MISSING} ({error})") from error
    from vademecum.arenas import keep_one
    from vademecum.engine.idle import Idle
    from vademecum.mcp.desk import Desk

    keep_one()
    _log(debug=debug)
    source, target = wire.claim()
    _end_with_parent()
    for number in (signal.SIGINT, signal.SIGTERM):
        signal.signal(number, _ended)
    desk = Desk(vade, clock, scopes=scopes)
    idle = Idle(lambda: desk.vade)

    async def run() -> None:
        talks = desk.has_conversations()
        server = Adapter(OneDesk(desk), profile, idle.answered, conversations=talks).server(version)
        outbox = wire.Outbox(target)
        inbox = wire.Inbox(source, outbox)
        gc.freeze()  # what is loaded by now stays, and half a million objects need not be looked at again
        inbox.begin()
        await server.run(inbox.stream, outbox, server.create_initialization_options())

    idle.begin()
    try:
        anyio.run(run)
    finally:
        desk.close()
        if not idle.ended():
            os._exit(0)  # hosts wait two seconds; what is broken off changes nothing but the index


def _log(*, debug: bool) -> None:
    """To standard error, or nowhere."""
    if debug:
        logging.basicConfig(stream=sys.stderr, level=logging.DEBUG)
    else:
        logging.lastResort = None


def _ended(number: int, frame: FrameType | None) -> None:
    """End at once. A file is whole or not there, and what was not answered was not promised."""
    del frame
    os._exit(128 + number)


def _end_with_parent() -> None:
    """End when whoever began the process is gone, even where somebody else holds its standard input open."""
    parent = os.getppid()
    if parent <= 1:
        return

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(PARENT_S)
        os._exit(0)

    threading.Thread(target=watch, name="parent", daemon=True).start()
