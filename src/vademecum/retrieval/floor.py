"""The floor: which candidates are relevant enough to be told without being asked for.

It judges the candidate's own text and nothing else of the store, so that the same two memories answer alike
among 3, 300 or 30,000. The score of a fusion says nothing about relevance, and an absolute score grows with
the store: at three records the rarity of a unique word is already 0.98.
"""

from __future__ import annotations

import math
from types import MappingProxyType

from vademecum.errors import UnknownName
from vademecum.model.value import value
from vademecum.retrieval.memory_weights import BY_WORDS, STATIC

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Protocol

    from vademecum.retrieval.memory_weights import Weights

    class Floor(Protocol):
        """A rule that admits or refuses a candidate."""

        @property
        def name(self) -> str:
            """The name it is chosen by in the settings."""
            ...

        def admits(self, evidence: Evidence) -> bool:
            """Whether the candidate is relevant enough."""
            ...

        def verdict(self, evidence: Evidence) -> str:
            """The judgement in words, for an explanation."""
            ...


@value
class Evidence:
    """What a floor may look at.

    Attributes:
        covered, terms: how many of the topic's terms the candidate's own text contains, and of how many.
        share: of the weight of all terms (`retrieval.background`), what is covered; 0 to 1.
        substance: the weight that is covered, as a share of `SUBSTANTIAL`; 0 to 1.
        stranger: the topic names somebody or something that no record of the store names.
        likeness: of the meanings, None when there is no vector of either.
        meaning: what likenesses by the model that gave the vectors are worth.
    """

    covered: int
    terms: int
    share: float = 0.0
    substance: float = 0.0
    stranger: bool = False
    likeness: float | None = None
    meaning: Weights = STATIC


SUBSTANTIAL = 40.0
"""Weight beyond which more words tell no more: that of four that stand in no table."""


LEAST_SHARE, MOST_SHARE = 0.3, 0.5
"""Weight that a memory must hold by its words alone, of a question of ten terms or fewer and of a prompt of
twenty or more. Of the questions of the development halves 0.3 refuses none that is answerable, but one in a
hundred of LongMemEval's; of a long prompt some memory always holds a few rare words."""

SHORT, LONG = 10, 20


def least_share(terms: int) -> float:
    """The share of the weight that a memory must hold by its words alone."""
    length = min(1.0, max(0.0, (terms - SHORT) / (LONG - SHORT)))
    return LEAST_SHARE + (MOST_SHARE - LEAST_SHARE) * length


@value
class HalfFloor:
    """At least half of the topic's terms. A strict majority lost the entity a question was about, whose
    name stands in one record and whose fact in another."""

    name: str = "half"

    def admits(self, evidence: Evidence) -> bool:
        """2·covered ≥ terms."""
        return 2 * evidence.covered >= evidence.terms

    def least_covered(self, terms: int) -> int:
        """The smallest number of covered terms that could be admitted: half, rounded up."""
        return (terms + 1) // 2

    def verdict(self, evidence: Evidence) -> str:
        """E.g. ``2 of 5 terms is less than half``."""
        relation = "is at least half" if self.admits(evidence) else "is less than half"
        return f"{evidence.covered} of {evidence.terms} terms {relation}"


@value
class AlikeFloor:
    """What a search puts first: at least half of the terms, or like enough. It refuses nothing."""

    name: str = "alike"

    def admits(self, evidence: Evidence) -> bool:
        """By its words, or by its meaning."""
        return HALF.admits(evidence) or (evidence.likeness or 0.0) >= evidence.meaning.like_enough

    def verdict(self, evidence: Evidence) -> str:
        """E.g. ``0 of 5 terms is less than half; likeness 0.31, 0.28 is enough``."""
        told = HALF.verdict(evidence)
        if evidence.likeness is None:
            return told
        enough = evidence.meaning.like_enough
        relation = "is enough" if evidence.likeness >= enough else "is needed"
        return f"{told}; likeness {evidence.likeness:.2f}, {enough:g} {relation}"


@value
class CalibratedFloor:
    """A probability that the candidate answers, learned from questions that something answers and such that
    nothing does (docs/meaning.md)."""

    name: str = "calibrated"

    def admits(self, evidence: Evidence) -> bool:
        """Likely enough; and by its words alone, not without `least_share` of them."""
        if evidence.likeness is None and evidence.share < least_share(evidence.terms):
            return False
        return likely(evidence) >= table_of(evidence).enough

    def least_covered(self, weights: Sequence[float]) -> int:
        """The smallest number of covered terms that could be admitted by words: were they the weightiest.

        Args:
            weights: of the terms, at least one.
        """
        terms, whole, covered = len(weights), sum(weights), 0.0
        for number, weight in enumerate(sorted(weights, reverse=True), start=1):
            covered += weight
            if self.admits(Evidence(number, terms, covered / whole, min(1.0, covered / SUBSTANTIAL))):
                return number
        return terms

    def verdict(self, evidence: Evidence) -> str:
        """E.g. ``3 of 5 terms, 71 % of their weight: likelihood 40 %, 8 % is enough``."""
        enough = table_of(evidence).enough
        relation = "is enough" if self.admits(evidence) else "is needed"
        told = [
            f"{evidence.covered} of {evidence.terms} terms",
            f"{_percent(evidence.share)} of their weight",
        ]
        if evidence.likeness is not None:
            told.append(f"likeness {evidence.likeness:.2f}")
        if evidence.stranger:
            told.append("it names what nothing here names")
        return f"{', '.join(told)}: likelihood {_percent(likely(evidence))}, {_percent(enough)} {relation}"


def _percent(share: float) -> str:
    return f"{100 * share:.0f} %"


def table_of(evidence: Evidence) -> Weights:
    """The weights for what is known of a memory."""
    return BY_WORDS if evidence.likeness is None else evidence.meaning


def likely(evidence: Evidence) -> float:
    """The probability that a candidate answers."""
    amounts = _amounts(evidence)
    return 1.0 / (1.0 + math.exp(-sum([weight * amounts[name] for name, weight in table_of(evidence).floor])))


def _amounts(evidence: Evidence) -> dict[str, float]:
    return {
        "constant": 1.0,
        "share": evidence.share,
        "substance": evidence.substance,
        "stranger": float(evidence.stranger),
        "likeness": max(0.0, evidence.likeness or 0.0),
    }


HALF = HalfFloor()
ALIKE = AlikeFloor()
CALIBRATED = CalibratedFloor()
FLOORS: Mapping[str, Floor] = MappingProxyType({"calibrated": CALIBRATED, "half": HALF})
"""The floors of a recall by name; a search puts first by `ALIKE` and refuses nothing."""


def floor_named(name: str) -> Floor:
    """The floor of that name.

    Raises:
        UnknownName: no floor has it.
    """
    try:
        return FLOORS[name]
    except KeyError:
        raise UnknownName("floor", name, suggestions=tuple(FLOORS)) from None
