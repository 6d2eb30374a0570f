"""Live sessions between requests: each keeps its home open until it is closed, or nobody speaks any more."""

from __future__ import annotations

from contextlib import ExitStack
from threading import Lock
from time import monotonic
from typing import TYPE_CHECKING

from vademecum.errors import InvalidValue, LimitExceeded, NotFound, quoted
from vademecum.model.session import Begun
from vademecum.model.value import value

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from starlette.requests import Request

    from vademecum.engine.sessions import Session
    from vademecum.model.session import Checkpoint
    from vademecum.web.provider import Provider

MOST_LIVE = 1_000
"""Sessions at once, of all callers together; each holds some hundred kilobytes."""

SILENT_S = 3600.0
"""Seconds without a word after which a session is over: what it acknowledged is then written for good."""


@value(kw_only=True, eq=False)
class _Live:
    """A session, what it keeps open, and when it was last spoken to."""

    session: Session
    stack: ExitStack
    heard: list[float]


class LiveSessions:
    """The live sessions of a server. Safe to share between threads.

    Args:
        provider: gives the home that a session belongs to.
        tick: seconds of a clock that never goes back.
    """

    def __init__(self, provider: Provider, tick: Callable[[], float] = monotonic) -> None:
        self._provider = provider
        self._tick = tick
        self._live: dict[tuple[str, str], _Live] = {}
        self._lock = Lock()

    def begin(self, request: Request, arguments: Mapping[str, Any]) -> Begun:
        """Begin one.

        Raises:
            InvalidValue: one of this name is live.
            LimitExceeded: there are too many.
            VadeError: as `Vade.session`.
        """
        self.sweep()
        with ExitStack() as stack:
            vade = stack.enter_context(self._provider.opening(request))
            whose = self._provider.whose(request)
            named = arguments.get("name")
            with self._lock:
                if named is not None and (whose, named) in self._live:
                    raise InvalidValue(
                        "name", f"a session {quoted(named)} is live; close it, or take another name"
                    )
                if len(self._live) >= MOST_LIVE:
                    raise LimitExceeded(f"{MOST_LIVE:,} sessions are live; close some of them")
            session = vade.session(**arguments)
            kept = _Live(session=session, stack=stack.pop_all(), heard=[self._tick()])
            with self._lock:
                self._live[whose, session.name] = kept
        return Begun(name=session.name, recovered=session.recovered)

    def session(self, request: Request, name: str) -> Session:
        """A live one, by its name; `opening` was asked already.

        Raises:
            NotFound: there is none, any more or yet.
        """
        with self._lock:
            found = self._live.get((self._provider.whose(request), name))
            if found is not None:
                found.heard[0] = self._tick()
                return found.session
        raise NotFound(
            f"no session {quoted(name)} is live here; begin it with POST /v1/sessions. "
            "What an earlier one acknowledged is written for good"
        )

    def close(self, request: Request, name: str) -> Checkpoint:
        """End one.

        Raises:
            NotFound: there is none.
        """
        self.session(request, name)
        with self._lock:
            found = self._live.pop((self._provider.whose(request), name))
        return _ended(found)

    def sweep(self) -> None:
        """End those in which nobody speaks any more."""
        oldest = self._tick() - SILENT_S
        with self._lock:
            silent = [key for key, one in self._live.items() if one.heard[0] < oldest]
            over = [self._live.pop(key) for key in silent]
        for one in over:
            _ended(one)

    def close_all(self) -> None:
        """End all of them: the server goes."""
        with self._lock:
            over = list(self._live.values())
            self._live.clear()
        for one in over:
            _ended(one)


def _ended(one: _Live) -> Checkpoint:
    with one.stack:
        return one.session.close()
