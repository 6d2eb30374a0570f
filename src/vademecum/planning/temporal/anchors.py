"""Times as they are said: a place in a year, a month or a week, and what narrows it."""

from __future__ import annotations

from calendar import monthrange
from datetime import date, timedelta
from enum import Enum

from vademecum.model.temporal import Grain, Unreadable
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime
    from typing import TypeVar

    Made = TypeVar("Made")


class Cycle(Enum):
    """What a time comes back in."""

    ONCE = 0
    YEARLY = 1
    MONTHLY = 2
    WEEKLY = 3
    EITHER = 4  # the same number of days before or after today (Hindi कल)


class Narrow(Enum):
    """A piece of a longer time."""

    EARLY = "early"
    MIDDLE = "middle"
    LATE = "late"


@value
class Anchor:
    """A time in days, as far as it was said.

    Attributes:
        place: where it lies in its cycle. ONCE: first day and the one behind the last, as ordinals.
            YEARLY: number of the month, quarter, season, half or week, or month and day. MONTHLY: the day.
            WEEKLY: 0 is Monday, 5 with grain WEEKEND the weekend. EITHER: the number of days.
        year: the year of a YEARLY one, when it was said.
        narrow: only a piece of it.
        part: the part of the day, a name in `PARTS`.
        clock: hour and minute.
        founding: the label of a founding window that it stands for unless something is added to it.
    """

    grain: Grain
    cycle: Cycle
    place: tuple[int, ...]
    year: int | None = None
    narrow: Narrow | None = None
    part: str | None = None
    clock: tuple[int, int] | None = None
    founding: str | None = None


@value
class Stretch:
    """A time between two moments; `label` says how."""

    after: datetime | None
    before: datetime | None
    grain: Grain
    label: str


class Unfit(Exception):  # says what it is
    """A time that cannot be worked out; never leaves the room."""

    def __init__(self, why: Unreadable) -> None:
        super().__init__(why.value)
        self.why = why


def fit(make: Callable[[], Made]) -> Made | Unreadable:
    """What `make` gives, or why there is no such time."""
    try:
        return make()
    except Unfit as unfit:
        return unfit.why
    except (ValueError, OverflowError):  # `datetime` knows the years 1 to 9999
        return Unreadable.BEYOND


PARTS = {"morning": (5, 12), "noon": (11, 14), "afternoon": (12, 18), "evening": (17, 24), "night": (20, 29)}
"""Hours from the day's midnight. They overlap as the words do: nobody agrees where an evening begins."""

SEASONS = ("spring", "summer", "autumn", "winter")
"""Meteorological ones of the northern hemisphere, from 1 March on; a winter ends in the following year."""

_LEAP_CYCLE = 8
"""Years from one 29 February to the next, at most (1896 to 1904)."""


def once(first: date, days: int, grain: Grain) -> Anchor:
    """The days from `first` on."""
    return Anchor(grain, Cycle.ONCE, (first.toordinal(), first.toordinal() + days))


