"""A home whose truth and index are rows in PostgreSQL, under the real engine."""

from __future__ import annotations

from tests.engine.homes_in_memory import MemoryHome

from vademecum.graph.deriving import Rules
from vademecum.model.file import Stamp
from vademecum.retrieval.weights import FIELD_WEIGHTS
from vademecum.stores.postgres.index import PostgresIndex
from vademecum.stores.postgres.tenancy import Tenancy
from vademecum.stores.postgres.truth.files import PostgresFileRows
from vademecum.stores.postgres.truth.journals import PostgresJournalRows
from vademecum.vault.memory import MemoryVault
from vademecum.vault.rows.journals import row_ledger
from vademecum.vault.rows.vault import RowVault

ON_ROWS = frozenset(
    {
        "test_cascading",
        "test_curating",
        "test_forgetting",
        "test_history",
        "test_linking",
        "test_proposing",
        "test_redacting",
        "test_remember",
        "test_reviewing",
        "test_ruling",
    }
)
"""Modules of tests of the engine that are run on rows as well."""


class VaultOnRows(MemoryVault):
    """With the same hands for tests as the one in memory."""

    def __init__(self, rows: PostgresFileRows) -> None:
        RowVault.__init__(self, rows)

    @property
    def _files(self) -> dict[str, tuple[bytes, Stamp]]:  # type: ignore[override]  # read anew at each look
        return self._rows.contents(list(self._rows.stamps()))


def home_on_rows(tenancy: Tenancy) -> MemoryHome:
    """One that nobody has used."""
    ledger = row_ledger(PostgresJournalRows(tenancy))
    index = PostgresIndex(tenancy, FIELD_WEIGHTS, rules=Rules)
    return MemoryHome(index=index, vault=VaultOnRows(PostgresFileRows(tenancy)), ledger=ledger)
