"""Reading nodes and edges: every function takes a connection and answers one question of `ports.Edges`."""

from __future__ import annotations

from vademecum.model.edges import FIRST_DERIVED, EdgeOrigin, Said, Statement, Vertex
from vademecum.model.record import Kind, Status
from vademecum.stores import edges
from vademecum.stores.codec import speakable
from vademecum.stores.local import trait_rows
from vademecum.stores.local.codec import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Iterator, Sequence
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
_OF_VERTEX = ", ".join([f"vertex.{column}" for column in _VERTEX.split(", ")])
_SAID = "edge.subject, predicate, object, subject_name, object_name, since, until, origin"
_STATEMENT = f"edge.id, position, {_SAID}, name, scope, {_STATE}"
_FROM = "FROM edge CROSS JOIN vertex ON vertex.id = edge.id"  # the edges first, whatever the planner guesses
_SAYER = "kind, label, forms, key_form, merged_into, distinct_from"


def touching(
    connection: sqlite3.Connection, ends: Sequence[str], predicates: Sequence[str], most: int
) -> tuple[Statement, ...]:
    """`Edges.touching`: all ends in one reading of an index, with hubs read apart where there are any."""
    wanted = [end for end in dict.fromkeys(ends) if speakable(end)]
    found: dict[tuple[str, int], Sequence[Any]] = {}
    for end in ("subject", "object"):
        rows = _rows(connection, end, wanted, predicates, most + 1)
        if len(rows) > most:
            parts = _parted(connection, end, wanted, predicates, most)
            rows = [columns for part in parts for columns in _rows(connection, end, *part)]
        for columns in rows:
            found.setdefault(columns[:2], columns)
    sayers: dict[str, Vertex] = {}
    return tuple([_stated(columns, sayers) for columns in found.values()])


def _rows(
    connection: sqlite3.Connection, end: str, wanted: Sequence[str], predicates: Sequence[str], limit: int
) -> list[Any]:
    """Statements of the ends in their order, and of each in that of the index.

    It is a loop over the ends, in it one over the index, in it a look at the record: in order by itself. To
    have it sorted takes a quarter as long again.
    """
    return connection.execute(
        f"SELECT {_STATEMENT}, {_SAYER} FROM json_each(?) AS wanted "
        f"CROSS JOIN edge ON {end} = wanted.value {_narrower(predicates)}"
        "CROSS JOIN vertex ON vertex.id = edge.id LIMIT ?",
        (listed(wanted), *predicates, limit),
    ).fetchall()


def _parted(
    connection: sqlite3.Connection, end: str, wanted: Sequence[str], predicates: Sequence[str], most: int
) -> Iterator[tuple[list[str], Sequence[str], int]]:
    """The ends in portions that can be read at once, in order: each hub is one of its own."""
    counts = connection.execute(
        f"SELECT value, (SELECT count(*) FROM (SELECT 1 FROM edge WHERE {end} = wanted.value "
        f"{_narrower(predicates)}LIMIT ?)) FROM json_each(?) AS wanted",
        (*predicates, most + 1, listed(wanted)),
    ).fetchall()
    together: list[str] = []
    for one, number in counts:
        if number <= most:
            together.append(one)
            continue
        yield together, predicates, -1
        yield [one], predicates, most
        together = []
    yield together, predicates, -1


def _narrower(predicates: Sequence[str]) -> str:
    return f"AND predicate IN ({', '.join('?' * len(predicates))}) " if predicates else ""


def bearing(connection: sqlite3.Connection, forms: Sequence[str], *, keys: bool) -> tuple[Vertex, ...]:
    """`Edges.bearing`."""
    wanted = listed([form for form in forms if form])
    rows = connection.execute(
        f"SELECT {_OF_VERTEX} FROM json_each(?) AS wanted CROSS JOIN vertex_form ON form = wanted.value "
        "CROSS JOIN vertex ON vertex.id = vertex_form.id",
        (wanted,),
    ).fetchall()
    if keys:
        rows += connection.execute(
            f"SELECT {_OF_VERTEX} FROM json_each(?) AS wanted CROSS JOIN vertex ON key_form = wanted.value",
            (wanted,),
        )
    found = {columns[0]: columns for columns in rows}
    return tuple([_vertex(found[id]) for id in sorted(found)])


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
        f"SELECT {_STATEMENT}, {_SAYER} {_FROM} WHERE (edge.id, position) > (?, ?) "
        "ORDER BY edge.id, position LIMIT ?",
        (record, position, _AT_ONCE),
    )
    sayers: dict[str, Vertex] = {}
    return [_stated(columns, sayers) for columns in rows]


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
    return edges.placed(entries, held, said, fields)


def _said(columns: Sequence[Any]) -> Said:
    subject, predicate, object, subject_name, object_name, since, until, origin = columns
    return Said(subject, predicate, object, subject_name, object_name, since, until, _ORIGINS[origin])


def _stated(columns: Sequence[Any], sayers: dict[str, Vertex]) -> Statement:
    """A statement with its record as a node, of which there is one value however much it states."""
    (id, position, subject, predicate, object, subject_name, object_name, since, until, origin, name, scope,
     status, superseded_by, review, pinned, created, valid_from, valid_until, expires,
     kind, label, forms, key_form, merged_into, distinct_from) = columns  # fmt: skip
    by = sayers.get(id)
    if by is None:
        by = sayers[id] = _vertex(
            (id, kind, scope, label, name, forms, key_form, merged_into, distinct_from, status, superseded_by,
             review, pinned, created, valid_from, valid_until, expires)
        )  # fmt: skip
    return Statement(
        id, position, subject, predicate, object, subject_name, object_name, since, until, _ORIGINS[origin],
        name, scope, by.status, superseded_by, review, by.pinned, created, valid_from, valid_until, expires,
        by,
    )  # fmt: skip


def _vertex(columns: Sequence[Any]) -> Vertex:
    (id, kind, scope, label, name, forms, key_form, merged_into, distinct_from, status, superseded_by,
     review, pinned, created, valid_from, valid_until, expires) = columns  # fmt: skip
    return Vertex(
        id, _KINDS[kind], scope, label, name, tuple(forms.split("\n")) if forms else (), key_form,
        merged_into, tuple(distinct_from.split("\n")) if distinct_from else (), _STATUSES[status],
        superseded_by, review, pinned == 1, created, valid_from, valid_until, expires,
    )  # fmt: skip
