"""The lexical channel: ask the index for proposals until nothing unproposed could change the answer.

An engine's own scores order its proposals and never reach an answer. What they do give is a bound: when
no record that was left out can cover enough of the topic to be admitted, or score enough to be shown,
the proposals are as good as the whole store.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Protocol

from vademecum.model.ask import Ask, AtLeast, Candidate, Condition, Corpus, Filters, Proposal
from vademecum.retrieval.question import Question
from vademecum.retrieval.scoring import Scorer

DEPTHS = (200, 800, 3200)
"""Proposals asked for, step by step. 200 hold 0.99-1.00 of the exact top ten (`docs/benchmarks.md`)."""

LONGEST = 8.0
"""Weighted length, in averages, that the bound on unproposed records allows for. Records more than
eight times as long as the average are rare enough to be left to the deeper proposals."""

FULL_COUNT_TERMS = 8
"""Up to so many terms every one is counted when asking for coverage; beyond, the commonest are left out
by the pigeonhole principle because their posting lists cost most of such a query."""


class Store(Protocol):
    """The two ports a channel asks."""

    def propose(self, ask: Ask) -> Proposal: ...
    def corpus(self) -> Corpus: ...
    def frequencies(self, terms: tuple[str, ...]) -> dict[str, int]: ...


@dataclass(frozen=True, slots=True)
class Judged:
    """A candidate with its exact score for one question."""

    candidate: Candidate
    covered: int
    score: float


@dataclass(frozen=True, slots=True)
class Scored:
    """What one round found.

    Attributes:
        judged: every proposed candidate that satisfies the question, in no order.
        partial: a record that was not proposed might have ranked.
    """

    question: Question
    scorer: Scorer
    judged: tuple[Judged, ...]
    partial: bool


@dataclass(frozen=True, slots=True)
class Need:
    """When a round may stop.

    Attributes:
        hits: how many hits the answer shows.
        least_covered: terms a record must cover to be admitted by the floor; 0 when coverage orders nothing.
        fill: records that the floor refuses are shown too, behind the admitted ones, by score.
        boost: the largest factor by which boosts can lift a score.
    """

    hits: int
    least_covered: int
    fill: bool
    boost: float


def score_round(
    store: Store,
    question: Question,
    filters: Filters,
    need: Need,
    now_us: int,
    where: Condition | None = None,
) -> Scored:
    """Propose and score one question.

    Args:
        store: the index.
        question: what is looked for.
        filters: hard conditions, applied by the index.
        need: when the proposals suffice.
        now_us: the present, microseconds since the epoch.
        where: condition that replaces the plain OR (or AND) of the question's terms.
    """
    rank_by = question.rank_by
    scorer = Scorer(question, store.corpus(), store.frequencies(rank_by), now_us)
    condition = where if where is not None else question.any_of
    seen: dict[int, Judged] = {}
    filled = covering = False
    for depth in DEPTHS:
        proposal = store.propose(Ask(where=condition, rank_by=rank_by, filters=filters, depth=depth))
        _judge(scorer, proposal, seen)
        filled = proposal.exhausted or not need.fill or _scores_suffice(proposal, seen, need)
        covering = proposal.exhausted or _coverage_suffices(scorer, proposal, need)
        if filled:
            break
    if not covering:
        covering = _propose_covering(store, question, filters, need, scorer, seen)
    return Scored(question, scorer, tuple(seen.values()), partial=not (filled and covering))


def _coverage_suffices(scorer: Scorer, proposal: Proposal, need: Need) -> bool:
    """Whether no record outside the proposal can cover enough terms to be admitted."""
    if not need.least_covered:
        return True
    return scorer.least_score(need.least_covered, LONGEST * scorer.average_length) > proposal.ceiling


def _scores_suffice(proposal: Proposal, seen: dict[int, Judged], need: Need) -> bool:
    """Whether no record outside the proposal can score enough to be shown."""
    if len(seen) < need.hits:
        return False
    scores = sorted((judged.score for judged in seen.values()), reverse=True)
    return scores[need.hits - 1] >= proposal.ceiling * need.boost


def _judge(scorer: Scorer, proposal: Proposal, seen: dict[int, Judged]) -> None:
    for candidate in proposal.candidates:
        if candidate.version not in seen:
            covered, score = scorer.judge(candidate)
            seen[candidate.version] = Judged(candidate, covered, score)


def _propose_covering(
    store: Store, question: Question, filters: Filters, need: Need, scorer: Scorer, seen: dict[int, Judged]
) -> bool:
    """Propose every record that covers enough terms; True when none was left out.

    A record that covers c of n terms contains at least c - (n - r) of the r rarest ones.
    """
    rarest = scorer.rarest_first()
    least, count = need.least_covered, len(rarest)
    if count < least:
        return True
    minimum = least if count <= FULL_COUNT_TERMS else max(1, least // 3)
    chosen = [question.words[position] for position in rarest[: count - (least - minimum)]]
    condition = AtLeast(minimum, tuple(chosen))
    forms = tuple(form for word in chosen for form in word.forms)
    for depth in DEPTHS:
        proposal = store.propose(Ask(where=condition, rank_by=forms, filters=filters, depth=depth))
        _judge(scorer, proposal, seen)
        if proposal.exhausted:
            return True
    return False
