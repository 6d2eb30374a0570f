"""What one character is: its folded form, its script, and its role inside a word.

Roles are single letters, so that a text of n characters has a *shape* of n characters and ordinary
regular expressions can cut words without knowing Unicode:

    u  lower-case or uncased letter      U  upper-case letter      d  digit
    m  combining mark                    c  Han, Kana, Hangul      t  Thai, Lao, Khmer, Myanmar
    x  must be read in its context (folds to several characters, composes, or is ignorable)

Punctuation that may join an identifier keeps its own sign; everything else is a space.
"""

from __future__ import annotations

import unicodedata
from bisect import bisect_right
from enum import StrEnum
from functools import lru_cache

CONNECTORS = "_-./\\:@+#&$"
_HYPHENS = "\u2010\u2011"  # typographic hyphens inside copied identifiers
_CACHE_LIMIT = 1 << 15

_IGNORABLE = (
    (0x00AD, 0x00AD), (0x034F, 0x034F), (0x061C, 0x061C), (0x115F, 0x1160), (0x17B4, 0x17B5),
    (0x180B, 0x180F), (0x200B, 0x200F), (0x202A, 0x202E), (0x2060, 0x206F), (0x3164, 0x3164),
    (0xFE00, 0xFE0F), (0xFEFF, 0xFEFF), (0xFFA0, 0xFFA0), (0xFFF0, 0xFFF8), (0x1BCA0, 0x1BCA3),
    (0x1D173, 0x1D17A), (0xE0000, 0xE0FFF),
)  # fmt: skip
"""Unicode's Default_Ignorable_Code_Point."""

_JAMO = ((0x1100, 0x11FF), (0xA960, 0xA97F), (0xD7B0, 0xD7FF))


class Script(StrEnum):
    """Scripts that are told apart."""

    LATIN = "latin"
    GREEK = "greek"
    CYRILLIC = "cyrillic"
    ARMENIAN = "armenian"
    HEBREW = "hebrew"
    ARABIC = "arabic"
    DEVANAGARI = "devanagari"
    TAMIL = "tamil"
    THAI = "thai"
    LAO = "lao"
    MYANMAR = "myanmar"
    KHMER = "khmer"
    HAN = "han"
    KANA = "kana"
    HANGUL = "hangul"
    OTHER = "other"


_BLOCKS = (
    (0x0041, 0x024F, Script.LATIN), (0x0250, 0x02AF, Script.LATIN), (0x0370, 0x03FF, Script.GREEK),
    (0x0400, 0x052F, Script.CYRILLIC), (0x0531, 0x058F, Script.ARMENIAN), (0x0591, 0x05FF, Script.HEBREW),
    (0x0600, 0x06FF, Script.ARABIC), (0x0750, 0x077F, Script.ARABIC), (0x08A0, 0x08FF, Script.ARABIC),
    (0x0900, 0x097F, Script.DEVANAGARI), (0x0B80, 0x0BFF, Script.TAMIL), (0x0E00, 0x0E7F, Script.THAI),
    (0x0E80, 0x0EFF, Script.LAO), (0x1000, 0x109F, Script.MYANMAR), (0x1100, 0x11FF, Script.HANGUL),
    (0x1780, 0x17FF, Script.KHMER), (0x1C80, 0x1C8F, Script.CYRILLIC), (0x1E00, 0x1EFF, Script.LATIN),
    (0x1F00, 0x1FFF, Script.GREEK), (0x2C60, 0x2C7F, Script.LATIN), (0x2DE0, 0x2DFF, Script.CYRILLIC),
    (0x2E80, 0x2FDF, Script.HAN), (0x3005, 0x3007, Script.HAN), (0x3021, 0x3029, Script.HAN),
    (0x3031, 0x3035, Script.KANA), (0x3041, 0x30FA, Script.KANA), (0x30FC, 0x30FF, Script.KANA),
    (0x3105, 0x312F, Script.HAN), (0x3131, 0x318E, Script.HANGUL), (0x31A0, 0x31BF, Script.HAN),
    (0x31F0, 0x31FF, Script.KANA), (0x3400, 0x4DBF, Script.HAN), (0x4E00, 0x9FFF, Script.HAN),
    (0xA640, 0xA69F, Script.CYRILLIC), (0xA720, 0xA7FF, Script.LATIN), (0xA960, 0xA97F, Script.HANGUL),
    (0xA9E0, 0xA9FF, Script.MYANMAR), (0xAA60, 0xAA7F, Script.MYANMAR), (0xAB30, 0xAB6F, Script.LATIN),
    (0xAC00, 0xD7FF, Script.HANGUL), (0xF900, 0xFAFF, Script.HAN), (0xFB50, 0xFDFF, Script.ARABIC),
    (0xFE70, 0xFEFE, Script.ARABIC), (0x1AFF0, 0x1B16F, Script.KANA), (0x20000, 0x323AF, Script.HAN),
)  # fmt: skip
_STARTS = [block[0] for block in _BLOCKS]

