"""Statements between names become edges between nodes.

A name means every entity that bears it within reach of who says it; a wikilink may also mean a record by its
key. What nothing answers to is a node of its own, under its name.
"""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from vademecum.graph.merges import MOST_MERGES, end_of_merges
from vademecum.graph.witnesses import by_both, by_other
from vademecum.model.edges import ID_SIGN, EdgeOrigin, id_end
from vademecum.model.graph import Direction, Edge, Node, NodeKind
from vademecum.model.record import PERSONAL, Kind, MemoryId, Status
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Container, Iterable, Iterator, Sequence

    from vademecum.model.edges import Statement, Vertex
    from vademecum.model.record import Scope
    from vademecum.ports.edges import Edges

NAME_SIGN = "name:"
"""Begins the id of a node that is nothing but a name."""

MOST_EDGES = 1_000
"""Edges of one end and side that a walk reads; a hub with more is said to be truncated."""

_KINDS = {Kind.ENTITY: NodeKind.ENTITY, Kind.MEMORY: NodeKind.MEMORY}
_LINK, _LIST = EdgeOrigin.LINK, EdgeOrigin.LIST
"""Where a name may be a file's: `[[oat-milk]]` in a text opens that note in any editor."""

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


@value
class Sight:
    """What somebody may see of the graph.

    Attributes:
        scopes: where records may stand; empty means anywhere.
        at_us: the moment at which edges hold; None when they are told whenever they held.
        says: whether the record of a statement counts.
        shows: whether a record is a node.
    """

    scopes: frozenset[Scope]
    at_us: int | None
    says: Callable[[Statement], bool]
    shows: Callable[[Vertex], bool]

    def reads(self, scope: Scope) -> bool:
        """Whether what stands in a scope may be seen."""
        return not self.scopes or scope in self.scopes

    def holds(self, statement: Statement) -> bool:
        """Whether a statement counts."""
        since, until, at_us = statement.since, statement.until, self.at_us
        if at_us is not None and (
            (since is not None and since > at_us) or (until is not None and until <= at_us)
        ):
            return False
        return self.reads(statement.scope) and self.says(statement)


@value
class Expansion:
    """Edges of some nodes.

    Attributes:
        stated: the edges with what states them, in order.
        truncated: an end has more on a side than are read at once (`Net`).
    """

    stated: tuple[tuple[Edge, Statement], ...]
    truncated: bool

    @property
    def edges(self) -> tuple[Edge, ...]:
        """The edges alone."""
        return tuple([edge for edge, _ in self.stated])


