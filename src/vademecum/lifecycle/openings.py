"""Forms of words as patterns: `lexicon/saying/README.txt` says what their signs mean."""

from __future__ import annotations

import re

from vademecum.text.scripts import Script, is_unspaced, script_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from vademecum.model.saying import Opener, Sayings

BORDER = r"(?![\w\u0900-\u0963])"
"""Behind a word: Devanagari signs of vowels belong to it, though `\\w` knows them not."""

_START = r"(?<![\w\u0900-\u0963])"

_VALUE = r"(?P<v>[^,;，；]{1,80}?)"
_MORE = r"[^,;，；]{1,80}?"
_NOUN = r"(?P<noun>[^\s,，;:]{1,30}?(?:\s+[^\s,，;:]{1,30}){0,2}?)"
_SPACE = r"(?:\s+|(?<=['’])\s*)"
_SIGN = re.compile(r"[\s*\[({<#,:]")
"""Signs and spaces of a form; two spaces may stand where a form has one."""

_MARKS = {",": r"\s*[,，、]\s*", ":": r"\s*[:：]\s*"}


class Opening:
    """A form as a pattern, which is made when the words it begins with are met.

    Attributes:
        opener: the form.
        runs_on: what is told runs on behind the match.
        leading: what a clause must begin with, lower case, up to the first sign of the form.
    """

    __slots__ = ("_kin", "_pattern", "leading", "opener", "runs_on")

    def __init__(self, opener: Opener, kin: str) -> None:
        self.opener = opener
        self.runs_on = opener.form.endswith("*")
        self.leading: str = _SIGN.split(opener.form.lower(), maxsplit=1)[0]
        self._kin = kin
        self._pattern: re.Pattern[str] | None = None

    @property
    def pattern(self) -> re.Pattern[str]:
        """To be matched where a clause begins; `v` is what is told, `kin` a relation, `noun` an attribute."""
        if self._pattern is None:
            form = self.opener.form
            written = _written(form[:-1] if self.runs_on else form, self._kin)
            # What is told must be there; a word must not go on.
            end = r"(?=\S)" if self.runs_on else "" if is_wide(form) else BORDER
            self._pattern = re.compile(written + end, re.IGNORECASE)
        return self._pattern


class Openings:
    """The forms of a language."""

    def __init__(self, sayings: Sayings) -> None:
        kin = "|".join(map(literal, longest_first(sayings.kin)))
        self._by_first: dict[str, list[Opening]] = {}
        for opener in sayings.openers:
            opening = Opening(opener, kin)
            self._by_first.setdefault(opening.leading[:1], []).append(opening)

    def at(self, sentence: str, lowered: str, place: int) -> Iterator[tuple[Opening, re.Match[str]]]:
        """The forms that stand at a place of a sentence.

        Args:
            lowered: the sentence in lower case, as long as it is, with plain spaces and apostrophes.
        """
        for first in (lowered[place : place + 1], ""):
            for opening in self._by_first.get(first, ()):
                if lowered.startswith(opening.leading, place):
                    match = opening.pattern.match(sentence, place)
                    if match is not None:
                        yield opening, match


def lowered(sentence: str) -> str:
    """A sentence in lower case, character by character, so that every place stays what it is."""
    lower = sentence.lower()
    if len(lower) != len(sentence):
        lower = "".join([char.lower() if len(char.lower()) == 1 else char for char in sentence])
    return re.sub(r"\s", " ", lower).replace("’", "'")


def any_of(phrases: Iterable[str]) -> str:
    """An alternation of plain phrases, longest first, each of whole words where words have borders."""
    return "|".join([_whole(phrase) for phrase in longest_first(phrases)])


def is_wide(phrase: str) -> bool:
    """Whether it is of a script in which no space stands between words."""
    return any(is_unspaced(char) and script_of(char) is not Script.HANGUL for char in phrase)


def longest_first(phrases: Iterable[str]) -> Sequence[str]:
    """The phrases, so that none is hidden by one that begins it."""
    return sorted(phrases, key=len, reverse=True)


def _written(form: str, kin: str) -> str:
    """The pattern of a form, without what must stand behind it."""
    parts: list[str] = []
    place, told = 0, False
    while place < len(form):
        char = form[place]
        if char in "[({#" and (char != "#" or form[place + 1 : place + 2] == "{"):
            place, part = _group(form, place, kin)
            parts.append(part)
            continue
        if char == " " and form[place + 1 : place + 2] == "[" and _closing(form, place + 1) == len(form) - 1:
            inner = _alternatives(form[place + 2 : -1], kin)
            return "".join(parts) + rf"(?:\s+(?:{inner}))?"
        if form.startswith("<kin>", place):
            parts.append(rf"(?P<kin>{kin})")
            place += len("<kin>")
            continue
        if char == "*":
            inflected = place > 0 and form[place - 1].isascii() and form[place - 1].isalpha()
            parts.append(r"\w*" if inflected else _MORE if told else _VALUE)
            told = told or not inflected
        else:
            parts.append(_sign(form, place))
        place += 1
    return "".join(parts)


def _sign(form: str, place: int) -> str:
    char = form[place]
    if char == "#":
        return _NOUN
    if char in _MARKS:
        return _MARKS[char]
    if char == " ":
        beside = form[place - 1 : place] + form[place + 1 : place + 2]
        return "" if any(one in _MARKS for one in beside) else _SPACE
    return "['’]" if char == "'" else re.escape(char)


def _group(form: str, place: int, kin: str) -> tuple[int, str]:
    """The pattern of what stands in brackets, and where it goes on behind them."""
    named = form[place] == "#"
    start = place + named
    end = _closing(form, start)
    inner = _alternatives(form[start + 1 : end], kin)
    after = end + 1
    if named:
        return after, rf"(?P<noun>{inner})"
    if form[start] == "{":
        return after, rf"(?P<v>{inner})"
    if form[start] == "(":
        return after, rf"(?:{inner})"
    if form[after : after + 1] == " " and (place == 0 or form[place - 1] == " "):
        return after + 1, rf"(?:(?:{inner}){_SPACE})?"
    return after, rf"(?:{inner})?"


def _alternatives(inner: str, kin: str) -> str:
    parts: list[str] = []
    depth, begin = 0, 0
    for place, char in enumerate(inner):
        depth += (char in "[({") - (char in "])}")
        if char == "/" and depth == 0:
            parts.append(inner[begin:place])
            begin = place + 1
    return "|".join([_written(one, kin) for one in longest_first([*parts, inner[begin:]])])


def _closing(form: str, start: int) -> int:
    """Where the bracket at `start` is closed."""
    depth = 0
    for place in range(start, len(form)):
        depth += (form[place] in "[({") - (form[place] in "])}")
        if depth == 0:
            return place
    raise ValueError(f"a bracket is not closed in {form!r}")


def literal(phrase: str) -> str:
    """A plain phrase as a pattern, with any white space and either apostrophe; borders are the caller's."""
    return re.escape(phrase).replace(r"\ ", r"\s+").replace("'", "['’]")


def _whole(phrase: str) -> str:
    written = literal(phrase)
    return written if is_wide(phrase) else _START + written + BORDER
