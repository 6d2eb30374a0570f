"""Tenants never meet: no statement leaves the tenant out, and none answers for another one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count
from typing import Any

import psycopg
import pytest
from psycopg._queries import PostgresQuery
from psycopg.adapt import Transformer
from tests.postgres_server import APPLICATION, OWNER, Server
from tests.stores.programs import samples
from tests.trust.tenant_calls import PARTS, STORES, Call, filled, index_of, live, settle

from vademecum.errors import StoreError
from vademecum.model.tenancy import TenantId
from vademecum.stores.postgres.database import Database
from vademecum.stores.postgres.tenancy import Tenancy
from vademecum.stores.postgres.transaction import Transaction
from vademecum.wiring_service import open_service

_names = count(1)
_LOOKS = re.compile(rb"(FROM|INTO|UPDATE|JOIN) vade\.")
_OF_TENANT = re.compile(r"tenant = \(?\$\d")
GENERIC_FROM = 160_000
_UNBOUND = """
SELECT relname FROM pg_class
WHERE relnamespace = 'vade'::regnamespace AND relkind IN ('r', 'p') AND relname <> 'migration'
AND NOT (relrowsecurity AND relforcerowsecurity)
"""
NEITHER = {"close", "steady", "revision", *(part.rstrip(".") for part in PARTS)}
"""Methods that ask for no row: `revision` names what there is, empty or not."""

ASKS = [(store, name) for store, rows in STORES.items() for name in rows.asks]

Statements = dict[bytes, Any]


class Elsewhere(Tenancy):
    """Names its tenant in every statement, and is another one to the database; or none."""

    told = ""

    def beside(self) -> Elsewhere:
        other = Elsewhere(self._pool, self.tenant)
        other.told = self.told
        return other

    def _begin(self, connection: Any, begin: str) -> Transaction:
        connection.execute(begin.format(tenant=self.told).encode())
        return Transaction(connection, self.tenant, writes="READ WRITE" in begin)


@pytest.fixture(scope="module")
def statements() -> Iterator[Statements]:
    """Whatever connections are asked that are made from now on, with what it was bound to last."""
    met: Statements = {}

    class Recording(psycopg.Cursor[Any]):
        def execute(self, query: Any, params: Any = None, **more: Any) -> Any:
            if params and isinstance(query, bytes) and _LOOKS.search(query) and b"EXPLAIN" not in query:
                met[query] = params
            return super().execute(query, params, **more)

        def executemany(self, query: Any, params_seq: Any, **more: Any) -> None:
            rows = list(params_seq)
            if rows:
                met[query] = rows[0]
            super().executemany(query, rows, **more)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("psycopg.connection.Cursor", Recording)
        yield met


@pytest.fixture(scope="module")
def database(postgres_server: Server, statements: Statements) -> Iterator[Database]:
    """One in which two tenants have something of everything."""
    opened = Database.open(postgres_server.create("tenants"))
    for name in ("theirs", "other"):
        settle(opened.tenancy(TenantId(name)))
    assert statements
    yield opened
    opened.close()


def _nodes(plan: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield plan
    for part in plan.get("Plans", ()):
        yield from _nodes(part)


def _plans(database: Database, tenant: str, statements: Statements) -> Iterator[tuple[str, Any]]:
    """Each statement with every node of its plan, where no table is read as a whole if an index can be."""
    begin = f"BEGIN; SET LOCAL vade.tenant = '{tenant}'; SET LOCAL enable_seqscan = off"
    with database._pool.connection() as connection:
        connection.execute(begin.encode())
        for query, bound in list(statements.items()):
            (plan,) = connection.execute(b"EXPLAIN (FORMAT JSON) " + query, bound).fetchone() or ()
            yield query.decode(), list(_nodes(plan[0]["Plan"]))
        connection.execute(b"ROLLBACK")


def _faults(tenant: str, nodes: list[dict[str, Any]]) -> Iterator[str]:
    """Looks at more than one partition, at all of one, or at one by an index without the tenant."""
    looks = [node for node in nodes if "Scan" in node["Node Type"]]
    partitions = {node["Relation Name"].rpartition("_p")[2] for node in looks if "Relation Name" in node}
    if len(partitions) > 1:
        yield f"looks into the partitions {sorted(partitions)}"
    for node in nodes:
        kind, name = node["Node Type"], node.get("Index Name", node.get("Relation Name"))
        if node.get("Subplans Removed") or kind == "Seq Scan":
            yield f"{kind} of {name}"
        elif "Index Name" in node and f"tenant = '{tenant}'::text" not in node.get("Index Cond", ""):
            yield f"{kind} of {name} without the tenant: {node.get('Index Cond')}"


def test_every_statement_finds_its_tenant_by_an_index(database: Database, statements: Statements) -> None:
    tenant = f"planned-{next(_names)}"
    tenancy = database.tenancy(TenantId(tenant))
    filled(tenancy)
    for store in STORES.values():
        made = store.made(tenancy)
        for call in (*store.asks.values(), *store.changes.values()):
            call(made)

    assert len(statements) > 100
    assert _faulty(database, tenant, statements) == {}


def test_plans_made_for_any_values_find_the_tenant_by_an_index(
    database: Database, postgres_server: Server, statements: Statements
) -> None:
    index_of(database.tenancy(TenantId("theirs"))).propose(samples.ask("oak"))
    with psycopg.connect(postgres_server.url(OWNER, "tenants")) as owner:
        if owner.info.server_version < GENERIC_FROM:
            pytest.skip("PostgreSQL 15 EXPLAINS NO PLAN THAT IS MADE FOR ANY VALUES")
        owner.execute(b"SET enable_seqscan = off")
        nodes = list(_generic(owner, statements))

    assert {node["Relation Name"] for node in nodes if node["Node Type"] == "Seq Scan"} == set()
    conditions = {node.get("Index Cond", "") for node in nodes if "Index Name" in node}
    assert {each for each in conditions if not _OF_TENANT.search(each)} == set()


def _generic(owner: psycopg.Connection[Any], statements: Statements) -> Iterator[dict[str, Any]]:
    """Every node of the plans that the service's connections make, once for whatever they are bound to."""
    for text, bound in list(statements.items()):
        query = PostgresQuery(Transformer(owner))
        query.convert(text, bound)
        for (plan,) in owner.execute(b"EXPLAIN (FORMAT JSON, GENERIC_PLAN) " + query.query):
            yield from _nodes(plan[0]["Plan"])


