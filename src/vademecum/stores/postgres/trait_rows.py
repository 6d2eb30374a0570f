"""What rules read of records, from their rows."""

from __future__ import annotations

import json

from vademecum.model.record import Kind
from vademecum.model.rules import Traits
from vademecum.stores.codec import speakable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from vademecum.model.record import MemoryId
    from vademecum.stores.postgres.transaction import Transaction

_KINDS = {kind.value: kind for kind in Kind}

_TRAITS = """
SELECT vertex.id, vertex.kind, vertex.scope, vertex.label, vertex.forms, vertex.key_form, trait.fields
FROM vade.vertex LEFT JOIN vade.trait ON trait.tenant = %(tenant)s AND trait.id = vertex.id
WHERE vertex.tenant = %(tenant)s AND
"""
_OF_THESE = f"{_TRAITS} vertex.id = ANY(%(ids)s::text[])"
_AFTER = f"{_TRAITS} vertex.id > %(record)s ORDER BY vertex.id LIMIT %(most)s"
_FIELDS = """
SELECT trait.id, trait.fields FROM vade.trait
WHERE trait.tenant = %(tenant)s AND trait.id = ANY(%(ids)s::text[])
"""
_ROWS = """
SELECT record.id, vector.numbers
FROM vade.record JOIN vade.vector
ON vector.tenant = %(tenant)s AND vector.part = 'memories' AND vector.version = record.version
WHERE record.tenant = %(tenant)s AND record.id = ANY(%(ids)s::text[])
ORDER BY vector.version, vector.passage
"""


def fields_of(transaction: Transaction, ids: Sequence[str]) -> dict[str, tuple[Any, ...]]:
    """Fields of records as their place has them; records without any are left out."""
    rows = transaction.all(_FIELDS, ids=list(ids))
    return {id: tuple(_read(fields).items()) for id, fields in rows}


def traits(transaction: Transaction, ids: Sequence[MemoryId], *, rows: bool) -> dict[MemoryId, Traits]:
    """`Derivations.traits`.

    Args:
        transaction: in which to read.
        ids: of the records.
        rows: with their vectors.
    """
    wanted = [each for each in dict.fromkeys(ids) if speakable(each)]
    found = _traits(transaction, transaction.all(_OF_THESE, ids=wanted), rows=rows) if wanted else {}
    return {each: found[each] for each in wanted if each in found}


def traits_after(transaction: Transaction, record: str, most: int, *, rows: bool) -> dict[MemoryId, Traits]:
    """Traits of the next records by id; empty at the end."""
    return _traits(transaction, transaction.all(_AFTER, record=record, most=most), rows=rows)


def _traits(transaction: Transaction, found: Sequence[Any], *, rows: bool) -> dict[MemoryId, Traits]:
    vectors: dict[str, tuple[bytes, ...]] = {}
    if rows:
        for id, row in transaction.all(_ROWS, ids=[columns[0] for columns in found]):
            vectors[id] = (*vectors.get(id, ()), row)
    return {columns[0]: _traits_of(columns, vectors.get(columns[0], ())) for columns in found}


def _traits_of(columns: Sequence[Any], rows: tuple[bytes, ...]) -> Traits:
    id, kind, scope, label, forms, key_form, fields = columns
    names: dict[str, None] = dict.fromkeys([name for name in (*forms, key_form) if name])
    return Traits(id, _KINDS[kind], scope, label, tuple(names), _read(fields), rows)


def _read(fields: str | None) -> Mapping[str, tuple[str, ...]]:
    return {name: tuple(texts) for name, texts in json.loads(fields or "{}").items()}
