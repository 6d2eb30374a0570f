"""Times with a name of their own: dates, months, weekdays, seasons, quarters, weeks, holidays, years."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone
from functools import partial

from vademecum.model.temporal import Grain, Unreadable
from vademecum.model.value import replace
from vademecum.planning.temporal.anchors import Anchor, Cycle, Found, Stretch, fit, once
from vademecum.planning.temporal.numerals import NO_OFFSET, Kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from vademecum.planning.temporal.view import View


_YEARS = range(1000, 3000)
BARE_YEARS = range(1900, 2101)
"""What a number may be to be taken for a year: beside the name of a month, and without one."""

_AHEAD_YEARS = 20
"""A year of two digits lies at most so far in the future."""

LEADS = frozenset(
    {
        "decade", "decade_lead", "half", "holiday", "month", "movable", "ordinal", "quarter", "season",
        "week_lead", "weekday", "year_lead",
    }
)  # fmt: skip
"""Roles with which a time that has a name begins, if not with a number or an article."""

_MONEY = "%$€£¥₹°"


def named(view: View, at: int) -> tuple[Found, ...]:
    """Every reading of the words at a place as a time with a name."""
    key = ("named", view.lang, at)
    found = view.lines.read.get(key)
    if found is None:
        found = view.lines.read[key] = tuple(_named(view, at)) if view.begins(at, LEADS) else ()
    return found


def _named(view: View, at: int) -> Iterator[Found]:
    is_number = view.is_number(at)
    if is_number:
        yield from _numeric(view, at)
        yield from _marked(view, at)
    yield from _day_and_month(view, at)
    yield from _month(view, at)
    yield from _weekday(view, at)
    yield from _yearly(view, at)
    yield from _week(view, at)
    if is_number or view.role(at, "the", "year_lead", "decade", "decade_lead"):
        yield from _years(view, at)
    if found := view.role(at, "movable"):
        yield Found(Unreadable.MOVABLE, year_behind(view, found[1])[1], weak=found[0].weak)


def year(view: View, at: int, among: range = _YEARS) -> tuple[int, int] | None:
    """A year and the place behind it, unless the number counts something."""
    if (numbers := view.numeral(at, Kind.NUMBER)) and len(view.text(at)) == 4 and numbers[0] in among:
        return None if counts(view, at + 1) else (numbers[0], at + 1)
    if numbers := view.numeral(at, Kind.SHORT_YEAR):
        century = 2000 if 2000 + numbers[0] <= view.calendar.today.year + _AHEAD_YEARS else 1900
        return century + numbers[0], at + 1
    return None


def year_behind(view: View, at: int) -> tuple[int | None, int]:
    """The year that may follow a part of one, and the place behind it (`at` when there is none)."""
    place = view.skip(view.sign(at, ",/-", glued=True) or at, "of", "year_lead")
    found = year(view, view.skip(place, "year_lead"))
    return found or (None, at)


def counts(view: View, at: int) -> bool:
    """Whether a number in front of this place counts things, or is money or a share."""
    return view.lines.plays(at, "counted") or bool(view.sign(at, _MONEY))


def day(view: View, at: int) -> tuple[int, int] | None:
    """A day of the month and the place behind it."""
    if found := view.role(at, "ordinal"):
        return found[0].number, found[1]
    numbers = view.numeral(at, Kind.NUMBER, Kind.ORDINAL)
    if numbers is None or not 1 <= numbers[0] <= 31:
        return None
    return numbers[0], view.sign(at + 1, ".", glued=True) or at + 1


def _numeric(view: View, at: int) -> Iterator[Found]:
    if not view.is_numeral(at):
        return
    kinds = (Kind.DATE, Kind.MONTH, Kind.PLACE_YEAR, Kind.WEEKDAY, Kind.EITHER, Kind.MOMENT, Kind.FISCAL)
    for kind in kinds:
        if numbers := view.numeral(at, kind):
            yield Found(fit(partial(_of_numbers, view, kind, numbers)), at + 1)
            return
    if (numbers := view.numeral(at, Kind.DAY_MONTH)) and (end := view.sign(at + 1, ".", glued=True)):
        found = year(view, end)
        anchor = _dated(found[0] if found else None, numbers[1], numbers[0])
        yield Found(anchor, found[1] if found else end, weak=found is None)


def _of_numbers(view: View, kind: Kind, numbers: tuple[int, ...]) -> Anchor | Stretch | Unreadable:
    match kind:
        case Kind.DATE:
            return _dated(*numbers)
        case Kind.MONTH | Kind.PLACE_YEAR:
            return Anchor(Grain.MONTH, Cycle.YEARLY, numbers[1:], numbers[0])
        case Kind.WEEKDAY:
            return once(date.fromisocalendar(*numbers), 1, Grain.DAY)
        case Kind.EITHER:
            if any(view.lines.is_in(lang) for lang in view.lines.words.day_first):
                return _dated(numbers[2], numbers[1], numbers[0])
            return Unreadable.AMBIGUOUS
        case Kind.MOMENT:
            return _moment(view, numbers)
        case _:
            return Unreadable.UNANCHORED


def _dated(year: int | None, month: int, day: int) -> Anchor:
    return Anchor(Grain.DAY, Cycle.YEARLY, (month, day), year)


def _moment(view: View, numbers: tuple[int, ...]) -> Stretch:
    *fields, offset = numbers
    wall = datetime(*fields)  # type: ignore[arg-type]  # noqa: DTZ001  # six integers; its zone follows
    calendar = view.calendar
    if offset == NO_OFFSET:
        begin = calendar.moment(wall)
    else:
        begin = calendar.pinned(wall.replace(tzinfo=timezone(timedelta(minutes=offset))))
    end = calendar.pinned(begin.astimezone(UTC) + timedelta(minutes=1))
    return Stretch(begin, end, Grain.MINUTE, begin.isoformat(timespec="minutes")[:16])


def _day_and_month(view: View, at: int) -> Iterator[Found]:
    """`5 March`, `the 5th of March 2026`, `March 5th`, `5 de marzo`, `1er mai`."""
    first = view.skip(at, "the")
    if found := day(view, first):
        month = view.role(view.sign(found[1], "-", glued=True) or view.skip(found[1], "of"), "month")
        if month:
            yield _with_year(view, _dated(None, month[0].number, found[0]), month[1], weak=month[0].weak)
        else:
            yield from _day_alone(view, first, found[0], found[1])
    if month := view.role(at, "month"):
        found = day(view, view.skip(month[1], "the"))
        if found and not counts(view, found[1]):
            yield _with_year(view, _dated(None, month[0].number, found[0]), found[1], weak=month[0].weak)


def _with_year(view: View, anchor: Anchor, end: int, *, weak: bool) -> Found:
    said, behind = year_behind(view, end)
    weak = weak and said is None and not _closes(view, end)
    return Found(replace(anchor, year=said), behind, weak)


def _closes(view: View, at: int) -> bool:
    """Whether what stands here is no noun that a number in front of it would count."""
    return not view.is_word(at) or view.role(at, "closing", "of", "in", "on", "at", "and", "to") is not None


def _day_alone(view: View, first: int, number: int, end: int) -> Iterator[Found]:
    """`the 5th`, alone or with `of the month`, where nothing follows that it could belong to."""
    said = view.numeral(first, Kind.ORDINAL) is not None or view.role(first, "day_lead") is not None
    if said and (_closes(view, end) or view.role(end, "rel")):
        yield Found(Anchor(Grain.DAY, Cycle.MONTHLY, (number,)), end, weak=True)


def _month(view: View, at: int) -> Iterator[Found]:
    if month := view.role(at, "month"):
        said, end = year_behind(view, month[1])
        anchor = Anchor(Grain.MONTH, Cycle.YEARLY, (month[0].number,), said)
        yield Found(anchor, end, weak=month[0].weak and said is None)
    if (found := year(view, at)) and (month := view.role(view.skip(found[1], "of"), "month")):
        yield Found(Anchor(Grain.MONTH, Cycle.YEARLY, (month[0].number,), found[0]), month[1])


def _marked(view: View, at: int) -> Iterator[Found]:
    """Numbers with marks, in falling order: 2026年3月5日."""
    said, place = _mark(view, at, "year_mark")
    month, behind = _mark(view, place, "month_mark")
    number, end = _mark(view, behind, "day_mark")
    if month and number and end > behind > place:
        yield Found(_dated(said or None, month, number), end)
    elif month and behind > place:
        yield Found(Anchor(Grain.MONTH, Cycle.YEARLY, (month,), said or None), behind)
    elif said in _YEARS:
        yield from _season_of(view, place, said)
        yield Found(Anchor(Grain.YEAR, Cycle.ONCE, _year(said)), place)
    elif end > behind == at and 1 <= number <= 31:
        yield Found(Anchor(Grain.DAY, Cycle.MONTHLY, (number,)), end, weak=True)


def _mark(view: View, at: int, role: str) -> tuple[int, int]:
    numbers = view.numeral(at, Kind.NUMBER)
    value, place = (numbers[0], at + 1) if numbers else view.han(at)
    found = view.role(place, role) if place > at else None
    return (value, found[1]) if found else (0, at)


def _season_of(view: View, at: int, said: int) -> Iterator[Found]:
    if found := view.role(at, "season", "quarter", "half", "holiday"):
        yield Found(replace(yearly(found[0].role, found[0].number), year=said), found[1])


def yearly(role: str, number: int) -> Anchor:
    """The anchor of a month, season, quarter, half or holiday."""
    if role == "holiday":
        return _dated(None, *divmod(number, 100))
    return Anchor(Grain(_GRAINS[role]), Cycle.YEARLY, (number,))


_GRAINS = {"month": "month", "season": "season", "quarter": "quarter", "half": "half-year"}


def _weekday(view: View, at: int) -> Iterator[Found]:
    """`Friday`, `Friday, 5 March`."""
    if not (found := view.role(at, "weekday")):
        return
    name, end = found
    yield Found(Anchor(Grain.DAY, Cycle.WEEKLY, (name.number,)), end, weak=name.weak)
    place = view.skip(view.sign(end, ",.", glued=True) or end, "the", "on")
    for date_found in (*_numeric(view, place), *_day_and_month(view, place), *_marked(view, place)):
        if isinstance(date_found.what, Anchor) and date_found.what.cycle is not Cycle.MONTHLY:
            yield replace(date_found, weak=False)


def _yearly(view: View, at: int) -> Iterator[Found]:
    """Seasons, quarters, halves and holidays, with their year or alone."""
    found = view.role(view.skip(at, "the"), "season", "quarter", "half") or view.role(at, "holiday")
    if found:
        said, end = year_behind(view, found[1])
        anchor = replace(yearly(found[0].role, found[0].number), year=said)
        yield Found(anchor, end, weak=said is None and (found[0].weak or found[0].role != "holiday"))
    for kind, grain in ((Kind.QUARTER, Grain.QUARTER), (Kind.HALF, Grain.HALF)):
        if numbers := view.numeral(at, kind):
            behind = (numbers[0], at + 1) if numbers[0] else year_behind(view, at + 1)
            yield Found(
                Anchor(grain, Cycle.YEARLY, (numbers[1],), behind[0]), behind[1], weak=behind[0] is None
            )


def _week(view: View, at: int) -> Iterator[Found]:
    """`2026-W12`, `KW 12`, `week 12 of 2026`, `第12周`."""
    if numbers := view.numeral(at, Kind.WEEK):
        said, end = (numbers[0], at + 1) if numbers[0] else year_behind(view, at + 1)
        yield Found(Anchor(Grain.WEEK, Cycle.YEARLY, (numbers[1],), said), end)
    elif (found := view.role(at, "week_lead")) and (numbers := view.numeral(found[1], Kind.PLACE_YEAR)):
        yield Found(Anchor(Grain.WEEK, Cycle.YEARLY, numbers[1:], numbers[0]), found[1] + 1)
    elif found:
        numbers = view.numeral(found[1], Kind.NUMBER)
        number, place = (numbers[0], found[1] + 1) if numbers else view.han(found[1])
        place = view.skip(place, "week_mark")
        said, end = year_behind(view, place)
        if place > found[1] and (said or (_closes(view, place) and not view.role(place, "of"))):
            yield Found(
                Anchor(Grain.WEEK, Cycle.YEARLY, (number,), said), end, weak=found[0].weak and not said
            )


def _year(number: int) -> tuple[int, int]:
    return date(number, 1, 1).toordinal(), date(number, 12, 31).toordinal() + 1


def _years(view: View, at: int) -> Iterator[Found]:
    """Years, decades and centuries."""
    lead = view.role(at, "year_lead")
    place = lead[1] if lead else at
    if found := year(view, place, _YEARS if lead else BARE_YEARS):
        yield Found(Anchor(Grain.YEAR, Cycle.ONCE, _year(found[0])), found[1], weak=lead is None)
    yield from _decade(view, at)
    if found := _century(view, view.skip(at, "the")):
        first = date(found[0] * 100 - 99, 1, 1).toordinal()
        yield Found(Anchor(Grain.CENTURY, Cycle.ONCE, (first, _year(found[0] * 100)[1])), found[1])


def _century(view: View, at: int) -> tuple[int, int] | None:
    numbers = view.numeral(at, Kind.ORDINAL, Kind.NUMBER)
    number, place = (numbers[0], at + 1) if numbers else view.han(at)
    found = view.role(view.sign(place, ".", glued=True) or place, "century")
    return (number, found[1]) if found and 1 <= number <= 30 else None


def _decade(view: View, at: int) -> Iterator[Found]:
    """`the 1990s`, `the '80s`, `the nineties`, `die 90er`, `les années 90`, `90年代`."""
    lead = view.role(at, "the", "decade_lead")
    free = lead is not None or view.text(at - 1) == "the" or view.text(at).startswith("'")
    place = view.skip(lead[1], "decade_lead") if lead else at
    number, end = 0, place + 1
    if numbers := view.numeral(place, Kind.DECADE):
        number = numbers[0]
    elif found := view.role(place, "decade"):
        number, end = found[0].number, found[1]
    elif numbers := view.numeral(place, Kind.NUMBER):
        behind = view.role(place + 1, "decade_mark")
        is_lead = lead is not None and lead[0].role == "decade_lead"
        if numbers[0] % 10 == 0 and (behind or is_lead):
            number, end = numbers[0], behind[1] if behind else end
    if number in BARE_YEARS or ((20 <= number < 100 and free) or (number and view.text(end - 1) == "代")):
        first = _first_year(number, view.calendar.today.year)
        end = view.skip(end, "decade_mark")
        # The 1900s are a century; with the 2000s most people mean ten years.
        grain, last = (Grain.CENTURY, 99) if first == 1900 and number == first else (Grain.DECADE, 9)
        yield Found(Anchor(grain, Cycle.ONCE, (_year(first)[0], _year(first + last)[1])), end)


def _first_year(decade: int, present: int) -> int:
    """The decade that began last, when its century is not said."""
    if decade >= 100:
        return decade
    return 2000 + decade if 2000 + decade <= present else 1900 + decade
