"""A server on loopback in a thread of the tests, which serves every home that is named to it."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path

import uvicorn
from fastapi import FastAPI
from starlette.requests import Request

import vademecum
from vademecum.engine.vade import Vade
from vademecum.vault.replays import MemoryReplays
from vademecum.web.app import create_app
from vademecum.web.serving import listen
from vademecum.wiring import SystemClock


class Homes:
    """The home of whoever asks is the folder that their token spells, in hexadecimal digits.

    A home that was left is closed when the next one is asked for, so that nothing outlives its test.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._open: tuple[str, Vade] | None = None

    def opening(self, request: Request) -> AbstractContextManager[Vade]:
        return nullcontext(self._home(self.whose(request)))

    def whose(self, request: Request) -> str:
        token = request.headers.get("authorization", "").removeprefix("Bearer ")
        return bytes.fromhex(token).decode()

    def ready(self) -> None:
        return None

    def close(self) -> None:
        with self._lock:
            if self._open is not None:
                self._open[1].close()
                self._open = None

    def _home(self, folder: str) -> Vade:
        with self._lock:
            if self._open is None or self._open[0] != folder:
                if self._open is not None:
                    self._open[1].close()
                self._open = (folder, vademecum.open(folder, cwd=Path.cwd(), sync_interval_s=0))
            return self._open[1]


def token_of(folder: str | os.PathLike[str]) -> str:
    """What opens the door to the home in a folder."""
    return os.fspath(folder).encode().hex()


@contextmanager
def serving(app: FastAPI | None = None) -> Iterator[str]:
    """The address of a server, for as long as the block lasts.

    Args:
        app: what answers; `Homes` when not given.
    """
    if app is None:
        app = create_app(Homes(), replays=MemoryReplays(), clock=SystemClock(), version="1.2.3")
    place = listen("127.0.0.1", 0, exposed=False)
    server = uvicorn.Server(uvicorn.Config(app, log_config=None, access_log=False, lifespan="on"))
    thread = threading.Thread(target=server.run, args=([place.socket],), daemon=True)
    thread.start()
    try:
        yield place.url
    finally:
        server.should_exit = True
        thread.join(10)
        place.socket.close()
