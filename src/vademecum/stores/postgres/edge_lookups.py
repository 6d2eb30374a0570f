"""Reading nodes and edges: every function takes a transaction and answers one question of `ports.Edges`."""

from __future__ import annotations

import json

from vademecum.model.edges import FIRST_DERIVED, EdgeOrigin, Said, Statement, Vertex
from vademecum.model.record import Kind, Status
from vademecum.stores import edges
from vademecum.stores.codec import speakable
from vademecum.stores.postgres import trait_rows
from vademecum.stores.postgres.bounding import bounded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from vademecum.model.entry import Entry
    from vademecum.model.record import MemoryId
    from vademecum.stores.postgres.transaction import Transaction

_AT_ONCE = 1_000
"""Rows of a walk over everything that are read in one exchange."""

_ORIGINS = {origin.value: origin for origin in EdgeOrigin}
_KINDS = {kind.value: kind for kind in Kind}
_STATUSES = {status.value: status for status in Status}

_VERTEX = (
    "vertex.id, vertex.kind, vertex.scope, vertex.label, vertex.name, vertex.forms, vertex.key_form, "
    "vertex.merged_into, vertex.distinct_from, vertex.status, vertex.superseded_by, vertex.review, "
    "vertex.pinned, vertex.created, vertex.valid_from, vertex.valid_until, vertex.expires"
)
_SAID = (
    "edge.subject, edge.predicate, edge.object, edge.subject_name, edge.object_name, edge.since, edge.until, "
    "edge.origin, edge.whole"
)
_STATED = "JOIN vade.vertex ON vertex.tenant = %(tenant)s AND vertex.id = edge.id"

# Of each end the first by predicate, other end, record and position: the order of the index, so that a hub
# costs no more than the bound. Those who say it are joined at last, once each.
_TOUCHING = """
SELECT edge.id, edge.position, {said}, {vertex}
FROM unnest(%(ends)s::text[]) WITH ORDINALITY AS wanted (value, place)
CROSS JOIN LATERAL (
    SELECT * FROM vade.edge
    WHERE edge.tenant = %(tenant)s AND edge.{end} = wanted.value {narrower}
    ORDER BY edge.predicate, edge.{other}, edge.id, edge.position LIMIT %(most)s
) AS edge
{stated}
ORDER BY wanted.place, edge.predicate, edge.{other}, edge.id, edge.position
"""
_NARROWER = "AND edge.predicate = ANY(%(predicates)s::text[])"

_BY_FORM = f"""
SELECT {_VERTEX} FROM vade.vertex
WHERE vertex.tenant = %(tenant)s AND vertex.id IN (
    SELECT vertex_form.id FROM vade.vertex_form
    WHERE vertex_form.tenant = %(tenant)s AND vertex_form.form = ANY(%(forms)s::text[]))
"""
_BY_KEY = f"""
SELECT {_VERTEX} FROM vade.vertex
WHERE vertex.tenant = %(tenant)s AND vertex.key_form = ANY(%(keys)s::text[])
"""
_BY_ID = f"""
SELECT {_VERTEX} FROM vade.vertex WHERE vertex.tenant = %(tenant)s AND vertex.id = ANY(%(ids)s::text[])
"""
_MERGED = f"""
SELECT {_VERTEX} FROM vade.vertex
WHERE vertex.tenant = %(tenant)s AND vertex.merged_into = ANY(%(ids)s::text[]) ORDER BY vertex.id
"""
_STATEMENTS_AFTER = f"""
SELECT edge.id, edge.position, {_SAID}, {_VERTEX}
FROM (
    SELECT * FROM vade.edge
    WHERE edge.tenant = %(tenant)s AND (edge.id, edge.position) > (%(record)s, %(position)s)
    ORDER BY edge.id, edge.position LIMIT %(most)s
) AS edge
{_STATED}
ORDER BY edge.id, edge.position
"""
_VERTICES_AFTER = f"""
SELECT {_VERTEX} FROM vade.vertex WHERE vertex.tenant = %(tenant)s AND vertex.id > %(record)s
ORDER BY vertex.id LIMIT %(most)s
"""
_SAID_OF = f"""
SELECT edge.id, {_SAID} FROM vade.edge
WHERE edge.tenant = %(tenant)s AND edge.id = ANY(%(ids)s::text[]) AND edge.position < %(derived)s
ORDER BY edge.id, edge.position
"""


