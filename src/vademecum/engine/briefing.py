"""What matters at the start of a session: what is pinned, what waits, what was decided, who there is."""

from __future__ import annotations

from vademecum.engine.reading import marked
from vademecum.lifecycle.standing import Viewpoint
from vademecum.model.brief import Brief, BriefPart
from vademecum.model.record import Kind, MemoryType, Status
from vademecum.model.value import replace
from vademecum.retrieval.briefing import brief_text
from vademecum.retrieval.hits import listed_hit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from vademecum.engine.parts import Parts
    from vademecum.model.ask import Filters

MOST_BYTES = 4_000
"""A host cuts what a hook says beyond some 10,000 characters; a tenth of a usual prompt is enough."""

_SHOWN: Mapping[str, int] = {"pinned": 12, "waiting": 5, "decisions": 8, "people": 10}
_HELD = (Status.ACTIVE, Status.DEPRECATED)


class Briefing:
    """The use case of beginning a session well. No file is read: the catalogue knows all of it."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def brief(self, within: Filters, *, max_bytes: int) -> Brief:
        """Everything that matters, within a bound.

        Args:
            within: scopes that may answer.
            max_bytes: bound on the text in UTF-8 bytes, frame included.
        """
        now = self._parts.now_us()
        memories = replace(within, kinds=(Kind.MEMORY,), statuses=_HELD, in_force_at=now)
        asked = {
            "pinned": replace(memories, pinned=True),
            "waiting": replace(within, kinds=(Kind.MEMORY,), statuses=_HELD, waiting=True),
            "decisions": replace(memories, types=(MemoryType.DECISION.value,)),
            "people": replace(within, kinds=(Kind.ENTITY,), types=("person",)),
        }
        found = (self._part(name, filters, Viewpoint(now)) for name, filters in asked.items())
        parts = tuple(part for part in found if part.total)
        return Brief(parts=parts, text=brief_text(parts, max_bytes=max_bytes))

    def _part(self, name: str, filters: Filters, view: Viewpoint) -> BriefPart:
        rows, total = self._parts.index.page(filters, limit=_SHOWN[name])
        return BriefPart(
            name=name, items=tuple(listed_hit(row, marked(row, view)) for row in rows), total=total
        )
