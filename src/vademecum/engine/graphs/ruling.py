"""Which rules hold, and what they brought."""

from __future__ import annotations

from vademecum.engine.storing import located
from vademecum.model.file import FAULTY, Quarantined
from vademecum.model.rules import GraphRules, RuleTally, RuleUse

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.engine.parts import Parts
    from vademecum.model.rules import Rule

_UNKNOWN = RuleTally()


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
    if not parts.index.derivations().state().startswith(FAULTY):
        return ()
    found = parts.vault.read_rules()
    return (located(found),) if isinstance(found, Quarantined) else ()
