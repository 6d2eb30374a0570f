"""Cuts a text into words, signs and numbers as the time grammar sees them.

A run of characters around a digit is read as a whole or not at all: `v2.3.1`, `192.168.1.10`, `$5`, `3/4`
and `10-4` are one opaque token each, and no part of them can be taken for a day or a year.
"""

from __future__ import annotations

import re
from enum import Enum
from functools import lru_cache

from vademecum.model.value import value
from vademecum.planning.temporal.numerals import MOST_CHARACTERS, classify
from vademecum.text.folding import bare
from vademecum.text.scripts import fold

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from vademecum.planning.temporal.numerals import Numeral

# Letters that are written without spaces stand alone: Han, Kana and their kin.
_HAN = "\u3005-\u3007\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff"
# Vowel signs and other marks, which `\w` leaves out though no Indic word is whole without them.
_MARKS = (
    "\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u064b-\u065f"
    "\u0900-\u0903\u093a-\u094f\u0951-\u0957\u0962\u0963\u200c\u200d"
)
# What may stand inside a run with digits and then belongs to it.
_BOUND = r".,:/\\+\-#@$€£¥₹%'’°&=~^_"
_LETTER = rf"(?:[^\W\d_{_HAN}]|[{_MARKS}])"
_PIECE = re.compile(
    rf"(?P<solid>[A-Za-z\u00c0-\u024f\u0300-\u036f\d{_BOUND}]+)|(?P<word>{_LETTER}+)|(?P<han>[{_HAN}])|(?P<sign>\S)"
)
_INNER = re.compile(rf"(?P<word>{_LETTER}+)|(?P<sign>\S)")
_DIGIT = re.compile(r"\d")
_LEADING = "'’\"(.,:-"
_TRAILING = "'’.,:;-"
_SHORT_YEAR = re.compile(r"['’]\d{2}(?!\d)")  # '26 and '90s
_OWNING = re.compile(r"(?<=\d)['’][sS]$")  # 2025's


class Sort(Enum):
    """What a token is to the grammar."""

    WORD = 0
    SIGN = 1
    NUMERAL = 2
    OPAQUE = 3


@value
class Token:
    """One token; `text` is folded and without accents, offsets are those within its chunk."""

    sort: Sort
    text: str
    start: int
    end: int
    numeral: Numeral | None


_MEMO_CHUNK = 48
"""Longest chunk in characters that is remembered."""


def tokenise(text: str) -> tuple[list[Token], list[int]]:
    """Tokens in text order, and where the chunk of each begins; linear in the length of the text.

    A chunk is a run without white space. What it holds depends on nothing outside it, and most chunks of a
    dialogue were said before.
    """
    found: list[Token] = []
    begins: list[int] = []
    at = 0
    for chunk in text.split():
        at = text.index(chunk, at)
        known = _known_tokens(chunk) if len(chunk) <= _MEMO_CHUNK else _tokens(chunk)
        found += known
        begins += [at] * len(known)
        at += len(chunk)
    return found, begins


def _tokens(chunk: str) -> tuple[Token, ...]:
    if chunk.isascii() and chunk.isalpha():
        return (Token(Sort.WORD, chunk.lower(), 0, len(chunk), None),)
    found: list[Token] = []
    for match in _PIECE.finditer(chunk):
        piece, start = match.group(), match.start()
        match match.lastgroup:
            case "solid" if _DIGIT.search(piece):
                found += _solid(piece, start)
            case "solid":
                # A letter with a foreign mark begins in one run and ends in the next.
                found += _words(piece, start)
            case "sign":
                found.append(Token(Sort.SIGN, _APOSTROPHE.get(piece, piece), start, match.end(), None))
            case "han":
                found.append(Token(Sort.WORD, _folded_letter(piece), start, match.end(), None))
            case _:
                found.append(Token(Sort.WORD, _folded(piece), start, match.end(), None))
    return tuple(found)


_known_tokens = lru_cache(maxsize=1 << 13)(_tokens)


def _words(piece: str, start: int) -> Iterator[Token]:
    for match in _INNER.finditer(piece):
        sort = Sort.WORD if match.lastgroup == "word" else Sort.SIGN
        yield Token(sort, _folded(match.group()), start + match.start(), start + match.end(), None)


_APOSTROPHE = {"’": "'", "ʼ": "'", "‘": "'"}


def _folded(word: str) -> str:
    if word in _APOSTROPHE:
        return "'"
    if word.isascii():
        return word.lower()
    # Of one letter the accent stays: French `à` introduces a time, English `a` does not.
    folded = fold(word)
    return folded if len(folded) == 1 else bare(folded) or word


_folded_letter = lru_cache(maxsize=1 << 13)(_folded)
"""A sentence without spaces is never said twice, its letters are."""


def _solid(piece: str, start: int) -> Iterator[Token]:
    """A run with digits: the signs around it, and between them what it says as a whole."""
    left = len(piece) - len(piece.lstrip(_LEADING))
    if _SHORT_YEAR.match(piece, left - 1) and left:
        left -= 1
    right = len(piece.rstrip(_TRAILING))
    if _OWNING.search(piece, left, right):
        right -= 2
    yield from _signs(piece, 0, left, start)
    yield from _numerals(piece[left:right], start + left)
    yield from _signs(piece, right, len(piece), start)


def _signs(piece: str, left: int, right: int, start: int) -> Iterator[Token]:
    for at in range(left, right):
        yield Token(Sort.SIGN, _APOSTROPHE.get(piece[at], piece[at]), start + at, start + at + 1, None)


def _numerals(core: str, start: int) -> Iterator[Token]:
    folded = _folded(core)
    parts = classify(folded) if len(folded) == len(core) <= MOST_CHARACTERS else None
    if parts is None:
        yield Token(Sort.OPAQUE, folded, start, start + len(core), None)
        return
    at = 0
    for width, what in parts:
        sort = Sort.NUMERAL if what else Sort.WORD if folded[at].isalpha() else Sort.SIGN
        yield Token(sort, folded[at : at + width], start + at, start + at + width, what)
        at += width


__all__ = ["Sort", "Token", "tokenise"]