PAIRED = frozenset({Script.HAN, Script.KANA, Script.HANGUL})
"""Scripts whose runs are indexed as overlapping pairs of characters."""

SPACELESS = frozenset({Script.THAI, Script.LAO, Script.MYANMAR, Script.KHMER})
"""Alphabets written without spaces; their runs are indexed as overlapping pairs of letters with marks."""


def script_of(char: str) -> Script:
    """Script of one folded letter; a digit or a sign has none and answers `OTHER`."""
    code = ord(char)
    position = bisect_right(_STARTS, code) - 1
    if position < 0 or code > _BLOCKS[position][1] or not char.isalpha():
        return Script.OTHER
    return _BLOCKS[position][2]


def is_unspaced(char: str) -> bool:
    """Whether the character belongs to a script whose runs are cut into pairs (Hangul included)."""
    return role(fold(char)[:1] or " ") in ("c", "t")


@lru_cache(maxsize=_CACHE_LIMIT)
def is_ignorable(char: str) -> bool:
    """Whether the character never shows (joiners, selectors, fillers) or only encloses (keycaps)."""
    code = ord(char)
    return any(first <= code <= last for first, last in _IGNORABLE) or unicodedata.category(char) == "Me"


def is_jamo(char: str) -> bool:
    """Whether the character is a conjoining part of a Hangul syllable."""
    code = ord(char)
    return any(first <= code <= last for first, last in _JAMO)


def is_leading_jamo(char: str) -> bool:
    """Whether a conjoining part begins a syllable."""
    return 0x1100 <= ord(char) <= 0x115F or 0xA960 <= ord(char) <= 0xA97F


def fold(text: str) -> str:
    """NFKC and case folding to a fixed point, without ignorable characters; decimal digits become ASCII.

    `İ` is folded like `i`: the dot above that Unicode leaves behind would make it a different letter.
    """
    while True:
        folded = unicodedata.normalize("NFKC", text).replace("İ", "i").casefold()
        folded = unicodedata.normalize("NFKC", folded).replace("i\u0307", "i")
        if not folded.isascii():
            folded = "".join([_plain(char) for char in folded if not is_ignorable(char)])
        if folded == text:
            return folded
        text = folded


def _plain(char: str) -> str:
    if char in _HYPHENS:
        return "-"
    return str(unicodedata.decimal(char)) if char.isdecimal() else char


def role(char: str) -> str:
    """Role of one *folded* character; never ``x`` or ``U``."""
    if char.isalnum():
        script = script_of(char)
        if script in PAIRED or char == "\u3007":
            return "c"
        if script in SPACELESS:
            return "t"
        return "d" if char.isnumeric() else "u"
    if char in CONNECTORS:
        return char
    return "m" if unicodedata.category(char).startswith("M") else " "


def _original_role(char: str) -> str:
    category = unicodedata.category(char)
    folded = fold(char)
    if len(folded) != 1 or is_jamo(folded) or is_ignorable(char):
        return "x"
    found = role(folded)
    if found == "m" and not category.startswith("M"):
        return "x"  # a half-width voicing mark: a letter that turns into a mark
    return "U" if found == "u" and category == "Lu" else found  # title case folds to two


class _Shapes(dict[int, str]):
    """Code point -> role of the original character."""

    def __missing__(self, code: int) -> str:
        if len(self) > _CACHE_LIMIT:
            self.clear()
        found = self[code] = _original_role(chr(code))
        return found


class _Folds(dict[int, str]):
    """Code point -> its folded form; right only for characters whose role is not ``x``."""

    def __missing__(self, code: int) -> str:
        if len(self) > _CACHE_LIMIT:
            self.clear()
        char = chr(code)
        found = self[code] = " " if unicodedata.category(char) == "Cs" else fold(char)
        return found


class _Joins(dict[str, bool]):
    """Character -> whether it belongs to the cluster that the character before it began."""

    def __missing__(self, char: str) -> bool:
        if len(self) > _CACHE_LIMIT:
            self.clear()
        first = unicodedata.normalize("NFKC", char)[:1]
        joins = is_ignorable(char) or unicodedata.category(first).startswith("M")
        found = self[char] = joins or (is_jamo(first) and not is_leading_jamo(first))
        return found


SHAPES = _Shapes()
FOLDS = _Folds()
JOINS = _Joins()
