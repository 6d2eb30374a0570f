"""What speaks for a memory: for telling it at all, and for its place where something is known of meanings.

By words alone what covers more of the terms comes first, then what scores more; learned weights put them in
no better order (docs/meaning.md). Likeness changes that: then one sum decides.
"""

from __future__ import annotations

from vademecum.model.answer import Contribution
from vademecum.model.postings import Field
from vademecum.model.record import Kind
from vademecum.model.value import replace, value
from vademecum.retrieval.background import NAME
from vademecum.retrieval.floor import ALIKE, CALIBRATED, HALF, SUBSTANTIAL, Evidence
from vademecum.retrieval.memory_weights import STATIC
from vademecum.retrieval.merging import Ranked
from vademecum.text.capitals import EVERY_NOUN, names_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Protocol

    from vademecum.model.ask import Candidate
    from vademecum.model.record import MemoryId
    from vademecum.retrieval.background import Background
    from vademecum.retrieval.lexical import Judged, Scored
    from vademecum.retrieval.memory_weights import Weights
    from vademecum.retrieval.question import Question
    from vademecum.retrieval.scoring import Scorer
    from vademecum.text.analyzer import Analyzer

    Likenesses = Mapping[MemoryId, float]

    class Judging(Protocol):
        """Judges the records of one question, by the terms they cover: bit n of `found` for term n."""

        def of(self, found: int, likeness: float | None = None) -> Evidence:
            """What is looked at."""
            ...

        def admits(self, candidate: Candidate, found: int) -> bool:
            """Whether a record is let in by its words."""
            ...

        def lets_in(self, candidate: Candidate, found: int, evidence: Evidence) -> bool:
            """Whether a record is let in by all that is known of it."""
            ...


FEATURES: Mapping[str, str] = {
    "covered": "the terms that stand in it, as a share",
    "likeness": "of the meanings of question and memory",
}
"""Name -> what it measures, for the order; boosts multiply the sum. The floor's are `floor.Evidence`."""

FEW = 12
"""A name that so many records hold tells as much as another word: who asks after somebody of whom little is
known may be told all of it. One that more hold says little of whether what is asked for is known."""

POOL = 24
"""Records that are put in order by likeness too: the best by their words."""


@value
class Weighing:
    """What the terms of one question weigh.

    Attributes:
        weights: of each term.
        stranger: it names what no record of the store holds.
    """

    weights: tuple[float, ...]
    stranger: bool


def weighing_of(
    question: Question,
    analyzer: Analyzer,
    background: Background,
    languages: Sequence[str],
    holding: Callable[[Sequence[str]], Mapping[str, int]],
) -> Weighing:
    """Weigh the terms of a question.

    Args:
        question: what is looked for; not a strict one.
        analyzer: the one analyzer.
        background: the tables of rarity.
        languages: of the store; the question's own is asked first.
        holding: how many records of the store hold each of some stems.
    """
    spoken = analyzer.detect(question.topic)
    named = frozenset(analyzer.exact(" ".join(names_of(question.topic))) if spoken not in EVERY_NOUN else ())
    tongues = tuple(dict.fromkeys((spoken, analyzer.default_language, *languages)))
    weights: list[float] = []
    stranger = False
    for term in question.terms:
        weight = background.weight(term, tongues)
        if term.text in named:
            records = max(holding(term.forms).values(), default=0)
            stranger = stranger or not records
            weight = weight if 0 < records <= FEW else min(NAME, weight)
        weights.append(weight)
    return Weighing(tuple(weights), stranger)


