"""How often a tenant may ask."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from vademecum.engine.clocks import CallableClock
from vademecum.errors import QuotaExceeded
from vademecum.identity.pacing import Pace
from vademecum.model.tenancy import EVERY_RIGHT, Caller, Quota, Tenant, TenantId, UserName
from vademecum.stores.memory.accounts import MemoryAccounts

NOW = datetime(2026, 3, 1, 12, 0, 20, tzinfo=UTC)


class Street:
    """Two processes of one service, whose clock is set by hand."""

    def __init__(self) -> None:
        self.now = NOW
        accounts = MemoryAccounts()
        for name in ("acme", "other"):
            accounts.create(Tenant(id=TenantId(name), created=NOW))
        clock = CallableClock(lambda: self.now)
        self.paces = (Pace(accounts, clock), Pace(accounts, clock))

    def passed(self, limit: int | None, tries: int, tenant: str = "acme") -> int:
        """How many of so many requests pass, sent to both processes in turn."""
        return sum(self._passes(self.paces[n % 2], limit, tenant) for n in range(tries))

    def _passes(self, pace: Pace, limit: int | None, tenant: str) -> bool:
        try:
            pace.admit(caller(limit, tenant))
        except QuotaExceeded:
            return False
        return True


def caller(limit: int | None, tenant: str = "acme") -> Caller:
    return Caller(
        tenant=TenantId(tenant),
        user=UserName("ann"),
        rights=EVERY_RIGHT,
        reads=frozenset(),
        writes=frozenset(),
        personal=True,
        bearer="b",
        quota=Quota(requests_per_minute=limit),
    )


@pytest.fixture
def street() -> Street:
    return Street()


@pytest.mark.parametrize("limit", [1, 2, 7, 60])
def test_no_more_pass_than_may(street: Street, limit: int) -> None:
    assert street.passed(limit, 4 * limit) == limit


def test_without_a_bound_all_pass(street: Street) -> None:
    assert street.passed(None, 500) == 500


def test_the_next_minute_begins_anew(street: Street) -> None:
    street.passed(5, 20)
    street.now += timedelta(minutes=1)

    assert street.passed(5, 20) == 5


def test_one_tenant_takes_nothing_of_another(street: Street) -> None:
    street.passed(5, 20)

    assert street.passed(5, 20, "other") == 5


def test_it_is_told_when_to_ask_again(street: Street) -> None:
    street.passed(1, 1)

    with pytest.raises(QuotaExceeded) as refused:
        street.paces[0].admit(caller(1))

    assert refused.value.retry_after_s == 40
