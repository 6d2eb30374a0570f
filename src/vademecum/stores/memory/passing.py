"""Filters on entries in plain dictionaries."""

from __future__ import annotations

from vademecum.model.entry import WAITING
from vademecum.model.record import Status

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.model.ask import Filters
    from vademecum.model.entry import Entry


def passes(filters: Filters, entry: Entry, successor: Entry | None, *, settled: bool) -> bool:
    """Whether an entry passes.

    Args:
        filters: the conditions.
        entry: what is judged.
        successor: what replaced it, as far as that is stored.
        settled: it is no proposal to replace another, or one that took its place before.
    """
    if filters.updated_from is not None or filters.updated_until is not None:
        if entry.updated is None:
            return False
        if filters.updated_from is not None and entry.updated < filters.updated_from:
            return False
        if filters.updated_until is not None and entry.updated >= filters.updated_until:
            return False
    return (
        (not filters.scopes or entry.scope in filters.scopes)
        and (not filters.types or entry.type in filters.types)
        and (not filters.kinds or entry.kind in filters.kinds)
        and (not filters.statuses or entry.status in filters.statuses)
        and set(filters.tags).issubset(entry.folded_tags)
        and (not filters.about or not set(filters.about).isdisjoint(entry.about))
        and (filters.in_force_at is None or (settled and _in_force(entry, filters.in_force_at)))
        and (not filters.settled or settled)
        and (filters.begun_by is None or or_oldest(_begins(entry)) <= filters.begun_by)
        and (filters.held_at is None or (settled and _held(entry, successor, filters.held_at)))
        and (filters.of_time is None or _is_of(entry, *filters.of_time))
        and (not filters.waiting or entry.review in WAITING or entry.card.needs_review is not None)
        and (not filters.pinned or entry.pinned)
    )


def _is_of(entry: Entry, first: int, behind: int) -> bool:
    begins = (entry.created, entry.valid_from)
    if any(at is not None and first <= at < behind for at in begins):
        return True
    begin, end = entry.valid_from, entry.valid_until
    return begin is not None and end is not None and begin < behind and end > first


def _begins(entry: Entry) -> int | None:
    return entry.created if entry.valid_from is None else entry.valid_from


def _held(entry: Entry, successor: Entry | None, at: int) -> bool:
    over = any(end is not None and end <= at for end in (entry.expires, entry.valid_until))
    if entry.status is not Status.SUPERSEDED:
        return entry.pinned or not over
    replaced = _begins(successor) if successor else None
    replaced = entry.valid_until if replaced is None else replaced
    return replaced is not None and at < replaced and not over


def _in_force(entry: Entry, at: int) -> bool:
    begun = entry.valid_from is None or entry.valid_from <= at
    over = any(end is not None and end <= at for end in (entry.expires, entry.valid_until))
    return begun and (entry.pinned or not over)


def or_oldest(at: int | None) -> float:
    """A moment, or one before all others."""
    return float("-inf") if at is None else at
