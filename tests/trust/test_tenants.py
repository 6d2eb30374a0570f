"""Tenants never meet: no statement leaves the tenant out, and none answers for another one."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import count
from typing import Any

import psycopg
import pytest
from tests.postgres_server import APPLICATION, OWNER, Server
from tests.trust.tenant_calls import (
    INDEX,
    INDEX_CHANGES,
    TURN_CHANGES,
    TURNS,
    Call,
    filled,
    index_of,
    live,
)

from vademecum.errors import StoreError
from vademecum.model.tenancy import TenantId
from vademecum.ports import Derivations, Edges, Fields, Index, Vectors
from vademecum.ports.turns import Turns
from vademecum.stores.postgres.database import Database
from vademecum.stores.postgres.tenancy import Tenancy
from vademecum.stores.postgres.transaction import Transaction
from vademecum.stores.postgres.turns.index import PostgresTurns
from vademecum.wiring_service import open_service

_names = count(1)
_LOOKS = re.compile(rb"(FROM|INTO|UPDATE|JOIN) vade\.")
_UNBOUND = """
SELECT relname FROM pg_class
WHERE relnamespace = 'vade'::regnamespace AND relkind IN ('r', 'p') AND relname <> 'migration'
AND NOT (relrowsecurity AND relforcerowsecurity)
"""
PARTS: dict[str, Any] = {
    "edges": Edges,
    "fields": Fields,
    "derivations": Derivations,
    "vectors": Vectors,
}
NEITHER = {"close", "steady", "revision", *PARTS}
"""Of the methods of an index those that ask for no row: `revision` names an index, empty or not."""

Statements = dict[bytes, Any]


class Elsewhere(Tenancy):
    """Names its tenant in every statement, and is another one to the database; or none."""

    told = ""

    def beside(self) -> Elsewhere:
        other = Elsewhere(self._pool, self.tenant)
        other.told = self.told
        return other

    def _begin(self, connection: Any, begin: str) -> Transaction:
        setting = f"; SET LOCAL vade.tenant = '{self.told}'" if self.told else ""
        connection.execute(f"{begin}{setting}".encode())
        return Transaction(connection, self.tenant, writes=begin.endswith("WRITE"))


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
        filled(opened.tenancy(TenantId(name)))
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
    index, turns = filled(database.tenancy(TenantId(tenant)))
    for calls, asked in ((INDEX, index), (TURNS, turns), (INDEX_CHANGES, index), (TURN_CHANGES, turns)):
        for call in calls.values():
            call(asked)

    assert len(statements) > 100
    assert _faulty(database, tenant, statements) == {}


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


def _elsewhere(database: Database, told: str) -> tuple[Any, Any]:
    """The indexes of a tenant, asked by one that is another to the database."""
    tenancy = Elsewhere(database._pool, TenantId("theirs"))
    tenancy.told = told
    index = index_of(tenancy)
    index._is_sound = True  # so that each question is put, and not that for the head alone
    return index, PostgresTurns(tenancy)


def _nobody(database: Database) -> tuple[Any, Any]:
    tenancy = database.tenancy(TenantId(f"nobody-{next(_names)}"))
    return index_of(tenancy), PostgresTurns(tenancy)


@pytest.mark.parametrize("told", ["", "other"])
@pytest.mark.parametrize(("part", "name"), [*((0, name) for name in INDEX), *((1, name) for name in TURNS)])
def test_another_tenant_is_answered_as_if_nobody_were_there(
    database: Database, told: str, part: int, name: str
) -> None:
    call = (INDEX, TURNS)[part][name]

    found = _answer(call, _elsewhere(database, told)[part])

    assert found in (StoreError, 0, call(_nobody(database)[part]))


@pytest.mark.parametrize("told", ["", "other"])
def test_another_tenant_changes_nothing(database: Database, told: str) -> None:
    index, turns = (index_of(database.tenancy(TenantId("theirs"))), PostgresTurns(_theirs(database)))
    before = [call(index) for call in INDEX.values()], [call(turns) for call in TURNS.values()]

    for part, calls in enumerate((INDEX_CHANGES, TURN_CHANGES)):
        for call in calls.values():
            _answer(call, _elsewhere(database, told)[part])

    assert ([call(index) for call in INDEX.values()], [call(turns) for call in TURNS.values()]) == before


def _theirs(database: Database) -> Tenancy:
    return database.tenancy(TenantId("theirs"))


def _methods(port: Any) -> set[str]:
    return {name for name in dir(port) if not name.startswith("_")}


def test_every_method_of_the_ports_is_tried() -> None:
    tried = {name.split(" ")[0] for name in (*INDEX, *INDEX_CHANGES)}
    promised = _methods(Index) - NEITHER
    promised |= {f"{part}.{name}" for part, port in PARTS.items() for name in _methods(port)}

    assert promised - tried == set()
    assert _methods(Turns) - NEITHER - {name.split(" ")[0] for name in (*TURNS, *TURN_CHANGES)} == set()
