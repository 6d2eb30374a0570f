"""What was probably meant by a name that nobody declared."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_SHORTEST = 2
"""A single character looks like everything that begins with it."""

_LONGEST = 100
"""Longer input is somebody's text in the wrong place; comparing all of it would only cost time."""


def nearest(name: str, vocabulary: Iterable[str], *, limit: int = 3, floor: float = 0.6) -> tuple[str, ...]:
    """Names of the vocabulary that look like `name`, likeliest first, equals by name.

    Case and the choice between ``_`` and ``-`` do not count. A dotted name is also known by any one of its
    segments (``limit`` for ``recall.limit``), and what was typed dotted may be meant by its last one.

    Args:
        name: what was typed.
        vocabulary: what may have been meant.
        limit: most names.
        floor: least Jaro-Winkler similarity, 0..1; below 0.6 an advice puzzles more than it helps.
    """
    from rapidfuzz.distance import JaroWinkler  # only ever needed on the way to an error

    typed = _folded(name)[:_LONGEST]
    if len(typed) < _SHORTEST:
        return ()
    meant = {typed, typed.rpartition(".")[2]}
    ranked: list[tuple[float, str]] = []
    for candidate in set(vocabulary):
        spelling = _folded(candidate)
        known = {spelling, *spelling.split(".")}
        likeness = max([JaroWinkler.similarity(one, each) for one in meant for each in known])
        if likeness >= floor:
            ranked.append((-likeness, candidate))
    return tuple([candidate for _, candidate in sorted(ranked)[:limit]])


def _folded(name: str) -> str:
    return name.casefold().replace("_", "-")
