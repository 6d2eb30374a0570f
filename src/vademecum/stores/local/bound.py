"""An upper bound on the exact score of what was not proposed, from the lowest bag score that was.

The exact score and the bag's differ in five ways; each gets a factor.

Rounding: a field's weight is rounded to whole repetitions, so an exact term frequency exceeds the bag's by
at most `Bags.rounding` (1.125 for the present weights), and BM25 grows slower than the frequency.
Rarity: the engine counts deleted documents and does not know pending records; the ratio of the two
rarities is computed for the asked terms.
Average length: deleted documents can only lower the engine's average by their share of all documents.
Expansions: they lengthen the bag and not the record. With K = k1·(1 - b + b·length/average) the two scores
differ by (tf + K of the bag)/(tf + K of the record), at most 1 + k1·b·added/average/(least tf + k1·(1 - b)).
Length of one record: the engine stores it rounded *down* by up to an eighth, which raises the bag's score;
this makes up for fields whose weight is rounded up. It is the one factor that is not a strict bound: a
record of nothing but expansions (0.75 counted as 1) may exceed it.
"""

from __future__ import annotations

import math

from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping


K1, B = 1.2, 0.75
"""The engine's, which cannot be changed."""


@value
class Statistics:
    """What one side counts: documents, and how many of them hold each asked term."""

    documents: int
    frequencies: Mapping[str, int]


def stretch(derived: int, average: float) -> float:
    """Factor for the terms that expansions add to a bag and not to the record's length.

    Args:
        derived: most terms they add to any record.
        average: average number of terms of a record, at most the engine's own average.
    """
    return 1.0 + K1 * B * derived / max(1.0, average) / (_LEAST_FREQUENCY + K1 * (1.0 - B))


_LEAST_FREQUENCY = 0.75  # one occurrence in the field of the least weight


def slack(rounding: float, engine: Statistics, catalogue: Statistics, live: int) -> float:
    """Factor between a bag score and the exact score it stands for, at most.

    Args:
        rounding: `Bags.rounding`.
        engine: the engine's counts, deleted documents included.
        catalogue: the exact counts.
        live: documents of the engine that are not deleted.
    """
    rarest = 1.0
    for term, exact in catalogue.frequencies.items():
        counted = engine.frequencies.get(term, 0)
        if counted:
            rarest = max(rarest, rarity(exact, catalogue.documents) / rarity(counted, engine.documents))
    return rounding * rarest * max(1.0, engine.documents / max(1, live))


def rarity(frequency: int, documents: int) -> float:
    """BM25's inverse document frequency, the form both sides use; never 0."""
    return math.log(1.0 + max(0.0, documents - frequency + 0.5) / (frequency + 0.5)) or 1e-9
