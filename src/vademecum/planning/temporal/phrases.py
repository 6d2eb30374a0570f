"""Whole time phrases: an anchor with what narrows it, a range, and what relates them to the text."""

from __future__ import annotations

from datetime import date, timedelta
from functools import partial

from vademecum.model.temporal import Grain, Unreadable
from vademecum.model.value import replace, value
from vademecum.planning.temporal.anchors import (
    Anchor,
    Cycle,
    Found,
    Narrow,
    Stretch,
    Unfit,
    earliest,
    fit,
    in_year,
    latest,
    occurrence,
    whole,
)
from vademecum.planning.temporal.calendar import is_open
from vademecum.planning.temporal.dates import day, named, year_behind
from vademecum.planning.temporal.lines import JOINTS
from vademecum.planning.temporal.numerals import NO_MINUTE, Kind
from vademecum.planning.temporal.placed import placed
from vademecum.planning.temporal.relative import LEADS, relative

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from vademecum.planning.temporal.view import View

_NARROWED = frozenset(
    {
        Grain.WEEK,
        Grain.MONTH,
        Grain.QUARTER,
        Grain.SEASON,
        Grain.HALF,
        Grain.YEAR,
        Grain.DECADE,
        Grain.CENTURY,
    }
)

_LEADS = LEADS | {"narrow"}


def anchored(view: View, at: int, *, licensed: bool) -> Found | None:
    """The longest reading as one time, with all that narrows it.

    Args:
        licensed: a preposition stands before it, so that words of several meanings mean a time.
    """
    licensed = licensed and not view.is_foreign
    best: Found | None = None
    for found in _readings(view, at):
        if (licensed or not found.weak) and (best is None or found.end > best.end):
            best = found
    return best


def _readings(view: View, at: int) -> tuple[Found, ...]:
    key = ("whole", view.lang, at)
    found = view.lines.read.get(key)
    if found is None and not view.begins(at, _LEADS):
        found = view.lines.read[key] = ()
    if found is None:
        parts = (*named(view, at), *relative(view, at), *_contained(view, at), *_narrow(view, at))
        whole_ones = [_tail(view, _inside(view, part)) for part in (*parts, *placed(view, at))]
        found = view.lines.read[key] = (*whole_ones, *_clock_first(view, at))
    return found


def _clock_first(view: View, at: int) -> Iterator[Found]:
    """`2:46 pm on 16 November`."""
    if not view.is_numeral(at):
        return
    clock, end = clock_time(view, at, after_word=False)
    if clock:
        for found in (*named(view, view.skip(end, "on")), *relative(view, end)):
            if isinstance(found.what, Anchor) and found.what.grain is Grain.DAY:
                yield replace(found, what=replace(found.what, clock=clock, founding=None))


def _inside(view: View, found: Found) -> Found:
    """`March last year`, `Monday of last week`, `the 5th of last month`: the outer time behind the inner."""
    anchor = found.what
    if not isinstance(anchor, Anchor) or not is_open(anchor):
        return found
    for outer in relative(view, view.skip(view.skip(found.end, "of", "in"), "the")):
        if isinstance(outer.what, Anchor) and fits(anchor, outer.what):
            return Found(fit(partial(within, anchor, outer.what)), outer.end)
    if anchor.cycle is Cycle.MONTHLY:
        unit = view.role(view.skip(view.skip(found.end, "of"), "the"), "unit")
        if unit and unit[0].name == "month":
            return Found(fit(partial(_this_month, view, anchor)), unit[1])
    return found


def _this_month(view: View, anchor: Anchor) -> Anchor:
    return within(anchor, whole(view.calendar.today, Grain.MONTH, 0))


