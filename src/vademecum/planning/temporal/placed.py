"""Times counted within or from another one: the first week of March, the Friday before it, the week of it."""

from __future__ import annotations

from datetime import date
from functools import partial

from vademecum.model.temporal import Grain, Unreadable
from vademecum.planning.temporal.anchors import Anchor, Cycle, Found, Unfit, earliest, fit, latest, whole
from vademecum.planning.temporal.dates import named
from vademecum.planning.temporal.numerals import Kind
from vademecum.planning.temporal.relative import first_day, relative

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from vademecum.planning.temporal.view import View

_LAST = -1
_LEADS = frozenset({"ordinal", "rel", "unit", "weekday"})


def placed(view: View, at: int) -> Iterator[Found]:
    """Every reading of the words at a place as a time that another one places."""
    if not view.begins(at, _LEADS):
        return
    start = view.skip(at, "the")
    yield from _beside(view, start)
    yield from _week_of(view, start)
    yield from _numbered(view, start)


def _outer(view: View, at: int) -> Iterator[tuple[Anchor, int]]:
    place = view.skip(at, "the")
    for found in (*named(view, place), *relative(view, place)):
        if isinstance(found.what, Anchor):
            yield found.what, found.end


def _beside(view: View, at: int) -> Iterator[Found]:
    """`the Friday before 15 July`."""
    weekday = view.role(at, "weekday")
    side = view.role(weekday[1], "before", "after") if weekday else None
    if weekday and side:
        anchor = Anchor(Grain.DAY, Cycle.WEEKLY, (weekday[0].number,))
        for outer, end in _outer(view, side[1]):
            yield Found(fit(partial(_next_to, view, anchor, outer, side[0].role)), end)


def _next_to(view: View, anchor: Anchor, outer: Anchor, side: str) -> Anchor:
    day = first_day(view, outer)
    days = latest(anchor, day, complete=True) if side == "before" else earliest(anchor, day)
    return Anchor(Grain.DAY, Cycle.ONCE, days)


def _week_of(view: View, at: int) -> Iterator[Found]:
    """`the week of 23 August`."""
    unit = view.role(at, "unit")
    if unit and unit[0].name in ("week", "weekend") and (of := view.role(unit[1], "of")):
        for outer, end in _outer(view, of[1]):
            if outer.grain is Grain.DAY:
                yield Found(fit(partial(_holding, view, outer, Grain(unit[0].name))), end)


def _holding(view: View, outer: Anchor, grain: Grain) -> Anchor:
    return whole(first_day(view, outer), grain, 0)


def _numbered(view: View, at: int) -> Iterator[Found]:
    """`the first week of August 2023`, `the last Monday of March`."""
    number, place = _ordinal(view, at)
    what = view.role(place, "unit", "weekday") if number else None
    of = view.role(what[1], "of", "in") if what else None
    if not (what and of):
        return
    grain = Grain.DAY if what[0].role == "weekday" else Grain(what[0].name)
    if grain not in (Grain.DAY, Grain.WEEKEND, Grain.WEEK) or what[0].name == "day":
        return
    weekday = what[0].number if grain is Grain.DAY else 5
    for outer, end in _outer(view, of[1]):
        if outer.grain is Grain.MONTH:
            yield Found(fit(partial(_within_month, view, outer, number, (grain, weekday))), end)


def _ordinal(view: View, at: int) -> tuple[int, int]:
    if numbers := view.numeral(at, Kind.ORDINAL):
        return numbers[0], at + 1
    if found := view.role(at, "ordinal"):
        return found[0].number, found[1]
    found = view.role(at, "rel")
    return (_LAST, found[1]) if found and found[0].number == -1 and not found[0].name else (0, at)


def _within_month(view: View, month: Anchor, number: int, what: tuple[Grain, int]) -> Anchor:
    """Weeks of a month are its days 1-7, 8-14 and so on, the last one its last seven days."""
    first, behind = whole(first_day(view, month), Grain.MONTH, 0).place
    grain, weekday = what
    if grain is Grain.WEEK:
        starts = [behind - 7] if number == _LAST else list(range(first, behind, 7))
    else:
        starts = [day for day in range(first, behind) if date.fromordinal(day).weekday() == weekday]
    if number > len(starts):
        raise Unfit(Unreadable.IMPOSSIBLE)
    start = starts[number if number == _LAST else number - 1]
    end = min(start + 7, behind) if grain is Grain.WEEK else start + (2 if grain is Grain.WEEKEND else 1)
    return Anchor(grain, Cycle.ONCE, (start, end))
