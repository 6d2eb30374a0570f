"""Threads that need two connections each, and more of them than there are connections."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest
from tests.postgres_server import Server

from vademecum.errors import Busy
from vademecum.model.tenancy import TenantId
from vademecum.stores.postgres.database import Database
from vademecum.stores.postgres.transaction import Transaction


@pytest.fixture
def small(postgres_server: Server, postgres_database: Database) -> Iterator[Database]:
    """The same database through two connections."""
    assert postgres_database is not None
    opened = Database.open(postgres_server.url("vade_app", "vade"), size=2, patience_s=20)
    yield opened
    opened.close()


def ask(transaction: Transaction) -> object:
    return transaction.one("SELECT %(tenant)s::text")


def test_threads_that_look_at_two_tenants_do_not_lock_each_other(small: Database) -> None:
    def both(number: int) -> tuple[object, object]:
        own, shared = (small.tenancy(TenantId(name)) for name in (f"own{number}", "shared"))
        with own.steady(), shared.steady():
            return own.read(ask), shared.read(ask)

    with ThreadPoolExecutor(8) as threads:
        told = list(threads.map(both, range(40)))

    assert told == [((f"own{number}",), ("shared",)) for number in range(40)]


@pytest.mark.usefixtures("small")
def test_failed_wait_leaves_the_door_open(postgres_server: Server) -> None:
    hasty = Database.open(postgres_server.url("vade_app", "vade"), size=1, patience_s=0.1)
    own, shared = (hasty.tenancy(TenantId(name)) for name in ("own", "shared"))
    with own.steady(), shared.steady():
        own.read(ask)
        with pytest.raises(Busy):
            shared.read(ask)

    assert shared.read(ask) == ("shared",)
    hasty.close()


def test_connection_that_came_back_last_goes_out_first(small: Database) -> None:
    pool = small.pool
    first, second = pool.getconn(), pool.getconn()
    pool.putconn(second)
    pool.putconn(first)

    with pool.connection() as warmest:
        assert warmest is first
