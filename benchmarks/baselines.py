"""What recall is measured against: SQLite FTS5 and bare tantivy, each in the form that was found fastest.

Both index the very terms that our analyzer found, in four columns of the same weights, and answer the same
terms joined by OR with the ten best. Neither fetches anything, ranks again, or checks relevance.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

import tantivy

from vademecum.model.entry import Entry
from vademecum.model.postings import Field, decode_counts

BEST = 10

# Our eight fields in the four columns of the measurements that chose the engine, with their weights.
_COLUMN_OF = {
    Field.TITLE: "title",
    Field.SUBJECT: "alias",
    Field.ENTITY: "alias",
    Field.ALIAS: "alias",
    Field.PREDICATE: "tag",
    Field.TAG: "tag",
    Field.BODY: "body",
    Field.EXPANSION: "body",
}
WEIGHTS = {"title": 2.5, "alias": 2.5, "tag": 2.0, "body": 1.0}


@dataclass(frozen=True, slots=True)
class Row:
    """One record as columns of terms separated by spaces."""

    scope: str
    columns: dict[str, str]

    @classmethod
    def of(cls, entry: Entry) -> Row:
        """The terms of an index entry, as often as they stand in each field; their order is lost."""
        columns: dict[str, list[str]] = {column: [] for column in WEIGHTS}
        for term, counts in entry.postings:
            for field, count in decode_counts(counts):
                columns[_COLUMN_OF[field]] += [term] * count
        return cls(scope_token(entry.scope), {column: " ".join(terms) for column, terms in columns.items()})


def scope_token(scope: str) -> str:
    """A scope as one word that every tokenizer keeps whole."""
    return "".join(char for char in scope if char.isalnum())


class Baseline(Protocol):
    """An engine that answers the best rows for some terms."""

    name: str

    def add(self, rows: Iterable[Row]) -> None:
        """Index some rows."""
        ...

    def finish(self) -> None:
        """Make everything that was added ready to be asked; nothing to do when nothing was."""
        ...

    def ask(self, terms: Sequence[str], scope: str | None) -> int:
        """Number of rows found, at most ten."""
        ...


class Fts5:
    """SQLite FTS5: contentless, full detail, merged into one segment, the scope as an indexed word.

    Sorting by `bm25()` is twice as fast as `ORDER BY rank` with weights, and a scope that is a word is three
    times as fast as a join.
    """

    name = "fts5"

    def __init__(self, folder: Path) -> None:
        self._db = sqlite3.connect(folder / "fts5.sqlite")
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = OFF")
        self._db.execute("PRAGMA cache_size = -262144")  # 256 MB: everything that is read stays in memory
        weights = ", ".join(str(weight) for weight in WEIGHTS.values())
        score = f"bm25(memories, 0, {weights})"
        self._select = f"SELECT rowid FROM memories WHERE memories MATCH ? ORDER BY {score} LIMIT {BEST}"

        columns = ", ".join(("scope", *WEIGHTS))
        self._db.execute(f"CREATE VIRTUAL TABLE IF NOT EXISTS memories USING fts5({columns}, content='')")
        self._insert = f"INSERT INTO memories({columns}) VALUES ({', '.join('?' * (len(WEIGHTS) + 1))})"
        self._grown = False

    def add(self, rows: Iterable[Row]) -> None:
        """Insert in one transaction."""
        with self._db:
            self._db.executemany(self._insert, ((row.scope, *row.columns.values()) for row in rows))
        self._grown = True

    def finish(self) -> None:
        """Merge into one segment, the fastest to ask."""
        if self._grown:
            with self._db:
                self._db.execute("INSERT INTO memories(memories) VALUES ('optimize')")

    def ask(self, terms: Sequence[str], scope: str | None) -> int:
        """The best rows that hold any of the terms."""
        any_of = " OR ".join(f'"{term}"' for term in terms)
        match = f'scope:"{scope_token(scope)}" AND ({any_of})' if scope else any_of
        return len(self._db.execute(self._select, (match,)).fetchall())


class Tantivy:
    """tantivy with nothing around it: four boosted fields, no positions, the scope as a weightless term."""

    name = "tantivy"

    def __init__(self, folder: Path) -> None:
        builder = tantivy.SchemaBuilder()
        for column in ("scope", *WEIGHTS):
            builder.add_text_field(column, tokenizer_name="whitespace", index_option="freq")
        self._schema = builder.build()
        place = folder / "tantivy"
        place.mkdir(exist_ok=True)
        self._index = tantivy.Index(self._schema, path=str(place))
        self._searcher = self._index.searcher()
        self._writer: tantivy.IndexWriter | None = None

    def add(self, rows: Iterable[Row]) -> None:
        """Hand over to the one writer; nothing is searchable before `finish`."""
        writer = self._writer or self._index.writer(heap_size=200_000_000, num_threads=1)
        self._writer = writer
        for row in rows:
            writer.add_document(tantivy.Document(scope=row.scope, **row.columns))

    def finish(self) -> None:
        """Commit, wait for the merges and look again."""
        if self._writer is not None:
            self._writer.commit()
            self._writer.wait_merging_threads()
            self._index.reload()
            self._searcher = self._index.searcher()

    def ask(self, terms: Sequence[str], scope: str | None) -> int:
        """The best rows that hold any of the terms."""
        schema, query = self._schema, tantivy.Query
        any_of = query.boolean_query(
            [
                (
                    tantivy.Occur.Should,
                    query.boost_query(query.term_query(schema, column, term, "freq"), weight),
                )
                for term in terms
                for column, weight in WEIGHTS.items()
            ]
        )
        if scope:
            within = query.const_score_query(
                query.term_query(schema, "scope", scope_token(scope), "freq"), 0.0
            )
            any_of = query.boolean_query([(tantivy.Occur.Must, any_of), (tantivy.Occur.Must, within)])
        return len(self._searcher.search(any_of, limit=BEST, count=False).hits)
