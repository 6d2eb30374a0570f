"""Vectors as an index keeps them: whole numbers, so that every machine computes the same likeness."""

from __future__ import annotations

import struct

from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

SCALE = 127
"""Of a number in a row: 1.0 of a vector of length 1 becomes 127, and a row takes a byte a number."""

ALIKE = SCALE * SCALE
"""The product of two equal rows, as nearly as rounding leaves it."""


@value(kw_only=True)
class Space:
    """What the vectors of one store are of; those of another cannot be compared with them.

    Attributes:
        model: id of the embedder, its fit included.
        dimension: numbers of a row.
        texts: how many texts it was fitted to; 0 when fitting changes nothing.
        fit: what fitting told the embedder, as it wrote it.
    """

    model: str
    dimension: int
    texts: int = 0
    fit: bytes = b""


@value
class Embedded:
    """The rows of one text.

    Attributes:
        version: of the record or turn that was read; a later one gets nothing of it.
        digest: of the text that was read (`text.passages`).
        rows: one a passage, as `rounded` makes them; none for a text in which nothing is known.
    """

    version: int
    digest: str
    rows: tuple[bytes, ...]


@value
class Lacking:
    """Why there is no embedder.

    Attributes:
        reason: for people, with what to do about it; empty where nobody wants one.
        wanted: somebody asked for one by its name.
    """

    reason: str
    wanted: bool = True


@value
class Coverage:
    """How much of a store has vectors.

    Attributes:
        present: records or turns with vectors of the store's space.
        of: all of them.
    """

    present: int
    of: int

    @property
    def is_whole(self) -> bool:
        """Whether nothing lacks."""
        return self.present >= self.of


def rounded(rows: bytes, dimension: int) -> list[bytes]:
    """Vectors of 32-bit floats, as an embedder gives them, as rows of one signed byte a number.

    Their products are whole numbers far below 2**24, which floats hold exactly in whatever order they are
    added. A row of zeros means that nothing is known of its text, and comes out empty.
    """
    whole = [round(one * SCALE) for one in struct.unpack(f"<{len(rows) // 4}f", rows)]
    cut = (whole[start : start + dimension] for start in range(0, len(whole), dimension or 1))
    return [struct.pack(f"{dimension}b", *row) if any(row) else b"" for row in cut]


def product(one: bytes, other: bytes) -> int:
    """The likeness of two rows: `ALIKE` for equal ones, about 0 for those of nothing in common."""
    numbers: Sequence[int] = memoryview(one).cast("b")
    return sum(map(int.__mul__, numbers, memoryview(other).cast("b")))
