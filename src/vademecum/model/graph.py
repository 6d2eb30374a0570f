"""Answers of the graph: nodes, edges, and what a walk over them found."""

from __future__ import annotations

from enum import StrEnum

from vademecum.model.cypher import GraphTable
from vademecum.model.plain import JsonMixin
from vademecum.model.rules import GraphRules
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

    from vademecum.model.edges import EdgeOrigin
    from vademecum.model.record import MemoryId, Scope
    from vademecum.model.rules import Compared


class NodeKind(StrEnum):
    """What a node is."""

    ENTITY = "entity"
    MEMORY = "memory"
    NAME = "name"  # somebody spoke of it, and no page describes it


class Direction(StrEnum):
    """Which way edges are followed from where one stands."""

    OUT = "out"
    IN = "in"
    BOTH = "both"


@value(packed=True)
class Node(JsonMixin):
    """One node.

    Attributes:
        id: of the record; ``name:`` and the folded name where there is none.
        label: an entity's label, a memory's type; empty for a mere name.
        scope: where its record stands; None for a mere name.
        mark: its status, where that is not ``active``; None otherwise.
    """

    id: str
    kind: NodeKind
    label: str
    name: str
    scope: Scope | None
    mark: str | None = None


@value(packed=True)
class Edge(JsonMixin):
    """One edge, as one record says it or a rule derived it.

    Attributes:
        subject, object: ids of the nodes.
        since, until: when it holds, half-open; None where nothing is said.
        origin: where the record says it.
        said_by: the record, and what it is called. Of a derived edge, whose origin is ``rule``, that of the
            subject, and what the rule is called.
    """

    subject: str
    subject_name: str
    predicate: str
    object: str
    object_name: str
    since: datetime | None
    until: datetime | None
    origin: EdgeOrigin
    said_by: MemoryId
    said_by_name: str


@value(kw_only=True)
class Relations(JsonMixin):
    """How many edges of a sort a node has."""

    predicate: str
    direction: Direction
    count: int


@value(kw_only=True)
class NodeCard(JsonMixin):
    """A node by itself.

    Attributes:
        aliases: further names, of pages that were merged into it too.
        merged: ids of those pages.
        relations: its edges by predicate and direction, most frequent first.
    """

    node: Node
    aliases: tuple[str, ...]
    merged: tuple[MemoryId, ...]
    relations: tuple[Relations, ...]


@value(kw_only=True)
class GraphNodes(JsonMixin):
    """What a name may mean, every node of it.

    Attributes:
        truncated: there are more edges than were counted.
    """

    cards: tuple[NodeCard, ...]
    truncated: bool = False
    warnings: tuple[str, ...] = ()


@value(kw_only=True)
class GraphEdges(JsonMixin):
    """The edges of a node, in order of predicate, then of the subject's and the object's name."""

    start: tuple[Node, ...]
    edges: tuple[Edge, ...]
    truncated: bool = False
    warnings: tuple[str, ...] = ()


@value(packed=True)
class Nearby(JsonMixin):
    """A node that a walk came to, and after how many hops."""

    node: Node
    distance: int


@value(kw_only=True)
class Neighborhood(JsonMixin):
    """What lies around a node.

    Attributes:
        nodes: nearest first; where the walk began at distance 0.
        edges: those that lead from one hop to the next or stay on one, nearest first; what joins two of the
            outermost nodes was not looked for.
        truncated: more lies within the hops than the bounds let through.
    """

    start: tuple[Node, ...]
    nodes: tuple[Nearby, ...]
    edges: tuple[Edge, ...]
    truncated: bool = False
    warnings: tuple[str, ...] = ()


@value(kw_only=True)
class GraphPath(JsonMixin):
    """A shortest way between two nodes, edges taken in either direction.

    Attributes:
        nodes: from one end to the other; empty when no way was found.
        edges: one for each hop.
        hops: None when no way was found.
        truncated: the bounds ended the search, so that there may be a way.
    """

    start: tuple[Node, ...]
    goal: tuple[Node, ...]
    nodes: tuple[Node, ...]
    edges: tuple[Edge, ...]
    hops: int | None
    truncated: bool = False
    warnings: tuple[str, ...] = ()


