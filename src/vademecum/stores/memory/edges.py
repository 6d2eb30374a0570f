"""`MemoryEdges`: `ports.Edges` by looking at every entry."""

from __future__ import annotations

from vademecum.model.edges import Statement, Vertex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from vademecum.model.edges import Said
    from vademecum.model.entry import Entry
    from vademecum.model.record import MemoryId

_Order = tuple[str, str, str, int]


class MemoryEdges:
    """The edges of an index without a disk; each call sees one state of it."""

    def __init__(
        self,
        entries: Callable[[], list[Entry]],
        derived: Callable[[], Mapping[MemoryId, Mapping[int, Said]]] = dict,
    ) -> None:
        """Remember where entries come from, all of them in any order, and what was derived of them."""
        self._entries = entries
        self._derived = derived

    def touching(
        self, ends: Sequence[str], *, predicates: Sequence[str] = (), most: int
    ) -> tuple[Statement, ...]:
        wanted = set(predicates)
        stated = [one for one in self.statements() if not wanted or one.predicate in wanted]
        bound, found = max(0, most), dict[Statement, None]()
        for end in dict.fromkeys(ends):
            outwards = sorted((one for one in stated if one.subject == end), key=_outwards)
            found |= dict.fromkeys(outwards[:bound])
        for end in dict.fromkeys(ends):
            inwards = sorted((one for one in stated if one.object == end), key=_inwards)
            found |= dict.fromkeys(inwards[:bound])
        return tuple(found)

    def bearing(self, forms: Sequence[str], *, keys: bool = True) -> tuple[Vertex, ...]:
        wanted = set(filter(None, forms))
        return tuple(
            vertex
            for vertex in self.vertices()
            if (keys and vertex.key_form in wanted) or not wanted.isdisjoint(vertex.forms)
        )

    def nodes(self, ids: Sequence[MemoryId]) -> dict[MemoryId, Vertex]:
        held = {vertex.id: vertex for vertex in self.vertices()}
        return {each: held[each] for each in ids if each in held}

    def merged(self, ids: Sequence[MemoryId]) -> tuple[Vertex, ...]:
        wanted = set(ids)
        return tuple(vertex for vertex in self.vertices() if vertex.merged_into in wanted)

    def statements(self) -> Iterator[Statement]:
        derived = self._derived()
        for entry in sorted(self._entries(), key=_by_id):
            yield from _statements(entry, derived.get(entry.id, {}))

    def vertices(self) -> Iterator[Vertex]:
        for entry in sorted(self._entries(), key=_by_id):
            yield _vertex(entry)


def _by_id(entry: Entry) -> str:
    return entry.id


def _position(one: tuple[int, Said]) -> int:
    return one[0]


def _outwards(statement: Statement) -> _Order:
    return statement.predicate, statement.object, statement.id, statement.position


def _inwards(statement: Statement) -> _Order:
    return statement.predicate, statement.subject, statement.id, statement.position


def _vertex(entry: Entry) -> Vertex:
    """An entry as a node."""
    place = entry.place
    return Vertex(
        entry.id,
        entry.kind,
        entry.scope,
        place.label,
        place.name,
        place.forms,
        place.key_form,
        place.merged_into,
        place.distinct_from,
        entry.status,
        entry.superseded_by,
        entry.review,
        entry.pinned,
        entry.created,
        entry.valid_from,
        entry.valid_until,
        entry.expires,
    )


def _statements(entry: Entry, derived: Mapping[int, Said]) -> tuple[Statement, ...]:
    """The edges that an entry states, then those that were derived of it."""
    by = _vertex(entry)
    return tuple(
        Statement(
            entry.id,
            position,
            said.subject,
            said.predicate,
            said.object,
            said.subject_name,
            said.object_name,
            said.since,
            said.until,
            said.origin,
            entry.place.name,
            entry.scope,
            entry.status,
            entry.superseded_by,
            entry.review,
            entry.pinned,
            entry.created,
            entry.valid_from,
            entry.valid_until,
            entry.expires,
            by,
        )
        for position, said in (*enumerate(entry.place.said), *sorted(derived.items(), key=_position))
    )
