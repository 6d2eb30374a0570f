"""How often a tenant may ask, over all processes of a service."""

from __future__ import annotations

import threading
from typing import TYPE_CHECKING

from vademecum.access.bounds import Held, portion, retry_after_s
from vademecum.errors import QuotaExceeded

if TYPE_CHECKING:
    from vademecum.model.tenancy import Caller, TenantId
    from vademecum.ports import Clock
    from vademecum.ports.tenancy import Allowances

_MOST_TENANTS = 10_000
"""Tenants that a process remembers before it forgets those of earlier minutes."""


class Pace:
    """Lets requests pass as long as the minute has some left. Shared between threads."""

    def __init__(self, allowances: Allowances, clock: Clock) -> None:
        """Lease from `allowances` what is then counted here."""
        self._allowances = allowances
        self._clock = clock
        self._lock = threading.Lock()
        self._held: dict[TenantId, Held] = {}

    def admit(self, caller: Caller) -> None:
        """Let one request pass.

        Raises:
            QuotaExceeded: the tenant has asked often enough in this minute.
        """
        limit = caller.quota.requests_per_minute
        if limit is None:
            return
        now_s = self._clock.now().timestamp()
        minute = int(now_s) // 60
        if not self._take(caller.tenant, minute, limit):
            raise QuotaExceeded(
                f"this tenant may ask {limit} times a minute; ask again when the next one begins",
                retry_after_s=retry_after_s(now_s),
            )

    def _take(self, tenant: TenantId, minute: int, limit: int) -> bool:
        if (ready := self._ready(tenant, minute)) is not None:
            return ready
        # Without the lock: only the requests of this tenant wait for its lease.
        got = self._allowances.lease(tenant, minute, portion(limit), limit)
        with self._lock:
            held = self._of(tenant, minute)
            left = held.left + got
            self._held[tenant] = Held(minute, max(0, left - 1), spent=got == 0)
            return left > 0

    def _ready(self, tenant: TenantId, minute: int) -> bool | None:
        """Whether a request passes by what is held; None when more must be leased."""
        with self._lock:
            held = self._of(tenant, minute)
            if held.left:
                self._held[tenant] = Held(minute, held.left - 1, spent=held.spent)
                return True
            return False if held.spent else None

    def _of(self, tenant: TenantId, minute: int) -> Held:
        held = self._held.get(tenant)
        if held is not None and held.minute == minute:
            return held
        if len(self._held) > _MOST_TENANTS:
            self._held = {name: one for name, one in self._held.items() if one.minute == minute}
        return Held(minute)
