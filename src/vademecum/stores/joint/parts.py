"""Edges, vectors, fields and derivations of several indexes as those of one."""

from __future__ import annotations

from operator import attrgetter, itemgetter

from vademecum.model.fields import Declaration
from vademecum.model.rules import Rederived, RuleTally
from vademecum.model.vectors import Coverage

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from vademecum.model.ask import Filters
    from vademecum.model.edges import Said, Statement, Vertex
    from vademecum.model.fields import Pair
    from vademecum.model.record import MemoryId
    from vademecum.model.rules import RuleBook, Traits
    from vademecum.model.vectors import Embedded, Space
    from vademecum.stores.joint.sides import Side, Sides


class JointEdges:
    """Implements `ports.Edges`."""

    def __init__(self, sides: Sides) -> None:
        self._sides = sides

    def touching(
        self, ends: Sequence[str], *, predicates: Sequence[str] = (), most: int
    ) -> tuple[Statement, ...]:
        found: list[Statement] = []
        for side in self._sides:
            found += side.index.edges().touching(ends, predicates=predicates, most=most)
        seen = [one for one in found if self._sides.shows(one.scope)]
        return _ordered(seen, ends, most)

    def bearing(self, forms: Sequence[str], *, keys: bool = True) -> tuple[Vertex, ...]:
        return self._vertices(side.index.edges().bearing(forms, keys=keys) for side in self._sides)

    def nodes(self, ids: Sequence[MemoryId]) -> dict[MemoryId, Vertex]:
        found = (one for side in self._sides for one in side.index.edges().nodes(ids).items())
        return {own: vertex for own, vertex in found if self._sides.shows(vertex.scope)}

    def merged(self, ids: Sequence[MemoryId]) -> tuple[Vertex, ...]:
        return self._vertices(side.index.edges().merged(ids) for side in self._sides)

    def _vertices(self, found: Iterable[Sequence[Vertex]]) -> tuple[Vertex, ...]:
        seen = (one for part in found for one in part if self._sides.shows(one.scope))
        return tuple(sorted(seen, key=lambda vertex: vertex.id))

    def statements(self) -> Iterator[Statement]:
        found = (one for side in self._sides for one in side.index.edges().statements())
        seen = (one for one in found if self._sides.shows(one.scope))
        yield from sorted(seen, key=lambda one: (one.id, one.position))

    def vertices(self) -> Iterator[Vertex]:
        yield from self._vertices(tuple(side.index.edges().vertices()) for side in self._sides)


def _ordered(found: Sequence[Statement], ends: Sequence[str], most: int) -> tuple[Statement, ...]:
    """Of each end and each side at most so many, first those of which it is the subject; each once."""
    chosen: dict[tuple[MemoryId, int], Statement] = {}
    for near, far in ((_subject, _object), (_object, _subject)):
        for end in dict.fromkeys(ends):
            of_end = [
                (one.predicate, far(one), one.id, one.position, one) for one in found if near(one) == end
            ]
            for *_, one in sorted(of_end, key=itemgetter(slice(4)))[:most]:
                chosen.setdefault((one.id, one.position), one)
    return tuple(chosen.values())


_subject, _object = attrgetter("subject"), attrgetter("object")


class JointVectors:
    """Implements `ports.Vectors` of memories.

    Vectors of one model are compared; a side whose vectors are of another one is found by its words alone.
    Who keeps an index gives it its vectors, so that nothing ever lacks any here.
    """

    def __init__(self, sides: Sides) -> None:
        self._sides = sides

    def space(self) -> Space | None:
        spaces = (side.index.vectors().space() for side in self._sides)
        return next((space for space in spaces if space is not None), None)

    def coverage(self) -> Coverage:
        parts = [side.index.vectors().coverage() for side in self._sides]
        return Coverage(sum(part.present for part in parts), sum(part.of for part in parts))

    def nearest(self, model: str, row: bytes, among: Filters, limit: int) -> tuple[tuple[MemoryId, int], ...]:
        found: list[tuple[MemoryId, int]] = []
        for side, filters in self._sides.filtered(among):
            found += side.index.vectors().nearest(model, row, filters, limit)
        return tuple(sorted(found, key=lambda one: (-one[1], one[0]))[:limit])

    def likenesses(self, model: str, row: bytes, keys: Sequence[MemoryId]) -> dict[MemoryId, int]:
        found: dict[MemoryId, int] = {}
        for side in self._sides:
            found |= side.index.vectors().likenesses(model, row, keys)
        return found

    def begin(self, space: Space) -> None:
        del space

    def lacking(self, limit: int, after: int = 0) -> tuple[tuple[MemoryId, int], ...]:
        del limit, after
        return ()

    def put(self, model: str, vectors: Sequence[Embedded]) -> None:
        del model, vectors


