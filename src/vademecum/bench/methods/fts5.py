"""SQLite FTS5 as it comes: any of the words, ordered by `bm25()` with its own constants."""

from __future__ import annotations

import sqlite3
from contextlib import contextmanager

from vademecum.bench.methods.words import asked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Iterable

    from vademecum.bench.task import Store


class Fts5:
    """One table of passages and one of whole sessions.

    Attributes:
        tokenizer: ``unicode61``, or ``porter unicode61`` for English stems.
    """

    def __init__(self, tokenizer: str) -> None:
        self.tokenizer = tokenizer
        self.name = f"fts5-{tokenizer.partition(' ')[0]}"

    @contextmanager
    def filled(self, store: Store, units: tuple[str, ...]) -> Generator[FilledFts5]:
        connection = sqlite3.connect(":memory:")
        try:
            yield FilledFts5(connection, self.tokenizer, store, units)
        finally:
            connection.close()


class FilledFts5:
    """Tables in memory, one for each unit."""

    def __init__(
        self, connection: sqlite3.Connection, tokenizer: str, store: Store, units: tuple[str, ...]
    ) -> None:
        self._connection = connection
        self._ids: dict[str, list[str]] = {}
        for unit in units:
            documents = _sessions(store) if unit == "session" else [(p.id, p.text) for p in store.passages]
            self._ids[unit] = [name for name, _ in documents]
            connection.execute(f'CREATE VIRTUAL TABLE "{unit}" USING fts5(text, tokenize="{tokenizer}")')
            rows = ((place, text) for place, (_, text) in enumerate(documents))
            connection.executemany(f'INSERT INTO "{unit}"(rowid, text) VALUES (?, ?)', rows)

    def ask(self, question: str, unit: str, limit: int) -> list[str]:
        match = " OR ".join(f'"{word}"' for word in asked(question))
        if not match:
            return []
        order = f'ORDER BY bm25("{unit}"), rowid LIMIT ?'
        found: Iterable[tuple[int]] = self._connection.execute(
            f'SELECT rowid FROM "{unit}" WHERE "{unit}" MATCH ? {order}', (match, limit)
        )
        return [self._ids[unit][place] for (place,) in found]


def _sessions(store: Store) -> list[tuple[str, str]]:
    texts: dict[str, list[str]] = {}
    for passage in store.passages:
        texts.setdefault(passage.session, []).append(passage.text)
    return [(session, "\n".join(lines)) for session, lines in texts.items()]
