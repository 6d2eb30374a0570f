"""How a time bounds what is asked: within it, before it, after it, since it, until it, as of it."""

from __future__ import annotations

from datetime import timedelta
from functools import partial

from vademecum.model.temporal import Grain, Unreadable
from vademecum.planning.temporal.anchors import Anchor, Cycle, Found, Stretch, Unfit
from vademecum.planning.temporal.phrases import Phrase, anchored, phrase_of, ranged, settle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.planning.temporal.view import View

_RELATIONS = ("since", "before", "after", "until", "by", "as_of", "starting")
_BEHIND = {f"{relation}_post": relation for relation in _RELATIONS}


def phrase(view: View, at: int) -> Phrase | None:
    """The longest time phrase that begins here; None when there is none."""
    if view.lines.follows(at, "every") or (view.is_numeral(at) and view.lines.follows(at, "numbered")):
        return None
    found: list[Phrase | None] = []
    place = max(view.skip(at, "in"), view.skip(at, "on"), view.skip(at, "at"))
    # `at yesterday` is no phrase: what stood before belongs to another one.
    if place > at and not view.role(place, "window", "whole", "vague"):
        found.append(_plain(view, place, licensed=True))
    found.append(_plain(view, at, licensed=False))
    if lead := view.role(at, *_RELATIONS):
        found.append(_related(view, lead[0].role, lead[1]))
    if now := view.role(at, "onwards"):
        found.append(_from_now(view, "starting", now[1]))
    return max([one for one in found if one], key=lambda one: one.end, default=None)


def _plain(view: View, at: int, *, licensed: bool) -> Phrase | None:
    span = ranged(view, at, licensed=licensed)
    found = anchored(view, at, licensed=True)
    behind = _behind(view, found) if found else None
    if behind and (span is None or behind.end > span.end):
        return behind
    if found and found.weak and not _meant(view, found, licensed=licensed):
        found = anchored(view, at, licensed=False)
    if span and (found is None or span.end > found.end):
        return span
    if found is None or view.role(found.end, "habit"):
        return None
    end = view.skip(found.end, "in_post")
    if isinstance(found.what, Unreadable):
        return Phrase((), end, found.what)
    return phrase_of(end, partial(settle, view, found.what))


def _meant(view: View, found: Found, *, licensed: bool) -> bool:
    """Whether words of several meanings mean a time here: not in `the fall of Rome`."""
    if view.role(found.end, "in_post"):
        return True
    if isinstance(found.what, Anchor) and found.what.cycle is Cycle.MONTHLY and not view.on_day:
        return False
    return licensed and not view.role(found.end, "of")


def _behind(view: View, found: Found) -> Phrase | None:
    """A relation behind its time: `圣诞节以来`, `मार्च तक`."""
    relation = view.role(found.end, *_BEHIND)
    if not relation or isinstance(found.what, Unreadable):
        return None
    return _bounded(view, _BEHIND[relation[0].role], found.what, relation[1])


def _related(view: View, relation: str, at: int) -> Phrase | None:
    if now := view.role(at, "now"):
        return _from_now(view, relation, view.skip(now[1], f"{relation}_end"))
    place = max(view.skip(at, "in"), view.skip(at, "on"), view.skip(at, "at"))
    found = anchored(view, at, licensed=True) or (
        anchored(view, place, licensed=True) if place > at else None
    )
    if found is None:
        return None
    if isinstance(found.what, Unreadable):
        return None if found.what is Unreadable.VAGUE else Phrase((), found.end, found.what)
    return _bounded(view, relation, found.what, view.skip(found.end, f"{relation}_end"))


def _from_now(view: View, relation: str, end: int) -> Phrase | None:
    if relation == "since":
        return None
    return phrase_of(end, partial(_bounded_by_now, view, relation))


def _bounded_by_now(view: View, relation: str) -> list[Stretch]:
    now = view.calendar.from_now(timedelta())
    if relation in ("starting", "after"):
        return [Stretch(now, None, Grain.SECOND, "after now")]
    return [Stretch(None, now, Grain.SECOND, f"{relation.replace('_', ' ')} now")]


def _bounded(view: View, relation: str, what: Anchor | Stretch, end: int) -> Phrase:
    return phrase_of(end, partial(_bounds, view, relation, what))


def _bounds(view: View, relation: str, what: Anchor | Stretch) -> list[Stretch]:
    both = settle(view, what, exact=True)
    now = view.calendar.now
    if relation == "since":
        both = [one for one in both if one.after is None or one.after < now][:1]
        if not both:
            raise Unfit(Unreadable.IMPOSSIBLE)
    if relation == "by":
        both.sort(key=lambda one: one.after is not None and one.after <= now)
    return [_bound(view, relation, one) for one in both]


def _bound(view: View, relation: str, one: Stretch) -> Stretch:
    label = f"{relation.replace('_', ' ')} {one.label}"
    match relation:
        case "since":
            return Stretch(one.after, view.calendar.pinned(view.calendar.now), one.grain, label)
        case "starting":
            return Stretch(one.after, None, one.grain, label)
        case "before":
            return Stretch(None, one.after, one.grain, label)
        case "after":
            return Stretch(one.before, None, one.grain, label)
        case _:
            return Stretch(None, one.before, one.grain, label)
