"""`LocalFields`: `ports.Fields` over the catalogue, and how a record's fields are written and taken away."""

from __future__ import annotations

from vademecum.model.fields import ALIASES, ENTITY, MEMORY, NAME, TEXT, Pair, declaration_of
from vademecum.stores.codec import path_text, speakable

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator, Sequence

    from vademecum.model.fields import Declaration
    from vademecum.stores.edges import Reading
    from vademecum.stores.local.head import Connection

_OF_EVERY_RECORD = (TEXT, NAME, ALIASES)
_GENERAL = {MEMORY: "kind = 'memory'", ENTITY: "kind = 'entity'"}


class LocalFields:
    """The fields of an index in files."""

    def __init__(
        self, read: Reading[Connection], write: Callable[[Callable[[Connection], None]], None]
    ) -> None:
        """Remember how the catalogue is read and written."""
        self._read = read
        self._write = write

    def declared(self) -> Declaration:
        return declaration_of(self._row()[0])

    def state(self) -> str:
        return self._row()[1]

    def _row(self) -> tuple[str, str]:
        def question(connection: Connection) -> tuple[str, str]:
            said, state = connection.execute("SELECT said, state FROM declared").fetchone()
            return said, state

        return self._read(question)

    def put(self, declaration: Declaration, state: str) -> None:
        def change(connection: Connection) -> None:
            connection.execute("UPDATE declared SET said = ?, state = ?", (declaration.encoded, state))
            connection.execute("UPDATE head SET changes = changes + 1")

        self._write(change)

    def stating(self, pairs: Sequence[Pair]) -> tuple[str, ...]:
        def question(connection: Connection) -> tuple[str, ...]:
            return tuple(sorted({path for pair in pairs for path in _paths(connection, pair)}))

        return self._read(question)

    def uses(self) -> dict[Pair, int]:
        def question(connection: Connection) -> dict[Pair, int]:
            rows = connection.execute(
                "SELECT CASE record.kind WHEN 'memory' THEN ? ELSE vertex.label END AS of, field, count(*) "
                "FROM stated JOIN record USING (version) JOIN vertex ON vertex.id = record.id "
                "GROUP BY of, field ORDER BY of, field",
                (MEMORY,),
            )
            return {Pair(label, field): number for label, field, number in rows}

        return self._read(question)


def _paths(connection: sqlite3.Connection, pair: Pair) -> Iterator[str]:
    if not (speakable(pair.label) and speakable(pair.field)):
        return
    # As a label, "Memory" is both every memory and, to whoever uses it so, a label of pages.
    whose = f"({_GENERAL[pair.label]} OR type = ?)" if pair.label in _GENERAL else "type = ?"
    values: list[str] = [pair.label.casefold()]
    tables = "record JOIN detail USING (version)"
    if pair.field not in _OF_EVERY_RECORD:
        tables += " JOIN stated USING (version)"
        whose += " AND field = ?"
        values.append(pair.field)
    for (path,) in connection.execute(f"SELECT path FROM {tables} WHERE {whose}", values):
        yield path_text(path)


def put(connection: sqlite3.Connection, version: int, fields: Sequence[str]) -> None:
    """Write which fields a record states."""
    if fields:
        connection.executemany("INSERT INTO stated VALUES (?, ?)", [(field, version) for field in fields])


def remove(connection: sqlite3.Connection, version: int, fields: Sequence[str]) -> None:
    """Take away what `put` wrote."""
    if fields:
        connection.executemany(
            "DELETE FROM stated WHERE field = ? AND version = ?", [(field, version) for field in fields]
        )
