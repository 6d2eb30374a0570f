"""How much a tenant keeps, and whether it may keep more."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from vademecum.access.bounds import beyond
from vademecum.errors import QuotaExceeded
from vademecum.model.value import replace, value

if TYPE_CHECKING:
    from collections.abc import Callable

    from vademecum.model.tenancy import Caller, TenantId
    from vademecum.ports import Clock

_FRESH_S = 5.0
"""Seconds for which a count serves, for one costs as much as a few recalls."""

_REFUSAL_S = 0.5
"""Seconds for which one serves to refuse: whoever forgets something has room soon after."""

_MOST_TENANTS = 10_000


@value
class _Count:
    """What a tenant kept at some time, and how many requests to write this process has let pass since."""

    at_s: float
    memories: int
    size: int
    passed: int = 0


class Usage:
    """Counts, and remembers for a moment. Shared between threads.

    What passes since a count is taken for a memory each, so that the writers of one process pass a bound by
    no more than what is under way while it is counted, and by what a single request brings. Other processes
    are heard of at the next count, five seconds later at most.

    Args:
        count: how many memories a tenant keeps, and how many bytes they have.
        clock: tells the present.
    """

    def __init__(self, count: Callable[[TenantId], tuple[int, int]], clock: Clock) -> None:
        self._count = count
        self._clock = clock
        self._lock = threading.Lock()
        self._known: dict[TenantId, _Count] = {}

    def of(self, tenant: TenantId) -> tuple[int, int]:
        """Memories and bytes of a tenant, as of some seconds ago at most."""
        now_s = self._clock.now().timestamp()
        with self._lock:
            known = self._known.get(tenant)
        if known is None or now_s - known.at_s >= _FRESH_S:
            known = self._counted(tenant, now_s)
        return known.memories, known.size

    def admit(self, caller: Caller) -> None:
        """Let one request to write pass.

        Raises:
            QuotaExceeded: the tenant keeps as much as it may.
        """
        quota = caller.quota
        if quota.memories is None and quota.bytes is None:
            return
        now_s = self._clock.now().timestamp()
        with self._lock:
            known = self._known.get(caller.tenant)
            if known is not None and now_s - known.at_s < _FRESH_S:
                reached = beyond(quota, known.memories + known.passed, known.size)
                if not reached:
                    self._pass(caller.tenant, known)
                    return
                if not known.passed and now_s - known.at_s < _REFUSAL_S:
                    raise _full(reached)
        known = self._counted(caller.tenant, now_s)
        if reached := beyond(quota, known.memories, known.size):
            raise _full(reached)
        with self._lock:
            self._pass(caller.tenant, self._known.get(caller.tenant, known))

    def _pass(self, tenant: TenantId, known: _Count) -> None:
        self._known[tenant] = replace(known, passed=known.passed + 1)

    def _counted(self, tenant: TenantId, now_s: float) -> _Count:
        memories, size = self._count(tenant)
        with self._lock:
            if len(self._known) >= _MOST_TENANTS:
                self._known.clear()
            made = self._known[tenant] = _Count(now_s, memories, size)
        return made


def _full(reached: str) -> QuotaExceeded:
    return QuotaExceeded(f"{reached}; forget something, or have the bound raised")
