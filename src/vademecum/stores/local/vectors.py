"""`LocalVectors`: `ports.Vectors` over a catalogue and a file of rows beside it."""

from __future__ import annotations

import os
import sqlite3
from contextlib import contextmanager, suppress
from operator import itemgetter

from vademecum.model.value import value
from vademecum.model.vectors import Coverage
from vademecum.stores.local import vector_rows, vector_signs
from vademecum.stores.local.codec import listed
from vademecum.stores.local.faults import Damaged
from vademecum.stores.local.selecting import conditions

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence
    from contextlib import AbstractContextManager
    from typing import Any, Protocol, TypeVar

    from vademecum.model.vectors import Embedded, Space
    from vademecum.stores.local.generation import Generation
    from vademecum.stores.local.head import Connection
    from vademecum.stores.local.vector_rows import Shape
    from vademecum.stores.matrix import Matrix, Signs

    T = TypeVar("T")
    Following = Callable[[Connection, Sequence[int] | None], AbstractContextManager[None]]

    class Trying(Protocol):
        """One step with the current generation, done again with another when that one fails."""

        def __call__(self, attempt: Callable[[Generation], T], /) -> T: ...


_SPARE = 64
"""Rows looked at beyond twice what is wanted: some have no record any more, some texts several passages."""

_DEEPER = 8


@value
class Keys:
    """How a catalogue names what has vectors.

    Attributes:
        columns: of the key.
        tables: that hold them, `record` among them.
        asked: the same tables after a list of keys, one bound JSON array.
        read: makes a key of its columns.
        conditions: what may answer, as an expression over the tables and its parameters.
    """

    columns: str
    tables: str
    asked: str
    read: Callable[[Sequence[Any]], Any]
    conditions: Callable[[Any], tuple[str, list[object]]]


MEMORIES = Keys(
    columns="record.id",
    tables="record",
    asked="json_each(?) AS asked CROSS JOIN record ON record.id = asked.value",
    read=itemgetter(0),
    conditions=conditions,
)
"""Those of the catalogue of memories."""


@contextmanager
def nothing_follows(_: Connection, __: Sequence[int] | None) -> Generator[None]:
    """Nothing is made of vectors."""
    yield


