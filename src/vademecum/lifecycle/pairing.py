"""Which of many sets nearly coincide, without comparing each with each.

Two sets whose Jaccard index is at least t share one of the first `len - ceil(t * len) + 1` members of either,
when members are put in one order; with the rarest first, few sets meet (prefix filtering; Chaudhuri, Ganti
and Kaushik 2006).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from math import ceil

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import TypeVar

    Name = TypeVar("Name")


def near_pairs(sets: Mapping[Name, frozenset[str]], least: float) -> Iterator[tuple[Name, Name]]:
    """Pairs with a Jaccard index of at least `least`, each once, in an order that depends on nothing but the
    sets and their order; empty sets are like nothing.

    Args:
        sets: name -> members.
        least: above 0, at most 1.
    """
    frequency = Counter(member for members in sets.values() for member in members)
    ordered = sorted((name for name in sets if sets[name]), key=lambda name: len(sets[name]))
    holding: dict[str, list[Name]] = defaultdict(list)
    for name in ordered:
        members = sets[name]
        rarest = sorted(members, key=lambda member: (frequency[member], member))
        prefix = rarest[: len(members) - ceil(least * len(members)) + 1]
        met = dict.fromkeys(other for member in prefix for other in holding[member])
        for other in met:
            if _jaccard(members, sets[other], least):
                yield other, name
        for member in prefix:
            holding[member].append(name)


def _jaccard(one: frozenset[str], other: frozenset[str], least: float) -> bool:
    if len(other) < least * len(one):
        return False
    common = len(one & other)
    return common >= least * (len(one) + len(other) - common)
