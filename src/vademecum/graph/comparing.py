"""What a condition shows of two records, and by which values it finds them."""

from __future__ import annotations

from functools import lru_cache
from math import inf

from vademecum.graph.measures import (
    Period,
    day,
    km_between,
    number,
    number_cells,
    period,
    place_cells,
    point,
)
from vademecum.markdown.forms import is_ulid
from vademecum.model.edges import id_end
from vademecum.model.rules import Compared, ConditionKind
from vademecum.model.vectors import ALIKE, product
from vademecum.text.links import link_form

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from vademecum.model.rules import Condition, Traits

    Found = tuple[bool, float, str]
    """Whether it holds, the score, and what came of it in words."""


def values_by_which(one: Condition, record: Traits, *, as_object: bool) -> Iterator[str]:
    """What a condition finds a record by. Two records of which it holds have one in common, unless it cannot
    find any (`Condition.finds`)."""
    if one.parts:
        for place, part in enumerate(one.parts):
            for found in values_by_which(part, record, as_object=as_object):
                yield f"{place} {found}"
        return
    name = one.object_field if as_object else one.subject_field
    match one.kind:
        case ConditionKind.KEY:
            yield from _names(record, name)
        case ConditionKind.EQUAL | ConditionKind.OVERLAP:
            yield from _forms(record, name)
        case ConditionKind.WITHIN:
            for at in _numbers(record, name):
                yield from number_cells(at, one.bound)
        case ConditionKind.NEAR:
            if (there := point(record.fields, name)) is not None:
                yield from place_cells(there, one.bound)
        case _:
            return


def holds(one: Condition, subject: Traits, object: Traits) -> bool:
    """Whether a condition holds; as `compare` says, without what people are shown."""
    if not one.parts:
        return _COMPARISONS[one.kind](one, subject, object)[0]
    each = (holds(part, subject, object) for part in one.parts)
    return all(each) if one.kind is ConditionKind.ALL else any(each)


def compare(one: Condition, subject: Traits, object: Traits) -> Compared:
    """What a condition shows, whether it holds or not."""
    if one.parts:
        return _together(one, tuple(compare(part, subject, object) for part in one.parts))
    is_held, score, result = _COMPARISONS[one.kind](one, subject, object)
    return Compared(
        kind=one.kind,
        subject_field=one.subject_field,
        subject_values=_shown(one, subject, one.subject_field),
        object_field=one.object_field,
        object_values=_shown(one, object, one.object_field),
        result=result,
        holds=is_held,
        score=score,
    )


def _together(one: Condition, parts: tuple[Compared, ...]) -> Compared:
    held = [part.score for part in parts if part.holds]
    if one.kind is ConditionKind.ALL:
        is_held, score = len(held) == len(parts), min(held, default=0.0)
    else:
        is_held, score = bool(held), max(held, default=0.0)
    return Compared(
        kind=one.kind,
        subject_field="",
        subject_values=(),
        object_field="",
        object_values=(),
        result=f"{len(held)} of {len(parts)} hold",
        holds=is_held,
        score=score if is_held else 0.0,
        parts=parts,
    )


def _key(one: Condition, subject: Traits, object: Traits) -> Found:
    common = set(_names(subject, one.subject_field)) & set(_names(object, one.object_field))
    return bool(common), float(bool(common)), "names it" if common else "names something else"


def _equal(one: Condition, subject: Traits, object: Traits) -> Found:
    common = _common(one, subject, object)
    told = f"both say {common[0]}" if common else "nothing in common"
    return bool(common), float(bool(common)), told


def _overlap(one: Condition, subject: Traits, object: Traits) -> Found:
    common = _common(one, subject, object)
    together = {**_forms(subject, one.subject_field), **_forms(object, one.object_field)}
    share = len(common) / len(together) if together else 0.0
    told = f"{len(common)} of {len(together)} in common, {share:.2f}"
    return bool(common) and share >= one.bound, share, told


