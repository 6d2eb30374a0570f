"""How a process that lives long keeps what it asked the system for from growing.

The C library of Linux (glibc) gives each thread an arena of its own, and what is freed in one serves no
other: a process that writes an index now and then, each time in other threads, holds twice as much after an
hour as it needs. With one arena it stays as it was, and a thread seldom waits for another one.
"""

from __future__ import annotations

import sys

_ARENA_MAX = -8
"""`M_ARENA_MAX` of ``malloc.h``."""


def keep_one() -> bool:
    """Let all threads of this process share one arena, from now on; before others are begun.

    Returns:
        Whether the system knows of arenas.
    """
    if sys.platform != "linux":
        return False
    import ctypes

    try:
        return bool(ctypes.CDLL(None).mallopt(_ARENA_MAX, 1))
    except (OSError, AttributeError):  # another C library
        return False
