"""What a protocol needs of a method."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from vademecum.model.value import value

if TYPE_CHECKING:
    from contextlib import AbstractContextManager

    from vademecum.bench.task import Store

DEPTH = 50
"""Ranks that are looked at: the most that the product answers with. What comes later adds less than 0.1 to
any measure."""

SHOWN = 10
"""Ranks of an answer whose time is taken."""


class Filled(Protocol):
    """A method that holds a store."""

    def ask(self, question: str, unit: str, limit: int) -> list[str]:
        """Ids of what answers, best first: of passages, or of sessions for the unit ``session``."""
        ...


class Method(Protocol):
    """A way to find passages."""

    @property
    def name(self) -> str:
        """How the tables call it."""
        ...

    def filled(self, store: Store, units: tuple[str, ...]) -> AbstractContextManager[Filled]:
        """The method with a store in it, ready for some units, until the block ends."""
        ...


@value
class Skipped:
    """A method that was asked for and cannot run here."""

    name: str
    reason: str
