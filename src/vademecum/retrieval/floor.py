"""The floor: which candidates are relevant enough to be told without being asked for.

It judges the candidate's own text and nothing else. The score of a fusion says nothing about relevance,
and an absolute score grows with the store: at three records the rarity of a unique word is already 0.98.
"""

from __future__ import annotations

from types import MappingProxyType

from vademecum.errors import UnknownName
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Protocol

    class Floor(Protocol):
        """A rule that admits or refuses a candidate."""

        @property
        def name(self) -> str:
            """The name it is chosen by in the settings."""
            ...

        def admits(self, evidence: Evidence) -> bool:
            """Whether the candidate is relevant enough."""
            ...

        def least_covered(self, terms: int) -> int:
            """The smallest number of covered terms that could ever be admitted."""
            ...

        def verdict(self, evidence: Evidence) -> str:
            """The judgement in words, for an explanation."""
            ...


@value
class Evidence:
    """What a floor may look at: how many of the topic's terms the candidate's own text contains."""

    covered: int
    terms: int


@value
class HalfFloor:
    """At least half of the topic's terms. A strict majority lost the entity a question was about, whose
    name stands in one record and whose fact in another."""

    name: str = "half"

    def admits(self, evidence: Evidence) -> bool:
        """2·covered ≥ terms."""
        return 2 * evidence.covered >= evidence.terms

    def least_covered(self, terms: int) -> int:
        """Half, rounded up."""
        return (terms + 1) // 2

    def verdict(self, evidence: Evidence) -> str:
        """E.g. ``2 of 5 terms is less than half``."""
        relation = "is at least half" if self.admits(evidence) else "is less than half"
        return f"{evidence.covered} of {evidence.terms} terms {relation}"


FLOORS: Mapping[str, Floor] = MappingProxyType({"half": HalfFloor()})
"""Every floor by name."""


def floor_named(name: str) -> Floor:
    """The floor of that name.

    Raises:
        UnknownName: no floor has it.
    """
    try:
        return FLOORS[name]
    except KeyError:
        raise UnknownName("floor", name, suggestions=tuple(FLOORS)) from None
