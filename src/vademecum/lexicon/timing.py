"""Reads the words of time; the head of time/en.txt describes the lines of its files."""

from __future__ import annotations

import os
from collections.abc import Container, Mapping

from vademecum.model.temporal import TimePhrase, TimeWords
from vademecum.text.folding import bare

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

_FOLDER = os.path.join(os.path.dirname(__file__), "time")
_LANGUAGES = ("en", "de", "es", "fr", "zh", "hi")
"""The order in which readings of equal length are preferred."""

_ANCHORS = frozenset(
    {
        "century", "decade", "either", "half", "holiday", "month", "movable", "now", "part", "quarter",
        "season", "unit", "units", "vague", "weekday", "whole", "window",
    }
)  # fmt: skip


class _Anything(Container[str]):
    """Holds every word."""

    def __contains__(self, word: object) -> bool:
        return True


class _Phrases(Mapping[str, tuple[TimePhrase, ...]]):
    """First word -> phrases; each is made when it is first asked for, which most of them never are."""

    def __init__(self) -> None:
        self._lines: dict[str, list[tuple[str, str, str]]] = {}
        self._made: dict[str, tuple[TimePhrase, ...]] = {}
        self._words: Container[str] | None = None

    def add(self, lang: str, head: str, form: str) -> str:
        """Keep a form under its first word, which is given back."""
        first = form.partition(" ")[0] if not _is_han(form) else form[0]
        word = first if first.isascii() else _bare(first)
        self._lines.setdefault(word, []).append((lang, head, form))
        return word

    def words(self) -> Container[str]:
        """Every word of every form; who asks first is told that any word may be one.

        A process that reads one text would pay 2 ms for a set that saves it 0.1.
        """
        if self._words is None:
            self._words = _Anything()
        elif isinstance(self._words, _Anything):
            forms = [form for lines in self._lines.values() for _, _, form in lines]
            plain = " ".join([form for form in forms if form.isascii()]).split(" ")
            others = [word for form in forms if not form.isascii() for word in _words(form)]
            self._words = frozenset((*plain, *others))
        return self._words

    def __getitem__(self, word: str) -> tuple[TimePhrase, ...]:
        made = self._made.get(word)
        if made is None:
            made = tuple(sorted([_phrase(*line) for line in self._lines[word]], key=_longest))
            self._made[word] = made
        return made

    def get(self, word: str, default: Any = None, /) -> Any:
        """As of every mapping, without an exception for each of the words that are none of time."""
        return self[word] if word in self._lines else default

    def __contains__(self, word: object) -> bool:
        return word in self._lines

    def __iter__(self) -> Iterator[str]:
        return iter(self._lines)

    def __len__(self) -> int:
        return len(self._lines)


def load_time_words() -> TimeWords:
    """The shipped words; six small files are read at each call."""
    phrases = _Phrases()
    anchors: dict[str, set[str]] = {}
    heads: set[str] = set()
    signs: dict[str, frozenset[str]] = {}
    day_first: set[str] = set()
    for lang in _LANGUAGES:
        for head, line in _lines(lang):
            forms = line.split(" | ")
            if head == "signs":
                signs[lang] = frozenset(map(_bare, forms))
            elif head == "numeric":
                day_first.update([lang] if line == "day first" else [])
            else:
                first = [phrases.add(lang, head, form) for form in forms]
                if head.partition(" ")[0].rstrip("?!") in _ANCHORS:
                    heads.update(first)
                    _anchor(forms, anchors)
    return TimeWords(
        phrases=phrases,
        vocabulary=phrases.words,
        heads=frozenset(heads),
        anchors={last: _needed(before) for last, before in anchors.items()},
        signs=signs,
        day_first=frozenset(day_first),
    )


def _anchor(forms: list[str], anchors: dict[str, set[str]]) -> None:
    """Note the last word of each form with those before it, as a text in ASCII would have them."""
    for form in forms:
        said = form if form.isascii() else "" if _is_han(form) else " ".join(map(_bare, form.split(" ")))
        before, _, last = said.rpartition(" ")
        if said.isascii() and last.isalpha():
            anchors.setdefault(last, set()).add(before)


def _needed(before: set[str]) -> tuple[frozenset[str], ...]:
    """What else a text must hold for a word to be an anchor in it; empty when it is one alone."""
    if "" in before:
        return ()
    return tuple(
        [frozenset([word for word in words.split(" ") if word.isalpha()]) for words in sorted(before)]
    )


def _longest(phrase: TimePhrase) -> int:
    return -len(phrase.words)


def _phrase(lang: str, head: str, form: str) -> TimePhrase:
    role, *parts = head.split(" ")
    number = int(parts.pop()) if parts and parts[-1].lstrip("-").isdigit() else 0
    return TimePhrase(
        _words(form), lang, role.rstrip("?!"), " ".join(parts), number, "?" in role, "!" in role
    )


def _words(form: str) -> tuple[str, ...]:
    if form.isascii():
        return tuple(form.split(" "))
    return tuple(form) if _is_han(form) else tuple(map(_bare, form.split(" ")))


def _is_han(form: str) -> bool:
    return "\u3007" <= form[0] <= "\u9fff"


def _bare(word: str) -> str:
    return word if len(word) == 1 else bare(word)


def _lines(lang: str) -> Iterator[tuple[str, str]]:
    with open(os.path.join(_FOLDER, f"{lang}.txt"), "rb") as file:
        for line in file.read().decode().split("\n"):
            if line and not line.startswith("#"):
                head, _, rest = line.partition(": ")
                yield head, rest
