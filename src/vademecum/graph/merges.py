"""Which page stands for a page that was merged."""

from __future__ import annotations

from vademecum.model.record import Kind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    from vademecum.model.edges import Vertex
    from vademecum.model.record import MemoryId
    from vademecum.ports.edges import Edges

MOST_MERGES = 32
"""Pages that were merged one into the other before the rest is left alone; a person does it by hand."""


def end_of_merges(vertex: Vertex, lookup: Callable[[MemoryId], Vertex | None]) -> MemoryId:
    """The page that a chain of merges leads to; in a circle the one with the least id.

    Args:
        vertex: where the chain begins.
        lookup: the page of an id, None where there is none to be seen: the chain ends before it.
    """
    chain = [vertex.id]
    while vertex.merged_into is not None and len(chain) < MOST_MERGES:
        following = lookup(vertex.merged_into)
        if following is None or following.kind is not Kind.ENTITY:
            break
        if following.id in chain:
            return min(chain[chain.index(following.id) :])
        chain.append(following.id)
        vertex = following
    return vertex.id


def standing_for(vertex: Vertex, edges: Edges) -> MemoryId:
    """`end_of_merges` for somebody who sees every page."""
    return end_of_merges(vertex, lambda page: edges.nodes((page,)).get(page))
