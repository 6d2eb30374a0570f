"""Time limits for what an answer can do without."""

from __future__ import annotations

import threading

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from typing import TypeVar

    from vademecum.ports import Clock

    Result = TypeVar("Result")

LATE, BUSY = "did not answer in time", "is still busy with an earlier question"


class ThreadedDeadlines:
    """`ports.Deadlines` by the machine's time: a thread for each wait, left to itself when late."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._running: set[str] = set()

    def within(self, name: str, seconds: float, act: Callable[[], Result]) -> tuple[Result | None, str]:
        """See `ports.Deadlines.within`."""
        with self._lock:
            if name in self._running:
                return None, BUSY
            self._running.add(name)
        results: list[Result] = []
        failures: list[str] = []

        def run() -> None:
            try:
                results.append(act())
            except Exception as error:  # noqa: BLE001 - what is optional must not take the answer with it
                failures.append(failed(error))
            finally:
                with self._lock:
                    self._running.discard(name)

        thread = threading.Thread(target=run, name=f"vade-{name}", daemon=True)
        thread.start()
        thread.join(seconds)
        if results:
            return results[0], ""
        return None, failures[0] if failures else LATE


class CountedDeadlines:
    """`ports.Deadlines` by an injected clock: runs at once, and what took longer by that clock was late.

    What is asked moves the clock itself, so that a day of waiting takes no time.
    """

    def __init__(self, clock: Clock) -> None:
        self._clock = clock

    def within(self, name: str, seconds: float, act: Callable[[], Result]) -> tuple[Result | None, str]:
        """See `ports.Deadlines.within`."""
        begun: datetime = self._clock.now()
        try:
            result = act()
        except Exception as error:  # noqa: BLE001 - as above
            return None, failed(error)
        late = (self._clock.now() - begun).total_seconds() > seconds
        return (None, LATE) if late else (result, "")


def failed(error: Exception) -> str:
    """Why there is no result, without what the error quotes."""
    return f"failed with {type(error).__name__}"
