"""Whether a memory that is under review has taken the place of what it names."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.engine.parts import Parts
    from vademecum.model.record import Record


def took_its_place(parts: Parts, record: Record) -> bool:
    """Whether what it names says so too, so that it holds though a team has yet to decide about it."""
    named = getattr(record, "supersedes", ())
    return bool(named) and any(row.superseded_by == record.id for row in parts.index.rows(named).values())
