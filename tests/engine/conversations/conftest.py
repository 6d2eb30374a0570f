"""Conversations in memory, on a disk and in a database where that matters, under the real engine."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from vademecum.engine.conversations.notes import Notes
from vademecum.engine.conversations.parts import ConversationParts
from vademecum.engine.conversations.verbs import ConversationVerbs
from vademecum.errors import NotFound
from vademecum.lexicon import load
from vademecum.model.conversation import ConversationId, NewConversation, NewTurn, Role
from vademecum.model.value import replace
from vademecum.stores.local.turns.index import LocalTurns
from vademecum.stores.memory.turns import MemoryTurns
from vademecum.stores.postgres.tenancy import Tenancy
from vademecum.stores.postgres.truth.journals import PostgresJournalRows
from vademecum.stores.postgres.truth.talks import PostgresTalkRows
from vademecum.stores.postgres.turns.index import PostgresTurns
from vademecum.text.analyzer import Analyzer
from vademecum.text.chaining import conversation_id
from vademecum.vault.conversations.files import FileConversations
from vademecum.vault.conversations.memory import MemoryConversations
from vademecum.vault.conversations.rows import RowConversations
from vademecum.vault.ledger import memory_ledger
from vademecum.vault.rows.journals import row_ends, row_ledger
from vademecum.vault.scanning import FileScanner, NothingToScan

HERE, OTHER = "project:harbour__0123456789ab", "project:other__ba9876543210"
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
ANALYZER = Analyzer(load())


class StandingClock:
    def now(self) -> datetime:
        return NOW


def no_memory(handle: str) -> Any:
    raise NotFound(f"there is no memory {handle}")


def nothing(*_: object) -> None:
    pass


class Talks:
    """Conversations of one home, and everything a test may want to reach behind them."""

    def __init__(self, parts: ConversationParts, notes: Notes | None = None) -> None:
        self.parts = parts
        self.said = ConversationVerbs(parts, notes or Notes(no_memory, nothing, nothing), 0.0)

    def tell(self, origin: str, *texts: str, host: str = "claude-code", **given: Any) -> ConversationId:
        """Append turns, in turn by the person and the assistant; returns the conversation."""
        live = given.pop("live", False)
        roles = (Role.USER, Role.ASSISTANT)
        turns = [
            NewTurn(origin_id=f"{origin}-{number}", role=roles[number % 2], text=text)
            for number, text in enumerate(texts)
        ]
        new = NewConversation(
            host=host, origin_id=origin, turns=turns, **{"workspace": HERE, "title": None, **given}
        )
        return self.said.append(new, live=live).id

    def found(self, query: str, **given: Any) -> list[tuple[str, int]]:
        """Titles and places of what a search finds."""
        return [(hit.title or "", hit.seq) for hit in self.said.search(query, **given).hits]


def parts_with(**given: Any) -> ConversationParts:
    ledger = memory_ledger()
    made: dict[str, Any] = {
        "keeper": MemoryConversations(),
        "turns": MemoryTurns(),
        "analyzer": ANALYZER,
        "clock": StandingClock(),
        "workspace": HERE,
        "workspace_of": lambda folder: HERE if folder == "/home/me/harbour" else OTHER,
        "current": lambda: None,
        "open_scanner": NothingToScan,
        "open_ledger": lambda: ledger,
        **given,
    }
    return ConversationParts(**made)


ON_ROWS = frozenset({"test_keeping", "test_resume_and_open"})
"""Modules of tests that are run on rows of a database as well."""


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "talks" in metafunc.fixturenames and metafunc.module.__name__.rpartition(".")[2] in ON_ROWS:
        metafunc.parametrize("talks", ["memory", "postgres"], indirect=True)


@pytest.fixture
def talks(request: pytest.FixtureRequest) -> Talks:
    if getattr(request, "param", "memory") == "memory":
        return Talks(parts_with())
    tenancy: Tenancy = request.getfixturevalue("tenancy")
    journals = PostgresJournalRows(tenancy)
    keeper = RowConversations(PostgresTalkRows(tenancy), row_ends(journals))
    ledger = row_ledger(journals)
    return Talks(parts_with(keeper=keeper, turns=PostgresTurns(tenancy), open_ledger=lambda: ledger))


@pytest.fixture
def on_disk(tmp_path: Path) -> Iterator[Talks]:
    home, cache = tmp_path / "home", tmp_path / "cache"
    turns = LocalTurns.open(cache)
    yield Talks(
        parts_with(
            keeper=FileConversations(home),
            turns=turns,
            open_scanner=lambda: FileScanner(home, cache, tmp_path / "drafts"),
        )
    )
    turns.close()


@pytest.fixture
def with_current(talks: Talks) -> Talks:
    """The environment says that conversation ``now`` of claude-code is going on."""
    return Talks(replace(talks.parts, current=lambda: conversation_id("claude-code", "now")))
