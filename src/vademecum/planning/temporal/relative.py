"""Times that are counted from the present: yesterday, last March, three weeks ago, the past two days."""

from __future__ import annotations

from datetime import UTC, date, timedelta
from functools import partial

from vademecum.model.temporal import Grain, Unreadable
from vademecum.model.value import replace
from vademecum.planning.temporal.anchors import (
    Anchor,
    Cycle,
    Found,
    Stretch,
    Unfit,
    earliest,
    fit,
    in_year,
    latest,
    once,
    present,
    whole,
)
from vademecum.planning.temporal.dates import BARE_YEARS, counts, named
from vademecum.planning.temporal.dates import LEADS as NAMED_LEADS
from vademecum.planning.temporal.numerals import Kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from vademecum.model.temporal import TimePhrase
    from vademecum.planning.temporal.calendar import Calendar
    from vademecum.planning.temporal.view import View

LEADS = NAMED_LEADS | {
    "ago_lead", "either", "few", "hence_lead", "number", "rel", "unit", "vague", "weekend", "whole", "window",
}  # fmt: skip
"""Roles with which a time begins that is counted from now, if not with a number or an article."""

_SECONDS = {Grain.SECOND: 1, Grain.MINUTE: 60, Grain.HOUR: 3600}

# What the calendar days of a founding label are: days from today, and the part of the day.
_FOUNDING_DAYS = {
    "yesterday": (-1, None),
    "last night": (-1, "night"),
    "this morning": (0, "morning"),
    "tonight": (0, "night"),
    "tomorrow": (1, None),
}
_FOUNDING_WEEKS = {"last week": -1, "this week": 0}


def relative(view: View, at: int) -> tuple[Found, ...]:
    """Every reading of the words at a place as a time counted from now."""
    key = ("relative", view.lang, at)
    found = view.lines.read.get(key)
    if found is None:
        found = view.lines.read[key] = tuple(_relative(view, at)) if view.begins(at, LEADS) else ()
    return found


def _relative(view: View, at: int) -> Iterator[Found]:
    if found := view.role(at, "window"):
        yield Found(fit(partial(_founding, view, found[0].name)), found[1])
    if found := view.role(at, "whole"):
        yield Found(fit(partial(_whole, view, found[0].name, found[0].number)), found[1])
    if found := view.role(at, "either"):
        yield Found(Anchor(Grain.DAY, Cycle.EITHER, (found[0].number,)), found[1])
    if found := view.role(at, "vague"):
        yield Found(Unreadable.VAGUE, found[1])
    yield from _said_rel(view, at)
    yield from _rel_behind(view, at)
    yield from _counted(view, at)
    yield from _weekend(view, at)


def _whole(view: View, unit: str, shift: int) -> Anchor:
    anchor = whole(view.calendar.today, Grain(unit), shift)
    founding = {-1: "last week", 0: "this week"}.get(shift) if unit == "week" else None
    return replace(anchor, founding=founding)


def _founding(view: View, label: str) -> Anchor | Stretch:
    today = view.calendar.today
    if label in _FOUNDING_DAYS:
        shift, part = _FOUNDING_DAYS[label]
        return replace(once(today + timedelta(shift), 1, Grain.DAY), part=part, founding=label)
    if label in _FOUNDING_WEEKS:
        return replace(whole(today, Grain.WEEK, _FOUNDING_WEEKS[label]), founding=label)
    return view.calendar.founding(label)


def _said_rel(view: View, at: int) -> Iterator[Found]:
    """`last March`, `this week`, `the past 3 days`, `上周`."""
    found = view.role(view.skip(at, "the"), "rel")
    if not found:
        return
    shift, place = found[0].number, found[1]
    yield from _rolling(view, place, shift)
    if unit := view.role(place, "unit"):
        yield from _unit(view, unit[0], unit[1], shift, rolling=found[0].name == "rolling")
    elif units := view.role(place, "units"):
        yield Found(Unreadable.VAGUE, units[1])
    yield from _moved(view, place, shift)
    part = view.role(place, "part")
    if part and shift <= 0:
        yield Found(fit(partial(_part_of, view.calendar.today, shift, part[0].name)), part[1])


