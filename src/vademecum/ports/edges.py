"""The part of an index that knows how records hang together."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vademecum.model.edges import Statement, Vertex
    from vademecum.model.record import MemoryId


class Edges(Protocol):
    """Looks up statements by their ends and nodes by their names.

    It decides nothing: what holds, who may see it and which record a name means is for who asks.
    """

    def touching(
        self, ends: Sequence[str], *, predicates: Sequence[str] = (), most: int
    ) -> tuple[Statement, ...]:
        """Statements with one of the ends (`model.edges.Said`) as subject or object, each once.

        For each end and each side at most `most` of them, the first by predicate, other end, record and
        position. Those of which an end is the subject come first, end by end, in that order.

        Args:
            ends: folded names, and ids with `ID_SIGN` before them.
            predicates: only with one of these; none means any.
            most: bound for each end and side; at least 0.
        """
        ...

    def bearing(self, forms: Sequence[str], *, keys: bool = True) -> tuple[Vertex, ...]:
        """Nodes that have one of the forms as a name, an alias or, with `keys`, their key; sorted by id."""
        ...

    def nodes(self, ids: Sequence[MemoryId]) -> dict[MemoryId, Vertex]:
        """The nodes of the ids that exist."""
        ...

    def merged(self, ids: Sequence[MemoryId]) -> tuple[Vertex, ...]:
        """Nodes that are merged into one of the ids directly; sorted by id."""
        ...

    def statements(self) -> Iterator[Statement]:
        """Everything that is stated, by record and position."""
        ...

    def vertices(self) -> Iterator[Vertex]:
        """Every node, by id."""
        ...
