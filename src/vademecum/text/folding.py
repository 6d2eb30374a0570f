"""A chunk of text in folded form, with the way back to the original characters.

A *chunk* is a run without white space. Its reading depends on nothing outside it, which is why every
cache of this room is keyed by chunks.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

from vademecum.model.value import value
from vademecum.text.scripts import FOLDS, JOINS, SHAPES, Script, fold, is_ignorable, role, script_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_CLUSTER_LIMIT = 32
"""Longest base with marks, in characters. Reordering marks costs the square of their number, so a chunk
of a million marks must be cut; UAX 15 (stream-safe text) allows 30."""

_LONG_MARKS = "m" * _CLUSTER_LIMIT

_folded = lru_cache(maxsize=1 << 13)(fold)

_UNMARKED = str.maketrans(
    {
        "đ": "d", "ð": "d", "ħ": "h", "ı": "i", "ł": "l", "ø": "o", "ŧ": "t", "þ": "th", "æ": "ae", "œ": "oe",
        "ё": "е",
        "ى": "ي", "ی": "ي", "ک": "ك", "ة": "ه", "ـ": "",
    }
)  # fmt: skip
"""Letters that count as marked although Unicode does not decompose them: strokes and ligatures of Latin,
Cyrillic io, the Persian and final forms of Arabic yeh, kaf and teh, and the Arabic stretching sign."""

_STRIPPED = frozenset({Script.LATIN, Script.GREEK, Script.HEBREW, Script.ARABIC})


@value
class Reading:
    """A chunk, folded.

    Attributes:
        folded: the text every token is cut from.
        shape: the role of each character of `folded` (see `scripts`).
        starts, ends: original offsets of the cluster each folded character came from; None when the
            folding kept every position.
    """

    folded: str
    shape: str
    starts: tuple[int, ...] | None
    ends: tuple[int, ...] | None


def read(chunk: str) -> Reading:
    """Fold a chunk; linear in its length."""
    shape = chunk.translate(SHAPES)
    if chunk.isascii():
        return Reading(chunk.lower(), shape, None, None)
    if "x" not in shape:
        if "m" not in shape:
            return Reading(chunk.translate(FOLDS), shape, None, None)
        if _LONG_MARKS not in shape and unicodedata.is_normalized("NFKC", chunk):
            folded = chunk.translate(FOLDS)
            if unicodedata.is_normalized("NFKC", folded) and "i\u0307" not in folded:
                return Reading(folded, shape, None, None)
    return read_clusters(chunk)


def read_clusters(chunk: str) -> Reading:
    """Fold a chunk cluster by cluster: right for every text, and several times slower."""
    folded: list[str] = []
    shape: list[str] = []
    starts: list[int] = []
    ends: list[int] = []
    for start, end in _clusters(chunk):
        cluster = chunk[start:end]
        if unicodedata.category(cluster[0]) == "Cs":
            cluster = f" {cluster[1:]}"  # a lone surrogate separates like any sign
        visible = cluster if len(cluster) == 1 else "".join([c for c in cluster if not is_ignorable(c)])
        text = _folded(visible)
        roles = [role(char) for char in text]
        if roles and roles[0] == "u" and unicodedata.category(visible[0]) in ("Lu", "Lt"):
            roles[0] = "U"
        folded.append(text)
        shape.extend(roles)
        starts.extend([start] * len(text))
        ends.extend([end] * len(text))
    return Reading("".join(folded), "".join(shape), tuple(starts), tuple(ends))


def _clusters(chunk: str) -> Iterator[tuple[int, int]]:
    start = 0
    for position in range(1, len(chunk)):
        if not JOINS[chunk[position]] or position - start >= _CLUSTER_LIMIT:
            yield start, position
            start = position
    if chunk:
        yield start, len(chunk)


def bare(word: str) -> str:
    """A folded word as somebody types it without accents: `café` -> `cafe`, `łódź` -> `lodz`, `ещё` -> `еще`.

    Marks are dropped where leaving them out is common practice (Latin, Greek, Hebrew, Arabic). Cyrillic
    keeps й, and Indic vowel signs always stay, because there a mark is a letter.
    """
    if word.isascii():
        return word
    script = script_of(word[0])
    if script in _STRIPPED:
        word = unicodedata.normalize("NFD", word)
    elif script is not Script.CYRILLIC:
        return word
    letters = "".join([char for char in word if not unicodedata.category(char).startswith("M")])
    return unicodedata.normalize("NFC", letters).translate(_UNMARKED) or word