def _part_of(today: date, shift: int, part: str) -> Anchor:
    return replace(once(today + timedelta(shift), 1, Grain.DAY), part=part)


def _unit(view: View, unit: TimePhrase, end: int, shift: int, *, rolling: bool = False) -> Iterator[Found]:
    grain = Grain(unit.name)
    if grain in _SECONDS or (grain is Grain.DAY and not rolling):
        return
    if rolling and grain is not Grain.WEEKEND:
        yield _window(view, grain, max(1, unit.number), shift, end)
    else:
        yield Found(fit(partial(_whole, view, unit.name, shift * max(1, unit.number))), end)


def _rel_behind(view: View, at: int) -> Iterator[Found]:
    """`la semana pasada`, `mars dernier`, `los últimos 3 días`."""
    start = view.skip(at, "the")
    if (unit := view.role(start, "unit")) and (found := view.role(unit[1], "rel_post")):
        rolling = found[0].name == "rolling"
        yield from _unit(view, unit[0], found[1], found[0].number, rolling=rolling)
        return
    for inner in (*named(view, start), *_weekend(view, start)):
        if isinstance(inner.what, Anchor) and (found := view.role(inner.end, "rel_post")):
            yield from _chosen(view, inner.what, found[0].number, found[1])
    number, place = _amount(view, start)
    if number and (found := view.role(place, "rel_post")) and (unit := view.role(found[1], "unit", "units")):
        yield _window(view, Grain(unit[0].name), number * max(1, unit[0].number), found[0].number, unit[1])


def _moved(view: View, at: int, shift: int) -> Iterator[Found]:
    for inner in (*named(view, at), *_weekend(view, at)):
        if isinstance(inner.what, Anchor) and inner.what.year is None:
            yield from _chosen(view, inner.what, shift, inner.end)
        elif inner.what is Unreadable.MOVABLE:
            yield replace(inner, weak=False)


def _chosen(view: View, anchor: Anchor, shift: int, end: int) -> Iterator[Found]:
    if anchor.cycle is Cycle.ONCE:
        return
    yield Found(fit(partial(_one_of, view.calendar.today, anchor, shift)), end)


def _one_of(today: date, anchor: Anchor, shift: int) -> Anchor:
    if shift < 0:
        days = latest(anchor, today, complete=True, back=-1 - shift)
    elif shift:
        days = earliest(anchor, today, ahead=shift - 1)
    else:
        days = present(anchor, today)
    return Anchor(anchor.grain, Cycle.ONCE, days)


def _rolling(view: View, at: int, shift: int) -> Iterator[Found]:
    """`the last 3 days`: from so many days ago until now; `the next 3 days`: from now."""
    number, place = _amount(view, at)
    if number and shift and (unit := view.role(place, "unit", "units")):
        yield _window(view, Grain(unit[0].name), number * max(1, unit[0].number), shift, unit[1])


def _window(view: View, grain: Grain, number: int, shift: int, end: int) -> Found:
    return Found(fit(partial(_up_to_now, view.calendar, grain, number, shift)), end)


def _up_to_now(calendar: Calendar, grain: Grain, number: int, shift: int) -> Stretch:
    label = f"{'last' if shift < 0 else 'next'} {number} {grain.value}{'s' if number > 1 else ''}"
    now = calendar.from_now(timedelta())
    if grain in _SECONDS:
        far = calendar.from_now(timedelta(seconds=number * _SECONDS[grain]) * (1 if shift > 0 else -1))
    elif shift < 0:
        far = calendar.midnight(days_off(calendar.today, grain, -number).toordinal())
    else:
        far = calendar.midnight(days_off(calendar.today, grain, number).toordinal() + 1)
    return Stretch(*((far, now) if shift < 0 else (now, far)), grain, label)


