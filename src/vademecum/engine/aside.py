"""Work beside the turn: it is begun, nobody waits for it, and what comes too late is dropped."""

from __future__ import annotations

import threading
from contextlib import suppress

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class Aside:
    """One worker for one kind of work; the newest work wins.

    Work of an older generation than the last one begun is not done any more, and its result is dropped when
    it is under way. Work is expected to bound its own time and to raise nothing; what it raises is dropped
    with it.
    """

    def __init__(self) -> None:
        self._changed = threading.Condition()
        self._newest = -1
        self._waiting: tuple[int, Callable[[], Any]] | None = None
        self._result: tuple[int, Any] | None = None
        self._busy = False
        self._closed = False

    def begin(self, generation: int, work: Callable[[], Any]) -> bool:
        """Have something done; returns at once.

        Returns:
            Whether it will be begun: not after `close`, and not behind a newer generation.
        """
        with self._changed:
            if self._closed or generation < self._newest:
                return False
            self._newest = generation
            self._waiting = (generation, work)
            self._result = None
            if not self._busy:
                self._busy = True
                threading.Thread(target=self._work, name="vade-aside", daemon=True).start()
            return True

    def take(self, generation: int) -> Any | None:
        """The result for a generation, once; None when there is none yet, or it is of another generation."""
        with self._changed:
            if self._result is None or self._result[0] != generation:
                return None
            (_, result), self._result = self._result, None
            return result

    def settled(self, seconds: float) -> bool:
        """Wait until nothing is under way; for the end of a session, and for tests.

        Returns:
            False when something still was after so many seconds.
        """
        with self._changed:
            return self._changed.wait_for(lambda: not self._busy, seconds)

    def close(self) -> None:
        """Begin nothing more and drop what comes; what is under way is not waited for. Safe to call twice."""
        with self._changed:
            self._closed = True
            self._waiting = None
            self._result = None

    def _work(self) -> None:
        while True:
            with self._changed:
                if self._waiting is None:
                    self._busy = False
                    self._changed.notify_all()
                    return
                generation, work = self._waiting
                self._waiting = None
            result = None
            with suppress(Exception):  # what is done beside a turn must not take the worker with it
                result = work()
            with self._changed:
                if generation == self._newest and not self._closed:
                    self._result = (generation, result)
