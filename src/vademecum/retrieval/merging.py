"""Rounds of one topic become one ranking.

Scores of different rounds are not comparable as they are, so each round is scaled to the best of its
scores; a record keeps its best round. The scale is then lifted to the largest round's, which leaves a
topic without rewritings exactly as it was scored.
"""

from __future__ import annotations

from vademecum.model.value import value
from vademecum.retrieval.floor import Evidence

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from vademecum.model.ask import Candidate
    from vademecum.model.record import MemoryId
    from vademecum.retrieval.floor import Floor
    from vademecum.retrieval.lexical import Scored


@value
class Ranked:
    """A candidate with the evidence of its best round.

    Attributes:
        round: index of that round, 0 for the topic as given.
        rounds: in how many rounds it was found.
        scale: factor from the round's own scores to `score`.
        admitted: whether the floor admits it.
    """

    candidate: Candidate
    covered: int
    terms: int
    score: float
    round: int
    rounds: int
    scale: float
    admitted: bool


def merge(rounds: Sequence[Scored], floor: Floor) -> list[Ranked]:
    """One `Ranked` a record over all rounds, at least one round; no order."""
    peaks = [max((judged.score for judged in scored.judged), default=0.0) for scored in rounds]
    peak = max(peaks)
    best: dict[MemoryId, Ranked] = {}
    found: dict[MemoryId, int] = {}
    for position, scored in enumerate(rounds):
        scale = peak / peaks[position] if peaks[position] > 0 else 1.0
        terms = 0 if scored.question.strict else len(scored.question.terms)
        passing = [floor.admits(Evidence(covered, terms)) for covered in range(terms + 1)]
        for judged in scored.judged:
            covered = judged.covered if terms else 0
            admitted = not terms or passing[covered]
            key = judged.candidate.id
            score = judged.score * scale
            found[key] = found.get(key, 0) + 1
            rival = best.get(key)
            if rival is None or (admitted, score) > (rival.admitted, rival.score):
                best[key] = Ranked(judged.candidate, covered, terms, score, position, 1, scale, admitted)
    if len(rounds) == 1:
        return list(best.values())
    return [_counted(ranked, found[key]) for key, ranked in best.items()]


def _counted(ranked: Ranked, rounds: int) -> Ranked:
    return Ranked(
        ranked.candidate,
        ranked.covered,
        ranked.terms,
        ranked.score,
        ranked.round,
        rounds,
        ranked.scale,
        ranked.admitted,
    )