class JointFields:
    """Implements `ports.Fields`: what any side declares; what is declared here goes to the first."""

    def __init__(self, sides: Sides) -> None:
        self._sides = sides

    def declared(self) -> Declaration:
        said: dict[Pair, bool] = {}
        for side in self._sides.all:
            for pair, is_searched in side.index.fields().declared().said:
                said.setdefault(pair, is_searched)
        return Declaration(tuple(said.items()))

    def state(self) -> str:
        return "+".join(filter(None, (side.index.fields().state() for side in self._sides.all)))

    def put(self, declaration: Declaration, state: str) -> None:
        first, *others = self._sides.all
        known = {one for side in others for one in side.index.fields().declared().said}
        said = tuple(one for one in declaration.said if one not in known)
        first.index.fields().put(Declaration(said), state)

    def stating(self, pairs: Sequence[Pair]) -> tuple[str, ...]:
        return tuple(sorted(path for side in self._sides for path in side.index.fields().stating(pairs)))

    def uses(self) -> dict[Pair, int]:
        found: dict[Pair, int] = {}
        for side in self._sides.all:
            for pair, number in _uses(side).items():
                found[pair] = found.get(pair, 0) + number
        return {pair: found[pair] for pair in sorted(found, key=attrgetter("label", "field"))}


def _uses(side: Side) -> dict[Pair, int]:
    """What states a field; of a side that is not seen as a whole nobody is told."""
    return {} if side.bounded else side.index.fields().uses()


class JointDerivations:
    """Implements `ports.Derivations`: the rules of the last side, which is the one that is shared.

    A rule joins records of one side only: what a person keeps alone is nobody's to derive from.
    """

    def __init__(self, sides: Sides) -> None:
        self._sides = sides
        self._parts = tuple(side.index.derivations() for side in sides.all)

    def book(self) -> RuleBook:
        return self._parts[-1].book()

    def state(self) -> str:
        return self._parts[-1].state()

    def put(self, book: RuleBook, state: str) -> None:
        for part in self._parts:
            part.put(book, state)

    def due(self) -> int:
        return sum(part.due() for part in self._parts)

    def advance(self) -> int:
        return sum(part.advance() for part in self._parts if part.due())

    def foreseen(self, records: Mapping[MemoryId, Traits | None]) -> Rederived:
        comes: list[Said] = []
        goes: list[Said] = []
        for side, part in zip(self._sides.all, self._parts, strict=True):
            known = side.index.rows(list(records))
            own = {
                one: after
                for one, after in records.items()
                if one in known or (after is not None and side.holds(after.scope))
            }
            if own:
                told = part.foreseen(own)
                comes += told.comes
                goes += told.goes
        return Rederived(tuple(sorted(comes, key=_place)), tuple(sorted(goes, key=_place)))

    def traits(self, ids: Sequence[MemoryId]) -> dict[MemoryId, Traits]:
        found = (one for part in self._parts for one in part.traits(ids).items())
        return {own: traits for own, traits in found if self._sides.shows(traits.scope)}

    def tally(self) -> dict[str, RuleTally]:
        found: dict[str, RuleTally] = {}
        for rule, tally in (one for part in self._parts for one in part.tally().items()):
            known = found.get(rule, RuleTally())
            found[rule] = RuleTally(known.edges + tally.edges, known.crowded + tally.crowded)
        return found


def _place(said: Said) -> tuple[str, str, str]:
    return said.subject_name, said.subject, said.object
