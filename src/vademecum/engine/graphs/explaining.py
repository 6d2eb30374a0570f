"""Why two nodes are joined."""

from __future__ import annotations

from vademecum.graph.deriving import compared
from vademecum.model.edges import EdgeOrigin
from vademecum.model.graph import GraphReasons, Grounds
from vademecum.model.record import MemoryId

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from vademecum.engine.graphs.asking import Asking
    from vademecum.graph.net import Net
    from vademecum.model.edges import Statement
    from vademecum.model.graph import Edge
    from vademecum.model.rules import Rule


class Explanation:
    """Looks for what joins two nodes."""

    def __init__(self, asking: Asking, net: Net, handle: str, other: str) -> None:
        self._derivations = asking.derivations()
        self._net = net
        self._start, self._goal = asking.start(net, handle), asking.start(net, other)

    def told(self, predicates: Sequence[str]) -> GraphReasons:
        """Every edge between them, in either direction, with its grounds."""
        expansion = self._net.expand(self._start, predicates=predicates)
        between = [stated for stated in expansion.stated if self._joins(stated[0])]
        rules = self._rules() if any(edge.origin is EdgeOrigin.RULE for edge, _ in between) else {}
        return GraphReasons(
            start=tuple(map(self._net.node, self._start)),
            goal=tuple(map(self._net.node, self._goal)),
            results=tuple(self._grounds(edge, statement, rules) for edge, statement in between),
            truncated=expansion.truncated,
        )

    def _joins(self, edge: Edge) -> bool:
        return (edge.subject in self._start and edge.object in self._goal) or (
            edge.object in self._start and edge.subject in self._goal
        )

    def _rules(self) -> dict[str, Rule]:
        return {rule.name: rule for rule in self._derivations.book().rules}

    def _grounds(self, edge: Edge, statement: Statement, rules: dict[str, Rule]) -> Grounds:
        rule = rules.get(statement.subject_name) if edge.origin is EdgeOrigin.RULE else None
        if rule is None:
            return Grounds(edge=edge, records=(statement.id,))
        ends = MemoryId(statement.subject[1:]), MemoryId(statement.object[1:])
        traits = self._derivations.traits(ends)
        return Grounds(
            edge=edge,
            records=ends,
            rule=rule.name,
            condition=rule.when.shown,
            compared=compared(rule, traits[ends[0]], traits[ends[1]]),
        )
