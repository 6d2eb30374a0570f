"""Whether a plan could change an answer at all; asked before a cold recall loads the planner for it."""

from __future__ import annotations

import re
from functools import lru_cache
from itertools import pairwise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

TIME, WEAK, LEAD, RECALL, UNSPACED = "time", "weak", "lead", "recall", "unspaced"
"""The sorts of cues: words of time; those that mean other things, too (`may`, `spring`), and what stands
before them when they do not; phrases that ask outright for what is known; both in scripts without spaces."""

_NUMERIC = (
    r"\b(?:1[5-9]|20|21)\d\d\b|\d{1,2}[-/.]\d{1,2}[-/.]|\d{4}w\d|\d:\d\d|\d\s?[ap]\.?m\b"
    r"|\d0(?:s|er)|[qh]\d\b|\d(?:st|nd|rd|th)\b"
)
"""Years, dates, clock times, decades, quarters, days of a month. Compiled when a digit is met: most texts
have none, and a cold start would pay for it."""


def worth_planning(text: str, words: Sequence[str], cues: Mapping[str, frozenset[str]]) -> bool:
    """Whether a text holds anything by which a plan turns a plain look-up: a time, or a phrase of recall.

    It errs on the side of planning: a cue without its phrase gives a plan that turns nothing.

    Args:
        text: an utterance.
        words: its exact words.
        cues: sort -> exact words, or phrases of exact words with one space between them.
    """
    if not cues[TIME].isdisjoint(words) or _weakly(words, cues):
        return True
    if any(map(str.isdigit, text)) and re.search(_NUMERIC, text, re.IGNORECASE):
        return True
    said = f" {' '.join(words)} "
    if any(f" {phrase} " in said for phrase in cues[RECALL]):
        return True
    return not text.isascii() and any(piece in text for piece in cues[UNSPACED])


def recall_words(cues: Mapping[str, frozenset[str]]) -> frozenset[str]:
    """Exact words that only ask where somebody asks outright for what is known."""
    return _words(cues[RECALL])


def _weakly(words: Sequence[str], cues: Mapping[str, frozenset[str]]) -> bool:
    """Whether a word that may speak of a time stands beside a number or behind what leads to a time."""
    weak, lead = cues[WEAK], cues[LEAD]
    if weak.isdisjoint(words):
        return False
    return any(
        (word in weak and (before in lead or before.isdigit())) or (before in weak and word[:1].isdigit())
        for before, word in pairwise(("", *words))
    )


@lru_cache(maxsize=8)
def _words(phrases: frozenset[str]) -> frozenset[str]:
    return frozenset(word for phrase in phrases for word in phrase.split(" "))
