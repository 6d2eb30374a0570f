"""Which rows are like one: by pgvector in the database where it is there, else by numpy here."""

from __future__ import annotations

from vademecum.model.value import value
from vademecum.stores.matrix import Matrix

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import Any

    from vademecum.model.vectors import Space
    from vademecum.stores.postgres.transaction import Transaction

    Condition = tuple[str, dict[str, object]]
    """An expression, with what it is bound to."""


@value
class Keys:
    """How a part names what has vectors.

    Attributes:
        part: see `vector_rows`.
        table: whose rows have versions.
        tables: that one, called ``record``, and whatever else names a key.
        columns: of the key.
        read: makes a key of its columns.
        asked: a condition on ``record`` that holds for keys, and what it is bound to.
        conditions: what may answer, the same way.
    """

    part: str
    table: str
    tables: str
    columns: str
    read: Callable[[Sequence[Any]], Any]
    asked: Callable[[Sequence[Any]], Condition]
    conditions: Callable[[Any], Condition]


_AT_ONCE = 16_384
"""Rows that are fetched in one exchange; with 256 numbers each 4 MB."""

_THERE = """
SELECT EXISTS (
    SELECT FROM pg_attribute
    WHERE attrelid = 'vade.vector'::regclass AND attname = 'near' AND NOT attisdropped)
"""
_FROM = """
FROM {tables}
JOIN vade.vector ON vector.tenant = %(tenant)s AND vector.part = %(part)s AND vector.version = record.version
WHERE record.tenant = %(tenant)s AND {passing}
"""
# The asked row is made once, whatever the plan.
_LIKENESSES = f"""
SELECT {{columns}},
    max(vade.likeness(vector.near, (SELECT vade.near(%(row)s::bytea))))::bigint AS likeness
{_FROM}
GROUP BY {{columns}}
"""
_NEAREST = f"{_LIKENESSES} ORDER BY likeness DESC, {{columns}} LIMIT %(limit)s"
_ROWS = f"""
SELECT {{columns}}, vector.version, vector.passage, vector.numbers
{_FROM} AND (vector.version, vector.passage) > (%(version)s, %(passage)s)
ORDER BY vector.version, vector.passage LIMIT %(most)s
"""


def nearest(
    transaction: Transaction, keys: Keys, space: Space, row: bytes, limit: int, passing: Condition
) -> tuple[tuple[Any, int], ...]:
    """The likest of those that pass, best first, equal ones by key; see `Nearness.nearest`."""
    if _is_in_database(transaction):
        condition, values = passing
        statement = _NEAREST.format(columns=keys.columns, tables=keys.tables, passing=condition)
        rows = transaction.all(statement, **values, part=keys.part, row=row, limit=limit)
        return tuple((keys.read(columns[:-1]), columns[-1]) for columns in rows)
    best = _computed(transaction, keys, space, row, passing)
    ordered = sorted(best.items(), key=lambda one: (-one[1], one[0]))
    return tuple(ordered[:limit])


def likenesses(
    transaction: Transaction, keys: Keys, space: Space, row: bytes, passing: Condition
) -> dict[Any, int]:
    """Likeness of everything that passes; see `Nearness.likenesses`."""
    if _is_in_database(transaction):
        condition, values = passing
        statement = _LIKENESSES.format(columns=keys.columns, tables=keys.tables, passing=condition)
        rows = transaction.all(statement, **values, part=keys.part, row=row)
        return {keys.read(columns[:-1]): columns[-1] for columns in rows}
    return _computed(transaction, keys, space, row, passing)


def _is_in_database(transaction: Transaction) -> bool:
    return transaction.once("pgvector", lambda: transaction.one(_THERE)) == (True,)


def _computed(
    transaction: Transaction, keys: Keys, space: Space, row: bytes, passing: Condition
) -> dict[Any, int]:
    """Likeness by key, by its best passage."""
    best: dict[Any, int] = {}
    for portion in _portions(transaction, keys, passing):
        rows = [bytes(columns[-1]) for columns in portion]
        products = Matrix.of(rows, space.dimension).products(row)
        for columns, likeness in zip(portion, map(int, products), strict=True):
            key = keys.read(columns[:-3])
            best[key] = max(likeness, best.get(key, likeness))
    return best


def _portions(transaction: Transaction, keys: Keys, passing: Condition) -> Iterator[Sequence[Any]]:
    condition, values = passing
    statement = _ROWS.format(columns=keys.columns, tables=keys.tables, passing=condition)
    version, passage = 0, 0
    while True:
        found = transaction.all(
            statement, **values, part=keys.part, version=version, passage=passage, most=_AT_ONCE
        )
        if found:
            yield found
        if len(found) < _AT_ONCE:
            return
        version, passage = found[-1][-3], found[-1][-2]
