"""By how much a score over all sides may exceed the score that one side gives the same record.

Two things differ: how rare a term is, and how long a record is on average. A term's part of BM25 grows with
its rarity, and by no more than the average length does.
"""

from __future__ import annotations

import math

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from vademecum.model.ask import Corpus


def slack(side: Corpus, whole: Corpus, counts: Mapping[str, int], all_counts: Mapping[str, int]) -> float:
    """A factor of at least 1.

    Args:
        side: totals over the side.
        whole: totals over all sides.
        counts: in how many records of the side the asked terms stand.
        all_counts: the same, of all sides.
    """
    rarest = 1.0
    for term, count in counts.items():
        there = rarity(all_counts.get(term, count), whole.records) / rarity(count, side.records)
        rarest = max(rarest, there)
    longer = 1.0
    for field, length in side.lengths.items():
        if length:
            average = (whole.lengths.get(field, length) / max(1, whole.records)) / (length / side.records)
            longer = max(longer, average)
    return rarest * longer


def rarity(frequency: int, documents: int) -> float:
    """BM25's inverse document frequency; never 0."""
    return math.log(1.0 + max(0.0, documents - frequency + 0.5) / (frequency + 0.5)) or 1e-9
