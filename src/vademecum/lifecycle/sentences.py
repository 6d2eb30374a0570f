"""Where the sentences of a text stand, code and quotations left out."""

from __future__ import annotations

import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_FENCE = re.compile(r"^\s*(?:```|~~~)")
_QUOTED = re.compile(r"^\s*>")
_BULLET = re.compile(r"^\s*(?:[-*+•]\s+|\d{1,3}[.)]\s+)?")
_STOP = re.compile(r"[.!?…]+[\"'”’)\]]*(?=\s|$)|[。！？｡؟।]+[」』”’）]*|\n")
_ABBREVIATION = re.compile(
    r"(?:\b(?:e\.g|i\.e|etc|vs|mr|mrs|ms|dr|st|no|approx|z\.b|d\.h|bzw|nr|ca|p\.ex|sr|sra)|\b\w)$",
    re.IGNORECASE,
)
_ASKS = re.compile(r"[?？؟]\s*[\"'”’)\]」』]*$")
_EDGES = " \t\n\r,;:.!।۔。！、，：；-–—\"'“”«»"


def sentences(text: str) -> Iterator[tuple[int, int]]:
    """Where the sentences outside of code and quoted lines stand, bullets left out. Linear in the text."""
    fenced = False
    position = 0
    for line in text.splitlines(keepends=True):
        begin, position = position, position + len(line)
        if _FENCE.match(line):
            fenced = not fenced
        elif not fenced and not _QUOTED.match(line):
            bullet = _BULLET.match(line)
            yield from _cut(text, begin + (bullet.end() if bullet else 0), position)


def asks(sentence: str) -> bool:
    """Whether a sentence ends with a question mark."""
    return _ASKS.search(sentence) is not None


def trimmed(sentence: str, first: int, last: int) -> tuple[int, int]:
    """A stretch of a sentence without the punctuation at its edges."""
    while first < last and sentence[first] in _EDGES:
        # A sign belongs to its number, a dot to its name.
        if sentence[first] in "-.–" and first + 1 < last and sentence[first + 1].isalnum():
            break
        first += 1
    while first < last and sentence[last - 1] in _EDGES:
        last -= 1
    return first, last


def _cut(text: str, start: int, end: int) -> Iterator[tuple[int, int]]:
    for match in _STOP.finditer(text, start, end):
        if match.group() == "." and _ABBREVIATION.search(text, max(start, match.start() - 8), match.start()):
            continue
        if text[start : match.end()].strip():
            yield start, match.end()
        start = match.end()
    if text[start:end].strip():
        yield start, end
