"""Filters as SQL; pure, so that it is tested without a database."""

from __future__ import annotations

from vademecum.model.entry import REPLACEMENT, WAITING
from vademecum.stores.local.codec import listed
from vademecum.stores.local.layout import DOUBTED

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from vademecum.model.ask import Filters

_SETTLED = (
    f"(coalesce(record.review, '') <> '{REPLACEMENT}' OR EXISTS "
    "(SELECT 1 FROM record AS past WHERE past.superseded_by = record.id))"
)
_IN_FORCE = (
    f"{_SETTLED} AND coalesce(record.valid_from <= ?, TRUE) AND "
    "(record.pinned OR "
    "(coalesce(record.expires > ?, TRUE) AND coalesce(record.valid_until > ?, TRUE)))"
)
# What nobody is known to have replaced ends as it says itself.
_SUCCESSOR = (
    "(SELECT coalesce(successor.valid_from, successor.created) FROM record AS successor "
    "WHERE successor.id = record.superseded_by)"
)
_HELD = (
    f"{_SETTLED} AND (record.status <> 'superseded' OR "
    f"coalesce(coalesce({_SUCCESSOR}, record.valid_until) > ?, FALSE)) AND "
    "(record.pinned AND record.status <> 'superseded' OR "
    "(coalesce(record.expires > ?, TRUE) AND coalesce(record.valid_until > ?, TRUE)))"
)
_OF_TIME = (
    "(coalesce(record.created >= ? AND record.created < ?, FALSE) OR "
    "coalesce(record.valid_from >= ? AND record.valid_from < ?, FALSE) OR "
    "coalesce(record.valid_from < ? AND record.valid_until > ?, FALSE))"
)
_MEMBER = "IN (SELECT value FROM json_each(?))"
# The few that wait or are pinned come from indexes of their own; asking each of 100,000 took 0.9 s.
_PINNED = "record.version IN (SELECT version FROM record AS other WHERE other.pinned)"
_WAITING = (
    f"record.version IN (SELECT version FROM record AS other WHERE other.review {_MEMBER} "
    f"UNION ALL SELECT version FROM detail WHERE {DOUBTED})"
)


def conditions(filters: Filters) -> tuple[str, list[object]]:
    """An expression over table ``record`` that is true for what passes, and its parameters."""
    parts: list[str] = ["TRUE"]
    values: list[object] = []
    alternatives: tuple[tuple[str, Sequence[str]], ...] = (
        ("record.scope", filters.scopes),
        ("record.type", filters.types),
        ("record.kind", [kind.value for kind in filters.kinds]),
        ("record.status", [status.value for status in filters.statuses]),
    )
    for column, wanted in alternatives:
        if wanted:
            parts.append(f"{column} {_MEMBER}")
            values.append(listed(wanted))
    if filters.tags:
        every = sorted(set(filters.tags))
        parts.append(
            f"(SELECT count(*) FROM tag WHERE tag.version = record.version AND tag.tag {_MEMBER}) = ?"
        )
        values += [listed(every), len(every)]
    if filters.about:
        parts.append(f"record.version IN (SELECT version FROM about WHERE form {_MEMBER})")
        values.append(listed(filters.about))
    if filters.updated_from is not None:
        parts.append("record.updated >= ?")
        values.append(filters.updated_from)
    if filters.updated_until is not None:
        parts.append("record.updated < ?")
        values.append(filters.updated_until)
    if filters.in_force_at is not None:
        parts.append(_IN_FORCE)
        values += [filters.in_force_at] * 3
    parts += [said for wanted, said in ((filters.settled, _SETTLED), (filters.pinned, _PINNED)) if wanted]
    if filters.begun_by is not None:
        parts.append("coalesce(record.valid_from, record.created, ?) <= ?")
        values += [filters.begun_by] * 2
    if filters.held_at is not None:
        parts.append(_HELD)
        values += [filters.held_at] * 3
    if filters.of_time is not None:
        first, behind = filters.of_time
        parts.append(_OF_TIME)
        values += [first, behind] * 2 + [behind, first]
    if filters.waiting:
        parts.append(_WAITING)
        values.append(listed(WAITING))
    return " AND ".join(parts), values
