"""A record's part of the graph, written and taken away with the record."""

from __future__ import annotations

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3

    from vademecum.model.entry import Entry

_PUT_VERTEX = "INSERT INTO vertex VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_PUT_EDGE = "INSERT INTO edge VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_TAKE_NAMES = (
    "DELETE FROM vertex_form WHERE id = ?1 AND form IN "
    "(SELECT value FROM json_each((SELECT forms FROM vertex WHERE id = ?1)))"
)


def put(connection: sqlite3.Connection, entry: Entry) -> None:
    """Write the node of an entry and the edges that it states; none of them may be there."""
    place = entry.place
    forms = tuple(dict.fromkeys(place.forms))
    vertex = (
        entry.id, entry.kind.value, entry.scope, place.label, place.name, json.dumps(forms), place.key_form,
        place.merged_into, entry.status.value, entry.superseded_by, entry.review, int(entry.pinned),
        entry.created, entry.valid_from, entry.valid_until, entry.expires,
    )  # fmt: skip
    connection.execute(_PUT_VERTEX, vertex)
    if forms:
        connection.executemany("INSERT INTO vertex_form VALUES (?, ?)", [(form, entry.id) for form in forms])
    if place.said:
        connection.executemany(
            _PUT_EDGE,
            [
                (
                    entry.id, position, said.subject, said.predicate, said.object, said.subject_name,
                    said.object_name, said.since, said.until, said.origin.value,
                )
                for position, said in enumerate(place.said)
            ],
        )  # fmt: skip


def remove(connection: sqlite3.Connection, record: str) -> None:
    """Take away the node of a record and what it states."""
    for statement in (
        _TAKE_NAMES,
        "DELETE FROM vertex WHERE id = ?",
        "DELETE FROM edge WHERE id = ?",
    ):
        connection.execute(statement, (record,))
