"""Cuts a chunk into words, identifiers and pairs of characters: the one definition of a token.

Language plays no part here; `analyzer` adds stems.
"""

from __future__ import annotations

import re
from collections import namedtuple
from enum import IntEnum
from itertools import chain, pairwise

from vademecum.text.folding import Reading, read

TOKEN_LIMIT = 64
"""Longest token in code points; the same on the side of the index and of the query."""

_MEMO_LIMIT = 1 << 15
_MEMO_CHUNK = 48  # longer chunks (URLs, unspaced scripts) hardly ever repeat

_CLOSING = ",.;:!?"
"""Signs that belong to no token when they end a chunk."""

_WORD = "[uUd][uUdm]*"
_ATOM = rf"{_WORD}(?:\+\+(?![uUd])|\#(?![uUd]))?"
_JOIN = r"(?:_+|_*(?:://|::|\+\+|[/\\]\.?|[.:@+\#&-])_*)"
_LEAD = r"(?:(?<![^ ct])[.\#@$](?=[uUd]))?"
_SCAN = re.compile(rf"(?P<name>{_LEAD}{_ATOM}(?:{_JOIN}{_ATOM})*)|(?P<runs>[ct][ctm]*)")
_ATOMS = re.compile(_WORD)
_RUNS = re.compile("c[cm]*|t[tm]*")
_UNITS = re.compile("[ct]m*")
_WRITTEN = re.compile(f"{_WORD}|{_RUNS.pattern}")
_HUMPS = re.compile("(?<=[um])(?=U)|(?<=U)(?=Uuu)")
_INITIALS = re.compile(r"[uU](?:\.[uU])+")


class Form(IntEnum):
    """How a token came about."""

    WORD = 0  # a word, a part of an identifier, a pair of characters
    WHOLE = 1  # an identifier as it is written
    PIECE = 2  # only in the index: another spelling, or one character of a longer run


TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import NamedTuple

    class Part(NamedTuple):
        """A token before stemming; offsets are within the chunk.

        Attributes:
            spelling: a PIECE that spells the following words as one (`getusername`, `email`), as opposed to
                a single character.
        """

        form: Form
        text: str
        start: int
        end: int
        spelling: bool = False
else:
    Part = namedtuple("Part", "form text start end spelling", defaults=(False,))  # noqa: PYI024


def parts(chunk: str) -> list[Part]:
    """Tokens of a chunk by start; at one start WHOLE, then a PIECE spelling, the WORD, a character."""
    word = plain_word(chunk)
    if word is not None:
        return [Part(Form.WORD, word, 0, len(chunk) - (chunk[-1] in _CLOSING))]
    reading = read(chunk)
    found: list[Part] = []
    for match in _SCAN.finditer(reading.shape):
        if match.lastgroup == "name":
            _cut_name(reading, match.start(), match.end(), found)
        else:
            for run in _RUNS.finditer(reading.shape, match.start(), match.end()):
                _cut_run(reading, run.start(), run.end(), found)
    return found


def plain_word(chunk: str) -> str | None:
    """The token of a chunk that is one word of ASCII letters which nothing cuts, as most are, also before a
    sign that closes a clause; None for any other. Told in a tenth of the time.
    """
    word = chunk[:-1] if chunk[-1:] in _CLOSING else chunk
    if word.isascii() and word.isalpha() and (len(word) == 1 or word[1:].islower()):
        return word.lower()[:TOKEN_LIMIT]
    return None


def _part(reading: Reading, form: Form, start: int, end: int, text: str | None = None) -> Part:
    word = (reading.folded[start:end] if text is None else text)[:TOKEN_LIMIT]
    if reading.starts is None or reading.ends is None:
        return Part(form, word, start, end, form is Form.PIECE)
    return Part(form, word, reading.starts[start], reading.ends[end - 1], form is Form.PIECE)


def _cut_name(reading: Reading, start: int, end: int, found: list[Part]) -> None:
    shape = reading.shape
    atoms = [m.span() for m in _ATOMS.finditer(shape, start, end)]
    if len(atoms) > 1 and _INITIALS.fullmatch(shape, start, end):
        found.append(_initials(reading, start, end, atoms))
        return
    if atoms != [(start, end)]:
        found.append(_part(reading, Form.WHOLE, start, end))
        if len(atoms) == 2 and shape[atoms[0][1] : atoms[1][0]] == "-" and "d" not in shape[start:end]:
            joined = "".join([reading.folded[a:b] for a, b in atoms])
            found.append(_part(reading, Form.PIECE, start, end, joined))
    for first, last in atoms:
        _cut_humps(reading, first, last, found)


def _initials(reading: Reading, start: int, end: int, atoms: list[tuple[int, int]]) -> Part:
    """`U.S.A` and `e.g` are one word without dots, as they are often written."""
    letters = "".join([reading.folded[first:last] for first, last in atoms])
    return _part(reading, Form.WORD, start, end, letters)


def _cut_humps(reading: Reading, start: int, end: int, found: list[Part]) -> None:
    borders = [m.start() for m in _HUMPS.finditer(reading.shape, start, end) if m.start() > start]
    if borders:
        found.append(_part(reading, Form.WHOLE, start, end))
        found.append(_part(reading, Form.PIECE, start, end))
    for first, last in zip([start, *borders], [*borders, end], strict=True):
        found.append(_part(reading, Form.WORD, first, last))


