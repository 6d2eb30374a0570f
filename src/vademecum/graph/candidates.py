"""Which pages are worth comparing, and which of them may be one."""

from __future__ import annotations

from itertools import combinations

from vademecum.graph.identity import Named, Reason, blocks, reason_to_ask
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from vademecum.model.edges import Vertex

MOST_IN_BLOCK = 50
"""Pages that share a key of names and are still compared; a key of more says nothing of any two."""


@value
class Pair:
    """Two nodes that may be one.

    Attributes:
        one, other: their ids, the smaller first.
    """

    one: str
    other: str
    reason: Reason


def pairs(pages: Mapping[str, Iterable[Vertex]]) -> tuple[Pair, ...]:
    """Pairs of nodes that may be one, the strongest reason first, then by id.

    Args:
        pages: id of a node -> the pages it consists of, the one that stands for it first. Two nodes are
            no pair where a person said of any of their pages that they differ.
    """
    named = {node: _named(held) for node, held in pages.items()}
    part_of: dict[str, str] = {page.id: node for node, held in pages.items() for page in held}
    apart = {
        frozenset((node, part_of.get(other)))
        for node, held in pages.items()
        for one in held
        for other in one.distinct_from
    }
    blocked: dict[str, list[str]] = {}
    for node, called in named.items():
        for key in blocks(called):
            blocked.setdefault(key, []).append(node)
    compared: set[tuple[str, str]] = set()
    for held in blocked.values():
        if len(held) <= MOST_IN_BLOCK:
            compared.update((min(pair), max(pair)) for pair in combinations(held, 2))
    found = [
        Pair(one, other, reason)
        for one, other in compared
        if frozenset((one, other)) not in apart and (reason := reason_to_ask(named[one], named[other]))
    ]
    order = list(Reason)
    return tuple(sorted(found, key=lambda pair: (order.index(pair.reason), pair.one, pair.other)))


def _named(pages: Iterable[Vertex]) -> Named:
    held = list(pages)
    return Named(tuple(dict.fromkeys(form for page in held for form in page.forms)), held[0].label)
