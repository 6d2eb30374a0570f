"""What the application may not do to accounts, and what deleting a tenant leaves."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime

import psycopg
import pytest
from tests.postgres_server import ADMIN, OWNER, Server

from vademecum.errors import StoreError
from vademecum.model.tenancy import Issuer, Tenant, TenantId, User, UserName
from vademecum.stores.postgres.accounts.accounts import PostgresAccounts, PostgresOperations
from vademecum.stores.postgres.database import Database

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