def _cut_run(reading: Reading, start: int, end: int, found: list[Part]) -> None:
    units = _units(reading.shape, start, end)
    if len(units) == 1:
        found.append(_part(reading, Form.WORD, start, end))
        return
    folded, starts, ends = reading.folded, reading.starts, reading.ends
    spans = [(folded[first:last], first, last) for first, last in units]
    if starts is not None and ends is not None:
        spans = [(text, starts[first], ends[last - 1]) for text, first, last in spans]
    for (text, first, last), (following, _, second) in pairwise(spans):
        found.append(Part(Form.WORD, (text + following)[:TOKEN_LIMIT], first, second))
        found.append(Part(Form.PIECE, text[:TOKEN_LIMIT], first, last))
    text, first, last = spans[-1]
    found.append(Part(Form.PIECE, text[:TOKEN_LIMIT], first, last))


def _units(shape: str, start: int, end: int) -> list[tuple[int, int]]:
    """Characters of an unspaced run, each with its marks."""
    if "m" not in shape[start:end]:
        return list(zip(range(start, end), range(start + 1, end + 1), strict=True))
    return [m.span() for m in _UNITS.finditer(shape, start, end)]


def pairs_and_units(run: str) -> list[str]:
    """Texts of the tokens of an unspaced run without marks, in the order of `parts`."""
    found: list[str] = []
    for first, second in pairwise(run):
        found += (first + second, first)
    found.append(run[-1])
    return found


def length(chunk: str) -> int:
    """Words of a chunk as a reader counts them: parts of identifiers, two characters of an unspaced run.

    Most words of Han and Kana text have two characters, so half the pairs of a run straddle a border.
    """
    reading = read(chunk)
    count = 0
    for match in _SCAN.finditer(reading.shape):
        if match.lastgroup == "name":
            found: list[Part] = []
            _cut_name(reading, match.start(), match.end(), found)
            count += [part.form for part in found].count(Form.WORD)
        else:
            for run in _RUNS.finditer(reading.shape, match.start(), match.end()):
                count += run_length(len(_units(reading.shape, run.start(), run.end())))
    return count


def run_length(characters: int) -> int:
    """Words in an unspaced run of so many characters."""
    return (characters + 1) // 2


def segments(chunk: str) -> list[tuple[bool, str]] | None:
    """A chunk that holds unspaced scripts, as (unspaced, text) segments that can be read one by one.

    None when it holds none, or when its folding moves characters; then only `parts` is right.
    """
    if chunk.isascii():
        return None
    reading = read(chunk)
    folded, shape = reading.folded, reading.shape
    if reading.starts is not None or "m" in shape or ("c" not in shape and "t" not in shape):
        return None
    found: list[tuple[bool, str]] = []
    for match in _SCAN.finditer(shape):
        if match.lastgroup == "name":
            found.append((False, chunk[match.start() : match.end()]))
        else:
            found += [(True, folded[m.start() : m.end()]) for m in _RUNS.finditer(shape, *match.span())]
    return found


def _case_blind(reading: Reading) -> list[Part]:
    """The WORD tokens, but for a change of case, which splits no name."""
    found: list[Part] = []
    for match in _SCAN.finditer(reading.shape):
        start, end = match.span()
        if match.lastgroup == "name":
            atoms = [m.span() for m in _ATOMS.finditer(reading.shape, start, end)]
            if len(atoms) > 1 and _INITIALS.fullmatch(reading.shape, start, end):
                found.append(_initials(reading, start, end, atoms))
                continue
            found += [_part(reading, Form.WORD, first, last) for first, last in atoms]
            continue
        for run in _RUNS.finditer(reading.shape, start, end):
            _cut_run(reading, run.start(), run.end(), found)
    return [part for part in found if part.form is Form.WORD]


def exact_spans(chunk: str) -> list[tuple[str, int, int]]:
    """Like `exact_words` for one chunk, with offsets: (word, start, end)."""
    found = parts(chunk) if plain_word(chunk) is not None else _case_blind(read(chunk))
    return [(part.text, part.start, part.end) for part in found]


class _Memo(dict[str, tuple[str, ...]]):
    """Chunk -> its exact words, read when first asked for; whoever asks does so at the speed of C."""

    def __missing__(self, chunk: str) -> tuple[str, ...]:
        known = _exact(chunk)
        if len(chunk) <= _MEMO_CHUNK:
            if len(self) >= _MEMO_LIMIT:
                self.clear()
            self[chunk] = known
        return known


_memo = _Memo()


def _exact(chunk: str) -> tuple[str, ...]:
    word = chunk[:-1] if chunk[-1] in _CLOSING else chunk
    if word.isascii() and word.isalnum():  # most of what is new, in a tenth of the time
        return (word.lower()[:TOKEN_LIMIT],)
    split = segments(chunk)
    if split is None:
        return tuple([part.text for part in _case_blind(read(chunk))])
    found: list[str] = []
    for unspaced, text in split:
        if not unspaced:
            found += exact_words(text)
        elif len(text) == 1:
            found.append(text)
        else:
            found += [first + second for first, second in pairwise(text)]
    return tuple(found)


def exact_words(text: str) -> list[str]:
    """Folded, unstemmed words in text order, whatever the case: `GitHub` and `github` are one word.

    Runs of unspaced scripts are pairs of characters, so a name inside a longer run is still a sequence of
    its tokens. Parts of identifiers are separate words, as in `parts`, except that case never splits.
    """
    return list(chain.from_iterable(map(_memo.__getitem__, text.split())))


def written_words(text: str, *, most: int) -> list[str]:
    """The first words as they are written: folded, uncut by case, runs of unspaced scripts in one piece."""
    words: list[str] = []
    for chunk in text.split():
        reading = read(chunk)
        for match in _WRITTEN.finditer(reading.shape):
            words.append(reading.folded[match.start() : match.end()])
            if len(words) == most:
                return words
    return words
