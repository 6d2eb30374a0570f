"""The walk over a text: where a time phrase may begin, which language reads most of it, what it gives."""

from __future__ import annotations

import re

from vademecum.model.temporal import TimeReading, Unread, Window
from vademecum.model.value import value
from vademecum.planning.temporal.calendar import calendar_at
from vademecum.planning.temporal.lines import Lines
from vademecum.planning.temporal.numerals import HAN_NUMERALS
from vademecum.planning.temporal.relations import phrase
from vademecum.planning.temporal.tokens import Sort, tokenise
from vademecum.planning.temporal.view import View

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime, tzinfo

    from vademecum.model.temporal import TimeWords
    from vademecum.planning.temporal.calendar import Calendar
    from vademecum.planning.temporal.phrases import Phrase

_NOTHING = TimeReading((), ())

MOST_TRIED, MOST_FOUND = 200, 32
"""Places at which a time may begin, and times, that are read: each takes up to a millisecond, and a text that
has more is a table of figures."""

_DIGIT = re.compile(r"\d")
_WORD = re.compile(r"[a-z]+")


def windows(text: str, now: datetime, zone: tzinfo, words: TimeWords) -> TimeReading:
    """Every stretch of time that a text speaks of, in any of the languages of `words`.

    Days run from midnight to midnight in `zone`. Any text is legal; the work is linear in its length, and a
    short text in Latin letters without a digit or a word of time costs a few microseconds.

    Args:
        now: the present, with an offset.
    """
    if not may_speak_of_time(text, words):
        return _NOTHING
    calendar = calendar_at(now, zone)
    lines = Lines(*tokenise(text), words)
    found: list[Window] = []
    unread: list[Unread] = []
    for read in _walk(lines, calendar):
        start, end = lines.offsets(read.start, read.end)
        found += [Window(s.after, s.before, s.label, s.grain, start, end) for s in read.phrase.stretches]
        if read.phrase.why:
            unread.append(Unread(read.phrase.why, start, end))
    return TimeReading(tuple(found), tuple(unread))


def may_speak_of_time(text: str, words: TimeWords) -> bool:
    """Whether it is worth looking: false only of a text without a time."""
    if not text.isascii() or _DIGIT.search(text):
        return True
    said = set(_WORD.findall(text.lower()))
    for anchor in words.anchors.keys() & said:
        needed = words.anchors[anchor]
        if not needed or any(map(said.issuperset, needed)):
            return True
    return False


@value
class _Read:
    """A phrase and the tokens it was read from."""

    phrase: Phrase
    start: int
    end: int


def _walk(lines: Lines, calendar: Calendar) -> Iterator[_Read]:
    tried = found = 0
    for start, end in lines.runs():
        at = start
        while at < end and tried < MOST_TRIED and found < MOST_FOUND:
            behind = lines.blocked(at)
            if not behind and lines.may_begin(at):
                behind = lines.idiom(at)
                tried += 1
                read = None if behind else _longest(lines, calendar, at)
                if read:
                    yield read
                    found += 1
                    behind = read.end
            at = max(behind, at + 1)


def _longest(lines: Lines, calendar: Calendar, at: int) -> _Read | None:
    best: Phrase | None = None
    for lang in _languages(lines, at):
        if not lines.near(lang, at):
            continue
        found = phrase(View(lines, lang, calendar, at), at)
        if found and (best is None or found.end > best.end or (found.end == best.end and lines.is_in(lang))):
            best = found
    if best is None or not lines.stands_alone(at, best.end):
        return None
    return _Read(best, at, best.end)


def _languages(lines: Lines, at: int) -> Sequence[str]:
    """The languages that have something to say about the words at a place, or about what follows a number."""
    places = [at]
    langs: list[str] = []
    if lines.tokens[at].sort is Sort.NUMERAL:
        places += [at + 1, at + 2, at + 3]
        langs.append(_ANY)
    elif lines.tokens[at].text in HAN_NUMERALS:
        places += range(at + 1, at + 6)
    langs += [found.lang for place in places for found, _ in lines.phrases(place) if found.role not in _IDLE]
    return list(dict.fromkeys(langs))


_IDLE = frozenset({"closing", "counted", "every", "future", "habit", "numbered"})
"""Roles with which no time begins."""

_ANY = "en"
"""A date in figures is the same in every language."""
