"""Waits until a file of a home may have changed."""

from __future__ import annotations

import os
import time
from typing import cast

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

_SETTLE_MS = 200
"""For so long nothing more may come before what came is told: editors write a file in several steps."""


class FolderWatch:
    """What becomes of a folder and all below it.

    The system tells of changes where the extra `watch` is installed and the folder is there; else whoever
    waits looks again each time the wait is over.

    Attributes:
        told: the system tells of changes.
    """

    def __init__(self, folder: str) -> None:
        self._folder = folder
        self._events: Iterator[set[Any]] | None = None
        self._wait_ms = 0
        self.told = _library() is not None

    def wait(self, timeout_s: float) -> bool:
        """Wait until something may have changed, at most so long; whether it may have."""
        library = _library()
        if library is None or not os.path.isdir(self._folder):
            time.sleep(timeout_s)
            return True
        found = next(self._waiting(library, round(timeout_s * 1000)), None)
        if found is None:  # the folder went away, or the library gave up
            self._events = None
            return True
        return bool(found)

    def _waiting(self, library: Any, wait_ms: int) -> Iterator[set[Any]]:
        """What the system tells, an empty set each time that a wait is over."""
        if self._events is None or self._wait_ms != wait_ms:
            self._wait_ms = wait_ms
            self._events = cast(
                "Iterator[set[Any]]",
                library.watch(
                    self._folder,
                    debounce=_SETTLE_MS * 8,
                    step=_SETTLE_MS,
                    rust_timeout=wait_ms,
                    yield_on_timeout=True,
                    watch_filter=None,
                ),
            )
        return self._events


def _library() -> Any:
    try:
        import watchfiles
    except ImportError:
        return None
    return watchfiles
