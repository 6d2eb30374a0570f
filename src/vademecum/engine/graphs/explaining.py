"""Why two nodes are joined, and which rules join any."""

from __future__ import annotations

from vademecum.engine.ruling import UNREAD
from vademecum.graph.deriving import compared
from vademecum.model.edges import EdgeOrigin
from vademecum.model.file import Quarantined
from vademecum.model.graph import GraphReasons, Grounds
from vademecum.model.record import MemoryId
from vademecum.model.rules import GraphRules, RuleTally, RuleUse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from vademecum.engine.graphs.asking import Asking
    from vademecum.engine.parts import Parts
    from vademecum.graph.net import Net
    from vademecum.model.edges import Statement
    from vademecum.model.graph import Edge
    from vademecum.model.rules import Rule
    from vademecum.ports import Derivations

_UNKNOWN = RuleTally()


class Explanation:
    """Looks for what joins two nodes."""

    def __init__(self, asking: Asking, derivations: Derivations, net: Net, handle: str, other: str) -> None:
        self._derivations = derivations
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


def rules(parts: Parts) -> GraphRules:
    """Every rule that holds, and what it brought."""
    derivations = parts.index.derivations()
    tally = derivations.tally()
    vectors = parts.index.vectors().coverage().present
    results = tuple(
        _use(rule, tally.get(rule.name, _UNKNOWN), is_blind=rule.when.means and not vectors)
        for rule in derivations.book().rules
    )
    return GraphRules(results=results, warnings=_unread(parts))


def _use(rule: Rule, tally: RuleTally, *, is_blind: bool) -> RuleUse:
    return RuleUse(
        name=rule.name,
        predicate=rule.predicate,
        subjects=rule.subjects,
        objects=rule.objects,
        scope=rule.scope,
        symmetric=rule.is_symmetric,
        when=rule.when.shown,
        edges=tally.edges,
        crowded=tally.crowded,
        note="nothing has a vector yet, so no meanings are compared" if is_blind else "",
    )


def _unread(parts: Parts) -> tuple[str, ...]:
    """What is wrong with the file, where it cannot be read."""
    if not parts.index.derivations().state().startswith(UNREAD):
        return ()
    found = parts.vault.read_rules()
    if not isinstance(found, Quarantined):
        return ()
    where = f"{found.path}:{found.line}" if found.line else found.path
    return (f"{where}: {found.message}",)
