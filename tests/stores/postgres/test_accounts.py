"""What the application may not do to accounts, and what deleting a tenant leaves."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime

import psycopg
import pytest
from psycopg import sql
from tests.postgres_server import ADMIN, OWNER, Server

from vademecum.errors import StoreError, Unauthenticated
from vademecum.model.tenancy import Issuer, Tenant, TenantId, User, UserName
from vademecum.stores.postgres.accounts.accounts import PostgresAccounts, PostgresOperations
from vademecum.stores.postgres.database import Database
from vademecum.stores.postgres.tenancy import Tenancy
from vademecum.stores.postgres.transaction import Transaction

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
ISSUER = Issuer(issuer="https://id.example.org", audience="vade", tenant="acme")


@pytest.fixture(scope="module")
def operations(postgres_server: Server) -> Iterator[PostgresOperations]:
    postgres_server.create("guarded", vectors=False)
    opened = PostgresOperations.open(postgres_server.url(OWNER, "guarded"), "u-{}-{}".format)
    opened.put_issuer(ISSUER)
    for name in ("acme", "other"):
        opened.create(Tenant(id=TenantId(name), created=NOW))
    yield opened
    opened.close()


@pytest.fixture
def application(postgres_server: Server, operations: PostgresOperations) -> Iterator[PostgresAccounts]:
    assert operations.tenant(TenantId("acme"))
    database = Database.open(postgres_server.url("vade_app", "guarded"))
    yield PostgresAccounts(database.pool, "u-{}-{}".format)
    database.close()


def test_the_application_sees_no_tenant_unasked(application: PostgresAccounts) -> None:
    with application._pool.connection() as connection:
        assert connection.execute("SELECT tenant FROM vade.account").fetchall() == []


def test_the_application_trusts_no_issuer_itself(application: PostgresAccounts) -> None:
    assert application.issuers() == (ISSUER,)
    assert not application.drop_issuer(ISSUER.issuer)
    with pytest.raises(StoreError, match="refuses"):
        application.put_issuer(ISSUER)
    assert application.issuers() == (ISSUER,)


def keep(server: Server, space: str, size: int) -> None:
    with psycopg.connect(server.url(ADMIN, "guarded")) as admin:
        admin.execute(
            "INSERT INTO vade.note (tenant, path, number, revision, name, size, content) "
            "VALUES (%s, 'a.md', 1, 1, 'a', %s, '')",
            (space, size),
        )


def test_usage_counts_what_people_keep_alone(
    postgres_server: Server, operations: PostgresOperations, application: PostgresAccounts
) -> None:
    full = TenantId("full")
    operations.create(Tenant(id=full, created=NOW))
    operations.put_user(full, User(name=UserName("ann"), created=NOW))
    for space, size in (("full", 100), ("u-full-ann", 20), ("u-full-bob", 3), ("other", 1)):
        keep(postgres_server, space, size)
    application.remove_user(full, UserName("ann"))

    assert application.usage(full) == (2, 120)


def test_a_deleted_tenant_leaves_no_row(postgres_server: Server, operations: PostgresOperations) -> None:
    gone = TenantId("gone")
    operations.create(Tenant(id=gone, created=NOW))
    operations.put_user(gone, User(name=UserName("ann"), created=NOW))
    keep(postgres_server, "gone", 1)
    keep(postgres_server, "u-gone-ann", 1)
    operations.delete(gone)

    with psycopg.connect(postgres_server.url(ADMIN, "guarded")) as admin:
        assert admin.execute("SELECT FROM vade.member WHERE tenant = 'gone'").fetchall() == []
        assert admin.execute("SELECT FROM vade.note WHERE tenant LIKE '%gone%'").fetchall() == []
        assert admin.execute("SELECT deleted FROM vade.account WHERE tenant = 'gone'").fetchone() == (True,)


def rows_of(server: Server, *spaces: str) -> dict[str, int]:
    """Table -> rows that these spaces have in it, but for those that tell that they are gone."""
    with psycopg.connect(server.url(ADMIN, "guarded")) as admin:
        tables = admin.execute(
            "SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid "
            "AND a.attname = 'tenant' WHERE c.relnamespace = 'vade'::regnamespace "
            "AND c.relkind IN ('r', 'p') AND NOT c.relispartition"
        ).fetchall()
        counts = {
            table: admin.execute(
                sql.SQL("SELECT count(*) FROM {} WHERE tenant = ANY(%s)").format(
                    sql.Identifier("vade", table)
                ),
                (list(spaces),),
            ).fetchone()
            for (table,) in tables
        }
    return {
        table: found[0]
        for table, found in counts.items()
        if found and found[0] and table not in ("account", "closed")
    }


@pytest.mark.parametrize(("name", "space"), [("leaving", "leaving"), ("parting", "u-parting-ann")])
def test_what_is_under_way_leaves_nothing_in_a_deleted_tenant(
    postgres_server: Server,
    operations: PostgresOperations,
    application: PostgresAccounts,
    name: str,
    space: str,
) -> None:
    leaving = TenantId(name)
    operations.create(Tenant(id=leaving, created=NOW))
    operations.put_user(leaving, User(name=UserName("ann"), created=NOW))
    tenancy = Tenancy(application._pool, TenantId(space))
    writes, goes_on = threading.Event(), threading.Event()

    def write(now: Transaction) -> None:
        writes.set()
        assert goes_on.wait(20)
        now.run("INSERT INTO vade.allowance (tenant, minute, leased) VALUES (%(tenant)s, 1, 1)")

    with ThreadPoolExecutor() as pool:
        writing = pool.submit(tenancy.write, write)
        assert writes.wait(20)
        deleting = pool.submit(operations.delete, leaving)
        with pytest.raises(TimeoutError):
            deleting.result(timeout=0.2)  # it waits for whoever writes
        goes_on.set()
        writing.result(20)
        deleting.result(20)

    assert rows_of(postgres_server, leaving, f"u-{leaving}-ann") == {}


def test_who_was_let_in_before_keeps_nothing_in_a_deleted_tenant(
    postgres_server: Server, operations: PostgresOperations, application: PostgresAccounts
) -> None:
    late = TenantId("late")
    operations.create(Tenant(id=late, created=NOW))
    operations.put_user(late, User(name=UserName("ann"), created=NOW))
    operations.delete(late)

    for space in ("late", "u-late-ann"):
        with pytest.raises(Unauthenticated, match="deleted"):
            Tenancy(application._pool, TenantId(space)).write(
                lambda now: now.run("INSERT INTO vade.allowance VALUES (%(tenant)s, 1, 1)")
            )
    assert rows_of(postgres_server, "late", "u-late-ann") == {}


def test_the_application_closes_no_space(application: PostgresAccounts) -> None:
    for statement in (b"SELECT vade.shut()", b"INSERT INTO vade.closed VALUES ('acme')"):
        with (
            pytest.raises(psycopg.errors.InsufficientPrivilege),
            application._pool.connection() as connection,
        ):
            connection.execute(b"BEGIN; SET LOCAL vade.tenant = 'acme'; " + statement)
