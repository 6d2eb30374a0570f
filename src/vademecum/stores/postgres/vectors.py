"""`PostgresVectors`: `ports.Vectors` over the rows of one tenant.

Likeness is a sum of whole numbers far below what a float holds exactly, so it is the same whether pgvector
adds it up in the database or numpy here, and the same as everywhere else.
"""

from __future__ import annotations

from contextlib import contextmanager
from operator import itemgetter

from vademecum.model.vectors import Coverage
from vademecum.stores.codec import speakable
from vademecum.stores.postgres import nearness, vector_rows
from vademecum.stores.postgres.nearness import Keys
from vademecum.stores.postgres.selecting import conditions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence
    from contextlib import AbstractContextManager
    from typing import Any

    from vademecum.model.vectors import Embedded, Space
    from vademecum.stores.postgres.transaction import Reading, Transaction, Writing

    Following = Callable[[Transaction, Sequence[int] | None], AbstractContextManager[None]]


_LACKING = """
SELECT {columns}, record.version FROM {tables}
WHERE record.tenant = %(tenant)s AND record.version > %(after)s AND NOT EXISTS (
    SELECT FROM vade.embedded
    WHERE embedded.tenant = %(tenant)s AND embedded.part = %(part)s AND embedded.version = record.version)
ORDER BY record.version LIMIT %(most)s
"""
_COVERAGE = """
SELECT
    (SELECT count(*) FROM vade.embedded WHERE embedded.tenant = %(tenant)s AND embedded.part = %(part)s),
    (SELECT count(*) FROM vade.{table} AS record WHERE record.tenant = %(tenant)s)
"""


class PostgresVectors:
    """Vectors beside an index in a database. Shared between threads.

    Args:
        read: puts a question to it.
        write: changes it in one step.
        keys: how its part names things.
        following: what must follow when vectors of some versions come, or of all when they go.
    """

    def __init__(self, read: Reading, write: Writing, keys: Keys, following: Following | None = None) -> None:
        self._read = read
        self._write = write
        self._keys = keys
        self._following = following or _nothing_follows

    def space(self) -> Space | None:
        return self._read(lambda transaction: vector_rows.space(transaction, self._keys.part))

    def coverage(self) -> Coverage:
        statement = _COVERAGE.format(table=self._keys.table)
        row = self._read(lambda transaction: transaction.one(statement, part=self._keys.part))
        return Coverage(*(row or (0, 0)))

    def nearest(self, model: str, row: bytes, among: Any, limit: int) -> tuple[tuple[Any, int], ...]:
        def question(transaction: Transaction) -> tuple[tuple[Any, int], ...]:
            space = vector_rows.space(transaction, self._keys.part)
            if space is None or space.model != model or not row or limit < 1:
                return ()
            passing, values = self._keys.conditions(among)
            return nearness.nearest(transaction, self._keys, space, row, limit, (passing, values))

        return self._read(question)

    def likenesses(self, model: str, row: bytes, keys: Sequence[Any]) -> dict[Any, int]:
        def question(transaction: Transaction) -> dict[Any, int]:
            space = vector_rows.space(transaction, self._keys.part)
            if space is None or space.model != model or not row or not keys:
                return {}
            found = nearness.likenesses(transaction, self._keys, space, row, self._keys.asked(keys))
            return {key: found[key] for key in keys if key in found}

        return self._read(question)

    def begin(self, space: Space) -> None:
        def change(transaction: Transaction) -> None:
            with self._following(transaction, None):
                vector_rows.begin(transaction, self._keys.part, space)

        self._write(change)

    def lacking(self, limit: int, after: int = 0) -> tuple[tuple[Any, int], ...]:
        statement = _LACKING.format(columns=self._keys.columns, tables=self._keys.tables)
        rows = self._read(
            lambda transaction: transaction.all(
                statement, part=self._keys.part, after=after, most=max(0, limit)
            )
        )
        return tuple((self._keys.read(columns[:-1]), columns[-1]) for columns in rows)

    def put(self, model: str, vectors: Sequence[Embedded]) -> None:
        def change(transaction: Transaction) -> None:
            space = vector_rows.space(transaction, self._keys.part)
            if space is not None and space.model == model:
                with self._following(transaction, [one.version for one in vectors]):
                    vector_rows.put(transaction, self._keys.part, self._keys.table, vectors)

        self._write(change)


@contextmanager
def _nothing_follows(_: Transaction, __: Sequence[int] | None) -> Generator[None]:
    """Nothing is made of vectors."""
    yield


MEMORIES = Keys(
    part=vector_rows.MEMORIES,
    table="record",
    tables="vade.record",
    columns="record.id",
    read=itemgetter(0),
    asked=lambda keys: ("record.id = ANY(%(keys)s::text[])", {"keys": list(filter(speakable, keys))}),
    conditions=conditions,
)
"""How an index of memories names what has vectors."""
