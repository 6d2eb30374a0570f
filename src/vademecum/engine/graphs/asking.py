"""Questions to the graph; `Vade.graph` has them all."""

from __future__ import annotations

from vademecum.engine.graphs.sights import sight_of, whole_sight
from vademecum.errors import NotFound, quoted
from vademecum.graph.net import MOST_EDGES, NAME_SIGN, Net, moment
from vademecum.graph.walking import around, way
from vademecum.graph.whole import Whole
from vademecum.model.edges import EdgeOrigin
from vademecum.model.graph import (
    Component,
    Direction,
    GraphCentral,
    GraphComponents,
    GraphEdges,
    GraphHistory,
    GraphNodes,
    GraphPath,
    Nearby,
    Neighborhood,
    NodeCard,
    Past,
    Ranked,
    Relations,
)
from vademecum.model.record import Kind, Status
from vademecum.text.links import link_form

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from vademecum.engine.parts import Parts
    from vademecum.engine.storing import Storing
    from vademecum.graph.net import Sight
    from vademecum.lifecycle.standing import Viewpoint
    from vademecum.model.edges import Statement
    from vademecum.model.entry import Row
    from vademecum.model.graph import Edge, Node
    from vademecum.model.rules import GraphRules
    from vademecum.ports import Derivations

_SHOWN_OF_COMPONENT = 5