def _within(one: Condition, subject: Traits, object: Traits) -> Found:
    gaps = [
        abs(left - right)
        for left in _numbers(subject, one.subject_field)
        for right in _numbers(object, one.object_field)
    ]
    if not gaps:
        return False, 0.0, "no numbers to compare"
    gap = min(gaps)
    return _close(gap, one.bound, f"{gap:g} apart")


def _near(one: Condition, subject: Traits, object: Traits) -> Found:
    here, there = point(subject.fields, one.subject_field), point(object.fields, one.object_field)
    if here is None or there is None:
        return False, 0.0, "no coordinates to compare"
    km = km_between(here, there)
    return _close(km, one.bound, f"{km:.3g} km apart")


def _close(gap: float, bound: float, told: str) -> Found:
    if gap > bound:
        return False, 0.0, told
    return True, 1 - gap / bound if bound else 1.0, told


def _period(one: Condition, subject: Traits, object: Traits) -> Found:
    here, there = period(subject.fields, one.subject_field), period(object.fields, one.object_field)
    if here is None or there is None:
        return False, 0.0, "no times to compare"
    common = Period(max(here.begins, there.begins), min(here.ends, there.ends))
    days = common.ends - common.begins
    is_long = days > 0 and days >= one.bound
    told = "at the same time" if days == inf else f"{days:g} days in common"
    return is_long, float(is_long), told if days > 0 else "not at the same time"


def _meaning(one: Condition, subject: Traits, object: Traits) -> Found:
    likenesses = [product(left, right) for left in subject.rows for right in object.rows]
    if not likenesses:
        return False, 0.0, "one of them has no vector"
    alike = max(likenesses) / ALIKE
    return alike >= one.bound, min(1.0, max(0.0, alike)), f"likeness {alike:.2f}"


_COMPARISONS: dict[ConditionKind, Callable[[Condition, Traits, Traits], Found]] = {
    ConditionKind.KEY: _key,
    ConditionKind.EQUAL: _equal,
    ConditionKind.OVERLAP: _overlap,
    ConditionKind.WITHIN: _within,
    ConditionKind.NEAR: _near,
    ConditionKind.PERIOD: _period,
    ConditionKind.MEANING: _meaning,
}


def _common(one: Condition, subject: Traits, object: Traits) -> list[str]:
    """Texts of the subject that the object has as well."""
    theirs = _forms(object, one.object_field)
    return [text for form, text in _forms(subject, one.subject_field).items() if form in theirs]


_form = lru_cache(maxsize=8192)(link_form)
"""A value is compared with many others, and each of them with many."""


def _forms(record: Traits, name: str) -> dict[str, str]:
    """Form of each value -> the value."""
    return {form: text for text in record.fields.get(name, ()) if (form := _form(text))}


def _names(record: Traits, name: str) -> Iterable[str]:
    """What a field names, or by what a record is named."""
    if not name:
        return (*record.forms, id_end(record.id))
    return [id_end(text) if is_ulid(text) else _form(text) for text in record.fields.get(name, ()) if text]


def _numbers(record: Traits, name: str) -> list[float]:
    return [found for text in record.fields.get(name, ()) if (found := number(text)) is not None]


def _shown(one: Condition, record: Traits, name: str) -> tuple[str, ...]:
    """What a person is shown of what was compared."""
    if one.kind is ConditionKind.PERIOD:
        first, _, last = name.partition("..")
        return tuple(_told_day(record, end) for end in (first, last))
    if one.kind is ConditionKind.NEAR:
        place = point(record.fields, name)
        return () if place is None else (f"{place.latitude:g}, {place.longitude:g}",)
    if not name:
        return record.forms[:1]
    return record.fields.get(name, ())


def _told_day(record: Traits, name: str) -> str:
    said = record.fields.get(name, ())
    return said[0] if said and day(said[0]) is not None else "open"