def _contained(view: View, at: int) -> Iterator[Found]:
    """`last year in March`, `last week on Monday`, `去年三月`, `上周五`: the outer time first."""
    for outer in relative(view, at):
        if not isinstance(outer.what, Anchor):
            continue
        place = view.skip(view.skip(outer.end, "in", "on", "of"), "the")
        for inner in named(view, place):
            if isinstance(inner.what, Anchor) and is_open(inner.what) and fits(inner.what, outer.what):
                yield Found(fit(partial(within, inner.what, outer.what)), inner.end)
        digit, end = view.han(outer.end)
        is_day = view.lines.glued(outer.end) and end == outer.end + 1 and 1 <= digit <= 6
        if outer.what.grain is Grain.WEEK and is_day:
            first = outer.what.place[0] + digit - 1
            yield Found(Anchor(Grain.DAY, Cycle.ONCE, (first, first + 1)), end)


_CONTAINERS = {Cycle.YEARLY: Grain.YEAR, Cycle.MONTHLY: Grain.MONTH, Cycle.WEEKLY: Grain.WEEK}


def fits(inner: Anchor, outer: Anchor) -> bool:
    """Whether the outer one is the kind of time that the inner one lies in."""
    return outer.cycle is Cycle.ONCE and _CONTAINERS.get(inner.cycle) is outer.grain


def within(inner: Anchor, outer: Anchor) -> Anchor:
    """The inner time of that year, month or week.

    Raises:
        Unfit: it has no such day.
    """
    days = occurrence(inner, date.fromordinal(outer.place[0]), 0)
    if days is None:
        raise Unfit(Unreadable.IMPOSSIBLE)
    return Anchor(inner.grain, Cycle.ONCE, days)


def _narrow(view: View, at: int) -> Iterator[Found]:
    """`early March`, `the end of last month`, `at the beginning of the year`."""
    found = view.role(view.skip(at, "the"), "narrow")
    if not found:
        return
    narrow = Narrow(found[0].name)
    place = view.sign(found[1], "-") or found[1]
    place = view.skip(view.skip(place, "of", "in"), "the")
    for inner in (*named(view, place), *relative(view, place)):
        inner_whole = _inside(view, inner)
        anchor = inner_whole.what
        if isinstance(anchor, Anchor) and anchor.grain in _NARROWED:
            yield replace(inner_whole, what=replace(anchor, narrow=narrow, founding=None), weak=False)
    unit = view.role(place, "unit")
    if unit and not found[0].weak and Grain(unit[0].name) in _NARROWED and not unit[0].number:
        yield Found(fit(partial(_piece, view, Grain(unit[0].name), narrow)), unit[1])


def _piece(view: View, grain: Grain, narrow: Narrow) -> Anchor:
    return replace(whole(view.calendar.today, grain, 0), narrow=narrow)


def _tail(view: View, found: Found) -> Found:
    """The part of the day and the time of the clock behind a day, or a narrowing behind a month."""
    anchor = found.what
    if not isinstance(anchor, Anchor):
        return found
    is_long = anchor.grain in _NARROWED and anchor.grain is not Grain.WEEK
    if is_long and (narrow := view.role(found.end, "narrow_post")):
        narrowed = replace(anchor, narrow=Narrow(narrow[0].name), founding=None)
        return Found(narrowed, narrow[1])
    if anchor.grain is not Grain.DAY:
        return found
    place = view.skip(view.sign(found.end, ",", glued=True) or found.end, "part_lead")
    if part := view.role(place, "part"):
        anchor, found = replace(anchor, part=part[0].name, founding=None), Found(anchor, part[1], found.weak)
        found = replace(found, what=anchor)
    return _clock(view, found, anchor)


def _clock(view: View, found: Found, anchor: Anchor) -> Found:
    place = view.skip(view.sign(found.end, ",", glued=True) or found.end, "at")
    clock, end = clock_time(view, place, after_word=place > found.end)
    if clock is None:
        return found
    if part := view.role(view.skip(end, "part_lead"), "part"):
        anchor, end = replace(anchor, part=part[0].name), part[1]
    hour, minute = clock
    if anchor.part in ("afternoon", "evening", "night") and 1 <= hour < 12:
        hour += 12
    return Found(replace(anchor, clock=(hour, minute), founding=None), end, found.weak)