def touching(
    transaction: Transaction, ends: Sequence[str], predicates: Sequence[str], most: int
) -> tuple[Statement, ...]:
    """`Edges.touching`."""
    wanted = [bounded(end) for end in dict.fromkeys(ends) if speakable(end)]
    narrowed = [bounded(each) for each in predicates if speakable(each)]
    if not wanted or most <= 0 or (predicates and not narrowed):
        return ()
    found: dict[tuple[str, int], Statement] = {}
    sayers: dict[str, Vertex] = {}
    for end, other in (("subject", "object"), ("object", "subject")):
        statement = _touching(end, other, narrowed=bool(narrowed))
        for columns in transaction.all(statement, ends=wanted, predicates=narrowed, most=most):
            if columns[:2] not in found:
                found[columns[0], columns[1]] = _stated(columns, sayers)
    return tuple(found.values())


def _touching(end: str, other: str, *, narrowed: bool) -> str:
    narrower = _NARROWER if narrowed else ""
    return _TOUCHING.format(
        said=_SAID, vertex=_VERTEX, end=end, other=other, narrower=narrower, stated=_STATED
    )


def bearing(transaction: Transaction, forms: Sequence[str], *, keys: bool) -> tuple[Vertex, ...]:
    """`Edges.bearing`."""
    wanted = [form for form in dict.fromkeys(forms) if form and speakable(form)]
    if not wanted:
        return ()
    rows = transaction.all(_BY_FORM, forms=list(map(bounded, wanted)))
    if keys:
        rows += transaction.all(_BY_KEY, keys=wanted)
    found = {columns[0]: columns for columns in rows}
    return tuple([_vertex(found[id]) for id in sorted(found)])


def nodes(transaction: Transaction, ids: Sequence[MemoryId]) -> dict[MemoryId, Vertex]:
    """`Edges.nodes`."""
    wanted = [each for each in dict.fromkeys(ids) if speakable(each)]
    if not wanted:
        return {}
    found = {columns[0]: _vertex(columns) for columns in transaction.all(_BY_ID, ids=wanted)}
    return {each: found[each] for each in wanted if each in found}


def merged(transaction: Transaction, ids: Sequence[MemoryId]) -> tuple[Vertex, ...]:
    """`Edges.merged`."""
    wanted = [each for each in ids if speakable(each)]
    return tuple(map(_vertex, transaction.all(_MERGED, ids=wanted))) if wanted else ()


def statements_after(transaction: Transaction, record: str, position: int) -> list[Statement]:
    """The next statements by record and position; empty at the end."""
    rows = transaction.all(_STATEMENTS_AFTER, record=record, position=position, most=_AT_ONCE)
    sayers: dict[str, Vertex] = {}
    return [_stated(columns, sayers) for columns in rows]


def vertices_after(transaction: Transaction, record: str) -> list[Vertex]:
    """The next nodes by id; empty at the end."""
    return list(map(_vertex, transaction.all(_VERTICES_AFTER, record=record, most=_AT_ONCE)))


def placed(transaction: Transaction, entries: Sequence[Entry]) -> list[Entry]:
    """Entries with their part of the graph."""
    ids = [entry.id for entry in entries]
    held = nodes(transaction, ids)
    said: dict[str, list[Said]] = {each: [] for each in ids}
    for record, *columns in transaction.all(_SAID_OF, ids=ids, derived=FIRST_DERIVED):
        said[record].append(_said(columns))
    fields = trait_rows.fields_of(transaction, ids)
    return edges.placed(entries, held, said, fields)


def _said(columns: Sequence[Any]) -> Said:
    subject, predicate, object, subject_name, object_name, since, until, origin, whole = columns
    if whole is not None:
        subject, predicate, object = json.loads(whole)
    return Said(subject, predicate, object, subject_name, object_name, since, until, _ORIGINS[origin])


def _stated(columns: Sequence[Any], sayers: dict[str, Vertex]) -> Statement:
    """A statement with its record as a node, of which there is one value however much it states."""
    id, position = columns[:2]
    said = _said(columns[2:11])
    by = sayers.get(id)
    if by is None:
        by = sayers[id] = _vertex(columns[11:])
    return Statement(
        id, position, said.subject, said.predicate, said.object, said.subject_name, said.object_name,
        said.since, said.until, said.origin, by.name, by.scope, by.status, by.superseded_by, by.review,
        by.pinned, by.created, by.valid_from, by.valid_until, by.expires, by,
    )  # fmt: skip


def _vertex(columns: Sequence[Any]) -> Vertex:
    (id, kind, scope, label, name, forms, key_form, merged_into, distinct_from, status, superseded_by,
     review, pinned, created, valid_from, valid_until, expires) = columns  # fmt: skip
    return Vertex(
        id, _KINDS[kind], scope, label, name, tuple(forms), key_form, merged_into, tuple(distinct_from),
        _STATUSES[status], superseded_by, review, pinned, created, valid_from, valid_until, expires,
    )  # fmt: skip
