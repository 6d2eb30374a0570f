"""What rules read of records, as rows: written and taken away with the record."""

from __future__ import annotations

import json

from vademecum.model.record import Kind
from vademecum.model.rules import Traits
from vademecum.stores.local.codec import listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence
    from typing import Any

    from vademecum.model.entry import Place
    from vademecum.model.record import MemoryId

_KINDS = {kind.value: kind for kind in Kind}
_encode = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode

_TRAITS = (
    "SELECT vertex.id, kind, scope, label, forms, key_form, trait.fields "
    "FROM vertex LEFT JOIN trait ON trait.id = vertex.id"
)
_ROWS = (
    "SELECT record.id, vector.row FROM record JOIN vector ON vector.version = record.version "
    "WHERE record.id IN (SELECT value FROM json_each(?)) ORDER BY vector.slot"
)


def put(connection: sqlite3.Connection, record: str, place: Place) -> None:
    """Write the fields of a record; none may be there."""
    if place.fields:
        connection.execute("INSERT INTO trait VALUES (?, ?)", (record, _encode(dict(place.fields))))


def remove(connection: sqlite3.Connection, record: str) -> None:
    """Take them away."""
    connection.execute("DELETE FROM trait WHERE id = ?", (record,))


def fields_of(connection: sqlite3.Connection, ids: Sequence[str]) -> dict[str, tuple[Any, ...]]:
    """Fields of records as their place has them; records without any are left out."""
    rows = connection.execute(
        "SELECT id, fields FROM trait WHERE id IN (SELECT value FROM json_each(?))", (listed(ids),)
    )
    return {id: tuple(_read(fields).items()) for id, fields in rows}


def traits(connection: sqlite3.Connection, ids: Sequence[str], *, rows: bool) -> dict[MemoryId, Traits]:
    """`Derivations.traits`.

    Args:
        connection: to the catalogue.
        ids: of the records.
        rows: with their vectors.
    """
    wanted = listed(ids)
    found = connection.execute(f"{_TRAITS} WHERE vertex.id IN (SELECT value FROM json_each(?))", (wanted,))
    return _traits(connection, found.fetchall(), wanted if rows else None)


def traits_after(
    connection: sqlite3.Connection, record: str, most: int, *, rows: bool
) -> dict[MemoryId, Traits]:
    """Traits of the next records by id; empty at the end."""
    found = connection.execute(f"{_TRAITS} WHERE vertex.id > ? ORDER BY vertex.id LIMIT ?", (record, most))
    columns = found.fetchall()
    return _traits(connection, columns, listed([one[0] for one in columns]) if rows else None)


def _traits(
    connection: sqlite3.Connection, columns: Sequence[Any], wanted: str | None
) -> dict[MemoryId, Traits]:
    rows: dict[str, tuple[bytes, ...]] = {}
    if wanted is not None:
        for id, row in connection.execute(_ROWS, (wanted,)):
            rows[id] = (*rows.get(id, ()), row)
    return {one[0]: _traits_of(one, rows.get(one[0], ())) for one in columns}


def _traits_of(columns: Sequence[Any], rows: tuple[bytes, ...]) -> Traits:
    id, kind, scope, label, forms, key_form, fields = columns
    names = (*(forms.split("\n") if forms else ()), key_form)
    return Traits(
        id, _KINDS[kind], scope, label, tuple(dict.fromkeys(filter(None, names))), _read(fields), rows
    )


def _read(fields: str | None) -> Mapping[str, tuple[str, ...]]:
    return {name: tuple(texts) for name, texts in json.loads(fields or "{}").items()}
