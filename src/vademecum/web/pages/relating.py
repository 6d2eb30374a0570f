"""Facts of an entity added and taken back, and pages made one or taken apart again."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from vademecum.errors import InvalidValue
from vademecum.web.pages.visit import Elsewhere, Page, entity_at, memory_at

if TYPE_CHECKING:
    from vademecum.web.pages.visit import Answer, Visit

_MOST_PAIRS = 25


def link(visit: Visit) -> Answer:
    """Say that the entity has a relation to another; said once more with times it gets them."""
    record_id = visit.path["id"]
    predicate, other = _wanted(visit, "predicate"), _wanted(visit, "object")
    since, until = _day(visit, "since"), _day(visit, "until")
    visit.vade.link(record_id, predicate, other, since=since, until=until)
    return Elsewhere(entity_at(record_id, done="linked"))


def unlink(visit: Visit) -> Answer:
    """Take back a relation that the page says itself."""
    record_id = visit.path["id"]
    visit.vade.unlink(record_id, _wanted(visit, "predicate"), _wanted(visit, "object"))
    return Elsewhere(entity_at(record_id, done="unlinked"))


def alike(visit: Visit) -> Answer:
    """Pages that may be about one and the same, with the reason."""
    told = {"alike": visit.vade.graph.alike(limit=_MOST_PAIRS)}
    return Page(template="alike.html", title="Which may be one", section="entities", told=told)


def merge(visit: Visit) -> Answer:
    """Say that two pages are about one and the same."""
    done = visit.vade.merge_entities(visit.path["id"], _wanted(visit, "into"))
    return Elsewhere(entity_at(done.into, done="merged"))


def unmerge(visit: Visit) -> Answer:
    """Say that a merged page is about another after all."""
    visit.vade.unmerge_entity(visit.path["id"])
    return Elsewhere(memory_at(visit.path["id"], done="unmerged"))


def _wanted(visit: Visit, name: str) -> str:
    said = visit.line(name)
    if said is None:
        raise InvalidValue(name, "is empty; fill it in and send the form again")
    return said


def _day(visit: Visit, name: str) -> datetime | None:
    """The beginning of a day that a field for days gives.

    Raises:
        InvalidValue: it is no day.
    """
    said = visit.line(name)
    if said is None:
        return None
    try:
        return datetime.strptime(said, "%Y-%m-%d").replace(tzinfo=UTC)
    except ValueError:
        raise InvalidValue(name, f"{said[:20]!r} is no day; write e.g. 2026-01-31") from None
