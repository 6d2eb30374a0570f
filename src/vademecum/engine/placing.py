"""Whether a memory that is under review has taken the place of what it names."""

from __future__ import annotations

from vademecum.lifecycle.standing import in_place
from vademecum.model.record import Memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.engine.parts import Parts
    from vademecum.model.record import Record


def took_its_place(parts: Parts, record: Record) -> bool:
    """Whether what it names says so too, so that it holds though a team has yet to decide about it."""
    named = record.supersedes if isinstance(record, Memory) else ()
    return bool(named) and in_place(record, named, parts.index.rows(named).get)
