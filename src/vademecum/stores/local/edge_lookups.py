"""Reading nodes and edges: every function takes a connection and answers one question of `ports.Edges`."""

from __future__ import annotations

import json

from vademecum.model.edges import FIRST_DERIVED, EdgeOrigin, Said, Statement, Vertex
from vademecum.model.entry import Place
from vademecum.model.record import Kind, Status
from vademecum.model.value import replace
from vademecum.stores.local import trait_rows
from vademecum.stores.local.codec import listed, speakable

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence
    from typing import Any

    from vademecum.model.entry import Entry
    from vademecum.model.record import MemoryId

_AT_ONCE = 1_000
"""Rows of a walk over everything that are read in one snapshot."""

_ORIGINS = {origin.value: origin for origin in EdgeOrigin}
_KINDS = {kind.value: kind for kind in Kind}
_STATUSES = {status.value: status for status in Status}

_STATE = "status, superseded_by, review, pinned, created, valid_from, valid_until, expires"
_VERTEX = f"id, kind, scope, label, name, forms, key_form, merged_into, distinct_from, {_STATE}"
_SAID = "edge.subject, predicate, object, subject_name, object_name, since, until, origin"
_STATEMENT = f"edge.id, position, {_SAID}, name, scope, {_STATE}"
_FROM = "FROM edge CROSS JOIN vertex ON vertex.id = edge.id"  # the edges first, whatever the planner guesses
_SIDES = (("subject", "object"), ("object", "subject"))


def touching(
    connection: sqlite3.Connection, ends: Sequence[str], predicates: Sequence[str], most: int
) -> tuple[Statement, ...]:
    """`Edges.touching`: all ends in one reading of an index, and each by itself where that met a hub."""
    wanted = listed([end for end in dict.fromkeys(ends) if speakable(end)])
    narrower = f"AND predicate IN ({', '.join('?' * len(predicates))}) " if predicates else ""
    found: dict[tuple[str, int], Sequence[Any]] = {}
    for end, other in _SIDES:
        order = f"predicate, {other}, edge.id, position"
        rows = connection.execute(
            f"SELECT {_STATEMENT} FROM json_each(?) AS wanted "
            f"CROSS JOIN edge ON {end} = wanted.value {narrower}"
            f"CROSS JOIN vertex ON vertex.id = edge.id ORDER BY wanted.key, {order} LIMIT ?",
            (wanted, *predicates, most + 1),
        ).fetchall()
        if len(rows) > most:
            one_end = f"SELECT {_STATEMENT} {_FROM} WHERE {end} = ? {narrower}ORDER BY {order} LIMIT ?"
            each = (connection.execute(one_end, (one, *predicates, most)) for one in json.loads(wanted))
            rows = [columns for portion in each for columns in portion]
        for columns in rows:
            found.setdefault(columns[:2], columns)
    return tuple(map(_statement, found.values()))


def bearing(connection: sqlite3.Connection, forms: Sequence[str]) -> tuple[Vertex, ...]:
    """`Edges.bearing`."""
    wanted = listed([form for form in forms if form])
    rows = connection.execute(
        f"SELECT {_VERTEX} FROM vertex WHERE id IN "
        "(SELECT id FROM vertex_form WHERE form IN (SELECT value FROM json_each(?1)) "
        "UNION SELECT id FROM vertex WHERE key_form IN (SELECT value FROM json_each(?1))) ORDER BY id",
        (wanted,),
    )
    return tuple(map(_vertex, rows))


def nodes(connection: sqlite3.Connection, ids: Sequence[MemoryId]) -> dict[MemoryId, Vertex]:
    """`Edges.nodes`."""
    rows = connection.execute(
        f"SELECT {_VERTEX} FROM vertex WHERE id IN (SELECT value FROM json_each(?))", (listed(ids),)
    )
    found = {vertex.id: vertex for vertex in map(_vertex, rows)}
    return {each: found[each] for each in ids if each in found}


def merged(connection: sqlite3.Connection, ids: Sequence[MemoryId]) -> tuple[Vertex, ...]:
    """`Edges.merged`."""
    rows = connection.execute(
        f"SELECT {_VERTEX} FROM vertex WHERE merged_into IS NOT NULL "
        "AND merged_into IN (SELECT value FROM json_each(?)) ORDER BY id",
        (listed(ids),),
    )
    return tuple(map(_vertex, rows))


def statements_after(connection: sqlite3.Connection, record: str, position: int) -> list[Statement]:
    """The next statements by record and position; empty at the end."""
    rows = connection.execute(
        f"SELECT {_STATEMENT} {_FROM} WHERE (edge.id, position) > (?, ?) ORDER BY edge.id, position LIMIT ?",
        (record, position, _AT_ONCE),
    )
    return [_statement(columns) for columns in rows]


def vertices_after(connection: sqlite3.Connection, record: str) -> list[Vertex]:
    """The next nodes by id; empty at the end."""
    rows = connection.execute(
        f"SELECT {_VERTEX} FROM vertex WHERE id > ? ORDER BY id LIMIT ?", (record, _AT_ONCE)
    )
    return [_vertex(columns) for columns in rows]


def placed(connection: sqlite3.Connection, entries: Sequence[Entry]) -> list[Entry]:
    """Entries with their part of the graph."""
    ids = [entry.id for entry in entries]
    held = nodes(connection, ids)
    said: dict[str, list[Said]] = {each: [] for each in ids}
    rows = connection.execute(
        f"SELECT edge.id, {_SAID} FROM edge WHERE id IN (SELECT value FROM json_each(?)) AND position < ? "
        "ORDER BY id, position",
        (listed(ids), FIRST_DERIVED),
    )
    for record, *columns in rows:
        said[record].append(_said(columns))
    fields = trait_rows.fields_of(connection, ids)
    return [
        replace(entry, place=_place(held[entry.id], said[entry.id], fields.get(entry.id, ())))
        for entry in entries
    ]


def _place(vertex: Vertex, said: Sequence[Said], fields: tuple[Any, ...]) -> Place:
    return Place(
        vertex.label,
        vertex.name,
        vertex.forms,
        vertex.key_form,
        vertex.merged_into,
        vertex.distinct_from,
        tuple(said),
        fields,
    )


def _said(columns: Sequence[Any]) -> Said:
    subject, predicate, object, subject_name, object_name, since, until, origin = columns
    return Said(subject, predicate, object, subject_name, object_name, since, until, _ORIGINS[origin])


def _statement(columns: Sequence[Any]) -> Statement:
    (id, position, subject, predicate, object, subject_name, object_name, since, until, origin, name, scope,
     status, superseded_by, review, pinned, created, valid_from, valid_until, expires) = columns  # fmt: skip
    return Statement(
        id, position, subject, predicate, object, subject_name, object_name, since, until, _ORIGINS[origin],
        name, scope, _STATUSES[status], superseded_by, review, pinned == 1, created, valid_from, valid_until,
        expires,
    )  # fmt: skip


def _vertex(columns: Sequence[Any]) -> Vertex:
    (id, kind, scope, label, name, forms, key_form, merged_into, distinct_from, status, superseded_by,
     review, pinned, created, valid_from, valid_until, expires) = columns  # fmt: skip
    return Vertex(
        id, _KINDS[kind], scope, label, name, tuple(forms.split("\n")) if forms else (), key_form,
        merged_into, tuple(distinct_from.split("\n")) if distinct_from else (), _STATUSES[status],
        superseded_by, review, pinned == 1, created, valid_from, valid_until, expires,
    )  # fmt: skip
