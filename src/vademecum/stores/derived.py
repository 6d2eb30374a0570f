"""What rules derive of everything at once: what must come out however it is arrived at."""

from __future__ import annotations

from vademecum.model.edges import FIRST_DERIVED
from vademecum.model.rules import MOST_PAIRS, Rederived, RuleTally
from vademecum.text.digest import sha256

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from vademecum.model.edges import Said
    from vademecum.model.record import MemoryId
    from vademecum.model.rules import Traits
    from vademecum.ports.deriving import Deriving


def derived_position(said: Said) -> int:
    """Where a derived edge stands among those of its subject, the same wherever it is derived."""
    digest = sha256(f"{said.subject_name}\0{said.object}".encode("utf-8", "surrogatepass")).digest()
    return FIRST_DERIVED + (int.from_bytes(digest[:8], "big") >> 2)


def is_crowded(subjects: int, objects: int) -> bool:
    """Whether so many pairs share a value that it joins none of them."""
    return subjects * objects > MOST_PAIRS


def in_order(edges: Iterable[Said]) -> tuple[Said, ...]:
    """Edges by rule, subject and object."""
    return tuple(sorted(edges, key=lambda said: (said.subject_name, said.subject, said.object)))


class Everything:
    """All that rules derive of all records at once: what must come out however it is arrived at."""

    def __init__(self, rules: Deriving, records: Iterable[Traits]) -> None:
        """Compare whatever shares a value."""
        self._rules = rules
        self._blocks: dict[tuple[str, int], tuple[dict[MemoryId, Traits], dict[MemoryId, Traits]]] = {}
        for record in records:
            for stand in rules.stands(record):
                ends = self._blocks.setdefault((stand.rule, stand.block), ({}, {}))
                ends[stand.as_object][record.id] = record
        self.edges: dict[MemoryId, dict[int, Said]] = {}
        self.tally: dict[str, RuleTally] = {}
        for (rule, _), ends in self._blocks.items():
            self._derive(rule, *ends)
        for rule, number in self._edges_by_rule().items():
            self.tally[rule] = RuleTally(number, self.tally.get(rule, RuleTally()).crowded)

    def _derive(self, rule: str, subjects: dict[MemoryId, Traits], objects: dict[MemoryId, Traits]) -> None:
        if is_crowded(len(subjects), len(objects)):
            known = self.tally.get(rule, RuleTally())
            self.tally[rule] = RuleTally(0, known.crowded + 1)
            return
        for subject in subjects.values():
            for object in objects.values():
                if (said := self._rules.derived(rule, subject, object)) is not None:
                    self.edges.setdefault(subject.id, {})[derived_position(said)] = said

    def _edges_by_rule(self) -> dict[str, int]:
        counted: dict[str, int] = {}
        for said in (one for edges in self.edges.values() for one in edges.values()):
            counted[said.subject_name] = counted.get(said.subject_name, 0) + 1
        return counted


def rederived(before: Everything, after: Everything) -> Rederived:
    """What came and went between two states."""
    return Rederived(_missing(after, before), _missing(before, after))


def _missing(one: Everything, other: Everything) -> tuple[Said, ...]:
    """Edges of one that the other lacks."""
    lacking = [
        said
        for subject, edges in one.edges.items()
        for position, said in edges.items()
        if position not in other.edges.get(subject, {})
    ]
    return in_order(lacking)
