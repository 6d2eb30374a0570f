"""From the best turns by their words to an order by everything that speaks for each.

What is neither among those best nor near one of them is not looked at, so the order is the same whatever an
index proposes beyond. Only turns that hold a word of the question are answers; others merely speak for those
beside them.
"""

from __future__ import annotations

from vademecum.model.answer import Contribution
from vademecum.model.turns import bag_of
from vademecum.retrieval.turn_features import FEATURES, TurnFeatures, places_beside
from vademecum.retrieval.turn_weights import WEIGHTS
from vademecum.retrieval.turns import Ranked, Ranking, rank, scorer_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vademecum.model.turns import Fence, TurnCandidate
    from vademecum.ports.turns import TurnCandidates
    from vademecum.retrieval.question import Question
    from vademecum.retrieval.turns import TurnScorer

_WORTH = dict(WEIGHTS)

POOL = 60
"""Turns that are ranked anew. With 40, 60, 100 and 200 of them the share of evidence among the first ten was
79.9, 79.9, 79.7 and 79.8 on LoCoMo: what comes later by its words is not lifted so far."""


def rank_turns(store: TurnCandidates, question: Question, fence: Fence, limit: int) -> Ranking:
    """Find the best turns.

    Args:
        store: the index.
        question: what is looked for.
        fence: which conversations may answer.
        limit: how many are wanted.
    """
    scorer = scorer_of(store, question)
    found = rank(store, question, fence, max(POOL, limit), scorer=scorer)
    if not found.ranked:
        return found
    features = measured(store, question, found.ranked, scorer)
    turns = [Ranked(turn, score_of(features.of(turn))) for turn in features.turns]
    alone = only_one_with_all(question, found.ranked)
    turns.sort(
        key=lambda one: (one.candidate != alone, -one.score, one.candidate.conversation, one.candidate.seq)
    )
    return Ranking(tuple(turns[:limit]), found.proposed, found.partial)


def measured(
    store: TurnCandidates, question: Question, pool: Sequence[Ranked], scorer: TurnScorer | None = None
) -> TurnFeatures:
    """What speaks for each turn of a pool; `scorer` is that of the question, where there is one already."""
    scorer = scorer or scorer_of(store, question)
    return TurnFeatures(question, scorer, pool, store.at(places_beside(pool)))


def score_of(features: Iterable[tuple[str, float]]) -> float:
    """The sum of features times weights, always added in the same order."""
    return sum([_WORTH[name] * amount for name, amount in features])


def contributions(features: Iterable[tuple[str, float]]) -> tuple[Contribution, ...]:
    """The addends of a score; what adds nothing is left out."""
    return tuple(
        Contribution(name, f"{FEATURES[name]}: {amount:.3g} ×{_WORTH[name]:g}", _WORTH[name] * amount)
        for name, amount in features
        if _WORTH[name] * amount
    )


def only_one_with_all(question: Question, pool: Sequence[Ranked]) -> TurnCandidate | None:
    """The one turn that holds the question word for word: no learned weight may put another before it."""
    wanted = bag_of(term.forms[0] for term in question.terms)
    if question.strict:
        return None
    holding = [one.candidate for one in pool if wanted in one.candidate.bag]
    return holding[0] if len(holding) == 1 else None
