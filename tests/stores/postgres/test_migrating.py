"""The schema grows step by step, once."""

from __future__ import annotations

from threading import Thread

import psycopg
import pytest
from tests.postgres_server import ADMIN, APPLICATION, OWNER, Server

from vademecum.errors import StoreError
from vademecum.model.value import replace
from vademecum.stores.postgres.migrating import MIGRATIONS, Migration, migrate

NAMES = tuple(each.name for each in MIGRATIONS)
TENANTLESS = ("migration",)
OF_ALL_TENANTS = ("issuer",)  # everybody may read them, the owner alone may write


@pytest.fixture
def owner(postgres_server: Server, request: pytest.FixtureRequest) -> str:
    name = f"m{abs(hash(request.node.name))}"
    postgres_server.create(name, vectors=False, migrated=False)
    return postgres_server.url(OWNER, name)


def run(url: str, migrations: tuple[Migration, ...]) -> tuple[str, ...]:
    return migrate(url, APPLICATION, migrations=migrations, partitions=1)


@pytest.mark.parametrize("version", range(len(MIGRATIONS) + 1))
def test_every_version_is_brought_up_to_date(owner: str, version: int) -> None:
    run(owner, MIGRATIONS[:version])

    assert run(owner, MIGRATIONS) == NAMES[version:]


def test_second_run_does_nothing(owner: str) -> None:
    run(owner, MIGRATIONS)

    assert run(owner, MIGRATIONS) == ()


def test_two_at_once_run_each_step_once(owner: str) -> None:
    ran: list[tuple[str, ...]] = []
    threads = [Thread(target=lambda: ran.append(run(owner, MIGRATIONS))) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert sorted(ran) == [(), NAMES]


def test_changed_step_is_refused(owner: str) -> None:
    run(owner, MIGRATIONS)

    with pytest.raises(StoreError, match="is not the one that this database was made by"):
        run(owner, (replace(MIGRATIONS[0], digest="other"), *MIGRATIONS[1:]))


def test_newer_database_is_refused(owner: str) -> None:
    newer = Migration(9_999, "later", "SELECT 1", "digest")
    run(owner, (*MIGRATIONS, newer))

    with pytest.raises(StoreError, match="newer than this version"):
        run(owner, MIGRATIONS)


def test_failing_step_leaves_nothing_of_itself(owner: str) -> None:
    broken = Migration(9_999, "broken", "CREATE TABLE vade.half (n int); SELECT 1 / 0", "digest")
    with pytest.raises(StoreError):
        run(owner, (*MIGRATIONS, broken))

    assert run(owner, MIGRATIONS) == ()


def test_every_table_is_bound_by_its_tenant(owner: str) -> None:
    run(owner, MIGRATIONS)
    with psycopg.connect(owner) as connection:
        unbound = connection.execute(
            "SELECT relname FROM pg_class WHERE relnamespace = 'vade'::regnamespace "
            "AND relkind IN ('r', 'p') AND NOT (relrowsecurity AND relforcerowsecurity)"
        ).fetchall()

    assert sorted(name for (name,) in unbound) == sorted(TENANTLESS)


def test_every_key_begins_with_the_tenant(owner: str) -> None:
    run(owner, MIGRATIONS)
    with psycopg.connect(owner) as connection:
        loose = connection.execute(
            "SELECT c.relname FROM pg_class c LEFT JOIN pg_index i ON i.indrelid = c.oid AND i.indisprimary "
            "LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attnum = i.indkey[0] "
            "WHERE c.relnamespace = 'vade'::regnamespace AND c.relkind IN ('r', 'p') "
            "AND a.attname IS DISTINCT FROM 'tenant'"
        ).fetchall()

    assert sorted(name for (name,) in loose) == sorted(TENANTLESS + OF_ALL_TENANTS)


def test_owner_sees_no_rows_without_a_tenant(owner: str) -> None:
    run(owner, MIGRATIONS)
    put = "INSERT INTO vade.head (tenant, store, layout) VALUES ('a', '', '')"
    admin = owner.replace(OWNER, ADMIN)
    with psycopg.connect(admin) as connection:
        connection.execute(put)

    with psycopg.connect(owner) as connection:
        assert connection.execute("SELECT tenant FROM vade.head").fetchall() == []
