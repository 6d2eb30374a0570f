"""Any sequence of steps leaves in PostgreSQL what an index in memory would hold."""

from __future__ import annotations

from itertools import count
from types import ModuleType
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.stores.test_local_equivalence import (
    PATHS,
    SCOPES,
    conditions,
    contents,
    entries,
    filters,
    proposed,
    words,
)

from vademecum.model.entry import Changes
from vademecum.model.file import AliasEntry, Quarantined, QuarantineReason
from vademecum.model.tenancy import TenantId
from vademecum.ports import Index
from vademecum.stores.memory.index import MemoryIndex
from vademecum.stores.postgres.database import Database
from vademecum.stores.postgres.index import PostgresIndex

steps = st.one_of(
    st.tuples(st.just("put"), st.lists(entries, min_size=1, max_size=4)),
    st.tuples(st.just("gone"), st.lists(st.sampled_from(PATHS), min_size=1, max_size=2)),
    st.tuples(st.just("quarantine"), st.sampled_from(PATHS)),
    st.tuples(st.just("touch"), st.sampled_from(PATHS)),
    st.tuples(st.just("alias"), st.lists(st.tuples(st.sampled_from(SCOPES), words, words), max_size=3)),
)
_tenants = count()


def apply(index: Index, samples: ModuleType, name: str, value: Any) -> None:
    match name:
        case "put":
            index.apply(Changes(put=tuple(samples.entry(**fields) for fields in value)))
        case "gone":
            index.apply(Changes(gone=tuple(value)))
        case "quarantine":
            fault = Quarantined(value, QuarantineReason.INVALID, "odd")
            index.apply(Changes(quarantine=((fault, samples.state(5)),)))
        case "touch":
            index.apply(Changes(touched=((value, samples.state(6)),)))
        case _:
            index.put_vocabulary([AliasEntry(*parts) for parts in value], "state")


@settings(max_examples=20, suppress_health_check=list(HealthCheck))
@given(st.lists(steps, max_size=8), st.lists(st.tuples(conditions, filters), min_size=3, max_size=6))
def test_postgres_index_equals_one_in_memory(
    postgres_database: Database, samples: ModuleType, history: list[Any], asked: list[Any]
) -> None:
    tenancy = postgres_database.tenancy(TenantId(f"equal{next(_tenants)}"))
    both = MemoryIndex(), PostgresIndex(tenancy, samples.WEIGHTS)
    for name, value in history:
        for index in both:
            apply(index, samples, name, value)
    with tenancy.steady():
        assert contents(both[1]) == contents(both[0])
        for where, hard in asked:
            ask = samples.ask(where, rank_by="red größe", depth=100)
            ask = type(ask)(where=where, rank_by=ask.rank_by, filters=hard, depth=100)
            assert proposed(both[1], ask) == proposed(both[0], ask)
    assert both[1].check() == ()
