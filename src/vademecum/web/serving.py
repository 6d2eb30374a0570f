"""`vade serve`: one home over HTTP, from the first connection to the last answer."""

from __future__ import annotations

import asyncio
import logging
import signal
import socket
from contextlib import contextmanager
from ipaddress import ip_address
from time import monotonic
from typing import TYPE_CHECKING

import uvicorn

from vademecum.arenas import keep_one
from vademecum.engine.idle import Idle
from vademecum.errors import InvalidValue, VadeError, quoted
from vademecum.model.value import value
from vademecum.web.agents import agents
from vademecum.web.app import create_app
from vademecum.web.guard import LOOPBACK
from vademecum.web.pages.entities import Drawing
from vademecum.web.pages.site import pages
from vademecum.web.provider import OneHome
from vademecum.wiring_graph import graph_tools

if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence
    from types import FrameType

    from fastapi import FastAPI
    from starlette.requests import Request

    from vademecum.engine.vade import Vade
    from vademecum.ports import Clock
    from vademecum.ports.replays import Replays

GRACE_S = 5
"""Seconds in which the last answers are given once the end is asked for; a second Ctrl-C waits for none."""

_HEADERS_BYTES = 64 * 1024
_EVERYWHERE = {"0.0.0.0": "127.0.0.1", "": "127.0.0.1", "::": "[::1]"}  # noqa: S104 - only named here
"""Address that means all of this machine's -> where it is then reached from here."""

_ENDING = (signal.SIGINT, signal.SIGTERM)


@value(kw_only=True)
class Listening:
    """Where the server listens.

    Attributes:
        url: where it is reached from this machine.
        hosts: names by which it may be reached.
    """

    url: str
    hosts: tuple[str, ...]
    socket: socket.socket


class Keeping(OneHome):
    """The one home, which looks after itself while nobody asks."""

    def __init__(self, vade: Vade) -> None:
        super().__init__(vade)
        self._idle = Idle(lambda: vade)
        self._idle.begin()

    @contextmanager
    def opening(self, request: Request) -> Generator[Vade]:
        with super().opening(request) as vade:
            yield vade
        self._idle.answered()

    def close(self) -> None:
        """Begin no more housekeeping; the home belongs to whoever opened it."""
        self._idle.ended()


def listen(host: str, port: int, *, exposed: bool, names: Sequence[str] = ()) -> Listening:
    """Take the address, before anything else is done.

    Args:
        host: name or number of the address.
        port: 0 takes a free one.
        exposed: whether others than this machine may reach it.
        names: further names by which it may be reached.

    Raises:
        InvalidValue: an address that this machine has not, or that others could reach unasked.
        VadeError: the port is taken.
    """
    if not (exposed or _is_here(host)):
        raise InvalidValue(
            "--host",
            f"{quoted(host)} can be reached by other machines, and whoever reaches it reads and changes "
            "every memory; add --expose if that is meant",
        )
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        taken = socket.create_server((host, port), family=family, backlog=2048)
    except OSError as error:
        if isinstance(error, socket.gaierror):
            raise InvalidValue("--host", f"{quoted(host)} is no address of this machine") from error
        why = error.strerror or str(error)
        raise VadeError(f"cannot listen at {host}:{port}: {why}; --port 0 takes a free port") from error
    # Connections inherit it. Without it the body of an answer waits until the client has said that its head
    # came, which clients put off by 40 ms; the event loop sets it only where a socket names its protocol.
    taken.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    shown = f"[{host}]" if family == socket.AF_INET6 else host
    reached = _EVERYWHERE.get(host, shown)
    known: set[str] = {*LOOPBACK, *names, *([] if host in _EVERYWHERE else [shown])}
    url = f"http://{reached}:{taken.getsockname()[1]}/"
    return Listening(url=url, hosts=tuple(sorted(known)), socket=taken)


def _is_here(host: str) -> bool:
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def application(vade: Vade, clock: Clock, replays: Replays, listening: Listening, *, version: str) -> FastAPI:
    """Pages, API and, where its library is installed, the Model Context Protocol over one open home."""
    provider = Keeping(vade)
    drawing = Drawing(lambda: graph_tools().layout, clock.now)
    spoken = agents(provider, clock, version)
    return create_app(
        provider,
        replays=replays,
        clock=clock,
        version=version,
        hosts=listening.hosts,
        beside=[
            *pages(provider.opening, drawing),
            *([] if spoken is None else spoken.routes()),
        ],
        during=() if spoken is None else (spoken.lasting,),
    )


def serve(
    app: FastAPI,
    listening: Listening,
    *,
    debug: bool = False,
    drain_s: float = 0.0,
    leave: Callable[[], None] = lambda: None,
) -> None:
    """Answer until the process is told to end; what is under way is then answered.

    Args:
        app: what answers.
        listening: where.
        debug: log every request to standard error; else only faults of this program.
        drain_s: seconds for which requests are still taken after that, until nobody sends any here.
        leave: called when it is told to end.
    """
    keep_one()
    logging.basicConfig(level=logging.DEBUG if debug else logging.WARNING, format="%(name)s: %(message)s")
    config = uvicorn.Config(
        app,
        log_config=None,
        access_log=False,
        lifespan="on",
        ws="none",
        server_header=False,
        proxy_headers=False,
        timeout_graceful_shutdown=GRACE_S,
        h11_max_incomplete_event_size=_HEADERS_BYTES,
    )
    asyncio.run(_Server(config, drain_s, leave).serve([listening.socket]))


class _Server(uvicorn.Server):
    """Ends by a signal as it ends otherwise: the signal was the wish, and is no fault to be told on."""

    def __init__(self, config: uvicorn.Config, drain_s: float, leave: Callable[[], None]) -> None:
        super().__init__(config)
        self._drain_s = drain_s
        self._leave = leave
        self._asked_s: float | None = None

    async def on_tick(self, counter: int) -> bool:
        """Ten times a second: whether it is time to end."""
        over = self._asked_s is not None and monotonic() - self._asked_s >= self._drain_s
        return await super().on_tick(counter) or over

    @contextmanager
    def capture_signals(self) -> Generator[None]:
        before = {number: signal.signal(number, self.asked_to_end) for number in _ENDING}
        try:
            yield
        finally:
            for number, handler in before.items():
                signal.signal(number, handler)

    def asked_to_end(self, number: int, frame: FrameType | None) -> None:
        """Take no more connections; asked again, wait for nothing."""
        del number, frame
        if self._asked_s is None and self._drain_s:
            self._asked_s = monotonic()
            self._leave()
            return
        self.force_exit = self.should_exit
        self.should_exit = True