def clock_time(view: View, at: int, *, after_word: bool) -> tuple[tuple[int, int] | None, int]:
    """Hour and minute, and the place behind; a bare number is an hour only behind a word like `at`."""
    if numbers := view.numeral(at, Kind.CLOCK):
        end = view.skip(at + 1, "clock")
        half = view.role(end, "half_day")
        return (
            ((_of_half(numbers[0], half[0].number), numbers[1]), half[1])
            if half
            else ((numbers[0], numbers[1]), end)
        )
    numbers = view.numeral(at, Kind.NUMBER)
    hour, place = (numbers[0], at + 1) if numbers else view.han(at)
    if place == at or not 0 <= hour <= 24:
        return None, at
    if half := view.role(place, "half_day"):
        return (_of_half(hour, half[0].number), NO_MINUTE), half[1]
    if mark := view.role(place, "clock"):
        return (hour, mark[0].number or NO_MINUTE), mark[1]
    if after_word and not view.is_word(place) and not view.role(place, "unit"):
        return (hour, NO_MINUTE), place
    return None, at


def _of_half(hour: int, noon: int) -> int:
    return hour % 12 + noon if hour <= 12 else hour


@value
class Phrase:
    """A phrase that was read: its stretches, the likeliest first, or why there are none."""

    stretches: tuple[Stretch, ...]
    end: int
    why: Unreadable | None = None


def phrase_of(end: int, make: Callable[[], list[Stretch]]) -> Phrase:
    """The phrase of the stretches that `make` gives, or that says why there are none."""
    found = fit(make)
    return Phrase((), end, found) if isinstance(found, Unreadable) else Phrase(tuple(found), end)


def settle(view: View, what: Anchor | Stretch, *, exact: bool = False) -> list[Stretch]:
    """The stretches of a time: one, or the likelier side of now and the other.

    Args:
        exact: the calendar days even of a founding label, because something is counted from them.

    Raises:
        Unfit: there is no such time.
    """
    if isinstance(what, Stretch):
        return [what]
    calendar = view.calendar
    if what.founding and not exact:
        return [calendar.founding(what.founding)]
    found: list[Stretch] = []
    for days in choices(view, what):
        sooner = days[0] <= calendar.today.toordinal()
        if what.cycle is Cycle.EITHER and what.place[0] == 1 and not (what.part or what.clock or exact):
            found.append(calendar.founding("yesterday" if sooner else "tomorrow"))
        elif what.cycle is Cycle.EITHER and what.part == "night" and what.place[0] == 1 and sooner:
            found.append(calendar.founding("last night"))
        else:
            found.append(calendar.stretch(what, days))
    return found


def choices(view: View, anchor: Anchor) -> list[tuple[int, int]]:
    """The days of an anchor: those that were said, or the last time and the next, the likelier first."""
    today = view.calendar.today
    if anchor.cycle is Cycle.ONCE:
        return [(anchor.place[0], anchor.place[1])]
    if anchor.year is not None:
        if days := in_year(anchor, anchor.year):
            return [days]
        raise Unfit(Unreadable.IMPOSSIBLE)
    both = [latest(anchor, today), earliest(anchor, today)]
    return both[::-1] if view.ahead else both


def ranged(view: View, at: int, *, licensed: bool) -> Phrase | None:
    """`from 3 to 5 March`, `between May and July`, `March–April 2026`, `3月到5月`."""
    if not view.lines.joined(at):
        return None
    lead = view.role(at, "from", "between")
    start = lead[1] if lead else at
    place = view.skip(start, "the")
    best: Phrase | None = None
    for left in _sides(view, place if day(view, place) else start):
        middle = _joint(view, left.end, lead[0].role if lead else "")
        if not middle:
            continue
        free = licensed or lead is not None
        for right in _sides(view, middle, licensed=free or not left.weak):
            phrase = _span(view, left, right, said=lead is not None)
            end = phrase and view.skip(phrase.end, "to_post")
            if phrase and end and (best is None or end > best.end):
                best = replace(phrase, end=end)
    return best