class Evidences:
    """Finds the evidence for memories of one question.

    Args:
        weighing: of its terms.
        meaning: what likenesses are worth, where there are any.
    """

    def __init__(self, weighing: Weighing, meaning: Weights = STATIC) -> None:
        self._meaning = meaning
        self._weights = weighing.weights
        self._whole = sum(weighing.weights)
        self._stranger = weighing.stranger
        self._known: dict[int, Evidence] = {}
        self._admitted: dict[int, bool] = {}
        self._telling: frozenset[MemoryId] = frozenset()

    def count_telling(self, ids: Iterable[MemoryId]) -> None:
        """Count these records among those that tell more than a name: what they are joined to."""
        self._telling |= frozenset(ids)

    def admits(self, candidate: Candidate, found: int) -> bool:
        """Whether a memory is told by its words, of which it covers these: bit n for term n."""
        known = self._admitted.get(found)
        if known is None:
            known = self._admitted[found] = CALIBRATED.admits(self.of(found))
        return known and (candidate.kind is not Kind.ENTITY or self.says_something(candidate, found))

    def lets_in(self, candidate: Candidate, found: int, evidence: Evidence) -> bool:
        """Whether a memory is told by all that is known of it."""
        return CALIBRATED.admits(evidence) and self.says_something(candidate, found)

    def says_something(self, candidate: Candidate, found: int) -> bool:
        """Whether a record tells more than was said: the page of somebody that holds a name alone does not,
        unless nothing else was asked for."""
        bare = candidate.kind is Kind.ENTITY and Field.BODY.value not in candidate.lengths
        return not bare or found.bit_count() == len(self._weights) or candidate.id in self._telling

    def of(self, found: int, likeness: float | None = None) -> Evidence:
        """What the floor looks at, of what holds these terms: bit n for term n."""
        known = self._known.get(found)
        if known is None:
            weight = sum([each for place, each in enumerate(self._weights) if found >> place & 1])
            known = self._known[found] = Evidence(
                found.bit_count(),
                len(self._weights),
                weight / self._whole,
                min(1.0, weight / SUBSTANTIAL),
                self._stranger,
                None,
                self._meaning,
            )
        return known if likeness is None else replace(known, likeness=likeness)


class Counts:
    """What a search looks at: how many of the terms a record covers, and how like the question it is.

    Args:
        terms: of the question, at least one.
        meaning: what likenesses are worth.
    """

    def __init__(self, terms: int, meaning: Weights = STATIC) -> None:
        self._terms = terms
        self._meaning = meaning

    def of(self, found: int, likeness: float | None = None) -> Evidence:
        covered = found.bit_count()
        share = covered / self._terms
        return Evidence(covered, self._terms, share, likeness=likeness, meaning=self._meaning)

    def admits(self, candidate: Candidate, found: int) -> bool:
        del candidate
        return HALF.admits(self.of(found))

    def lets_in(self, candidate: Candidate, found: int, evidence: Evidence) -> bool:
        del candidate, found
        return ALIKE.admits(evidence)


def measures(evidence: Evidence) -> dict[str, float]:
    """The features of the order."""
    expected = evidence.meaning.as_like * evidence.share
    likeness = expected if evidence.likeness is None else max(0.0, evidence.likeness)
    return {"covered": evidence.covered / evidence.terms, "likeness": likeness}


def best_by_words(judged: Sequence[Judged], is_shown: Callable[[Candidate], bool]) -> tuple[Judged, ...]:
    """The pool: what covers most, then scores most, until `POOL` of them are certain to be shown."""
    ordered = sorted(judged, key=lambda one: (-one.covered, -one.score, one.candidate.id))
    return first_shown(ordered, is_shown, POOL)


def first_shown(
    ordered: Sequence[Judged], is_shown: Callable[[Candidate], bool], number: int
) -> tuple[Judged, ...]:
    """The first, until so many of them are certain to be shown."""
    places = 0
    for place, one in enumerate(ordered, start=1):
        places += is_shown(one.candidate)
        if places == number:
            return tuple(ordered[:place])
    return tuple(ordered)


def rank_pool(scored: Scored, judging: Judging, likenesses: Likenesses, position: int) -> list[Ranked]:
    """The pool of one round with the learned score and the judgement of each, in no order.

    A record that alone holds every word that was said comes first; of rewritten words that is not said.
    """
    terms = len(scored.question.terms)
    complete = [judged.candidate.id for judged in scored.judged if judged.covered == terms]
    alone = complete[0] if len(complete) == 1 and terms > 1 and position == 0 else None
    ranked: list[Ranked] = []
    for judged in scored.judged:
        candidate = judged.candidate
        evidence = judging.of(judged.found, likenesses.get(candidate.id))
        measured = measures(evidence)
        score = scored.scorer.boost(candidate) * sum(
            [weight * measured[name] for name, weight in evidence.meaning.order]
        )
        ranked.append(
            Ranked(
                candidate,
                evidence.covered,
                terms,
                score,
                position,
                1,
                1.0,
                judging.lets_in(candidate, judged.found, evidence),
                evidence,
                float(candidate.id == alone),
            )
        )
    return ranked


def contributions(ranked: Ranked, scorer: Scorer) -> tuple[Contribution, ...]:
    """The addends of a learned score: its features, and what boosts add."""
    assert ranked.evidence is not None
    measured = measures(ranked.evidence)
    told = [
        Contribution(name, f"{FEATURES[name]}: {measured[name]:.3g} ×{weight:g}", weight * measured[name])
        for name, weight in ranked.evidence.meaning.order
        if measured[name]
    ]
    return scorer.boosted(ranked.candidate, told)
