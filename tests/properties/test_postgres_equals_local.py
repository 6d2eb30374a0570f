"""The same notes give the same answers, scores and order from a folder on a disk and from PostgreSQL."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import count

import pytest
from hypothesis import HealthCheck, Phase, settings
from tests.properties.test_index_equals_rebuild import FilesAndIndex, answers

from vademecum.engine.vade import Vade
from vademecum.graph.deriving import Rules
from vademecum.model.tenancy import TenantId
from vademecum.retrieval.weights import FIELD_WEIGHTS
from vademecum.stores.postgres.database import Database
from vademecum.stores.postgres.index import PostgresIndex

_tenants = count()
_opened: list[Database] = []


@pytest.fixture(autouse=True)
def database(postgres_database: Database) -> Iterator[None]:
    """A state machine asks for no fixtures."""
    _opened.append(postgres_database)
    yield
    _opened.clear()


class InBothStores(FilesAndIndex):
    """One folder of notes and two indexes, each kept up by itself."""

    def _beside(self) -> Vade:
        known: Vade | None = getattr(self, "beside", None)
        if known is None:
            tenancy = _opened[0].tenancy(TenantId(f"both{next(_tenants)}"))
            self.service = PostgresIndex(tenancy, FIELD_WEIGHTS, rules=Rules)
            known = self.beside = self._open(self.service)
        return known

    def _compare(self) -> None:
        assert answers(self._beside()) == answers(self.vade)
        assert self.service.check() == ()


TestInBothStores = InBothStores.TestCase
TestInBothStores.settings = settings(
    max_examples=2,
    stateful_step_count=110,
    deadline=None,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)
