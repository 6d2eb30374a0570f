"""Nodes and edges as rows of a tenant: what lies around a node is what does in memory."""

from __future__ import annotations

from itertools import count
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.contract.test_index_edges import person, said
from tests.stores.programs import samples as sample_entries

from vademecum.graph.net import Net, Sight
from vademecum.graph.walking import around, way
from vademecum.model.entry import Changes, Entry
from vademecum.model.tenancy import TenantId
from vademecum.ports import Index
from vademecum.stores.memory.index import MemoryIndex
from vademecum.stores.postgres.database import Database
from vademecum.stores.postgres.index import PostgresIndex

_tenants = count(1)
NAMES = ("acme", "iris", "lyon", "rhea", "Ω", "n" * 5_000)
LONG, OTHER = "n" * 5_000, "n" * 4_999 + "m"
SIGHT = Sight(frozenset(), None, lambda _: True, lambda _: True)

names = st.sampled_from(NAMES)
says = st.lists(
    st.builds(said, names, st.sampled_from(("knows", "owns")), names), max_size=4, unique=True
).map(tuple)
people = st.lists(
    st.tuples(names, says, st.integers(1, 6)), min_size=1, max_size=6, unique_by=lambda one: one[0]
)


def entries(given: list[Any]) -> tuple[Entry, ...]:
    """Pages, each merged into another one now and then."""
    return tuple(
        person(
            sample_entries,
            number,
            name,
            says=stated,
            merged_into=sample_entries.id_of(into) if into == 3 else None,
        )
        for number, (name, stated, into) in enumerate(given, 1)
    )


def lookups(index: Index) -> list[object]:
    """Everything that is told of names and ids, with hubs that are cut."""
    edges, ids = index.edges(), [sample_entries.id_of(number) for number in range(1, 7)]
    found: list[object] = [edges.touching(NAMES, most=most) for most in (0, 1, 2, 99)]
    found += [edges.touching(NAMES[::-1], predicates=["owns", "hates"], most=2)]
    found += [edges.bearing(NAMES), edges.bearing([*NAMES, "key 2"], keys=False), edges.nodes(ids)]
    return [*found, edges.merged(ids), list(edges.statements()), list(edges.vertices())]


def walks(index: Index) -> list[object]:
    """What lies around each name, and the ways between them."""
    net = Net(index.edges(), SIGHT, most=3)
    starts = [net.named(name) or (f"name:{name}",) for name in NAMES]
    found: list[object] = [around(net, start, hops=3, most=9) for start in starts]
    return [*found, *[way(net, start, starts[0], hops=4) for start in starts]]


@pytest.fixture(name="rows")
def _rows(tenancy: Any) -> PostgresIndex:
    return PostgresIndex(tenancy, sample_entries.WEIGHTS)


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(given=people)
def test_graph_of_rows_is_that_in_memory(postgres_database: Database, given: list[Any]) -> None:
    tenancy = postgres_database.tenancy(TenantId(f"edges-{next(_tenants)}"))
    rows, memory = PostgresIndex(tenancy, sample_entries.WEIGHTS), MemoryIndex()
    for index in (rows, memory):
        index.apply(Changes(put=entries(given)))

    assert lookups(rows) == lookups(memory)
    assert walks(rows) == walks(memory)


def test_names_beyond_what_an_index_holds_stay_apart(rows: PostgresIndex) -> None:
    stated = said(LONG, "knows", OTHER)
    rows.apply(Changes(put=(person(sample_entries, 1, LONG, says=(stated,)),)))

    (found,) = rows.edges().touching([OTHER], most=9)
    assert (found.subject, found.object) == (LONG, OTHER)
    assert [one.name for one in rows.edges().bearing([LONG])] == [LONG.title()]
    assert rows.edges().bearing([OTHER]) == ()


def test_field_beyond_what_an_index_holds_is_told_whole(rows: PostgresIndex) -> None:
    rows.apply(Changes(put=(sample_entries.entry(1, stated=(LONG, "born")),)))

    assert [pair.field for pair in rows.fields().uses()] == ["born", LONG]