def whole(day: date, grain: Grain, shift: int) -> Anchor:
    """The unit that holds a day, moved by so many units; a month that is too short gives its last day."""
    match grain:
        case Grain.DAY:
            return once(day + timedelta(shift), 1, grain)
        case Grain.WEEK:
            return once(day + timedelta(7 * shift - day.weekday()), 7, grain)
        case Grain.WEEKEND:
            return once(day + timedelta(7 * shift + 5 - day.weekday()), 2, grain)
        case Grain.MONTH:
            year, month = divmod(day.year * 12 + day.month - 1 + shift, 12)
            return _months(year, month + 1, 1, grain)
        case Grain.QUARTER:
            year, quarter = divmod(day.year * 4 + (day.month - 1) // 3 + shift, 4)
            return _months(year, 3 * quarter + 1, 3, grain)
        case Grain.HALF:
            year, half = divmod(day.year * 2 + (day.month - 1) // 6 + shift, 2)
            return _months(year, 6 * half + 1, 6, grain)
        case Grain.DECADE:
            return _months((day.year // 10 + shift) * 10, 1, 120, grain)
        case Grain.CENTURY:
            return _months(((day.year - 1) // 100 + shift) * 100 + 1, 1, 1200, grain)
        case _:
            return _months(day.year + shift, 1, 12, Grain.YEAR)


def _months(year: int, month: int, count: int, grain: Grain) -> Anchor:
    first = date(year, month, 1)
    return once(first, (_later(first, count) - first).days, grain)


def in_year(anchor: Anchor, year: int) -> tuple[int, int] | None:
    """First day and the one behind the last of a YEARLY anchor; None when that year has no such day."""
    number = anchor.place[0]
    match anchor.grain:
        case Grain.DAY:
            day = anchor.place[1]
            if not (1 <= number <= 12 and 1 <= day <= monthrange(year, number)[1]):
                return None
            found = once(date(year, number, day), 1, Grain.DAY)
        case Grain.WEEK:
            if not 1 <= number <= date(year, 12, 28).isocalendar().week:
                return None
            found = once(date.fromisocalendar(year, number, 1), 7, Grain.WEEK)
        case Grain.QUARTER:
            found = _months(year, 3 * number - 2, 3, Grain.QUARTER)
        case Grain.SEASON:
            found = _months(year, 3 * number, 3, Grain.SEASON)
        case Grain.HALF:
            found = _months(year, 6 * number - 5, 6, Grain.HALF)
        case _:
            if not 1 <= number <= 12:
                return None
            found = _months(year, number, 1, Grain.MONTH)
    return found.place[0], found.place[1]


def occurrence(anchor: Anchor, today: date, at: int) -> tuple[int, int] | None:
    """The days of the cycle `at` cycles from the present one; None when it has none."""
    match anchor.cycle:
        case Cycle.ONCE:
            return anchor.place[0], anchor.place[1]
        case Cycle.YEARLY:
            return in_year(anchor, today.year + at)
        case Cycle.MONTHLY:
            year, month = divmod(today.year * 12 + today.month - 1 + at, 12)
            if not 1 <= anchor.place[0] <= monthrange(year, month + 1)[1]:
                return None
            day = date(year, month + 1, anchor.place[0]).toordinal()
            return day, day + 1
        case Cycle.WEEKLY:
            day = today.toordinal() - today.weekday() + 7 * at + anchor.place[0]
            return day, day + (2 if anchor.grain is Grain.WEEKEND else 1)
        case Cycle.EITHER:
            day = today.toordinal() + anchor.place[0] * (1 if at > 0 else -1)
            return day, day + 1


def _pick(anchor: Anchor, today: date, order: range, *, begun: bool, whole: bool) -> tuple[int, int]:
    now = today.toordinal()
    for at in order:
        found = occurrence(anchor, today, at)
        if found and ((found[1] if whole else found[0]) <= now) is begun:
            return found
    raise Unfit(Unreadable.IMPOSSIBLE)


def latest(anchor: Anchor, today: date, *, complete: bool = False, back: int = 0) -> tuple[int, int]:
    """The last one that has begun (or is over), or the one so many before it.

    Raises:
        Unfit: there is no such day in any year.
    """
    found = _pick(anchor, today, range(1, -2 - _LEAP_CYCLE, -1), begun=True, whole=complete)
    while back:
        found = _pick(anchor, date.fromordinal(found[0]), range(1, -10, -1), begun=True, whole=True)
        back -= 1
    return found


def earliest(anchor: Anchor, today: date, *, ahead: int = 0) -> tuple[int, int]:
    """The first one that is still to begin, or the one so many after it.

    Raises:
        Unfit: there is no such day in any year.
    """
    found = _pick(anchor, today, range(-1, 2 + _LEAP_CYCLE), begun=False, whole=False)
    while ahead:
        found = _pick(anchor, date.fromordinal(found[0]), range(-1, 10), begun=False, whole=False)
        ahead -= 1
    return found


def present(anchor: Anchor, today: date) -> tuple[int, int]:
    """The one that is going on, else that of the present year, month or week.

    Raises:
        Unfit: the present cycle has no such day.
    """
    now = today.toordinal()
    for at in (-1, 0):
        found = occurrence(anchor, today, at)
        if found and found[0] <= now < found[1]:
            return found
    if found := occurrence(anchor, today, 0):
        return found
    raise Unfit(Unreadable.IMPOSSIBLE)


def narrowed(days: tuple[int, int], anchor: Anchor) -> tuple[int, int]:
    """Its first, middle or last third: in months where it has three or more, else in days.

    Of a month they are the days 1-10, 11-20 and the rest, of a week two, two and three days.
    """
    if anchor.narrow is None:
        return days
    first, end = days
    if anchor.grain in (Grain.MONTH, Grain.WEEK):
        third = 10 if anchor.grain is Grain.MONTH else 2
        one, two = first + third, first + 2 * third
    else:
        start, behind = date.fromordinal(first), date.fromordinal(end)
        months = (behind.year - start.year) * 12 + behind.month - start.month
        one, two = (_later(start, months * n // 3).toordinal() for n in (1, 2))
    return {Narrow.EARLY: (first, one), Narrow.MIDDLE: (one, two), Narrow.LATE: (two, end)}[anchor.narrow]


def _later(first: date, months: int) -> date:
    year, month = divmod(first.year * 12 + first.month - 1 + months, 12)
    return date(year, month + 1, 1)


@value
class Found:
    """What was read, and the place behind it.

    Attributes:
        weak: a time only where a preposition or the like says so.
    """

    what: Anchor | Stretch | Unreadable
    end: int
    weak: bool = False
