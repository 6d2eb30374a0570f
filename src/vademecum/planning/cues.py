"""Whether a plan could change an answer at all; asked before a cold recall loads the planner for it."""

from __future__ import annotations

import re
from functools import lru_cache

from vademecum.text.scripts import is_unspaced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

TIME, RECALL = "time", "recall"
"""The two sorts of cues: words of time, and words that ask outright for what is known."""

_NUMERIC = re.compile(
    r"\b(?:1[5-9]|20|21)\d\d\b|\d{1,2}[-/.]\d{1,2}[-/.]|\d{4}w\d|\d:\d\d|\d\s?[ap]\.?m\b"
    r"|\d0(?:s|er)|[qh]\d\b|\d(?:st|nd|rd|th)\b",
    re.IGNORECASE,
)
"""Years, dates, clock times, decades, quarters, days of a month."""


def worth_planning(text: str, words: Iterable[str], cues: Mapping[str, frozenset[str]]) -> bool:
    """Whether a text holds anything by which a plan turns a plain look-up: a time, or a phrase of recall.

    It errs on the side of planning: a cue without its phrase gives a plan that turns nothing.

    Args:
        text: an utterance.
        words: its exact words.
        cues: `TIME` and `RECALL` -> exact words; those of scripts without spaces are looked for as text.
    """
    said = set(words)
    if any(not said.isdisjoint(known) for known in cues.values()) or _NUMERIC.search(text):
        return True
    if text.isascii():
        return False
    return any(piece in text for known in cues.values() for piece in _unspaced(known))


@lru_cache(maxsize=8)
def _unspaced(words: frozenset[str]) -> tuple[str, ...]:
    return tuple(sorted(word for word in words if is_unspaced(word[0])))
