"""How many there are of what, counted when somebody asks."""

from __future__ import annotations

from collections import Counter

from vademecum.model.brief import COUNTED, Census
from vademecum.model.record import Kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vademecum.model.entry import Entry
    from vademecum.model.record import Scope


def census_of(entries: Iterable[Entry], scopes: Sequence[Scope]) -> Census:
    """`Counting.census` of these entries."""
    seen = [entry for entry in entries if entry.status in COUNTED and (not scopes or entry.scope in scopes)]
    memories, entities = (
        Counter(entry.place.label for entry in seen if entry.kind is kind)
        for kind in (Kind.MEMORY, Kind.ENTITY)
    )
    relations = Counter(said.predicate for entry in seen for said in entry.place.said)
    return Census(
        memories=dict(sorted(memories.items())),
        entities=dict(sorted(entities.items())),
        relations=dict(sorted(relations.items())),
    )
