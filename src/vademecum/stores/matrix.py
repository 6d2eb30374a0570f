"""Rows of vectors as a matrix, and products with it. The only module of the stores that loads numpy."""

from __future__ import annotations

import mmap
import os

import numpy as np

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy import float32, int8, intp, uint64
    from numpy.typing import NDArray

CHUNK = 1_024
"""Rows multiplied at a time: as floats they stay in the cache of a processor. 100,000 rows of 256 numbers
took 8 ms so, and 13 with four times as many at a time, or in a matrix of floats, which takes 100 MB."""

RESCORED = 96
"""Rows whose products are taken for each that is looked at, where signs choose them. Of the ten likest of a
million 32 found 97.4 %, 64 found 99.2, 96 found 99.4 and 128 found 99.5; the time is that of the signs."""


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
        """Of rows at hand, one after the other."""
        return cls(np.frombuffer(b"".join(rows), np.int8).reshape(-1, dimension))

    def signs(self, slot: int = 0) -> bytes:
        """Of every row behind a slot: a bit a number, 1 where it is above 0, in whole words."""
        positive = np.packbits(self._rows[slot:] > 0, axis=1)
        width = signs_width(self._rows.shape[1])
        return np.pad(positive, ((0, 0), (0, width - positive.shape[1]))).tobytes()

    def products(self, row: bytes, slots: Sequence[int] | NDArray[intp] | None = None) -> NDArray[float32]:
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


def signs_width(dimension: int) -> int:
    """Bytes of the signs of a row: as many words of eight as they need."""
    return -(-dimension // 64) * 8


class Signs:
    """The signs of the rows of a matrix.

    Args:
        words: of every row, `signs_width` bytes each.
        dimension: numbers of a row.
    """

    def __init__(self, words: bytes | mmap.mmap, dimension: int) -> None:
        self._words: NDArray[uint64] = np.frombuffer(words, np.uint64).reshape(
            -1, signs_width(dimension) // 8
        )
        self._dimension = dimension

    @classmethod
    def mapped(cls, path: str, dimension: int, slots: int) -> Signs:
        """Of a file, which may hold more than is asked for.

        Raises:
            Unsound: it is gone, or too short.
        """
        width = signs_width(dimension)
        try:
            with open(path, "rb") as file:
                if os.fstat(file.fileno()).st_size < slots * width:
                    raise Unsound(path)
                return cls(mmap.mmap(file.fileno(), slots * width, access=mmap.ACCESS_READ), dimension)
        except OSError as error:
            raise Unsound(path) from error

    def nearest(self, row: bytes, number: int) -> NDArray[intp]:
        """Places of the rows in which the fewest signs differ from those of a row, at least so many: all that
        equal the last of them too."""
        asked = np.frombuffer(Matrix.of([row], self._dimension).signs(), np.uint64)
        differing = np.empty(len(self._words), np.uint16)
        for start in range(0, len(self._words), SIGNS_CHUNK):
            part = np.bitwise_count(self._words[start : start + SIGNS_CHUNK] ^ asked)
            column = differing[start : start + SIGNS_CHUNK]
            column[:] = part[:, 0]
            for place in range(1, part.shape[1]):
                column += part[:, place]
        if number >= len(differing):
            return np.arange(len(differing))
        most = np.partition(differing, number - 1)[number - 1]
        return np.flatnonzero(differing <= most)


SIGNS_CHUNK = 16_384
"""Rows whose signs are compared at a time: they stay in the cache of a processor."""


class Nearest:
    """The likest rows to one: of all, or of those whose signs are nearest.

    Args:
        matrix: the rows.
        row: that they are compared with.
        signs: of the rows, where they choose; one that is like it by few large numbers may be missed.
    """

    def __init__(self, matrix: Matrix, row: bytes, signs: Signs | None = None) -> None:
        self._matrix, self._row, self._signs = matrix, row, signs
        self._products = matrix.products(row) if signs is None else None

    def best(self, number: int) -> tuple[list[int], list[float]]:
        """Slots of the likest, at least so many where there are, and their products."""
        if self._products is not None:
            places = largest(self._products, number)
            return (places + 1).tolist(), self._products[places].tolist()
        assert self._signs is not None
        chosen = self._signs.nearest(self._row, number * RESCORED) + 1
        products = self._matrix.products(self._row, chosen)
        places = largest(products, number)
        return chosen[places].tolist(), products[places].tolist()


def largest(products: NDArray[float32], number: int) -> NDArray[intp]:
    """Places of the largest products, at least so many: all that equal the smallest of them too."""
    if number >= len(products):
        return np.arange(len(products))
    least = np.partition(products, -number)[-number]
    return np.flatnonzero(products >= least)
