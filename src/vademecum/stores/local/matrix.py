"""The rows of the file as a matrix, and products with it. The only module of the stores that loads numpy."""

from __future__ import annotations

import mmap
import os

import numpy as np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy import float32, int8, intp
    from numpy.typing import NDArray

CHUNK = 1_024
"""Rows multiplied at a time: as floats they stay in the cache of a processor. 100,000 rows of 256 numbers
took 8 ms so, and 13 with four times as many at a time, as well as in a matrix of floats, which takes 100 MB.
Signs alone, re-scored, take 3 ms and find 99 % of the best ten: not worth an answer that is nearly right."""


class Unsound(Exception):
    """The file is not what the catalogue says; never shown to a caller."""


class Matrix:
    """Rows of one signed byte a number, numbered from 1 on."""

    def __init__(self, rows: NDArray[int8]) -> None:
        self._rows = rows

    @classmethod
    def mapped(cls, path: str, dimension: int, slots: int) -> Matrix:
        """Of a file, which may hold more than is asked for.

        Raises:
            Unsound: it is gone, or too short.
        """
        if not slots:
            return cls(np.zeros((0, dimension), np.int8))
        try:
            with open(path, "rb") as file:
                if os.fstat(file.fileno()).st_size < slots * dimension:
                    raise Unsound(path)
                held = mmap.mmap(file.fileno(), slots * dimension, access=mmap.ACCESS_READ)
        except OSError as error:
            raise Unsound(path) from error
        return cls(np.frombuffer(held, np.int8).reshape(slots, dimension))

    @classmethod
    def of(cls, rows: Sequence[bytes], dimension: int) -> Matrix:
        """Of rows at hand."""
        return cls(np.frombuffer(b"".join(rows), np.int8).reshape(len(rows), dimension))

    def products(self, row: bytes, slots: Sequence[int] | None = None) -> NDArray[float32]:
        """Products with every row, or with those in some slots: whole numbers, exact in whatever order a
        machine adds them up."""
        asked = np.frombuffer(row, np.int8).astype(np.float32)
        rows = self._rows if slots is None else self._rows[np.asarray(slots, np.int64) - 1]
        found = np.empty(len(rows), np.float32)
        floats = np.empty((min(CHUNK, len(rows)), len(asked)), np.float32)
        for start in range(0, len(rows), CHUNK):
            part = rows[start : start + CHUNK]
            floats[: len(part)] = part
            np.dot(floats[: len(part)], asked, out=found[start : start + CHUNK])
        return found


def largest(products: NDArray[float32], number: int) -> NDArray[intp]:
    """Places of the largest products, at least so many: all that equal the smallest of them too."""
    if number >= len(products):
        return np.arange(len(products))
    least = np.partition(products, -number)[-number]
    return np.flatnonzero(products >= least)
