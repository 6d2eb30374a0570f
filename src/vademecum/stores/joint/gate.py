"""How many threads may hold a connection to each of two sides at once.

If every connection of a pool were held by a thread that waits for its second one, nobody would go on.
"""

from __future__ import annotations

import threading
from contextlib import contextmanager

from vademecum.errors import Busy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator

_WAIT_S = 10.0
"""As long as a statement waits for a lock."""


class _Here(threading.local):
    inside: bool = False


class Gate:
    """Lets so many threads in at a time; who is in may pass again.

    Args:
        most: at least 1; half of the connections there are.
        wait_s: how long somebody waits.
    """

    def __init__(self, most: int, wait_s: float = _WAIT_S) -> None:
        self._places = threading.BoundedSemaphore(max(1, most))
        self._wait_s = wait_s
        self._here = _Here()

    @contextmanager
    def passed(self) -> Generator[None]:
        """Be inside.

        Raises:
            Busy: nobody came out for too long.
        """
        here = self._here
        if here.inside:
            yield
            return
        if not self._places.acquire(timeout=self._wait_s):
            raise Busy("every connection to the database is in use; try again in a moment")
        here.inside = True
        try:
            yield
        finally:
            here.inside = False
            self._places.release()
