"""Vectors as rows of a matrix."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.embedders.files import Floats


def unit(rows: Floats) -> Floats:
    """The rows in place, each of length 1; those that are all 0 stay so."""
    import numpy as np

    lengths = np.sqrt((rows * rows).sum(axis=1, keepdims=True))
    lengths[lengths == 0] = 1
    rows /= lengths
    return rows