def _joint(view: View, at: int, lead: str) -> int:
    if lead == "between":
        return view.skip(at, "and", "to") if view.skip(at, "and", "to") > at else 0
    if end := view.sign(at, JOINTS):
        return end
    end = view.skip(at, "to", "from_post")
    return end if end > at else 0


def _sides(view: View, at: int, *, licensed: bool = True) -> list[Found]:
    """One side of a range: a time, or a day or year that takes the rest from the other side."""
    sides: list[Found] = []
    if (number := day(view, at)) is not None:
        plain = view.numeral(at, Kind.ORDINAL) is None
        sides.append(Found(Anchor(Grain.DAY, Cycle.MONTHLY, (number[0],)), number[1], weak=plain))
        if mark := view.role(number[1], "day_mark"):
            sides.append(Found(Anchor(Grain.DAY, Cycle.MONTHLY, (number[0],)), mark[1], weak=True))
    if found := anchored(view, at, licensed=licensed):
        sides.append(found)
    return sides


def _span(view: View, left: Found, right: Found, *, said: bool) -> Phrase | None:
    first, last = left.what, right.what
    if isinstance(first, Unreadable) or isinstance(last, Unreadable):
        why = first if isinstance(first, Unreadable) else last
        return Phrase((), right.end, why) if said and isinstance(why, Unreadable) else None
    end = right.end
    if isinstance(first, Anchor) and isinstance(last, Anchor):
        if last.cycle is Cycle.MONTHLY and first.cycle is Cycle.YEARLY and first.grain is Grain.DAY:
            said_year, end = year_behind(view, end)
            last = Anchor(Grain.DAY, Cycle.YEARLY, (first.place[0], last.place[0]), said_year or first.year)
        if first.cycle is Cycle.MONTHLY and last.cycle is Cycle.YEARLY and last.grain is Grain.DAY:
            first = Anchor(Grain.DAY, Cycle.YEARLY, (last.place[0], first.place[0]), last.year)
        if Cycle.MONTHLY in (first.cycle, last.cycle) and (left.weak or first.cycle is not last.cycle):
            return None
    elif not said:
        return None
    if not said and isinstance(first, Anchor) and isinstance(last, Anchor) and first.grain is not last.grain:
        return None
    return phrase_of(end, lambda: [_joined(a, b) for a, b in _pairs(view, first, last)])


def _pairs(view: View, first: Anchor | Stretch, last: Anchor | Stretch) -> list[tuple[Stretch, Stretch]]:
    """Both ends of a range; a year that only one of them has holds for the other."""
    calendar = view.calendar
    if isinstance(first, Stretch) or isinstance(last, Stretch):
        return [(settle(view, first, exact=True)[0], settle(view, last, exact=True)[0])]
    if first.year is None and last.year is not None and first.cycle is Cycle.YEARLY:
        first = replace(first, year=last.year)
        days, ends = in_year(first, last.year), in_year(last, last.year)
        if days and ends and days[0] >= ends[1]:
            first = replace(first, year=last.year - 1)
    starts = choices(view, first)
    pairs: list[tuple[Stretch, Stretch]] = []
    for start in starts:
        if is_open(last) and last.cycle is not Cycle.EITHER:
            end = earliest(last, date.fromordinal(start[0]) - timedelta(1))
        else:
            end = choices(view, last)[0]
        pairs.append((calendar.stretch(first, start), calendar.stretch(last, end)))
    return pairs


def _joined(first: Stretch, last: Stretch) -> Stretch:
    if first.after is None or last.before is None or first.after >= last.before:
        raise Unfit(Unreadable.IMPOSSIBLE)
    return Stretch(first.after, last.before, first.grain, f"{first.label}..{last.label}")
