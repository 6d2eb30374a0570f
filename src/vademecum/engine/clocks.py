"""Clocks made of what a caller brings."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime


class CallableClock:
    """A clock made of a function, for callers that inject their own time."""

    def __init__(self, now: Callable[[], datetime]) -> None:
        self._now = now

    def now(self) -> datetime:
        """What the function says.

        Raises:
            ValueError: it says a time without an offset.
        """
        moment = self._now()
        if moment.tzinfo is None:
            raise ValueError("`now` must return a timezone-aware datetime")
        return moment
