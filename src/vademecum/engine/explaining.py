"""The arithmetic and the judgement behind one record of an answer."""

from __future__ import annotations

from vademecum.model.answer import Contribution, Explanation
from vademecum.model.value import replace
from vademecum.retrieval.floor import Evidence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.engine.reached import Way
    from vademecum.engine.reading import Visible
    from vademecum.retrieval.floor import Floor
    from vademecum.retrieval.lexical import Scored
    from vademecum.retrieval.merging import Ranked
    from vademecum.retrieval.scoring import Scorer


def explained(
    scored: Scored, floor: Floor, visible: Visible, rank: int | None, way: Way | None
) -> Explanation:
    """Explain a record.

    Args:
        scored: the round that found it.
        floor: what judged it.
        visible: the record.
        rank: its place in the answer; None when it has none.
        way: how the graph led to it; None where it did not.
    """
    ranked = visible.ranked
    covered, missing = scored.scorer.covered(ranked.candidate)
    if way is not None:
        said = {term.text for place, term in enumerate(scored.question.terms) if way.bits >> place & 1}
        held = said.union(covered)
        terms = scored.question.terms
        covered = tuple([term.text for term in terms if term.text in held])
        missing = tuple([term.text for term in terms if term.text not in held])
    strict = scored.question.strict
    return Explanation(
        contributions=_addends(ranked, scored.scorer, way),
        score=ranked.score,
        covered=covered,
        missing=missing,
        round=ranked.round,
        rewritten=scored.question.topic if ranked.round else None,
        tier=visible.tier,
        floor="every word must stand in it" if strict else _verdict(floor, ranked),
        rank=rank,
    )


def _addends(ranked: Ranked, scorer: Scorer, way: Way | None) -> tuple[Contribution, ...]:
    if ranked.alone is not None:
        from vademecum.retrieval.memory_ranking import contributions

        return contributions(ranked, scorer)
    candidate = ranked.candidate
    if way is None:
        words = scorer.contributions(candidate)
    else:
        joined = Contribution("graph", way.told, way.amount)
        words = scorer.boosted(candidate, (*scorer.by_term(candidate), joined))
    return tuple([replace(one, amount=one.amount * ranked.scale) for one in words])


def _verdict(floor: Floor, ranked: Ranked) -> str:
    return floor.verdict(ranked.evidence or Evidence(ranked.covered, ranked.terms))
