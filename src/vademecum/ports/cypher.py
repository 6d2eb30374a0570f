"""What answers Cypher: an engine that is no part of this project, behind bounds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Mapping

    from vademecum.model.cypher import GraphTable, PropertyGraph


class CypherEngine(Protocol):
    """Answers one query over one graph and keeps nothing of either."""

    def missing(self) -> str:
        """What to install before anything can be asked; empty when it is there."""
        ...

    def ask(
        self,
        graph: PropertyGraph,
        query: str,
        parameters: Mapping[str, object],
        *,
        limit: int,
        seconds: float,
    ) -> GraphTable:
        """The first rows of the answer.

        Args:
            graph: everything that can be found.
            query: that `graph.cypher` let through.
            parameters: values of ``$name``.
            limit: most rows.
            seconds: after which the query is ended.

        Raises:
            UsageError: the engine refuses the query; its own words follow.
            LimitExceeded: it took too long, or too much memory.
        """
        ...
