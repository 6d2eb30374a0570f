"""Signs of vectors beside their rows, where those are so many that a glance at every sign comes first.

The file of signs belongs to one file of rows, by its name, and goes with it. Who asks makes what it lacks:
rows of a file never change, so what stands in it stays true.
"""

from __future__ import annotations

import os
import sqlite3
from contextlib import suppress

from vademecum.stores.local import vector_rows

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from vademecum.stores.local.generation import Generation
    from vademecum.stores.local.vector_rows import Shape
    from vademecum.stores.matrix import Matrix, Signs

FROM = 300_000
"""Rows from which on signs choose. Of fewer all products take 25 ms at most (docs/benchmarks.md)."""


def signs_of(generation: Generation, shape: Shape, matrix: Matrix) -> Signs:
    """The signs of the rows of a state; what its file lacks is made, and written where that may be."""
    from vademecum.stores.matrix import Signs, Unsound, signs_width

    path = _path(generation, shape)
    try:
        return Signs.mapped(path, shape.dimension, shape.slots)
    except Unsound:
        pass
    width = signs_width(shape.dimension)
    held = _held(path, width)
    more = matrix.signs(held)
    with suppress(sqlite3.Error, OSError), generation.catalogue.writing(waits=False) as writing:
        present = vector_rows.shape(writing)
        if present is not None and present.name == shape.name and _held(path, width) == held:
            _append(path, held * width, more)
            return Signs.mapped(path, shape.dimension, shape.slots)
    return Signs(matrix.signs(), shape.dimension)


def _path(generation: Generation, shape: Shape) -> str:
    return os.path.join(generation.folder, vector_rows.signs_name(shape.name))


def _held(path: str, width: int) -> int:
    """Rows whose signs are in a file."""
    try:
        return os.stat(path).st_size // width
    except OSError:
        return 0


def _append(path: str, place: int, more: bytes) -> None:
    with open(path, "r+b" if os.path.exists(path) else "wb") as file:
        file.seek(place)
        file.write(more)
        file.flush()
        os.fsync(file.fileno())


def faults(generation: Generation, connection: sqlite3.Connection) -> Iterator[str]:
    """What rows and their signs do not agree on."""
    shape = vector_rows.shape(connection)
    if shape is None or not shape.name:
        return
    path = _path(generation, shape)
    if not os.path.exists(path):
        return
    from vademecum.stores.matrix import Matrix, Unsound, signs_width

    width = signs_width(shape.dimension)
    with suppress(Unsound, OSError), open(path, "rb") as file:
        held = min(shape.slots, _held(path, width))
        rows = Matrix.mapped(os.path.join(generation.folder, shape.name), shape.dimension, held)
        if rows.signs() != file.read(held * width):
            yield f"vectors: {os.path.basename(path)} holds other signs than the rows"