class LocalVectors:
    """Vectors beside an index in files. Shared between threads and processes.

    Args:
        attempt: of that index.
        keys: how its catalogue names things.
        following: what must follow when vectors of some versions come, or of all when they go.
        signs_from: rows from which on signs choose those whose products are taken.
    """

    def __init__(
        self,
        attempt: Trying,
        keys: Keys,
        following: Following = nothing_follows,
        *,
        signs_from: int = vector_signs.FROM,
    ) -> None:
        self._signs_from = signs_from
        self._try = attempt
        self._keys = keys
        self._following = following
        self._last: tuple[str, Shape, Matrix, Signs | None] | None = None

    def space(self) -> Space | None:
        return self._read(vector_rows.space)

    def coverage(self) -> Coverage:
        counts = "SELECT (SELECT count(*) FROM embedded), (SELECT count(*) FROM record)"
        return Coverage(*self._read(lambda connection: connection.execute(counts).fetchone()))

    def nearest(self, model: str, row: bytes, among: Any, limit: int) -> tuple[tuple[Any, int], ...]:
        def attempt(generation: Generation) -> tuple[tuple[Any, int], ...]:
            with generation.catalogue.reading() as connection:
                shape = vector_rows.shape(connection)
                if shape is None or shape.model != model or not row or limit < 1:
                    return ()
                matrix, signs = self._matrix(generation, connection, shape)
                near = _Near(connection, self._keys, matrix, among, limit)
                return near.of(row, shape.slots, signs)

        return self._try(attempt)

    def likenesses(self, model: str, row: bytes, keys: Sequence[Any]) -> dict[Any, int]:
        def question(connection: Connection) -> dict[Any, int]:
            shape = vector_rows.shape(connection)
            if shape is None or shape.model != model or not row or not keys:
                return {}
            from vademecum.stores.matrix import Matrix

            found = connection.execute(
                f"SELECT {self._keys.columns}, vector.row FROM {self._keys.asked} "
                "JOIN vector ON vector.version = record.version",
                (listed(keys),),
            ).fetchall()
            products = Matrix.of([columns[-1] for columns in found], shape.dimension).products(row)
            best: dict[Any, int] = {}
            for columns, likeness in zip(found, map(int, products), strict=True):
                key = self._keys.read(columns[:-1])
                best[key] = max(likeness, best.get(key, likeness))
            return {key: best[key] for key in keys if key in best}

        return self._read(question)

    def begin(self, space: Space) -> None:
        def change(_: Generation, connection: Connection) -> None:
            with self._following(connection, None):
                vector_rows.begin(connection, space)

        self._write(change)
        self._try(vector_rows.sweep)

    def lacking(self, limit: int, after: int = 0) -> tuple[tuple[Any, int], ...]:
        def question(connection: Connection) -> tuple[tuple[Any, int], ...]:
            found = connection.execute(
                f"SELECT {self._keys.columns}, record.version FROM {self._keys.tables} "
                "WHERE record.version > ? AND NOT EXISTS "
                "(SELECT 1 FROM embedded WHERE embedded.version = record.version) "
                "ORDER BY record.version LIMIT ?",
                (after, max(0, limit)),
            )
            return tuple((self._keys.read(columns[:-1]), columns[-1]) for columns in found)

        return self._read(question)

    def put(self, model: str, vectors: Sequence[Embedded]) -> None:
        anew = False

        def change(generation: Generation, connection: Connection) -> None:
            nonlocal anew
            shape = vector_rows.shape(connection)
            if shape is not None and shape.model == model:
                with self._following(connection, [one.version for one in vectors]):
                    anew = vector_rows.put(generation, connection, vectors)

        self._write(change)
        if anew:
            self._try(vector_rows.sweep)

    def _matrix(
        self, generation: Generation, connection: Connection, shape: Shape
    ) -> tuple[Matrix, Signs | None]:
        """The rows that belong to this state: of the file, or where that is unsound of the catalogue; and of
        many their signs."""
        from vademecum.stores.matrix import Matrix, Unsound

        known = self._last
        if known is not None and known[:2] == (generation.folder, shape):
            return known[2:]
        try:
            path = os.path.join(generation.folder, shape.name)
            matrix = Matrix.mapped(path, shape.dimension, shape.slots)
        except Unsound:
            held = dict(vector_rows.behind(connection))
            nothing = bytes(shape.dimension)
            matrix = Matrix.of([held.get(slot + 1, nothing) for slot in range(shape.slots)], shape.dimension)
            # Whoever may write mends it for the next.
            with suppress(sqlite3.Error, OSError), generation.catalogue.writing(waits=False) as writing:
                if vector_rows.shape(writing) == shape:
                    vector_rows.rewrite(generation, writing)  # what it replaces is not there, or swept later
        signs = vector_signs.signs_of(generation, shape, matrix) if shape.slots >= self._signs_from else None
        self._last = (generation.folder, shape, matrix, signs)
        return matrix, signs

    def _read(self, question: Callable[[Connection], T]) -> T:
        def attempt(generation: Generation) -> T:
            with generation.catalogue.reading() as connection:
                return question(connection)

        return self._try(attempt)

    def _write(self, change: Callable[[Generation, Connection], None]) -> None:
        def attempt(generation: Generation) -> None:
            if not generation.is_there():
                raise Damaged(f"{generation.folder} is gone")
            with generation.catalogue.writing() as connection:
                change(generation, connection)

        self._try(attempt)


class _Near:
    """Looks for the best that pass, first among all rows, then among those that pass alone."""

    def __init__(
        self, connection: sqlite3.Connection, keys: Keys, matrix: Matrix, among: Any, limit: int
    ) -> None:
        self._connection = connection
        self._keys = keys
        self._matrix = matrix
        self._limit = limit
        self._passing, self._values = keys.conditions(among)

    def of(self, row: bytes, slots: int, signs: Signs | None) -> tuple[tuple[Any, int], ...]:
        from vademecum.stores.matrix import Nearest

        nearest = Nearest(self._matrix, row, signs)
        number = 2 * self._limit + _SPARE
        for depth in (number, number * _DEEPER):
            places, products = nearest.best(depth)
            found = self._kept(places, products)
            if len(found) >= self._limit or len(places) == slots:
                return found
        slots_left = [slot for (slot,) in self._connection.execute(*self._select("vector.slot", ""))]
        return self._kept(slots_left, self._matrix.products(row, slots_left).tolist())

    def _select(self, columns: str, more: str, *values: object) -> tuple[str, list[object]]:
        sql = (
            f"SELECT {columns} FROM {self._keys.tables} JOIN vector ON vector.version = record.version "
            f"WHERE {self._passing}{more}"
        )
        return sql, [*self._values, *values]

    def _kept(self, slots: Sequence[int], products: Sequence[float]) -> tuple[tuple[Any, int], ...]:
        """Those that pass, by their best passage."""
        likeness = dict(zip(slots, map(int, products), strict=True))
        more = " AND vector.slot IN (SELECT value FROM json_each(?))"
        best: dict[Any, int] = {}
        for slot, *columns in self._connection.execute(
            *self._select(f"vector.slot, {self._keys.columns}", more, listed(slots))
        ):
            key = self._keys.read(columns)
            best[key] = max(likeness[slot], best.get(key, likeness[slot]))
        ordered = sorted(best.items(), key=lambda one: (-one[1], one[0]))
        return tuple(ordered[: self._limit])
