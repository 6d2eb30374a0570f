"""A record's part of the graph, written and taken away with the record."""

from __future__ import annotations

from vademecum.model.edges import FIRST_DERIVED
from vademecum.stores.local import trait_rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping

    from vademecum.model.edges import Said
    from vademecum.model.entry import Entry

_PUT_VERTEX = "INSERT INTO vertex VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_PUT_EDGE = "INSERT INTO edge VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"


def put(connection: sqlite3.Connection, entry: Entry) -> None:
    """Write the node of an entry and the edges that it states; none of them may be there."""
    place = entry.place
    forms = tuple(dict.fromkeys(place.forms))
    vertex = (
        entry.id, entry.kind.value, entry.scope, place.label, place.name, "\n".join(forms), place.key_form,
        place.merged_into, "\n".join(place.distinct_from), entry.status.value, entry.superseded_by,
        entry.review, int(entry.pinned), entry.created, entry.valid_from, entry.valid_until, entry.expires,
    )  # fmt: skip
    connection.execute(_PUT_VERTEX, vertex)
    if forms:
        connection.executemany("INSERT INTO vertex_form VALUES (?, ?)", [(form, entry.id) for form in forms])
    trait_rows.put(connection, entry.id, place)
    if place.said:
        connection.executemany(
            _PUT_EDGE,
            [_columns(entry.id, position, said) for position, said in enumerate(place.said)],
        )


def put_derived(connection: sqlite3.Connection, edges: Mapping[tuple[str, int], Said]) -> None:
    """Write derived edges, by their subject and position; what is there stays."""
    rows = [_columns(record, position, said) for (record, position), said in edges.items()]
    connection.executemany(f"{_PUT_EDGE} ON CONFLICT DO NOTHING", rows)


def _columns(record: str, position: int, said: Said) -> tuple[object, ...]:
    return (
        record, position, said.subject, said.predicate, said.object, said.subject_name, said.object_name,
        said.since, said.until, said.origin.value,
    )  # fmt: skip


def remove(connection: sqlite3.Connection, record: str) -> None:
    """Take away the node of a record and what it states; what was derived of it is for `deriving`."""
    for (forms,) in connection.execute("SELECT forms FROM vertex WHERE id = ?", (record,)).fetchall():
        connection.executemany(
            "DELETE FROM vertex_form WHERE form = ? AND id = ?",
            [(form, record) for form in forms.split("\n") if form],
        )
    connection.execute("DELETE FROM vertex WHERE id = ?", (record,))
    connection.execute("DELETE FROM edge WHERE id = ? AND position < ?", (record, FIRST_DERIVED))
    trait_rows.remove(connection, record)