@value(kw_only=True)
class Ranked(JsonMixin):
    """How well a node is connected.

    Attributes:
        degree: nodes that it has an edge with.
        outgoing, incoming: different edges that begin and end there.
    """

    node: Node
    degree: int
    outgoing: int
    incoming: int


@value(kw_only=True)
class GraphCentral(JsonMixin):
    """The best connected nodes, greatest degree first; `total` nodes have an edge."""

    results: tuple[Ranked, ...]
    total: int
    warnings: tuple[str, ...] = ()

    @property
    def truncated(self) -> bool:
        """Whether there are more than are told."""
        return len(self.results) < self.total


@value(kw_only=True)
class Component(JsonMixin):
    """Nodes that hang together.

    Attributes:
        size: how many.
        nodes: those of the greatest degree.
    """

    size: int
    nodes: tuple[Node, ...]


@value(kw_only=True)
class GraphComponents(JsonMixin):
    """What hangs together, largest first.

    Attributes:
        total: how many components there are.
        alone: pages of entities that have no edge at all; they are not among the components.
    """

    results: tuple[Component, ...]
    total: int
    alone: int
    warnings: tuple[str, ...] = ()

    @property
    def truncated(self) -> bool:
        """Whether there are more than are told."""
        return len(self.results) < self.total


@value(kw_only=True)
class Past(JsonMixin):
    """An edge and the time in which it held, as far as it is known.

    Attributes:
        begins: when it began: what it says itself, else what its record says, else when that was written.
        ends: first moment at which it held no more.
        state: ``holds``, ``ended``, ``superseded`` or ``not yet``.
    """

    edge: Edge
    begins: datetime | None
    ends: datetime | None
    state: str


@value(kw_only=True)
class GraphHistory(JsonMixin):
    """Everything that was ever said of a node and not taken back, oldest first."""

    start: tuple[Node, ...]
    results: tuple[Past, ...]
    truncated: bool = False
    warnings: tuple[str, ...] = ()


@value(kw_only=True)
class Alike(JsonMixin):
    """Two pages that may be about one and the same.

    Attributes:
        reason: what speaks for it, in words (`graph.identity.Reason`).
        shared: names of nodes that both are joined to, at most three.
    """

    one: Node
    other: Node
    reason: str
    shared: tuple[str, ...]


@value(kw_only=True)
class GraphAlike(JsonMixin):
    """Pages that may be one, the strongest reason first; `total` pairs were found."""

    results: tuple[Alike, ...]
    total: int
    warnings: tuple[str, ...] = ()

    @property
    def truncated(self) -> bool:
        """Whether there are more than are told."""
        return len(self.results) < self.total


@value(kw_only=True)
class Grounds(JsonMixin):
    """Why there is an edge.

    Attributes:
        records: the record that says it; of a derived edge both that were compared.
        rule: what derived it; None for one that a record says. So are the two that follow.
        condition: of the rule, in words.
        compared: what it compared, and what came of it.
    """

    edge: Edge
    records: tuple[MemoryId, ...]
    rule: str | None = None
    condition: str | None = None
    compared: Compared | None = None


@value(kw_only=True)
class GraphReasons(JsonMixin):
    """Why two nodes are joined, one for each edge between them; none when nothing joins them directly."""

    start: tuple[Node, ...]
    goal: tuple[Node, ...]
    results: tuple[Grounds, ...]
    truncated: bool = False
    warnings: tuple[str, ...] = ()


@value(kw_only=True)
class GraphPicture(JsonMixin):
    """A picture of a part of the graph.

    Attributes:
        svg: all of it; the same answer gives the same text.
        nodes, edges: how many are drawn.
        unlabelled: lines that had no room for what they say; a reader is told when pointing at them.
        truncated: more was found than is drawn.
    """

    svg: str
    nodes: int
    edges: int
    unlabelled: int = 0
    truncated: bool = False
    warnings: tuple[str, ...] = ()


GraphAnswer = (
    GraphNodes
    | GraphEdges
    | Neighborhood
    | GraphPath
    | GraphCentral
    | GraphComponents
    | GraphHistory
    | GraphAlike
    | GraphReasons
    | GraphRules
    | GraphTable
    | GraphPicture
)
"""What a question to the graph is answered with."""
