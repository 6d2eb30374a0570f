"""What matters at the start of a session: what there is, what is pinned, what waits, what was decided."""

from __future__ import annotations

from datetime import timedelta

from vademecum.engine.reading import marked
from vademecum.lifecycle.standing import Viewpoint
from vademecum.model.brief import COUNTED, Brief, BriefCount, BriefGap, BriefPart
from vademecum.model.file import FAULTY
from vademecum.model.record import Kind, MemoryType
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

MOST_TIME = timedelta(seconds=1)
"""A part that was not begun by then is left out: a session waits for this."""

_SHOWN: Mapping[str, int] = {"pinned": 12, "waiting": 5, "decisions": 8, "people": 10}
_MOST_SORTS = 12


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
        began, now = self._parts.now(), self._parts.now_us()
        memories = replace(within, kinds=(Kind.MEMORY,), statuses=COUNTED, in_force_at=now)
        asked = {
            "pinned": replace(memories, pinned=True),
            "waiting": replace(within, kinds=(Kind.MEMORY,), statuses=COUNTED, waiting=True),
            "decisions": replace(memories, types=(MemoryType.DECISION.value,)),
            "people": replace(within, kinds=(Kind.ENTITY,), types=("person",)),
        }
        counts, gaps = self._counts(within), self._gaps()
        parts: list[BriefPart] = []
        partial = False
        for name, filters in asked.items():
            partial = self._parts.now() - began > MOST_TIME
            if partial:
                break
            part = self._part(name, filters, Viewpoint(now))
            if part.total:
                parts.append(part)
        text = brief_text(parts, max_bytes=max_bytes, counts=counts, gaps=gaps, partial=partial)
        return Brief(counts=counts, gaps=gaps, parts=tuple(parts), partial=partial, text=text)

    def _counts(self, within: Filters) -> tuple[BriefCount, ...]:
        census = self._parts.index.census(within.scopes)
        counted = {
            "memories": census.memories,
            "entities": _spelled_once(census.entities),
            "relations": census.relations,
        }
        return tuple(_count(name, numbers) for name, numbers in counted.items() if numbers)

    def _gaps(self) -> tuple[BriefGap, ...]:
        index = self._parts.index
        gaps: list[BriefGap] = []
        if count := len(index.quarantined()):
            noun = "file" if count == 1 else "files"
            gaps.append(BriefGap(what=f"{count} {noun} that cannot be read", fix="`vade doctor` names them"))
        if index.vocabulary_state().startswith(FAULTY):
            gaps.append(
                BriefGap(what="names of a vocabulary that cannot be read", fix="`vade doctor` tells its line")
            )
        return tuple(gaps)

    def _part(self, name: str, filters: Filters, view: Viewpoint) -> BriefPart:
        rows, total = self._parts.index.page(filters, limit=_SHOWN[name])
        return BriefPart(
            name=name, items=tuple(listed_hit(row, marked(row, view)) for row in rows), total=total
        )


def _count(name: str, numbers: Mapping[str, int]) -> BriefCount:
    order = sorted(numbers, key=lambda one: (-numbers[one], one))
    return BriefCount(
        name=name,
        by={one: numbers[one] for one in order[:_MOST_SORTS]},
        sorts=len(numbers),
        total=sum(numbers.values()),
    )


def _spelled_once(numbers: Mapping[str, int]) -> dict[str, int]:
    """Labels that differ in case alone under the spelling that is most frequent, then first."""
    spelled: dict[str, str] = {}
    counts: dict[str, int] = {}
    for label in sorted(numbers, key=lambda one: (-numbers[one], one)):
        chosen = spelled.setdefault(label.casefold(), label)
        counts[chosen] = counts.get(chosen, 0) + numbers[label]
    return counts
