"""Runs of words inside longer runs: how phrases and names are found."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def find_run(words: Sequence[str], wanted: Sequence[str]) -> int:
    """Index at which `wanted` stands in `words` as an unbroken run, the first of several; -1 when nowhere.

    An empty run stands nowhere: what says nothing is not mentioned.
    """
    if not wanted:
        return -1
    first, length = wanted[0], len(wanted)
    for start, word in enumerate(words):
        if word == first and words[start : start + length] == wanted:
            return start
    return -1
