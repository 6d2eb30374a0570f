"""One transaction at a time, in the name of one tenant."""

from __future__ import annotations

import pytest

from vademecum.errors import InvalidValue, StoreError
from vademecum.model.tenancy import TenantId
from vademecum.stores.postgres.database import Database
from vademecum.stores.postgres.tenancy import Tenancy
from vademecum.stores.postgres.transaction import Transaction

PUT = "INSERT INTO vade.head (tenant, store, layout) VALUES (%(tenant)s, %(store)s, '')"
CHANGES = "SELECT changes FROM vade.head WHERE tenant = %(tenant)s"
GROW = "UPDATE vade.head SET changes = changes + 1 WHERE tenant = %(tenant)s"


def begin(tenancy: Tenancy) -> None:
    tenancy.write(lambda transaction: transaction.run(PUT, store="s"))


def changes(tenancy: Tenancy) -> object:
    return tenancy.read(lambda transaction: transaction.one(CHANGES))


def grow(tenancy: Tenancy) -> None:
    tenancy.write(lambda transaction: transaction.run(GROW))


def test_write_is_read_afterwards(tenancy: Tenancy) -> None:
    begin(tenancy)
    grow(tenancy)

    assert changes(tenancy) == (1,)


def test_failed_write_leaves_nothing(tenancy: Tenancy) -> None:
    def fail(transaction: Transaction) -> None:
        transaction.run(PUT, store="s")
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        tenancy.write(fail)

    assert changes(tenancy) is None


def test_write_within_a_write_is_part_of_it(tenancy: Tenancy) -> None:
    def fail(_: Transaction) -> None:
        begin(tenancy)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        tenancy.write(fail)

    assert changes(tenancy) is None


def test_other_tenants_rows_are_not_seen(postgres_database: Database, tenancy: Tenancy) -> None:
    begin(tenancy)
    other = postgres_database.tenancy(TenantId("somebody-else"))

    assert other.read(lambda transaction: transaction.all("SELECT tenant FROM vade.head")) == []


def test_other_tenants_rows_are_not_written(postgres_database: Database, tenancy: Tenancy) -> None:
    other = postgres_database.tenancy(TenantId("somebody-else"))
    statement = "INSERT INTO vade.head (tenant, store, layout) VALUES (%(whose)s, '', '')"

    with pytest.raises(StoreError):
        other.write(lambda transaction: transaction.run(statement, whose=tenancy.tenant))


def test_partitions_are_closed_to_the_application(tenancy: Tenancy) -> None:
    with pytest.raises(StoreError):
        tenancy.read(lambda transaction: transaction.all("SELECT tenant FROM vade.head_p0"))


def test_steady_view_does_not_move(postgres_database: Database, tenancy: Tenancy) -> None:
    begin(tenancy)
    with tenancy.steady():
        before = changes(tenancy)
        grow(postgres_database.tenancy(tenancy.tenant))

        assert (before, changes(tenancy)) == ((0,), (0,))


def test_steady_view_sees_own_writes(tenancy: Tenancy) -> None:
    begin(tenancy)
    with tenancy.steady():
        before = changes(tenancy)
        grow(tenancy)

        assert (before, changes(tenancy)) == ((0,), (1,))


@pytest.mark.parametrize("name", ["", "A", "a b", "a'; DROP TABLE vade.head; --", "1a", "a" * 41])
def test_malformed_tenant_is_refused(postgres_database: Database, name: str) -> None:
    with pytest.raises(InvalidValue, match="tenant: is a lower-case letter"):
        postgres_database.tenancy(TenantId(name))


def waits(tenancy: Tenancy, *, hurried: bool) -> object:
    return tenancy.write(lambda transaction: transaction.one("SHOW synchronous_commit"), hurried=hurried)


def test_hurried_write_alone_waits_for_no_disk(tenancy: Tenancy) -> None:
    assert waits(tenancy, hurried=True) == ("off",)
    assert waits(tenancy, hurried=False) == ("on",)


def test_steady_view_goes_on_after_a_fault(tenancy: Tenancy) -> None:
    begin(tenancy)
    with tenancy.steady():
        changes(tenancy)
        with pytest.raises(StoreError):
            tenancy.read(lambda transaction: transaction.one("SELECT 1 / 0"))

        assert changes(tenancy) == (0,)
