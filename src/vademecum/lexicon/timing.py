"""Reads the words of time; the head of time/en.txt describes the lines of its files."""

from __future__ import annotations

import os

from vademecum.model.temporal import TimePhrase, TimeWords
from vademecum.text.folding import bare

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_FOLDER = os.path.join(os.path.dirname(__file__), "time")
_LANGUAGES = ("en", "de", "es", "fr", "zh", "hi")
"""The order in which readings of equal length are preferred."""

_ANCHORS = frozenset(
    {
        "century", "decade", "either", "half", "holiday", "month", "movable", "now", "part", "quarter",
        "season", "unit", "units", "vague", "weekday", "whole", "window",
    }
)  # fmt: skip


def load_time_words() -> TimeWords:
    """The shipped words; six small files are read at each call."""
    phrases: dict[str, list[TimePhrase]] = {}
    signs: dict[str, frozenset[str]] = {}
    day_first: set[str] = set()
    for lang in _LANGUAGES:
        for head, line in _lines(lang):
            if head == "signs":
                signs[lang] = frozenset(map(_bare, line.split(" | ")))
            elif head == "numeric":
                day_first.update([lang] if line == "day first" else [])
            else:
                for phrase in _phrases(lang, head, line):
                    phrases.setdefault(phrase.words[0], []).append(phrase)
    return TimeWords(
        phrases={word: tuple(sorted(each, key=_longest)) for word, each in phrases.items()},
        anchors=frozenset([p.words[-1] for each in phrases.values() for p in each if p.role in _ANCHORS]),
        signs=signs,
        day_first=frozenset(day_first),
    )


def _longest(phrase: TimePhrase) -> int:
    return -len(phrase.words)


def _phrases(lang: str, head: str, line: str) -> Iterator[TimePhrase]:
    role, *parts = head.split(" ")
    kind = role.rstrip("?!")
    number = int(parts.pop()) if parts and parts[-1].lstrip("-").isdigit() else 0
    name = " ".join(parts)
    for form in line.split(" | "):
        yield TimePhrase(_words(form), lang, kind, name, number, "?" in role, "!" in role)


def _words(form: str) -> tuple[str, ...]:
    if form.isascii():
        return tuple(form.split(" "))
    if "\u3007" <= form[0] <= "\u9fff":
        return tuple(form)
    return tuple(map(_bare, form.split(" ")))


def _bare(word: str) -> str:
    return word if len(word) == 1 else bare(word)


def _lines(lang: str) -> Iterator[tuple[str, str]]:
    with open(os.path.join(_FOLDER, f"{lang}.txt"), "rb") as file:
        for line in file.read().decode().split("\n"):
            if line and not line.startswith("#"):
                head, _, rest = line.partition(": ")
                yield head, rest
