"""A server that goes away and comes back."""

from __future__ import annotations

import signal
from collections.abc import Iterator

import pytest
from tests.postgres_server import APPLICATION, OWNER, Server

from vademecum.errors import Busy, StoreError
from vademecum.model.tenancy import TenantId
from vademecum.stores.postgres.database import Database
from vademecum.stores.postgres.transaction import Transaction

CUT = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = current_user"


@pytest.fixture(scope="module")
def own_server(postgres_server: Server) -> Iterator[Server]:
    """One that may be stopped."""
    server = type(postgres_server)()
    yield server
    server.close()


@pytest.fixture(scope="module")
def url(own_server: Server) -> str:
    return own_server.create("faults", vectors=False)


def ask(transaction: Transaction) -> object:
    return transaction.one("SELECT %(tenant)s::text")


def test_restart_is_not_noticed_by_a_read(own_server: Server, url: str) -> None:
    database = Database.open(url, size=3)
    tenancy = database.tenancy(TenantId("a"))
    tenancy.read(ask)
    own_server.stop()
    own_server.start()

    assert tenancy.read(ask) == ("a",)
    database.close()


def test_cut_connection_begins_a_write_anew(url: str) -> None:
    database = Database.open(url, size=3)
    tries: list[int] = []

    def write(transaction: Transaction) -> object:
        tries.append(len(tries))
        if len(tries) == 1:
            transaction.run(CUT)
        return ask(transaction)

    assert database.tenancy(TenantId("a")).write(write) == ("a",)
    assert tries == [0, 1]
    database.close()


def test_steady_view_survives_a_restart(own_server: Server, url: str) -> None:
    database = Database.open(url, size=3)
    tenancy = database.tenancy(TenantId("a"))
    with tenancy.steady():
        tenancy.read(ask)
        own_server.stop(how=signal.SIGQUIT)
        own_server.start()

        assert tenancy.read(ask) == ("a",)
    database.close()


def test_absent_server_is_busy() -> None:
    with pytest.raises(Busy, match="cannot be reached"):
        Database.open("host=/nonexistent user=vade_app dbname=vade", patience_s=0.2)


def test_owner_may_not_be_the_application(url: str) -> None:
    with pytest.raises(StoreError, match="the role owns the tables"):
        Database.open(url.replace(APPLICATION, OWNER))


def test_empty_database_says_what_to_do(own_server: Server) -> None:
    with pytest.raises(StoreError, match="run `vade service migrate`"):
        Database.open(own_server.create("empty", vectors=False, migrated=False))
