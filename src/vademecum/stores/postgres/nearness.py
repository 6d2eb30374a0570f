"""Which rows are like one: by pgvector in the database where it is there, else by numpy here.

The likest of all are looked for first, and then which of them may answer: to join every row with its record
takes three times as long. Where too few of them may, only those that do are compared.
"""

from __future__ import annotations

from math import inf

from vademecum.model.value import value
from vademecum.stores.matrix import Matrix, Nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
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

_SPARE = 64
"""Rows looked at beyond twice what is wanted: some texts have several passages."""

_DEEPER = 8

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
_BEST = """
SELECT vector.version, vade.likeness(vector.near, (SELECT vade.near(%(row)s::bytea)))::bigint AS likeness
FROM vade.vector WHERE vector.tenant = %(tenant)s AND vector.part = %(part)s
ORDER BY likeness DESC LIMIT %(most)s
"""
_PACKED = """
SELECT array_agg(held.version), string_agg(held.numbers, ''::bytea), max(held.version)
FROM (
    SELECT vector.version, vector.numbers FROM vade.vector
    WHERE vector.tenant = %(tenant)s AND vector.part = %(part)s
    AND vector.version > %(after)s AND vector.version <= %(until)s
) AS held
"""
_LAST = """
SELECT max(held.version), count(*) FROM (
    SELECT vector.version FROM vade.vector
    WHERE vector.tenant = %(tenant)s AND vector.part = %(part)s AND vector.version > %(after)s
    ORDER BY vector.version LIMIT %(most)s
) AS held
"""
_KEPT = """
SELECT {columns}, record.version FROM {tables}
WHERE record.tenant = %(tenant)s AND record.version = ANY(%(versions)s::bigint[]) AND {passing}
"""
_ROWS = f"""
SELECT {{columns}}, vector.version, vector.passage, vector.numbers
{_FROM} AND (vector.version, vector.passage) > (%(version)s, %(passage)s)
ORDER BY vector.version, vector.passage LIMIT %(most)s
"""


def nearest(
    transaction: Transaction, keys: Keys, space: Space, row: bytes, limit: int, passing: Condition
) -> tuple[tuple[Any, int], ...]:
    """The likest of those that pass, best first, equal ones by key; see `Nearness.nearest`."""
    in_database = _is_in_database(transaction)
    look = _best_there if in_database else _best_here
    most = 2 * limit + _SPARE
    for depth in (most, most * _DEEPER):
        best, floor = look(transaction, keys.part, space, row, depth)
        found = _passing(transaction, keys, best, passing)[:limit]
        if floor is None or (len(found) == limit and found[-1][1] > floor):
            return tuple(found)
    if not in_database:
        return tuple(_in_order(_computed(transaction, keys, space, row, passing))[:limit])
    condition, values = passing
    statement = _NEAREST.format(columns=keys.columns, tables=keys.tables, passing=condition)
    rows = transaction.all(statement, **values, part=keys.part, row=row, limit=limit)
    return tuple((keys.read(columns[:-1]), columns[-1]) for columns in rows)


def _best_there(
    transaction: Transaction, part: str, _: Space, row: bytes, most: int
) -> tuple[dict[int, int], float | None]:
    """Versions with the likest rows and their likeness; and the likeness down to which there are no others,
    None when these are all."""
    rows = transaction.all(_BEST, part=part, row=row, most=most)
    best: dict[int, int] = {}
    for version, likeness in rows:
        best.setdefault(version, likeness)
    return best, rows[-1][1] if len(rows) == most else None


def _best_here(
    transaction: Transaction, part: str, space: Space, row: bytes, most: int
) -> tuple[dict[int, int], float | None]:
    """The same, computed here; of equal ones all."""
    best: dict[int, int] = {}
    floor: float | None = None
    for versions, numbers in _packed(transaction, part):
        matrix = Matrix.of([numbers], space.dimension)
        slots, products = Nearest(matrix, row).best(most)
        for slot, likeness in zip(slots, map(int, products), strict=True):
            version = versions[slot - 1]
            best[version] = max(likeness, best.get(version, likeness))
        if len(slots) < len(versions):
            floor = max(min(products) - 0.5, floor or -inf)
    return best, floor


def _packed(transaction: Transaction, part: str) -> Iterator[tuple[Sequence[int], bytes]]:
    """Every row of a part in portions: versions, and the numbers of all of them."""
    after = 0
    while True:
        until, number = transaction.one(_LAST, part=part, after=after, most=_AT_ONCE) or (None, 0)
        if until is None:
            return
        versions, numbers, _ = transaction.one(_PACKED, part=part, after=after, until=until) or ((), b"", 0)
        yield versions, bytes(numbers)
        if number < _AT_ONCE:
            return
        after = until


def _passing(
    transaction: Transaction, keys: Keys, best: Mapping[int, int], passing: Condition
) -> list[tuple[Any, int]]:
    """Those of the versions that may answer, in order."""
    condition, values = passing
    statement = _KEPT.format(columns=keys.columns, tables=keys.tables, passing=condition)
    rows = transaction.all(statement, **values, versions=list(best))
    return _in_order({keys.read(columns[:-1]): best[columns[-1]] for columns in rows})


def _in_order(likeness: Mapping[Any, int]) -> list[tuple[Any, int]]:
    return sorted(likeness.items(), key=lambda one: (-one[1], one[0]))


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
