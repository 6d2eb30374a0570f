"""Rounds of one topic become one ranking.

Scores of different rounds are not comparable as they are, so each round is scaled to the best of its
scores; a record keeps its best round. The scale is then lifted to the largest round's, which leaves a
topic without rewritings exactly as it was scored.
"""

from __future__ import annotations

from vademecum.model.value import replace, value
from vademecum.retrieval.floor import HALF, Evidence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vademecum.model.ask import Candidate
    from vademecum.model.record import MemoryId
    from vademecum.retrieval.lexical import Judged, Scored

    Judge = Callable[[Judged], tuple[bool, Evidence | None]]


@value
class Ranked:
    """A candidate with the evidence of its best round.

    Attributes:
        round: index of that round, 0 for the topic as given.
        rounds: in how many rounds it was found.
        scale: factor from the round's own scores to `score`.
        admitted: whether the floor admits it.
        evidence: what the floor looked at, where it looked at more than coverage.
        alone: where the score was learned, 1 for what alone covers every term: no weight puts another before
            it; else 0. None where coverage comes before the score.
    """

    candidate: Candidate
    covered: int
    terms: int
    score: float
    round: int
    rounds: int
    scale: float
    admitted: bool
    evidence: Evidence | None = None
    alone: float | None = None

    @property
    def precedence(self) -> float:
        """What comes before the score: the share of the terms that is covered, where no score was learned."""
        if self.alone is not None:
            return self.alone
        return self.covered / self.terms if self.terms else 0.0


def merge(rounds: Sequence[Scored], judges: Sequence[Judge] = ()) -> list[Ranked]:
    """One `Ranked` a record over all rounds, at least one round; no order.

    Args:
        rounds: what each found.
        judges: of each round, says whether the floor admits, and by what; the floor `half` when not given.
    """
    judges = judges or [by_half(scored) for scored in rounds]
    peaks = [max((judged.score for judged in scored.judged), default=0.0) for scored in rounds]
    peak = max(peaks)
    found: list[list[Ranked]] = []
    for position, scored in enumerate(rounds):
        scale = peak / peaks[position] if peaks[position] > 0 else 1.0
        terms = 0 if scored.question.strict else len(scored.question.terms)
        found.append([])
        for judged in scored.judged:
            admitted, evidence = judges[position](judged) if terms else (True, None)
            covered = judged.covered if terms else 0
            score = judged.score * scale
            found[-1].append(
                Ranked(judged.candidate, covered, terms, score, position, 1, scale, admitted, evidence, None)
            )
    return joined(found)


def by_half(scored: Scored) -> Judge:
    """Judges a round by the floor `half`."""
    terms = len(scored.question.terms)
    passing = [HALF.admits(Evidence(covered, terms)) for covered in range(terms + 1)]
    return lambda judged: (passing[judged.covered], None)


def joined(rounds: Sequence[Sequence[Ranked]]) -> list[Ranked]:
    """The best of each record over rounds whose scores can be compared; no order."""
    if len(rounds) == 1:
        return list(rounds[0])
    best: dict[MemoryId, Ranked] = {}
    found: dict[MemoryId, int] = {}
    for each in rounds:
        for ranked in each:
            key = ranked.candidate.id
            found[key] = found.get(key, 0) + 1
            rival = best.get(key)
            if rival is None or (ranked.admitted, ranked.score) > (rival.admitted, rival.score):
                best[key] = ranked
    return [replace(ranked, rounds=found[key]) for key, ranked in best.items()]
