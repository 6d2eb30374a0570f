"""Pages that may be about one and the same: proposed with the reason, and merged by nobody but a person."""

from __future__ import annotations

from vademecum.graph.candidates import pairs
from vademecum.model.graph import Alike, GraphAlike

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.graph.candidates import Pair
    from vademecum.graph.net import Net
    from vademecum.model.edges import Vertex

_MOST_SHARED = 3
"""Nodes that both are joined to and that are named; more of them prove no more."""


def alike(net: Net, limit: int) -> GraphAlike:
    """Pairs of pages that may be one, with what both are joined to."""
    pages: dict[str, list[Vertex]] = {}
    for node, page in net.pages():
        held = pages.setdefault(node, [])
        held.insert(0 if page.id == node else len(held), page)
    found = pairs(pages)
    return GraphAlike(results=tuple(_alike(net, pair) for pair in found[:limit]), total=len(found))


def _alike(net: Net, pair: Pair) -> Alike:
    shared = sorted(_joined(net, pair.one) & _joined(net, pair.other))
    return Alike(
        one=net.node(pair.one),
        other=net.node(pair.other),
        reason=pair.reason.value,
        shared=tuple(net.node(node).name for node in shared[:_MOST_SHARED]),
    )


def _joined(net: Net, node: str) -> set[str]:
    edges = net.expand((node,)).edges
    return {end for edge in edges for end in (edge.subject, edge.object)} - {node}
