"""How much a tenant keeps, counted at most every few seconds."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from vademecum.model.tenancy import TenantId
    from vademecum.ports import Clock

_FRESH_S = 5.0
"""Seconds for which a count serves: a tenant may pass its bound by what it writes in so long, and a full
count costs as much as a few recalls."""

_MOST_TENANTS = 10_000


class Usage:
    """Counts, and remembers for a moment. Shared between threads.

    Args:
        count: how many memories a tenant keeps, and how many bytes they have.
        clock: tells the present.
    """

    def __init__(self, count: Callable[[TenantId], tuple[int, int]], clock: Clock) -> None:
        self._count = count
        self._clock = clock
        self._lock = threading.Lock()
        self._known: dict[TenantId, tuple[float, tuple[int, int]]] = {}

    def of(self, tenant: TenantId) -> tuple[int, int]:
        """Memories and bytes of a tenant, as of some seconds ago at most."""
        now_s = self._clock.now().timestamp()
        with self._lock:
            at_s, kept = self._known.get(tenant, (float("-inf"), (0, 0)))
        if now_s - at_s < _FRESH_S:
            return kept
        counted = self._count(tenant)
        with self._lock:
            if len(self._known) >= _MOST_TENANTS:
                self._known.clear()
            self._known[tenant] = (now_s, counted)
        return counted
