"""A home in memory: the shipped in-memory vault and index under the real engine."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

from vademecum.engine.meaning import Embedding
from vademecum.engine.vade import Vade
from vademecum.graph.deriving import Rules
from vademecum.model.file import Document, FileState
from vademecum.model.policy import Policy
from vademecum.model.record import PERSONAL, MemoryId, Record, Scope
from vademecum.ports import Clock, Index, Ledger
from vademecum.stores.memory.index import MemoryIndex
from vademecum.vault.memory import MemoryVault
from vademecum.vault.scopes import parse_scope
from vademecum.wiring import UlidIds, open_with

PROJECT = Scope("project:harbour__0123456789ab")
OTHER = Scope("project:other__ba9876543210")


class StandingClock:
    """Says the same until it is moved."""

    def __init__(self) -> None:
        self.at = datetime(2026, 3, 1, 12, tzinfo=UTC)

    def now(self) -> datetime:
        return self.at

    def go_on(self, **span: float) -> None:
        self.at += timedelta(**span)


class RacingVault(MemoryVault):
    """Lets somebody else act just before a file is replaced."""

    def __init__(self) -> None:
        super().__init__()
        self.meanwhile: list[Callable[[], object]] = []

    def replace(self, path: str, record: Record | bytes, expected: FileState) -> Document:
        if self.meanwhile:
            self.meanwhile.pop(0)()
        return super().replace(path, record, expected)


class MemoryHome:
    """Everything a test may want to reach behind an open `Vade`."""

    def __init__(
        self,
        index: Index | None = None,
        vault: MemoryVault | None = None,
        ledger: Ledger | None = None,
        meaning: Callable[[Clock], Embedding] | None = None,
        **policy: Any,
    ) -> None:
        self.clock = StandingClock()
        self.notes = 0
        self.vault = vault or MemoryVault()
        self.index: Index = index or MemoryIndex(Rules)
        self.vade: Vade = open_with(
            vault=self.vault,
            index=self.index,
            policy=Policy(**{"project": PROJECT, "sync_interval_s": 0.0, **policy}),
            language="en",
            clock=self.clock,
            ids=UlidIds(),
            read_scope=lambda text: PROJECT if text == "project" else parse_scope(text, None),
            ledger=None if ledger is None else lambda: ledger,
            meaning=None if meaning is None else meaning(self.clock),
        )

    def remember(self, text: str, **given: Any) -> str:
        """Keep a text and return its id; a second passes, so that ids and times ascend."""
        self.clock.go_on(seconds=1)
        return self.vade.remember(text, **given).memory.record.id

    def write(self, path: str, text: str) -> None:
        """Put a file there as a person would, in any editor."""
        self.vault.put(path, text.encode())

    def note(self, name: str, body: str, *fields: str, scope: str = "personal") -> MemoryId:
        """A memory file with given front-matter lines; later ones have greater ids."""
        self.notes += 1
        record = MemoryId(f"01JNTSW6X0{self.notes:0>16}")
        lines = [f"id: {record}", "created: 2026-02-01T00:00:00Z", *fields]
        self.write(f"{scope}/{name}.md", "---\n" + "\n".join(lines) + f"\n---\n{body}\n")
        return record

    def found(self, query: str, **given: Any) -> list[str]:
        """Keys that a search finds, best first."""
        return [hit.key for hit in self.vade.search(query, **given).hits]

    def recalled(self, utterance: str, **given: Any) -> list[str]:
        """Keys that a recall finds, best first."""
        return [hit.key for hit in self.vade.recall(utterance, **given).hits]


__all__ = ["OTHER", "PERSONAL", "PROJECT", "MemoryHome", "StandingClock"]
