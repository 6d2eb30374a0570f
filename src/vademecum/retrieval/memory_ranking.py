"""From the pool to an order, and to what may be told: by everything that speaks for each memory.

One table (`retrieval.memory_weights`) says what each feature is worth, for the floor and for the order.
"""

from __future__ import annotations

from vademecum.model.answer import Contribution
from vademecum.model.value import replace, value
from vademecum.retrieval.background import NAME
from vademecum.retrieval.floor import CALIBRATED, SUBSTANTIAL, Evidence
from vademecum.retrieval.memory_weights import BY_MEANING, BY_WORDS
from vademecum.retrieval.merging import Ranked
from vademecum.text.capitals import EVERY_NOUN, names_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vademecum.model.record import MemoryId
    from vademecum.retrieval.background import Background
    from vademecum.retrieval.lexical import Judged, Scored
    from vademecum.retrieval.scoring import Scorer
    from vademecum.text.analyzer import Analyzer

    Likenesses = Mapping[MemoryId, float]

FEATURES: Mapping[str, str] = {
    "words": "BM25 as a share of the best that the terms could give",
    "covered": "the terms that stand in it, as a share",
    "likeness": "of the meanings of question and memory",
}
"""Name -> what it measures, for the order; boosts multiply the sum. The floor's are `floor.Evidence`."""

AS_LIKE = 0.4
"""What has no vector yet is put where others are that hold as much: likeness grows with the share of terms,
to 0.41 on the average of what `benchmarks/train_memories.py` asks."""


@value
class Weighing:
    """What the terms of one question weigh.

    Attributes:
        weights: of each term, at most `NAME` where it is a name.
        names: whether each term is a name.
    """

    weights: tuple[float, ...]
    names: tuple[bool, ...]


def weighing_of(
    scored: Scored, analyzer: Analyzer, background: Background, languages: Sequence[str]
) -> Weighing:
    """Weigh the terms of a question.

    Args:
        scored: the round.
        analyzer: the one analyzer.
        background: the tables of rarity.
        languages: of the store; the question's own is asked first.
    """
    question = scored.question
    spoken = analyzer.detect(question.topic)
    named = frozenset(analyzer.exact(" ".join(names_of(question.topic))) if spoken not in EVERY_NOUN else ())
    tongues = tuple(dict.fromkeys((spoken, analyzer.default_language, *languages)))
    names = tuple([term.text in named for term in question.terms])
    weights = [
        min(NAME, background.weight(term, tongues)) if name else background.weight(term, tongues)
        for term, name in zip(question.terms, names, strict=True)
    ]
    return Weighing(tuple(weights), names)


class MemoryFeatures:
    """Measures the memories of one pool.

    Args:
        scored: the round.
        weighing: of its terms.
        likenesses: of the memories that have a vector.
    """

    def __init__(self, scored: Scored, weighing: Weighing, likenesses: Likenesses) -> None:
        self._terms = len(scored.question.terms)
        self._weights = weighing.weights
        self._whole = sum(weighing.weights)
        self._stranger = any(
            name and unknown for name, unknown in zip(weighing.names, scored.scorer.unknown(), strict=True)
        )
        self._likenesses = likenesses
        self._known: dict[int, Evidence] = {}
        self.unit = scored.scorer.ideal or 1.0

    def evidence(self, judged: Judged) -> Evidence:
        """What the floor looks at."""
        known = self._known.get(judged.found)
        if known is None:
            weight = sum([each for n, each in enumerate(self._weights) if judged.found >> n & 1])
            known = self._known[judged.found] = Evidence(
                judged.found.bit_count(),
                self._terms,
                weight / self._whole,
                min(1.0, weight / SUBSTANTIAL),
                self._stranger,
            )
        likeness = self._likenesses.get(judged.candidate.id)
        if likeness is None:
            return known
        return Evidence(known.covered, known.terms, known.share, known.substance, known.stranger, likeness)


def measures(evidence: Evidence) -> dict[str, float]:
    """The features of the order beside `words`."""
    likeness = AS_LIKE * evidence.share if evidence.likeness is None else max(0.0, evidence.likeness)
    return {
        "covered": evidence.covered / evidence.terms,
        "likeness": likeness,
    }


def rank_pool(scored: Scored, weighing: Weighing, likenesses: Likenesses, position: int) -> list[Ranked]:
    """The pool of one round with the score and the judgement of each, in no order.

    A record that alone holds every word that was said comes first; of rewritten words that is not said.
    """
    features = MemoryFeatures(scored, weighing, likenesses)
    whole = (1 << len(scored.question.terms)) - 1
    complete = [judged.candidate.id for judged in scored.judged if judged.found == whole]
    alone = complete[0] if len(complete) == 1 and whole > 1 and position == 0 else None
    table = BY_MEANING if likenesses else BY_WORDS
    worth = dict(table.order).get("words", 0.0) / features.unit
    ranked: list[Ranked] = []
    for judged in scored.judged:
        evidence = features.evidence(judged)
        boost = scored.scorer.boost(judged.candidate)
        measured = measures(evidence)
        others = [weight * measured[name] for name, weight in table.order if name in measured]
        score = worth * judged.score + boost * sum(others)
        ranked.append(
            Ranked(
                judged.candidate,
                evidence.covered,
                evidence.terms,
                score,
                position,
                1,
                worth,
                CALIBRATED.admits(evidence),
                evidence,
                judged.candidate.id == alone,
            )
        )
    return ranked


def contributions(ranked: Ranked, scorer: Scorer) -> tuple[Contribution, ...]:
    """The addends of a score: term by term, as the words count, the other features, and what boosts add."""
    evidence = ranked.evidence
    assert evidence is not None
    measured = measures(evidence)
    table = BY_WORDS if ranked.scale else BY_MEANING
    words = [replace(one, amount=one.amount * ranked.scale) for one in scorer.by_term(ranked.candidate)]
    others = [
        Contribution(name, f"{FEATURES[name]}: {measured[name]:.3g} ×{weight:g}", weight * measured[name])
        for name, weight in table.order
        if measured.get(name)
    ]
    return scorer.boosted(ranked.candidate, [*(words if ranked.scale else ()), *others])