def test_every_statement_of_a_service_finds_its_tenant(
    database: Database, postgres_server: Server, statements: Statements
) -> None:
    before = set(statements)
    with open_service(postgres_server.url(APPLICATION, "tenants")) as service:
        live(service.vade("lively", "anna"))

    new = {query: bound for query, bound in statements.items() if query not in before}
    assert len(new) > 20
    assert _faulty(database, "lively", new) == {}


def _faulty(database: Database, tenant: str, statements: Statements) -> dict[str, list[str]]:
    """Statements whose plan is not as it should be, and why."""
    plans = dict(_plans(database, tenant, _of(tenant, statements)))
    return {query: found for query, nodes in plans.items() if (found := list(_faults(tenant, nodes)))}


def _of(tenant: str, statements: Statements) -> Statements:
    """The statements, bound to a tenant."""
    return {
        query: {**params, "tenant": tenant} if isinstance(params, dict) else (tenant, *params[1:])
        for query, params in statements.items()
    }


@pytest.mark.usefixtures("database")
def test_row_level_security_is_forced_on_every_table(postgres_server: Server) -> None:
    with psycopg.connect(postgres_server.url(OWNER, "tenants")) as owner:
        assert owner.execute(_UNBOUND.encode()).fetchall() == []
        assert owner.execute(b"SELECT count(*) FROM vade.turn").fetchone() == (0,)


def _answer(call: Call, asked: Any) -> object:
    """What is answered, or that it is refused."""
    try:
        return call(asked)
    except StoreError:
        return StoreError


def _elsewhere(database: Database, told: str, store: str) -> Any:
    """What a tenant has, asked by one that is another to the database."""
    tenancy = Elsewhere(database._pool, TenantId("theirs"))
    tenancy.told = told
    made = STORES[store].made(tenancy)
    if store == "index":
        made._is_sound = True  # so that each question is put, and not that for the head alone
    return made


@pytest.mark.parametrize("told", ["", "other"])
@pytest.mark.parametrize(("store", "name"), ASKS)
def test_another_tenant_is_answered_as_if_nobody_were_there(
    database: Database, told: str, store: str, name: str
) -> None:
    call = STORES[store].asks[name]
    nobody = STORES[store].made(database.tenancy(TenantId(f"nobody-{next(_names)}")))

    found = _answer(call, _elsewhere(database, told, store))

    assert found in (StoreError, 0, call(nobody))


@pytest.mark.parametrize("told", ["", "other"])
def test_another_tenant_changes_nothing(database: Database, told: str) -> None:
    before = _told(database)

    for name, store in STORES.items():
        for call in store.changes.values():
            _answer(call, _elsewhere(database, told, name))

    assert _told(database) == before


def _told(database: Database) -> dict[str, list[object]]:
    """Everything that a tenant is told of what it has."""
    tenancy = database.tenancy(TenantId("theirs"))
    return {
        name: [call(store.made(tenancy)) for call in store.asks.values()] for name, store in STORES.items()
    }


def _methods(port: Any) -> set[str]:
    return {name for name in dir(port) if not name.startswith("_")}


@pytest.mark.parametrize("name", STORES)
def test_every_method_of_the_ports_is_tried(name: str) -> None:
    store = STORES[name]
    tried = {call.split(" ")[0] for call in (*store.asks, *store.changes)}
    promised = {f"{part}{each}" for part, port in store.ports.items() for each in _methods(port)}

    assert promised - tried - NEITHER == set()
