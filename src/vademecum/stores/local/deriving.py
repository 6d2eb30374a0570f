"""Derived edges as rows of the catalogue; when they come and go is `stores.deriving`'s."""

from __future__ import annotations

import json
from contextlib import contextmanager

from vademecum.model.edges import FIRST_DERIVED, EdgeOrigin, id_end
from vademecum.model.rules import MOST_PAIRS, Rederived, RuleBook, RuleTally, book_of
from vademecum.stores import deriving
from vademecum.stores.local import trait_rows
from vademecum.stores.local.codec import listed
from vademecum.stores.local.edge_changing import put_derived

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Collection, Generator, Mapping, Sequence

    from vademecum.model.record import MemoryId
    from vademecum.model.rules import Traits
    from vademecum.ports.deriving import Compile
    from vademecum.stores.deriving import Crowd, Edges, Reach, Standing


def stored_book(connection: sqlite3.Connection) -> tuple[RuleBook, str]:
    """The rules and the state of their file."""
    said, state = connection.execute("SELECT said, state FROM rule_book").fetchone()
    return book_of(said), state


def step(connection: sqlite3.Connection, compiled: Compile | None) -> deriving.Step | None:
    """What follows one change of records; None where there is nothing to follow."""
    if compiled is None:
        return None
    said, _ = connection.execute("SELECT said, state FROM rule_book").fetchone()
    return deriving.Step(RuleRows(connection), compiled(book_of(said))) if said not in ("", "[]") else None


@contextmanager
def following(
    connection: sqlite3.Connection, compiled: Compile | None, versions: Sequence[int] | None
) -> Generator[None]:
    """What rules that compare meanings make of a change of vectors.

    Args:
        connection: of the transaction in which they change.
        compiled: makes rules of a book; None where nothing is derived.
        versions: of the records that get vectors; None where all lose them.
    """
    book, ids = stored_book(connection)[0] if compiled else RuleBook(), None
    if versions is not None:
        held = "SELECT id FROM record WHERE version IN (SELECT value FROM json_each(?))"
        ids = [id for (id,) in connection.execute(held, (listed(versions),)).fetchall()]
    with deriving.following(RuleRows(connection), compiled, book, ids):
        yield


class RuleRows:
    """`stores.deriving.Keeping` over a connection that holds the write lock."""

    def __init__(self, connection: sqlite3.Connection) -> None:
        self._sql = connection

    def traits(self, ids: Sequence[MemoryId], *, rows: bool) -> dict[MemoryId, Traits]:
        return trait_rows.traits(self._sql, ids, rows=rows)

    def traits_after(self, record: str, most: int, *, rows: bool) -> dict[MemoryId, Traits]:
        return trait_rows.traits_after(self._sql, record, most, rows=rows)

    def crowds(self, blocks: Collection[int]) -> dict[int, Crowd]:
        found = self._sql.execute(
            "SELECT block, subjects, objects FROM crowd WHERE block IN (SELECT value FROM json_each(?))",
            (listed(list(blocks)),),
        )
        return {block: (subjects, objects) for block, subjects, objects in found}

    def standing(self, blocks: Collection[int], *, as_object: bool) -> list[MemoryId]:
        held = self._sql.execute(
            "SELECT DISTINCT id FROM stand WHERE block IN (SELECT value FROM json_each(?)) AND as_object = ?",
            (listed(list(blocks)), as_object),
        )
        return [id for (id,) in held]

    def edges(self, rule: str, predicate: str, record: MemoryId) -> Edges:
        outwards = self._sql.execute(
            "SELECT id, position, object FROM edge WHERE id = ? AND position >= ? AND subject_name = ?",
            (record, FIRST_DERIVED, rule),
        ).fetchall()
        inwards = self._sql.execute(
            "SELECT id, position, object FROM edge WHERE object = ? AND predicate = ? AND origin = ? "
            "AND subject_name = ?",
            (id_end(record), predicate, EdgeOrigin.RULE.value, rule),
        ).fetchall()
        return {
            (id, position): deriving.derived_edge(rule, predicate, id, object)
            for id, position, object in (*outwards, *inwards)
        }

    def reach(self) -> Reach:
        due, reached = self._sql.execute("SELECT due, reached FROM rule_book").fetchone()
        return deriving.Reach(frozenset(json.loads(due)), reached) if due else deriving.Reach()

    def put_reach(self, reach: Reach) -> None:
        due = json.dumps(sorted(reach.rules)) if reach.rules else ""
        self._sql.execute("UPDATE rule_book SET due = ?, reached = ?", (due, reach.last))

    def move(self, gone: Sequence[Standing], come: Sequence[Standing]) -> None:
        self._sql.executemany(
            "DELETE FROM stand WHERE block = ? AND as_object = ? AND id = ?",
            [(stand.block, stand.as_object, each) for stand, each in gone],
        )
        self._sql.executemany(
            "INSERT OR IGNORE INTO stand VALUES (?, ?, ?)",
            sorted((stand.block, stand.as_object, each) for stand, each in come),
        )

    def put_crowds(self, crowds: Mapping[int, tuple[str, Crowd]]) -> None:
        there = [(block, rule, *crowd) for block, (rule, crowd) in crowds.items() if any(crowd)]
        self._sql.executemany("INSERT OR REPLACE INTO crowd VALUES (?, ?, ?, ?)", there)
        gone = [(block,) for block, (_, crowd) in crowds.items() if not any(crowd)]
        self._sql.executemany("DELETE FROM crowd WHERE block = ?", gone)

    def put_edges(self, edges: Edges) -> None:
        put_derived(self._sql, edges)

    def drop_edges(self, places: Sequence[tuple[str, int]]) -> None:
        self._sql.executemany("DELETE FROM edge WHERE id = ? AND position = ?", places)

    def forget(self, rules: Sequence[str]) -> None:
        if not rules:
            return
        named = "SELECT value FROM json_each(?)"
        blocks = f"SELECT block FROM crowd WHERE rule IN ({named})"
        self._sql.execute(f"DELETE FROM stand WHERE block IN ({blocks})", (listed(rules),))
        self._sql.execute(f"DELETE FROM crowd WHERE rule IN ({named})", (listed(rules),))
        self._sql.execute(
            f"DELETE FROM edge WHERE position >= ? AND subject_name IN ({named})",
            (FIRST_DERIVED, listed(rules)),
        )


