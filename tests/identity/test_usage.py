"""How much a tenant may keep: nobody passes the bound by more than what is said of it."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta

import pytest

from vademecum.engine.clocks import CallableClock
from vademecum.errors import QuotaExceeded
from vademecum.identity.usage import Usage
from vademecum.model.tenancy import EVERY_RIGHT, Caller, Quota, TenantId, UserName

ACME = TenantId("acme")


class Shop:
    """A tenant's memories, counted by as many processes as there are usages, whose clock is set by hand."""

    def __init__(self, *, memories: int | None = 10, size: int | None = None, processes: int = 1) -> None:
        self.now = datetime(2026, 3, 1, tzinfo=UTC)
        self.kept = self.counts = 0
        self.caller = Caller(
            tenant=ACME,
            user=UserName("ann"),
            rights=EVERY_RIGHT,
            reads=frozenset(),
            writes=frozenset(),
            personal=True,
            bearer="oidc",
            quota=Quota(memories=memories, bytes=size),
        )
        self.usages = [Usage(self._count, CallableClock(lambda: self.now)) for _ in range(processes)]
        self._lock = threading.Lock()

    def _count(self, tenant: TenantId) -> tuple[int, int]:
        assert tenant == ACME
        self.counts += 1
        return self.kept, self.kept * 100

    def write(self, process: int = 0) -> bool:
        """Keep one more memory, and say whether that may be."""
        try:
            self.usages[process].admit(self.caller)
        except QuotaExceeded:
            return False
        with self._lock:
            self.kept += 1
        return True


def test_one_process_keeps_the_bound_exactly() -> None:
    shop = Shop()

    assert [shop.write() for _ in range(12)] == [True] * 10 + [False] * 2


def test_who_is_not_bound_is_not_counted() -> None:
    shop = Shop(memories=None)

    assert all(shop.write() for _ in range(50))
    assert shop.counts == 0


def test_a_count_serves_for_a_while() -> None:
    shop = Shop(memories=1_000)

    assert all(shop.write() for _ in range(200))
    assert shop.counts == 1


def test_bytes_are_bound_too() -> None:
    shop = Shop(memories=None, size=500)

    shop.kept = 5

    assert not shop.write()


def test_changes_that_keep_nothing_are_no_memories_for_long() -> None:
    shop = Shop()
    shop.kept = 8
    for _ in range(20):
        shop.usages[0].admit(shop.caller)

    assert shop.write()


def test_there_is_room_soon_after_something_is_forgotten() -> None:
    shop = Shop()
    shop.kept = 10
    assert not shop.write()

    shop.kept = 9
    shop.now += timedelta(seconds=0.5)

    assert shop.write()


def test_a_refusal_is_not_counted_each_time() -> None:
    shop = Shop()
    shop.kept = 10

    assert not any(shop.write() for _ in range(100))
    assert shop.counts == 1


def test_writers_at_once_pass_a_bound_by_no_more_than_their_number() -> None:
    shop = Shop(memories=100)

    with ThreadPoolExecutor(8) as pool:
        told = list(pool.map(lambda _: shop.write(), range(1_000)))

    assert 100 <= shop.kept == sum(told) < 108


def test_another_process_is_heard_of_within_five_seconds() -> None:
    shop = Shop(processes=2)
    assert shop.write(0)
    assert shop.write(1)
    shop.kept = 10  # by a third one

    shop.now += timedelta(seconds=5)

    assert not shop.write(0)
    assert not shop.write(1)


@pytest.mark.parametrize("memories", [1, 7, 100])
def test_several_processes_pass_a_bound_by_one_count_each(memories: int) -> None:
    shop = Shop(memories=memories, processes=3)

    for number in range(3 * memories + 9):
        shop.write(number % 3)

    assert memories <= shop.kept <= 3 * memories
