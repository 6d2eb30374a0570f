"""Scores of turns from the lists of the words in them."""

from __future__ import annotations

import numpy as np

from vademecum.model.value import value
from vademecum.stores.postgres.turns.word_rows import ASSISTANT, MOST_FREQUENT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from numpy.typing import NDArray

K1, B = 1.2, 0.2
"""Those of `retrieval.turns`; a test holds the two to each other."""

_ENTRY = np.dtype([("version", "<u4"), ("conversation", "<u4"), ("length", "<u2"), ("said", "<u2")])
_SPREAD = 1 << 20
"""Numbers of versions that are counted in a table, however few of them occur."""


@value(kw_only=True)
class Passing:
    """Which turns may answer; None where it does not matter.

    Attributes:
        assistant: said by the assistant, or by the person.
        inside: of these conversations, by number.
        outside: of none of these.
        among: of these versions.
    """

    assistant: bool | None = None
    inside: Sequence[int] | None = None
    outside: Sequence[int] | None = None
    among: Sequence[int] | None = None


def best(
    lists: Mapping[str, bytes], worths: Mapping[str, float], average: float, passing: Passing, most: int
) -> list[tuple[int, float]]:
    """Versions with the largest scores, largest first, each at least the exact one.

    Args:
        lists: word -> its entries.
        worths: word -> what it is worth.
        average: terms of a turn.
        passing: which of them count.
        most: how many are wanted.
    """
    versions: list[NDArray[np.int64]] = []
    scores: list[NDArray[np.float64]] = []
    for word, entries in lists.items():
        found = _passing(np.frombuffer(entries, _ENTRY), passing)
        versions.append(found["version"].astype(np.int64))
        scores.append(worths[word] * _saturated(found, average))
    if not versions:
        return []
    places, sums = _summed(np.concatenate(versions), np.concatenate(scores))
    if len(sums) > most:
        chosen = np.argpartition(sums, -most)[-most:]
        places, sums = places[chosen], sums[chosen]
    order = np.lexsort((places, -sums))
    return list(zip(places[order].tolist(), sums[order].tolist(), strict=True))


def _saturated(found: NDArray[Any], average: float) -> NDArray[np.float64]:
    times = (found["said"] & MOST_FREQUENT).astype(np.float64)
    damping = K1 * (1.0 - B + B * found["length"] / average)
    return np.where(times >= MOST_FREQUENT, 1.0, times / (times + damping))


def _passing(found: NDArray[Any], passing: Passing) -> NDArray[Any]:
    if passing.assistant is not None:
        found = found[(found["said"] & ASSISTANT != 0) == passing.assistant]
    if passing.inside is not None:
        found = found[np.isin(found["conversation"], np.asarray(passing.inside, np.uint32))]
    if passing.outside is not None:
        found = found[np.isin(found["conversation"], np.asarray(passing.outside, np.uint32), invert=True)]
    if passing.among is not None:
        found = found[np.isin(found["version"], np.asarray(passing.among, np.uint32))]
    return found


def _summed(
    versions: NDArray[np.int64], scores: NDArray[np.float64]
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """Each version once, with the sum of its scores."""
    if not len(versions):
        return versions, scores
    first = int(versions.min())
    if int(versions.max()) - first > _SPREAD + 8 * len(versions):
        places, which = np.unique(versions, return_inverse=True)
        return places, np.bincount(which, weights=scores).astype(np.float64)
    sums = np.bincount(versions - first, weights=scores).astype(np.float64)
    met = np.flatnonzero(sums)
    return met.astype(np.int64) + first, sums[met]