class Net:
    """The graph as one reader sees it; what was looked up once is kept.

    Args:
        edges: where statements and nodes are looked up.
        sight: what the reader sees.
        most: statements of one end and side that are read at once.
        bare: a claim whose value nothing is called by is an edge too, to that value.
    """

    def __init__(self, edges: Edges, sight: Sight, *, most: int = MOST_EDGES, bare: bool = False) -> None:
        self._edges = edges
        self._sight = sight
        self._most = most
        self._bare = bare
        self._vertices: dict[MemoryId, Vertex | None] = {}
        self._bearers: dict[str, tuple[Vertex, ...]] = {}
        self._keyed: dict[str, tuple[Vertex, ...]] = {}
        self._meanings: dict[tuple[str, bool, Scope], tuple[str, ...]] = {}
        self._into: dict[MemoryId, MemoryId] = {}
        self._spelled: dict[str, str] = {}
        self._names: dict[str, str] = {}

    # ── nodes ────────────────────────────────────────────────────────────────────────────────────────

    def named(self, form: str) -> tuple[str, ...]:
        """Ids of the nodes that a folded name means to this reader; its own node when none does."""
        self._look_up((), (form,))
        seen = self._bearing(form, by_key=False, within=None)
        return seen or (f"{NAME_SIGN}{form}",)

    def record(self, id: MemoryId) -> str | None:
        """Id of the node that a record is part of; None when the reader is shown none."""
        self._look_up((id,), ())
        vertex = self._vertex(id)
        return None if vertex is None else self._standing_for(vertex)

    def node(self, id: str) -> Node:
        """A node that was met, in full."""
        if id.startswith(NAME_SIGN):
            return Node(id=id, kind=NodeKind.NAME, label="", name=self._name(id), scope=None)
        vertex = self._met(MemoryId(id))
        mark = None if vertex.status is Status.ACTIVE else vertex.status.value
        return Node(id, _KINDS[vertex.kind], vertex.label, vertex.name, vertex.scope, mark)

    def members(self, id: str) -> tuple[Vertex, ...]:
        """Records that a node consists of, itself first; none for a mere name."""
        return self._members((id,)).get(id, ())

    def _members(self, nodes: Sequence[str]) -> dict[str, tuple[Vertex, ...]]:
        """Node -> the records that it consists of; mere names have none."""
        ids = [MemoryId(node) for node in nodes if not node.startswith(NAME_SIGN)]
        self._look_up(ids, ())
        found: dict[str, tuple[Vertex, ...]] = {id: (self._met(id),) for id in ids}
        layer = ids
        for _ in range(MOST_MERGES):
            if not layer:
                break
            merged = self._edges.merged(layer)
            self._vertices |= {one.id: one for one in merged}
            layer = list[MemoryId]()
            for one in merged:
                node = self._standing_for(one) if self._visible(one) else None
                if node in found and one not in found[node]:
                    found[node] += (one,)
                    layer.append(one.id)
        return found

    # ── edges ────────────────────────────────────────────────────────────────────────────────────────

    def expand(
        self, nodes: Sequence[str], *, predicates: Sequence[str] = (), direction: Direction = Direction.BOTH
    ) -> Expansion:
        """Every edge of the nodes that holds, in order of predicate and ends."""
        ends = list(dict.fromkeys(self._ends(nodes)))
        found = self._edges.touching(ends, predicates=predicates, most=self._most + 1)
        wanted = frozenset(nodes)
        stated = [
            (self._edge(subject, object, statement), statement)
            for subject, object, statement in self._resolved(found)
            if (direction is not Direction.IN and subject in wanted)
            or (direction is not Direction.OUT and object in wanted)
        ]
        stated.sort(key=_order)
        return Expansion(tuple(stated), self._overflows(ends, found))

    def everything(self) -> Iterator[tuple[str, str, str]]:
        """Subject, predicate and object of every edge that holds, by the record that says it."""
        return ((one, said.predicate, other) for one, other, said in self.stated())

    def stated(self, predicates: Container[str] | None = None) -> Iterator[tuple[str, str, Statement]]:
        """Subject, object and statement of every edge that holds, by the record that says it.

        Args:
            predicates: only these; None for all.
        """
        portion: list[Statement] = []
        for statement in self._edges.statements():
            if predicates is not None and statement.predicate not in predicates:
                continue
            portion.append(statement)
            if len(portion) == self._most:
                yield from self._resolved(portion)
                portion = []
        yield from self._resolved(portion)

    def everybody(self) -> Iterator[str]:
        """Every node that is a record, by id; a page that was merged is part of another node."""
        for vertex in self._edges.vertices():
            if self._visible(vertex):
                self._vertices[vertex.id] = vertex
                if self._standing_for(vertex) == vertex.id:
                    yield vertex.id

    def pages(self) -> Iterator[tuple[str, Vertex]]:
        """Every page of an entity that is to be seen, by id, after the id of the node that it is part of."""
        for vertex in self._edges.vertices():
            if vertex.kind is Kind.ENTITY and self._visible(vertex):
                self._vertices[vertex.id] = vertex
                yield self._standing_for(vertex), vertex

    def _overflows(self, ends: Sequence[str], found: Sequence[Statement]) -> bool:
        if len(found) <= self._most:
            return False
        counts: dict[tuple[str, bool], int] = {}
        for statement in found:
            for side in ((statement.subject, True), (statement.object, False)):
                counts[side] = counts.get(side, 0) + 1
        return any(counts.get((end, side), 0) > self._most for end in ends for side in (True, False))

    def _ends(self, nodes: Sequence[str]) -> Iterator[str]:
        """What statements may call these nodes."""
        members = self._members(nodes)
        for node in nodes:
            if node.startswith(NAME_SIGN):
                yield node[len(NAME_SIGN) :]
            for member in members.get(node, ()):
                yield id_end(member.id)
                yield from member.forms
                if member.key_form:
                    yield member.key_form

    def _resolved(self, statements: Iterable[Statement]) -> Iterator[tuple[str, str, Statement]]:
        """Ids of the two nodes of every edge that holds, with what states it."""
        held = [one for one in statements if self._sight.holds(one)]
        for one in held:
            self._vertices.setdefault(one.id, one.by)
        named, keyed = set[str](), set[str]()
        for one in held:
            (keyed if one.origin is _LINK or one.origin is _LIST else named).update((one.subject, one.object))
        ids = [MemoryId(end[1:]) for end in named | keyed if end.startswith(ID_SIGN)]
        forms, keys = ([end for end in ends if not end.startswith(ID_SIGN)] for ends in (named, keyed))
        self._look_up(ids, forms, keys)
        for statement in held:
            subjects = self._meant(statement.subject, statement.subject_name, statement)
            objects = self._meant(statement.object, statement.object_name, statement)
            claimed = statement.origin is EdgeOrigin.CLAIM and not self._bare
            if claimed and objects[:1] == (f"{NAME_SIGN}{statement.object}",):
                continue  # a value that nothing is called by, such as a number
            stated = self._derived(statement) if statement.origin is EdgeOrigin.RULE else statement
            if stated is None:
                continue
            for subject in subjects:
                for object in objects:
                    if subject != object:
                        yield subject, object, stated

    def _derived(self, statement: Statement) -> Statement | None:
        """A derived edge with the time in which both records hold; None when the other does not hold."""
        other = self._met(MemoryId(statement.object[1:]))
        return by_both(statement, other) if self._sight.holds(by_other(statement, other)) else None

    def _edge(self, subject: str, object: str, statement: Statement) -> Edge:
        return Edge(
            subject,
            self._name(subject),
            statement.predicate,
            object,
            self._name(object),
            moment(statement.since),
            moment(statement.until),
            statement.origin,
            statement.id,
            statement.subject_name if statement.origin is EdgeOrigin.RULE else statement.name,
        )

    def _name(self, node: str) -> str:
        name = self._names.get(node)
        if name is None:
            form = node[len(NAME_SIGN) :] if node.startswith(NAME_SIGN) else None
            name = self._met(MemoryId(node)).name if form is None else self._spelled.get(form, form)
            self._names[node] = name
        return name

    def _meant(self, end: str, spelled: str, statement: Statement) -> tuple[str, ...]:
        """Ids of the nodes that an end of a statement means; none when it leads to what nobody is shown."""
        origin = statement.origin
        key = end, origin is _LINK or origin is _LIST, statement.scope
        meant = self._meanings.get(key)
        if meant is None:
            meant = self._meanings[key] = self._meaning(*key, spelled)
        return meant

    def _meaning(self, end: str, by_key: bool, scope: Scope, spelled: str) -> tuple[str, ...]:
        if end.startswith(ID_SIGN):
            vertex = self._vertex(MemoryId(end[1:]))
            return () if vertex is None else (self._standing_for(vertex),)
        meant = self._bearing(end, by_key=by_key, within=scope)
        if not meant:
            self._spelled.setdefault(end, spelled or end)
        return meant or (f"{NAME_SIGN}{end}",)

    def _bearing(self, form: str, *, by_key: bool, within: Scope | None) -> tuple[str, ...]:
        """Nodes that bear a form; a name goes before a key.

        Args:
            form: a folded name.
            by_key: whether a record's key counts where no entity has the name.
            within: scope of who says it, who means what stands there or is the owner's own; None for a
                reader, who means whatever there is to see.
        """
        reached = [
            vertex
            for vertex in (self._keyed if by_key else self._bearers).get(form, ())
            if (within is None or vertex.scope in (within, PERSONAL)) and self._visible(vertex)
        ]
        called = [vertex for vertex in reached if form in vertex.forms]
        chosen = called or ([vertex for vertex in reached if vertex.key_form == form] if by_key else [])
        return tuple(dict.fromkeys(map(self._standing_for, chosen)))

    # ── looking up ───────────────────────────────────────────────────────────────────────────────────

    def _look_up(self, ids: Sequence[MemoryId], forms: Sequence[str], keys: Collection[str] = ()) -> None:
        """Learn of these nodes, names and keys, and of every page that a page among them was merged into."""
        met = [*self._learn(self._bearers, forms, keys=False), *self._learn(self._keyed, keys, keys=True)]
        unknown = [id for id in dict.fromkeys(ids) if id not in self._vertices]
        if unknown:
            rows = self._edges.nodes(unknown)
            self._vertices |= {id: rows.get(id) for id in unknown}
            met += rows.values()
        targets = [
            one.merged_into for one in met if one.merged_into and one.merged_into not in self._vertices
        ]
        if targets:
            self._look_up(targets, ())

    def _learn(
        self, known: dict[str, tuple[Vertex, ...]], forms: Collection[str], *, keys: bool
    ) -> Sequence[Vertex]:
        """Who bears the forms that were not looked up yet, as a name, or as a key as well."""
        new = [form for form in dict.fromkeys(forms) if form not in known]
        if not new:
            return ()
        found = self._edges.bearing(new, keys=keys)
        known |= dict.fromkeys(new, ())
        wanted = frozenset(new)
        for vertex in found:
            self._vertices[vertex.id] = vertex
            for form in vertex.forms if not keys else {*vertex.forms, vertex.key_form}:
                if form in wanted:
                    known[form] += (vertex,)
        return found

    def _met(self, id: MemoryId) -> Vertex:
        """A record that was met, or is known to be there."""
        vertex = self._vertices.get(id)
        if vertex is None:
            self._look_up((id,), ())
            vertex = self._vertices[id]
        assert vertex is not None
        return vertex

    def _vertex(self, id: MemoryId) -> Vertex | None:
        vertex = self._vertices.get(id)
        return vertex if vertex is not None and self._visible(vertex) else None

    def _visible(self, vertex: Vertex) -> bool:
        return self._sight.reads(vertex.scope) and self._sight.shows(vertex)

    def _standing_for(self, vertex: Vertex) -> MemoryId:
        known = self._into.get(vertex.id)
        if known is None:
            known = self._into[vertex.id] = end_of_merges(vertex, self._seen)
        return known

    def _seen(self, id: MemoryId) -> Vertex | None:
        self._look_up((id,), ())
        return self._vertex(id)


def moment(at_us: int | None) -> datetime | None:
    """A moment from microseconds since the epoch; None for None."""
    return None if at_us is None else _EPOCH + timedelta(microseconds=at_us)


def _order(stated: tuple[Edge, Statement]) -> tuple[str, str, str, str, str, int]:
    edge, statement = stated
    return (
        edge.predicate,
        edge.subject_name,
        edge.object_name,
        f"{edge.subject}{edge.object}",
        statement.id,
        statement.position,
    )
