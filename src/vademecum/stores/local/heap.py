"""Memory that the lexical engine freed, given back to the system."""

from __future__ import annotations

import sys


def give_back() -> None:
    """Return freed memory to the system, where the C library would keep it for itself.

    Every flush of the engine runs in threads of its own, and glibc keeps what each of them freed: after a
    hundred flushes that is more than everything else together. Other C libraries return it by themselves.
    """
    if sys.platform != "linux":
        return
    import ctypes

    trim = getattr(ctypes.CDLL(None), "malloc_trim", None)
    if trim is not None:
        trim(0)
