"""Which of many sets nearly coincide, without comparing each with each.

Put the members of all sets in one order, the rarest first. Two sets that have o members in common share at
least k of the first `len - o + k` of either, and few sets share that many rare ones (prefix filtering;
Chaudhuri, Ganti and Kaushik 2006, with the longer prefixes of Wang, Li and Feng 2012).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import chain
from math import ceil

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import TypeVar

    Name = TypeVar("Name")

_SHARED = 3
"""Rare members that two sets must share before they are compared. Of 20,000 texts of some thirty words, one
left 5.6 million pairs to compare and took seven times as long."""

_ROUNDING = 1e-9


def near_pairs(sets: Mapping[Name, frozenset[str]], least: float) -> Iterator[tuple[Name, Name]]:
    """Pairs with a Jaccard index of at least `least`, each once, in an order that depends on nothing but the
    sets and their order; empty sets are like nothing.

    Args:
        sets: name -> members.
        least: above 0, at most 1.
    """
    frequency = Counter(chain.from_iterable(sets.values()))
    names = sorted((name for name in sets if sets[name]), key=lambda name: len(sets[name]))
    holding: dict[str, list[int]] = defaultdict(list)
    for place, name in enumerate(names):
        members = sets[name]
        # No smaller set that is near enough has fewer in common.
        common = ceil(least * len(members) - _ROUNDING)
        rarest = sorted(members, key=lambda member: (frequency[member], member))
        prefix = rarest[: len(members) - common + _SHARED]
        shared = Counter(chain.from_iterable([holding[member] for member in prefix]))
        needed = min(_SHARED, common)
        for other in sorted(place for place, times in shared.items() if times >= needed):
            if _jaccard(members, sets[names[other]]) >= least - _ROUNDING:
                yield names[other], name
        for member in prefix:
            holding[member].append(place)


def _jaccard(one: frozenset[str], other: frozenset[str]) -> float:
    common = len(one & other)
    return common / (len(one) + len(other) - common)
