"""`FairPool`: a pool whose connections cannot all be held by threads that wait for one more."""

from __future__ import annotations

import threading
from collections import deque
from typing import TYPE_CHECKING, Any

from psycopg import Connection
from psycopg_pool import ConnectionPool, PoolTimeout

if TYPE_CHECKING:
    from collections.abc import Callable

_EACH = 2
"""Connections that a thread holds at once: whoever asks for what is theirs and what is shared looks at one
state of either."""


class _Mine(threading.local):
    """How many connections a thread holds."""

    held: int = 0


class _Warmest(deque[Any]):
    """Connections at rest: the one that came back last goes out first.

    Its process at the server has the plans of our statements at hand; one that takes its turn among sixteen
    makes them anew for each, which is most of what the slowest requests wait for. Where the library closes
    one that nobody needed for ten minutes, it takes this end too, and the next one is less warm once.
    """

    def append(self, x: Any, /) -> None:
        self.appendleft(x)


class FairPool(ConnectionPool[Connection[tuple[Any, ...]]]):
    """Lets as many threads in as can have two connections each; the others wait before their first one.

    A connection is given back by the thread that took it.
    """

    def __init__(self, url: str, *, size: int, patience_s: float, configure: Callable[[Any], None]) -> None:
        """Prepare; nothing is connected before `open`.

        Args:
            url: a connection string of libpq.
            size: connections at most.
            patience_s: longest wait for one.
            configure: readies a new one.
        """
        self._doors = threading.Semaphore(max(1, size // _EACH))
        self._mine = _Mine()
        super().__init__(
            url,
            min_size=1,
            max_size=size,
            timeout=patience_s,
            kwargs={"autocommit": True, "connect_timeout": 5},
            configure=configure,
            open=False,
            name="vade",
        )
        self._pool = _Warmest()  # the library has no setting for the order

    def getconn(self, timeout: float | None = None) -> Connection[tuple[Any, ...]]:
        first = not self._mine.held
        if first and not self._doors.acquire(timeout=self.timeout if timeout is None else timeout):
            raise PoolTimeout("every connection is in use")
        try:
            connection = super().getconn(timeout)
        except BaseException:
            if first:
                self._doors.release()
            raise
        self._mine.held += 1
        return connection

    def putconn(self, conn: Connection[tuple[Any, ...]]) -> None:
        try:
            super().putconn(conn)
        finally:
            self._mine.held -= 1
            if not self._mine.held:
                self._doors.release()
