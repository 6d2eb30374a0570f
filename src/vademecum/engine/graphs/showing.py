"""What the graph can be asked with the help of others: pictures, and Cypher."""

from __future__ import annotations

from vademecum.engine.graphs.verbs import MOST_RESULTS, GraphVerbs
from vademecum.engine.opened import limit_within
from vademecum.model.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from datetime import datetime

    from vademecum.engine.graph_tools import GraphTools
    from vademecum.engine.graphs.asking import Asking
    from vademecum.engine.graphs.verbs import Answering
    from vademecum.lifecycle.standing import Viewpoint
    from vademecum.model.cypher import GraphTable
    from vademecum.model.graph import GraphPicture

USUAL_ROWS = 100
USUAL_SECONDS, MOST_SECONDS = 10, 300
"""Of a query in Cypher."""


class GraphView(GraphVerbs):
    """Every question to the graph, and what shows it; `Vade.graph` gives it."""

    def __init__(
        self,
        asking: Callable[[], Asking],
        answered: Answering,
        viewpoint: Callable[[datetime | None], Viewpoint],
        *,
        tools: Callable[[], GraphTools],
        now: Callable[[], datetime],
    ) -> None:
        """As `GraphVerbs`, and what answers Cypher and lays out pictures, and the clock."""
        super().__init__(asking, answered, viewpoint)
        self._tools = tools
        self._now = now

    def picture(
        self,
        name: str,
        *,
        hops: int | None = None,
        predicates: Sequence[str] = (),
        direction: str = "both",
        scopes: Sequence[str] | None = None,
        as_of: datetime | None = None,
        limit: int | None = None,
    ) -> GraphPicture:
        """What lies around a node, as SVG; arguments as in `neighborhood`. Needs the extra `graph`.

        Raises:
            NotFound: nothing is called so.
            UsageError: an argument that cannot be, or the extra is not installed.
        """
        from vademecum.engine.graphs.picturing import picture_of_neighbourhood

        found = self.neighborhood(
            name,
            hops=hops,
            predicates=predicates,
            direction=direction,
            scopes=scopes,
            as_of=as_of,
            limit=limit,
        )
        drawn = picture_of_neighbourhood(self._tools().layout, found, as_of)
        return replace(drawn, warnings=found.warnings)

    def timeline(
        self, name: str, *, scopes: Sequence[str] | None = None, limit: int | None = None
    ) -> GraphPicture:
        """What was true of a node when, as SVG; arguments as in `history`.

        Raises:
            NotFound: nothing is called so.
        """
        from vademecum.engine.graphs.picturing import picture_of_history

        found = self.history(name, scopes=scopes, limit=limit)
        return replace(picture_of_history(found, self._now()), warnings=found.warnings)

    def query(
        self,
        query: str,
        *,
        parameters: Mapping[str, object] | None = None,
        scopes: Sequence[str] | None = None,
        as_of: datetime | None = None,
        limit: int | None = None,
        timeout_s: int | None = None,
    ) -> GraphTable:
        """What a query in Cypher finds; it reads, and never writes. Needs the extra `graph`.

        A node has its label (a memory: its type; a mere name: ``Name``) and the properties `id`, `name`,
        `label`, `kind`, `scope` and `status`, and as texts whatever fields of its record the query names,
        free ones of the front matter among them; a relation is of its predicate's type and has `predicate`,
        `since`, `until` and `said_by`.

        Args:
            query: one statement, e.g. ``MATCH (p:Person)-[:works_at]->(o) RETURN p.name``.
            parameters: values of ``$name``.
            scopes, as_of: where, and when.
            limit: most rows, 1-1,000; 100 when not given.
            timeout_s: seconds after which the query is ended, 1-300; 10 when not given.

        Raises:
            Refused: the query would write, or reach outside of the graph.
            UsageError: it is malformed, or the extra is not installed.
            LimitExceeded: it took too long, or too much memory.
        """
        from vademecum.engine.graphs.querying import query as queried

        most = limit_within(limit, USUAL_ROWS, MOST_RESULTS)
        seconds = limit_within(timeout_s, USUAL_SECONDS, MOST_SECONDS, name="timeout_s")
        return self._answered(
            lambda: queried(
                self._tools().cypher,
                self._net(scopes, as_of),
                self._asking().derivations().traits,
                query,
                parameters or {},
                bounds=(most, float(seconds)),
            )
        )
