"""Whose memory a request is about: the seam between a server and what it serves."""

from __future__ import annotations

from contextlib import nullcontext
from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from starlette.requests import Request

    from vademecum.engine.vade import Vade


class Provider(Protocol):
    """Gives the open home of whoever asks. Called in worker threads, several at a time."""

    def opening(self, request: Request) -> AbstractContextManager[Vade]:
        """The home, for as long as it takes to answer; a live session keeps it until it ends.

        Raises:
            VadeError: whoever asks is unknown, may not, or asks too often.
        """
        ...

    def whose(self, request: Request) -> str:
        """A name for whoever asks, under which their sessions and repeated requests are kept; those of
        others are never met. It is asked after `opening`."""
        ...

    def ready(self) -> None:
        """Return when requests can be answered.

        Raises:
            VadeError: they cannot, and why.
        """
        ...

    def close(self) -> None:
        """Let go of everything; no request is under way any more."""
        ...


class OneHome:
    """Serves one open home to whoever reaches the server, as on a laptop.

    Args:
        vade: the home; stays open for whoever opened it.
    """

    def __init__(self, vade: Vade) -> None:
        self._vade = vade

    def opening(self, request: Request) -> AbstractContextManager[Vade]:
        del request
        return nullcontext(self._vade)

    def whose(self, request: Request) -> str:
        del request
        return ""

    def ready(self) -> None:
        assert self._vade.revision is not None

    def close(self) -> None:
        """Nothing: the home belongs to whoever opened it."""