def days_off(day: date, grain: Grain, number: int) -> date:
    """The day so many units away; in a month that is too short, its last day."""
    match grain:
        case Grain.DAY:
            return day + timedelta(number)
        case Grain.WEEK | Grain.WEEKEND:
            return day + timedelta(7 * number)
        case Grain.MONTH | Grain.QUARTER | Grain.HALF:
            months = {Grain.MONTH: 1, Grain.QUARTER: 3, Grain.HALF: 6}[grain] * number
        case _:
            months = {Grain.DECADE: 120, Grain.CENTURY: 1200}.get(grain, 12) * number
    first, last = whole(day, Grain.MONTH, months).place
    return date.fromordinal(min(first + day.day, last) - 1)


def _amount(view: View, at: int) -> tuple[int, int]:
    """A number, as digits or as a word, and the place behind it; 0 when there is none."""
    if numbers := view.numeral(at, Kind.NUMBER):
        return numbers[0], at + 1
    han = view.han(at)
    if han[1] == at and (found := view.role(at, "number", "few")):
        return found[0].number, found[1]
    return han


def _counted(view: View, at: int) -> Iterator[Found]:
    """`3 days ago`, `vor drei Tagen`, `in 2 weeks`, `三天前`, `two days before Christmas`."""
    lead = view.role(at, "ago_lead", "hence_lead")
    if lead:
        quantity = _quantity(view, lead[1])
        if quantity:
            sign = -1 if lead[0].role == "ago_lead" else 1
            yield from _offset(
                view, quantity, sign, view.skip(quantity[3], "hence") if sign > 0 else quantity[3]
            )
        return
    start = view.skip(at, "the")
    quantity = _quantity(view, start) or _single(view, start)
    if not quantity:
        return
    place = quantity[3]
    if start == at and (found := view.role(place, "ago", "hence")):
        yield from _offset(view, quantity, -1 if found[0].role == "ago" else 1, found[1])
    if found := view.role(place, "before", "after", "later", "earlier"):
        yield from _from_anchor(view, quantity, -1 if found[0].role == "before" else 1, found)


def _single(view: View, at: int) -> tuple[int, int, Grain, int] | None:
    """`the day` in `the day after Christmas`."""
    unit = view.role(at, "unit")
    if unit and view.role(at - 1, "the") and view.role(unit[1], "before", "after"):
        return 1, 1, Grain(unit[0].name), unit[1]
    return None


def _quantity(view: View, at: int) -> tuple[int, int, Grain, int] | None:
    """Least and most, unit, and the place behind; `2.5` and `2,5` are between two and three."""
    hours = view.numeral(at, Kind.CLOCK)
    if hours and view.text(at).endswith("h"):
        return hours[0], hours[0], Grain.HOUR, at + 1
    if broken := view.numeral(at, Kind.DAY_MONTH) or view.numeral(at, Kind.DECIMAL):
        number, place = broken[0] + (broken[1] > 0), at + 1
    else:
        number, place = _amount(view, at)
    if place == at:
        return None
    least = broken[0] if broken else 2 if (found := view.role(at, "few")) and found[0].number > 1 else number
    between = view.sign(place, "-–—", glued=True) or view.skip(place, "to")
    if between > place and (most := _amount(view, between))[1] > between:
        number, place = most
    place = view.skip(place, "of")
    unit = view.role(place, "unit", "units", "short_unit")
    if not unit or number < least or counts(view, place):
        return None
    if number in BARE_YEARS and view.role(place, "year_mark"):
        return None  # 2020年 is a year, and 2020年前 the time before it
    size = max(1, unit[0].number)
    return least * size, number * size, Grain(unit[0].name), unit[1]


