"""Walks over the graph; the same graph always gives the same walk."""

from __future__ import annotations

from vademecum.model.graph import Direction, Edge
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vademecum.graph.net import Net

MOST_VISITED = 20_000
"""Nodes after which the search for a path goes no further; within six hops of two hubs lies half of any
graph."""


@value(kw_only=True)
class Around:
    """What a walk found.

    Attributes:
        distances: id of a node -> hops from where the walk began, in the order in which they were met.
        edges: those between these nodes that the walk met, nearest first, each once; two nodes of the last
            hop may be joined by more.
        truncated: the bounds left something out.
    """

    distances: dict[str, int]
    edges: tuple[Edge, ...]
    truncated: bool


@value(kw_only=True)
class Way:
    """A path: `nodes` from one end to the other with an edge for each hop; both empty when there is none."""

    nodes: tuple[str, ...]
    edges: tuple[Edge, ...]
    truncated: bool


def around(
    net: Net,
    start: Sequence[str],
    *,
    hops: int,
    most: int,
    predicates: Sequence[str] = (),
    direction: Direction = Direction.BOTH,
) -> Around:
    """Everything within some hops, at most `most` nodes: the nearest, then by predicate and name."""
    distances = dict.fromkeys(start, 0)
    edges: dict[tuple[str, int, str, str], Edge] = {}
    layer: list[str] = list(distances)
    truncated = False
    for hop in range(1, hops + 1):
        if not layer:
            break
        expansion = net.expand(layer, predicates=predicates, direction=direction)
        truncated = truncated or expansion.truncated
        layer = []
        for edge, statement in expansion.stated:
            for end in (edge.subject, edge.object):
                if end not in distances and len(distances) < most:
                    distances[end] = hop
                    layer.append(end)
            if edge.subject in distances and edge.object in distances:
                edges[statement.id, statement.position, edge.subject, edge.object] = edge
            else:
                truncated = True
    return Around(distances=distances, edges=tuple(edges.values()), truncated=truncated)


def way(
    net: Net,
    start: Sequence[str],
    goal: Sequence[str],
    *,
    hops: int,
    predicates: Sequence[str] = (),
) -> Way:
    """A shortest way from any of the first to any of the second nodes, edges taken in either direction.

    It is looked for from both ends, always from where fewer nodes have to be asked next.
    """
    sides = (_Side(start), _Side(goal))
    truncated = False
    for _ in range(hops):
        if met := sides[0].meets(sides[1]):
            return _joined(*sides, met, truncated=truncated)
        side, other = sides if len(sides[0].layer) <= len(sides[1].layer) else sides[::-1]
        if not side.layer or len(side.back) + len(other.back) > MOST_VISITED:
            truncated = truncated or bool(side.layer)
            break
        expansion = net.expand(side.layer, predicates=predicates)
        truncated = truncated or expansion.truncated
        side.step(expansion.edges)
    met = sides[0].meets(sides[1])
    if met:
        return _joined(*sides, met, truncated=truncated)
    return Way(nodes=(), edges=(), truncated=truncated or all(side.layer for side in sides))


class _Side:
    """One end of a search: which nodes it came to, and by which edge."""

    def __init__(self, start: Iterable[str]) -> None:
        self.back: dict[str, tuple[str, Edge] | None] = dict.fromkeys(start)
        self.layer: list[str] = list(self.back)

    def step(self, edges: Iterable[Edge]) -> None:
        """Go on by one hop; of several edges to a node the first counts."""
        layer = frozenset(self.layer)
        self.layer = []
        for edge in edges:
            for here, there in ((edge.subject, edge.object), (edge.object, edge.subject)):
                if here in layer and there not in self.back:
                    self.back[there] = (here, edge)
                    self.layer.append(there)

    def meets(self, other: _Side) -> str:
        """A node that both sides came to, empty when there is none; the first by id of those met."""
        mine, theirs = (self, other) if len(self.layer) <= len(other.layer) else (other, self)
        return min((one for one in mine.layer if one in theirs.back), default="") or min(
            (one for one in theirs.layer if one in mine.back), default=""
        )

    def trail(self, node: str) -> tuple[list[str], list[Edge]]:
        """Nodes and edges from a node back to where the side began."""
        nodes, edges = [node], list[Edge]()
        while (step := self.back[node]) is not None:
            node, edge = step
            nodes.append(node)
            edges.append(edge)
        return nodes, edges


def _joined(first: _Side, second: _Side, met: str, *, truncated: bool) -> Way:
    before, before_edges = first.trail(met)
    after, after_edges = second.trail(met)
    return Way(
        nodes=(*reversed(before), *after[1:]),
        edges=(*reversed(before_edges), *after_edges),
        truncated=truncated,
    )
