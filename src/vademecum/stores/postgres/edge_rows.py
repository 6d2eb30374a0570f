"""A record's part of the graph as rows, written and taken away with the record."""

from __future__ import annotations

import json

from vademecum.model.edges import FIRST_DERIVED
from vademecum.stores.postgres.bounding import bounded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vademecum.model.edges import Said
    from vademecum.model.entry import Entry, Place
    from vademecum.stores.postgres.transaction import Transaction

_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode

_PUT_VERTEX = """
INSERT INTO vade.vertex VALUES (
    %(tenant)s, %(id)s, %(kind)s, %(scope)s, %(label)s, %(name)s, %(forms)s::text[], %(key_form)s,
    %(merged_into)s, %(distinct_from)s::text[], %(status)s, %(superseded_by)s, %(review)s, %(pinned)s,
    %(created)s, %(valid_from)s, %(valid_until)s, %(expires)s)
"""
_PUT_FORM = "INSERT INTO vade.vertex_form VALUES (%(tenant)s, %(form)s, %(id)s)"
_PUT_TRAIT = "INSERT INTO vade.trait VALUES (%(tenant)s, %(id)s, %(fields)s)"
_PUT_EDGE = """
INSERT INTO vade.edge VALUES (
    %(tenant)s, %(id)s, %(position)s, %(subject)s, %(predicate)s, %(object)s, %(subject_name)s,
    %(object_name)s, %(since)s, %(until)s, %(origin)s, %(whole)s)
ON CONFLICT DO NOTHING
"""
_REMOVE = (
    "DELETE FROM vade.vertex_form WHERE tenant = %(tenant)s AND id = ANY(%(ids)s::text[])",
    "DELETE FROM vade.vertex WHERE tenant = %(tenant)s AND id = ANY(%(ids)s::text[])",
    "DELETE FROM vade.trait WHERE tenant = %(tenant)s AND id = ANY(%(ids)s::text[])",
)
_REMOVE_SAID = (
    "DELETE FROM vade.edge WHERE tenant = %(tenant)s AND id = ANY(%(ids)s::text[]) AND position < %(derived)s"
)


def put(transaction: Transaction, entries: Sequence[Entry]) -> None:
    """Write the nodes of entries and the edges that they state; none of them may be there."""
    transaction.many(_PUT_VERTEX, [_vertex(entry) for entry in entries])
    forms = [
        {"form": form, "id": entry.id}
        for entry in entries
        for form in dict.fromkeys(bounded(form) for form in entry.place.forms)
    ]
    fields = [{"id": entry.id, "fields": _fields(entry.place)} for entry in entries if entry.place.fields]
    said = [
        _edge(entry.id, position, said) for entry in entries for position, said in enumerate(entry.place.said)
    ]
    for statement, rows in ((_PUT_FORM, forms), (_PUT_TRAIT, fields), (_PUT_EDGE, said)):
        if rows:
            transaction.many(statement, rows)


def put_derived(transaction: Transaction, edges: Mapping[tuple[str, int], Said]) -> None:
    """Write derived edges, by their subject and position; what is there stays."""
    if edges:
        # In the order of the key, as every writer of a tenant.
        placed = sorted(edges.items(), key=lambda one: one[0])
        transaction.many(_PUT_EDGE, [_edge(*place, said) for place, said in placed])


def remove(transaction: Transaction, ids: Sequence[str]) -> None:
    """Take away the nodes of records and what they state; what was derived of them is for `deriving`."""
    if ids:
        for statement in _REMOVE:
            transaction.run(statement, ids=list(ids))
        transaction.run(_REMOVE_SAID, ids=list(ids), derived=FIRST_DERIVED)


def _vertex(entry: Entry) -> dict[str, object]:
    place = entry.place
    return {
        "id": entry.id,
        "kind": entry.kind.value,
        "scope": entry.scope,
        "label": place.label,
        "name": place.name,
        "forms": list(dict.fromkeys(place.forms)),
        "key_form": place.key_form,
        "merged_into": place.merged_into,
        "distinct_from": list(place.distinct_from),
        "status": entry.status.value,
        "superseded_by": entry.superseded_by,
        "review": entry.review,
        "pinned": entry.pinned,
        "created": entry.created,
        "valid_from": entry.valid_from,
        "valid_until": entry.valid_until,
        "expires": entry.expires,
    }


def _fields(place: Place) -> str:
    return _encode(dict(place.fields))


def _edge(record: str, position: int, said: Said) -> dict[str, object]:
    ends = (said.subject, said.predicate, said.object)
    subject, predicate, object = kept = tuple(map(bounded, ends))
    return {
        "id": record,
        "position": position,
        "subject": subject,
        "predicate": predicate,
        "object": object,
        "subject_name": said.subject_name,
        "object_name": said.object_name,
        "since": said.since,
        "until": said.until,
        "origin": said.origin.value,
        "whole": None if kept == ends else _encode(ends),
    }
