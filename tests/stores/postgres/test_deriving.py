"""Whatever happens to what a tenant has: derived edges are those that are derived of everything at once."""

from __future__ import annotations

from itertools import count
from types import ModuleType
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.stores.test_local_deriving import FEW_PAIRS, Twins, books, broken_off, many, records

from vademecum.graph.deriving import Rules
from vademecum.model.rules import RuleBook
from vademecum.model.tenancy import TenantId
from vademecum.stores.memory.index import MemoryIndex
from vademecum.stores.postgres.database import Database
from vademecum.stores.postgres.derivations import PostgresDerivations
from vademecum.stores.postgres.index import PostgresIndex

_tenants = count(1)


class Portioned(PostgresIndex):
    """New rules reach two records in one step."""

    def derivations(self) -> PostgresDerivations:
        return PostgresDerivations(Rules, self._read, self._write, portion=2)


class TenantTwins(Twins):
    """The index of a tenant and the one that derives everything anew at every question."""

    def __init__(self, samples: ModuleType, database: Database) -> None:
        self.samples = samples
        self.tenancy = database.tenancy(TenantId(f"deriving-{next(_tenants)}"))
        self.local: Any = self.opened()
        self.memory = MemoryIndex(rules=Rules)
        self.model = "a"

    def opened(self) -> Any:
        return Portioned(self.tenancy, self.samples.WEIGHTS, rules=Rules)


@pytest.fixture(autouse=True, scope="module")
def few_pairs() -> Any:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("vademecum.stores.derived.MOST_PAIRS", FEW_PAIRS)
        patch.setattr("vademecum.stores.postgres.deriving.MOST_PAIRS", FEW_PAIRS)
        yield


@settings(max_examples=20, deadline=None)
@given(held=many, book=books, taken=st.lists(broken_off, min_size=2, max_size=9))
def test_rules_derive_what_they_derive_of_everything(
    samples: ModuleType, postgres_database: Database, held: list[Any], book: RuleBook, taken: list[Any]
) -> None:
    twins = TenantTwins(samples, postgres_database)
    for step in (("put", held), ("rules", book), *taken):
        twins.step(*step)
    while twins.local.derivations().advance():
        pass

    assert list(twins.local.edges().statements()) == list(twins.memory.edges().statements())
    assert twins.local.derivations().tally() == twins.memory.derivations().tally()
    assert twins.local.check() == ()


@settings(max_examples=10, deadline=None)
@given(held=many, book=books, changed=st.lists(records, min_size=1, max_size=3))
def test_what_is_foreseen_is_kept_nowhere(
    samples: ModuleType, postgres_database: Database, held: list[Any], book: RuleBook, changed: list[Any]
) -> None:
    twins = TenantTwins(samples, postgres_database)
    twins.step("put", held)
    twins.step("rules", book)
    while twins.local.derivations().advance():
        pass
    before = list(twins.local.edges().statements()), twins.local.derivations().tally()
    local, memory = twins.foreseen(changed)

    assert local == memory
    assert (list(twins.local.edges().statements()), twins.local.derivations().tally()) == before