def _offset(view: View, quantity: tuple[int, int, Grain, int], sign: int, end: int) -> Iterator[Found]:
    if quantity[2] in _SECONDS:
        yield from _elapsed(view, quantity, sign, end)
    else:
        yield Found(fit(partial(_units_off, view.calendar.today, quantity, sign)), end)


def _units_off(today: date, quantity: tuple[int, int, Grain, int], sign: int) -> Anchor:
    """The unit that lies so many away, or from the nearest to the farthest of them."""
    least, most, grain, _ = quantity
    years = {Grain.DECADE: 10, Grain.CENTURY: 100}.get(grain, 1)
    grain = Grain.YEAR if years > 1 else grain
    near, far = (whole(today, grain, sign * years * number) for number in (least, most))
    place = (min(near.place[0], far.place[0]), max(near.place[1], far.place[1]))
    return replace(near, place=place)


def _elapsed(view: View, quantity: tuple[int, int, Grain, int], sign: int, end: int) -> Iterator[Found]:
    """Hours by the clock face; minutes and seconds, which nobody means exactly, up to twice as far."""
    _, most, grain, _ = quantity
    if grain is Grain.HOUR:
        yield Found(fit(partial(_hours_off, view.calendar, quantity, sign)), end)
    elif sign < 0 or (grain is Grain.MINUTE and most > 1):
        yield _window(view, grain, 2 * most, sign, end)


def _hours_off(calendar: Calendar, quantity: tuple[int, int, Grain, int], sign: int) -> Stretch:
    moments = sorted([calendar.from_now(timedelta(hours=sign * number)) for number in quantity[:2]])
    begin, last = (calendar.pinned(m.replace(minute=0, second=0, microsecond=0)) for m in moments)
    until = calendar.pinned(last.astimezone(UTC) + timedelta(hours=1))
    return Stretch(begin, until, Grain.HOUR, begin.isoformat(timespec="hours")[:13])


def _from_anchor(
    view: View, quantity: tuple[int, int, Grain, int], sign: int, found: tuple[TimePhrase, int]
) -> Iterator[Found]:
    number, grain = quantity[1], quantity[2]
    if grain in _SECONDS:
        return
    if found[0].role in ("later", "earlier"):
        yield Found(Unreadable.UNANCHORED, found[1])
        return
    for inner in (*named(view, view.skip(found[1], "the")), *relative_days(view, found[1])):
        if isinstance(inner.what, Anchor):
            yield Found(fit(partial(_counted_from, view, inner.what, grain, sign * number)), inner.end)


def _counted_from(view: View, anchor: Anchor, grain: Grain, number: int) -> Anchor:
    return whole(days_off(first_day(view, anchor), grain, number), grain, 0)


def relative_days(view: View, at: int) -> Iterator[Found]:
    """Days and weeks with a word of their own, from which others are counted."""
    if found := view.role(at, "window"):
        yield Found(fit(partial(_founding, view, found[0].name)), found[1])
    if found := view.role(at, "whole"):
        yield Found(fit(partial(_whole, view, found[0].name, found[0].number)), found[1])


def first_day(view: View, anchor: Anchor) -> date:
    """The day from which others are counted.

    Raises:
        Unfit: there is no such day.
    """
    if anchor.cycle is Cycle.ONCE:
        return date.fromordinal(anchor.place[0])
    if anchor.year is not None:
        if days := in_year(anchor, anchor.year):
            return date.fromordinal(days[0])
        raise Unfit(Unreadable.IMPOSSIBLE)
    today = view.calendar.today
    return date.fromordinal((earliest if view.ahead else latest)(anchor, today)[0])


def _weekend(view: View, at: int) -> Iterator[Found]:
    start = view.skip(at, "the")
    if found := view.role(start, "weekend"):
        yield Found(Anchor(Grain.WEEKEND, Cycle.WEEKLY, (5,)), found[1], weak=found[0].weak and start == at)