class Asking:
    """Answers questions to the graph of one open home."""

    def __init__(self, parts: Parts, storing: Storing) -> None:
        self._parts = parts
        self._storing = storing

    def net(self, scopes: tuple[str, ...] | None, view: Viewpoint | None, *, most: int = MOST_EDGES) -> Net:
        """The graph as a reader of these scopes sees it.

        Args:
            scopes: where to look.
            view: at which moment; None for whenever it held.
            most: edges of one name and side that are read at once.
        """
        allowed = self._parts.read_scopes(scopes)
        sight: Sight = whole_sight(allowed) if view is None else sight_of(self._parts, allowed, view)
        return Net(self._parts.index.edges(), sight, most=most)

    def start(self, net: Net, handle: str) -> tuple[str, ...]:
        """Nodes that a caller may mean: those of the name, else the record of an id or key.

        Raises:
            NotFound: nothing is called so; the nearest names are suggested.
            Ambiguous: part of an id, or a key, that several records have.
        """
        form = link_form(handle)
        named = net.named(form) if form else ()
        if named and not named[0].startswith(NAME_SIGN):
            return named
        try:
            row = self._storing.row(handle)
        except NotFound:
            # A name that only edges tell of is a node as well.
            if named and net.expand(named).stated:
                return named
            raise self.unknown(handle, "no entity or memory is called {}, and no relation names it") from None
        return (self.shown(net, handle, row),)

    def shown(self, net: Net, handle: str, row: Row) -> str:
        """Id of the node that a record is part of.

        Args:
            net: the graph as somebody sees it.
            handle: what he wrote for it.
            row: the record.

        Raises:
            NotFound: he is shown no such node.
        """
        node = net.record(row.id)
        if node is None:
            raise NotFound(
                f"{quoted(handle)} is {row.status.value} or not to be seen from here; "
                f"`vade show {row.id}` shows its file"
            )
        return node

    def unknown(self, handle: str, what: str, kinds: tuple[Kind, ...] = ()) -> NotFound:
        """That nothing is called so, with what was probably meant.

        Args:
            handle: what somebody wrote.
            what: the sentence, with ``{}`` where the handle stands.
            kinds: what was asked for; none means either.
        """
        near = self._storing.near(handle, kinds)
        meant = f"; did you mean {' or '.join(map(quoted, near))}?" if near else ""
        return NotFound(f"{what.format(quoted(handle))}{meant}", suggestions=near)

    def node(self, handle: str, net: Net) -> GraphNodes:
        """What a name may mean, and how each of it is connected."""
        cards: list[NodeCard] = []
        truncated = False
        for id in self.start(net, handle):
            expansion = net.expand((id,))
            truncated = truncated or expansion.truncated
            members = net.members(id)
            aliases = [name for member in members for name in self._names(member.id)]
            node = net.node(id)
            cards.append(
                NodeCard(
                    node=node,
                    aliases=tuple(dict.fromkeys(name for name in aliases if name != node.name)),
                    merged=tuple(member.id for member in members[1:]),
                    relations=_relations(id, expansion.edges),
                )
            )
        return GraphNodes(cards=tuple(cards), truncated=truncated)

    def _names(self, id: str) -> tuple[str, ...]:
        row = self._storing.row(id)
        return (row.card.title, *row.card.aliases) if row.kind is Kind.ENTITY else ()

    def edges(
        self, handle: str, net: Net, predicates: Sequence[str], direction: Direction, limit: int
    ) -> GraphEdges:
        """The edges of a node."""
        start = self.start(net, handle)
        expansion = net.expand(start, predicates=predicates, direction=direction)
        return GraphEdges(
            start=_nodes(net, start),
            edges=expansion.edges[:limit],
            truncated=expansion.truncated or len(expansion.edges) > limit,
        )

    def neighborhood(
        self, handle: str, net: Net, predicates: Sequence[str], direction: Direction, bounds: tuple[int, int]
    ) -> Neighborhood:
        """What lies within `bounds`: hops, and nodes."""
        start = self.start(net, handle)
        hops, most = bounds
        found = around(net, start, hops=hops, most=most, predicates=predicates, direction=direction)
        return Neighborhood(
            start=_nodes(net, start),
            nodes=tuple(Nearby(net.node(id), far) for id, far in found.distances.items()),
            edges=found.edges,
            truncated=found.truncated,
        )

    def path(self, handle: str, goal: str, net: Net, predicates: Sequence[str], hops: int) -> GraphPath:
        """A shortest way between two nodes."""
        start, end = self.start(net, handle), self.start(net, goal)
        found = way(net, start, end, hops=hops, predicates=predicates)
        return GraphPath(
            start=_nodes(net, start),
            goal=_nodes(net, end),
            nodes=_nodes(net, found.nodes),
            edges=found.edges,
            hops=len(found.edges) if found.nodes else None,
            truncated=found.truncated,
        )

    def central(self, net: Net, predicates: Sequence[str], labels: Sequence[str], limit: int) -> GraphCentral:
        """The best connected nodes, of some labels only if any are given."""
        degrees = Whole(net.everything(), frozenset(predicates) or None).degrees()
        wanted = {label.casefold() for label in labels}
        results: list[Ranked] = []
        total = 0
        for id, degree in degrees.items():
            if wanted and net.node(id).label.casefold() not in wanted:
                continue
            total += 1
            if len(results) < limit:
                node = net.node(id)
                results.append(
                    Ranked(
                        node=node,
                        degree=degree.degree,
                        outgoing=degree.outgoing,
                        incoming=degree.incoming,
                    )
                )
        return GraphCentral(results=tuple(results), total=total)

    def components(self, net: Net, predicates: Sequence[str], limit: int) -> GraphComponents:
        """What hangs together."""
        groups = Whole(net.everything(), frozenset(predicates) or None).components()
        connected = {id for group in groups for id in group}
        results = [
            Component(size=len(group), nodes=_nodes(net, group[:_SHOWN_OF_COMPONENT]))
            for group in groups[:limit]
        ]
        alone = {node for node, _ in net.pages()} - connected
        return GraphComponents(results=tuple(results), total=len(groups), alone=len(alone))

    def history(self, handle: str, net: Net, present: Sight, limit: int) -> GraphHistory:
        """Everything that was ever said of a node and not taken back.

        Args:
            handle: the node.
            net: the graph whenever it held.
            present: what holds now.
            limit: most edges that are told, the oldest first.
        """
        start = self.start(net, handle)
        expansion = net.expand(start)
        past = [self._past(edge, statement, present) for edge, statement in expansion.stated]
        past.sort(key=lambda one: (one.begins is not None, one.begins, one.edge.said_by))
        return GraphHistory(
            start=_nodes(net, start),
            results=tuple(past[:limit]),
            truncated=expansion.truncated or len(past) > limit,
        )

    def derived_by(self, handle: str, predicate: str, goal: str, net: Net) -> str | None:
        """The rule that derived an edge between two nodes, in either direction; None when none did."""
        try:
            start, goals = self.start(net, handle), frozenset(self.start(net, goal))
        except NotFound:
            return None
        found = net.expand(start, predicates=(predicate,)).edges
        rules = (
            edge.said_by_name
            for edge in found
            if edge.origin is EdgeOrigin.RULE and not goals.isdisjoint((edge.subject, edge.object))
        )
        return next(rules, None)

    def said_by(self, handle: str, predicate: str, goal: str, net: Net) -> tuple[str, ...]:
        """Keys of the records that say an edge between two nodes, in that direction."""
        try:
            start, goals = self.start(net, handle), frozenset(self.start(net, goal))
        except NotFound:
            return ()
        found = net.expand(start, predicates=(predicate,), direction=Direction.OUT).edges
        said = dict.fromkeys(
            edge.said_by for edge in found if edge.object in goals and edge.origin is not EdgeOrigin.RULE
        )
        return tuple(row.key for row in self._parts.index.rows(tuple(said)).values())

    def derivations(self) -> Derivations:
        """What rules derive."""
        return self._parts.index.derivations()

    def rules(self) -> GraphRules:
        """The rules that hold, and what they brought."""
        from vademecum.engine.graphs.ruling import rules

        return rules(self._parts)

    def sight(self, scopes: tuple[str, ...] | None, view: Viewpoint) -> Sight:
        """What a reader of these scopes sees."""
        return sight_of(self._parts, self._parts.read_scopes(scopes), view)

    def _past(self, edge: Edge, statement: Statement, present: Sight) -> Past:
        begins = next(
            (at for at in (statement.since, statement.valid_from, statement.created) if at is not None),
            None,
        )
        ends = [at for at in (statement.until, statement.valid_until, statement.expires) if at is not None]
        if statement.status is Status.SUPERSEDED and not ends and statement.superseded_by:
            row = self._parts.index.rows((statement.superseded_by,)).get(statement.superseded_by)
            if row is not None and (replaced := row.valid_from or row.created) is not None:
                ends.append(replaced)
        assert present.at_us is not None
        if present.holds(statement):
            state = "holds"
        elif statement.status is Status.SUPERSEDED:
            state = "superseded"
        else:
            state = "not yet" if begins is not None and begins > present.at_us else "ended"
        return Past(edge=edge, begins=moment(begins), ends=moment(min(ends, default=None)), state=state)


def _nodes(net: Net, ids: Sequence[str]) -> tuple[Node, ...]:
    return tuple(map(net.node, ids))


def _relations(node: str, edges: Sequence[Edge]) -> tuple[Relations, ...]:
    counts: dict[tuple[str, Direction], set[str]] = {}
    for edge in edges:
        outwards = edge.subject == node
        key = edge.predicate, Direction.OUT if outwards else Direction.IN
        counts.setdefault(key, set()).add(edge.object if outwards else edge.subject)
    found = [
        Relations(predicate=predicate, direction=direction, count=len(others))
        for (predicate, direction), others in counts.items()
    ]
    return tuple(sorted(found, key=lambda one: (-one.count, one.predicate, one.direction)))
