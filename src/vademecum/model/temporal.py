"""Stretches of time that a text speaks of, and the words by which they are known."""

from __future__ import annotations

from enum import Enum

from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Container, Mapping
    from datetime import datetime


class Grain(Enum):
    """How exactly a time was said."""

    SECOND = "second"
    MINUTE = "minute"
    HOUR = "hour"
    PART = "part of day"
    DAY = "day"
    WEEKEND = "weekend"
    WEEK = "week"
    MONTH = "month"
    QUARTER = "quarter"
    SEASON = "season"
    HALF = "half-year"
    YEAR = "year"
    DECADE = "decade"
    CENTURY = "century"


class Unreadable(Enum):
    """Why a time phrase gives no window."""

    AMBIGUOUS = "day and month could stand in either order"
    IMPOSSIBLE = "there is no such time"
    BEYOND = "outside the calendar, years 1 to 9999"
    VAGUE = "no span that everybody would agree on"
    MOVABLE = "falls on another day every year"
    UNANCHORED = "counts from a moment that is not said"


@value
class Window:
    """A stretch of time, half-open.

    Attributes:
        after: its first moment; None when it has no beginning (`before March`).
        before: the first moment behind it; None when it has no end (`after March`). Both carry the zone's
            offset of that moment as a fixed one, so that comparing and subtracting are exact across DST.
        label: a founding label (`last week`) or the time in ISO form (`2026-03`, `since 2025-12-25`), the
            same in every language.
        grain: how exactly it was said.
        start, end: offsets in code points of what was read as this time.
    """

    after: datetime | None
    before: datetime | None
    label: str
    grain: Grain
    start: int
    end: int


@value
class Unread:
    """A phrase that speaks of a time and cannot be read.

    Attributes:
        start, end: offsets in code points.
    """

    why: Unreadable
    start: int
    end: int


@value
class TimeReading:
    """The times of a text, in text order.

    Attributes:
        windows: the first is the one that is meant; the others are alternates. A time that could lie on
            either side of now (`on Friday`) gives two with the same offsets, the likelier one first.
        unread: what was recognised and could not be read.
    """

    windows: tuple[Window, ...]
    unread: tuple[Unread, ...]


@value
class TimePhrase:
    """Words that play one role in a time.

    Attributes:
        words: folded, without accents unless it is one letter, one character each in Han script.
        lang: primary BCP 47 code of the language in which they do.
        role: what they do (`month`, `unit`, `since`, …); the head of lexicon/time/en.txt describes each.
        name, number: what they stand for within the role.
        weak: they mean other things too, and need company to speak of a time (`may`, `fall`).
        local: they do so only in a text of this language (French `hier` is German for *here*).
    """

    words: tuple[str, ...]
    lang: str
    role: str
    name: str
    number: int
    weak: bool
    local: bool


@value(kw_only=True)
class TimeWords:
    """The words of time of every language.

    Attributes:
        phrases: first word -> the phrases that begin with it, longest first.
        vocabulary: gives the words that may stand in a phrase: all that do, and others where that is cheaper.
        heads: first words of the phrases that make a time.
        anchors: words of which a time needs one in a text of ASCII letters -> sets of words of which it then
            needs one whole; none when the word alone will do.
        signs: language -> words that tell it from the others.
        day_first: languages that write the day before the month in numeric dates.
    """

    phrases: Mapping[str, tuple[TimePhrase, ...]]
    vocabulary: Callable[[], Container[str]]
    heads: frozenset[str]
    anchors: Mapping[str, tuple[frozenset[str], ...]]
    signs: Mapping[str, frozenset[str]]
    day_first: frozenset[str]
