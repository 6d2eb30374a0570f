"""Vectors as rows of a matrix."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.embedders.files import Floats


def likeness(rows: bytes, row: bytes) -> list[float]:
    """Products of one row with each of some, both of 32-bit floats."""
    import numpy as np

    asked = np.frombuffer(row, "<f4")
    found: list[float] = (np.frombuffer(rows, "<f4").reshape(-1, len(asked)) @ asked).tolist()
    return found


def unit(rows: Floats) -> Floats:
    """The rows in place, each of length 1; those that are all 0 stay so."""
    import numpy as np

    lengths = np.sqrt((rows * rows).sum(axis=1, keepdims=True))
    lengths[lengths == 0] = 1
    rows /= lengths
    return rows