def replace_book(
    connection: sqlite3.Connection, compiled: Compile, book: RuleBook, state: str, *, portion: int
) -> None:
    """`Derivations.put`, inside the caller's transaction."""
    before, _ = stored_book(connection)
    connection.execute("UPDATE rule_book SET said = ?, state = ?", (book.encoded, state))
    deriving.replace_rules(RuleRows(connection), compiled(book), before, book, portion=portion)
    connection.execute("UPDATE head SET changes = changes + 1")


def due(connection: sqlite3.Connection) -> int:
    """`Derivations.due`."""
    reach = RuleRows(connection).reach()
    if not reach.rules:
        return 0
    number: int = connection.execute("SELECT count(*) FROM vertex WHERE id > ?", (reach.last,)).fetchone()[0]
    return number


def advance(connection: sqlite3.Connection, compiled: Compile, *, portion: int) -> None:
    """`Derivations.advance`, inside the caller's transaction."""
    deriving.advance(RuleRows(connection), compiled(stored_book(connection)[0]), portion=portion)
    connection.execute("UPDATE head SET changes = changes + 1")


def foreseen(
    connection: sqlite3.Connection, compiled: Compile | None, records: Mapping[MemoryId, Traits | None]
) -> Rederived:
    """`Derivations.foreseen`, inside the caller's transaction, of which nothing is left."""
    if compiled is None:
        return Rederived()
    connection.execute("SAVEPOINT foreseen")
    try:
        return deriving.foreseen(RuleRows(connection), compiled(stored_book(connection)[0]), records)
    finally:
        connection.execute("ROLLBACK TO foreseen")
        connection.execute("RELEASE foreseen")


def tally(connection: sqlite3.Connection) -> dict[str, RuleTally]:
    """`Derivations.tally`."""
    book, _ = stored_book(connection)
    edges = dict(
        connection.execute(
            "SELECT subject_name, count(*) FROM edge WHERE position >= ? GROUP BY subject_name",
            (FIRST_DERIVED,),
        ).fetchall()
    )
    crowded = dict(
        connection.execute(
            "SELECT rule, count(*) FROM crowd WHERE subjects * objects > ? GROUP BY rule", (MOST_PAIRS,)
        ).fetchall()
    )
    return {rule.name: RuleTally(edges.get(rule.name, 0), crowded.get(rule.name, 0)) for rule in book.rules}
