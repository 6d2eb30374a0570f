"""What finds a place in the plane for every node of a picture."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence


class Layout(Protocol):
    """Lays a graph out; the same graph always in the same way."""

    def missing(self) -> str:
        """What to install before anything can be laid out; empty when it is there."""
        ...

    def place(self, count: int, edges: Sequence[tuple[int, int]]) -> tuple[tuple[float, float], ...]:
        """A place for each node, of no particular scale; joined ones near to each other.

        Args:
            count: of the nodes, which are numbered from 0.
            edges: pairs of them.
        """
        ...
