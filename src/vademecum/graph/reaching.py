"""From those whom a question names to what is joined to them in the words of the question."""

from __future__ import annotations

from vademecum.graph.net import NAME_SIGN
from vademecum.model.value import field, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import TypeVar

    from vademecum.graph.net import Net
    from vademecum.model.graph import Edge
    from vademecum.model.record import MemoryId

    Key = TypeVar("Key", bound=str)

MOST_NEAR = 20
"""Nodes that are gone on from, or asked for by name; those that more words ask for go first."""

MOST_STATING = 40
"""Records that are looked at because of an edge that they state."""

HOPS = 2
"""Edges from who is named to the edge that answers; `her sister's employer` is two."""

_OF_FILES = frozenset({"about", "mentions", "supersedes", "derived_from"})
"""Predicates that tell how files hang together and are asked for in no question."""


@value
class Trail:
    """How something is joined to who is named.

    Attributes:
        bits: terms of the question that the way there says, bit n for term n.
        told: the way in words, edge by edge.
    """

    bits: int
    told: str = ""


@value
class Reach:
    """What a walk came to.

    Attributes:
        near: nodes that the question asks for by what joins them, most asked for first.
        stating: records that state an edge that the question asks for, with the way to its end.
    """

    near: dict[str, Trail] = field(default_factory=dict)
    stating: dict[MemoryId, Trail] = field(default_factory=dict)


def reach(
    net: Net, named: Mapping[str, int], asks: Callable[[str], int], holds: Callable[[str], int]
) -> Reach:
    """Walk from some nodes over edges whose predicate, or whose other end's label, the question says.

    Args:
        net: the graph as the asker sees it.
        named: nodes that the question names, with the terms that name them.
        asks: which terms of the question a predicate or label says in any words, bit n for term n.
        holds: which of them a name holds.
    """
    near: dict[str, Trail] = {}
    stating: dict[MemoryId, Trail] = {}
    layer = {node: Trail(bits) for node, bits in named.items()}
    for _ in range(HOPS):
        reached: dict[str, Trail] = {}
        for edge, here, there in _steps(net, layer):
            if there in named:
                continue
            trail = layer[here]
            said = asks(edge.predicate)
            told = f"{edge.subject_name} {edge.predicate} {edge.object_name}"
            told = f"{trail.told}; {told}" if trail.told else told
            onward = Trail(trail.bits | said | _label(net, there, asks), told)
            if onward.bits != trail.bits:
                _keep(reached, there, onward)
            if said & ~trail.bits:
                _keep(stating, edge.said_by, Trail(onward.bits | holds(net.node(there).name), told))
        layer = _first(reached, MOST_NEAR)
        for node, trail in layer.items():
            _keep(near, node, trail)
        if not layer:
            break
    return Reach(_first(near, MOST_NEAR), _first(stating, MOST_STATING))


def _steps(net: Net, layer: Mapping[str, Trail]) -> Iterable[tuple[Edge, str, str]]:
    """Edges of the layer, each with its end there and its other end."""
    for edge in net.expand(tuple(layer)).edges:
        if edge.predicate not in _OF_FILES:
            for here, there in ((edge.subject, edge.object), (edge.object, edge.subject)):
                if here in layer:
                    yield edge, here, there


def _label(net: Net, node: str, asks: Callable[[str], int]) -> int:
    return 0 if node.startswith(NAME_SIGN) else asks(net.node(node).label)


def _keep(found: dict[Key, Trail], key: Key, trail: Trail) -> None:
    """Of several ways to one thing the one that says most of the question, then the first."""
    known = found.get(key)
    if known is None or trail.bits.bit_count() > known.bits.bit_count():
        found[key] = trail


def _first(found: Mapping[Key, Trail], most: int) -> dict[Key, Trail]:
    ordered = sorted(found, key=lambda key: -found[key].bits.bit_count())
    return {key: found[key] for key in ordered[:most]}
