"""Ranking turns of past conversations: BM25 over what was said, weighed by who said it.

As with memories, an engine proposes and this arithmetic decides; it asks deeper until no turn that was left
out could be among the shown.
"""

from __future__ import annotations

import math

from vademecum.model.conversation import Role
from vademecum.model.turns import TurnAsk
from vademecum.model.value import value
from vademecum.retrieval.scoring import rarity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence
    from collections.abc import Set as AbstractSet
    from typing import Protocol

    from vademecum.model.conversation import ConversationId
    from vademecum.model.turns import Fence, TurnCandidate, TurnCorpus, TurnProposal
    from vademecum.retrieval.question import Question
else:
    Protocol = object  # a shape for the type checkers; `typing` is not loaded for it

K1 = 1.2
"""Saturation of term frequency; the value every published BM25 of the field uses."""

B = 0.2
"""Share of length normalisation. Turns are of very different lengths and a long one is no worse for it:
`docs/conversations.md` shows 0.2 beside the textbook's 0.75."""

WEIGHTS = {Role.USER: 2.0, Role.ASSISTANT: 1.0}
"""What a match in somebody's words is worth. Long answers drown what the person said; counting that twice was
worth more than any embedder on dialogues with assistants."""

DEPTHS = (32, 128, 512, 2_048)
"""Proposals asked for of either speaker, step by step. An index orders them nearly as they are ordered here,
so that a few more than are shown suffice for most questions (`benchmarks/talk_speed.py`)."""

GLANCE = 8
"""Proposals asked for first of the speaker whose words are worth less: the best of those mostly tell that no
further one reaches what the other said."""

MANY = 12
"""Stems from which on a bag is taken apart to see which it holds; of fewer, each is sooner looked for."""

SESSIONS_FROM = 128
"""Where sessions are ranked it begins here: three turns of each count."""

BEST_OF = (1.0, 0.5, 0.25)
"""A session's score: its best turns, each worth half of the one before."""


class Store(Protocol):
    """What ranking asks of an index."""

    def propose(self, ask: TurnAsk) -> TurnProposal: ...
    def corpus(self) -> TurnCorpus: ...
    def frequencies(self, words: Sequence[str]) -> dict[str, int]: ...


@value
class Ranked:
    """A turn with its score, or a session as its best turn with the score of its best ones."""

    candidate: TurnCandidate
    score: float


@value
class Ranking:
    """What was found.

    Attributes:
        ranked: best first; equal scores by conversation, then by place.
        proposed: how many turns were judged.
        partial: a turn that was not proposed might have ranked.
    """

    ranked: tuple[Ranked, ...]
    proposed: int
    partial: bool


def rank(
    store: Store,
    question: Question,
    fence: Fence,
    limit: int,
    *,
    sessions: bool = False,
    scorer: TurnScorer | None = None,
    within: tuple[int, int] | None = None,
) -> Ranking:
    """Find the best turns, or the best sessions by their best turns.

    Args:
        store: the index.
        question: what is looked for; when only function words were left, a turn must hold all of them.
        fence: which conversations may answer.
        limit: how many are wanted.
        sessions: one of each conversation.
        scorer: of that question, where there is one already.
        within: stretch of time in which a turn must have been said; see `TurnAsk`.
    """
    scorer = scorer or scorer_of(store, question)
    found: dict[tuple[ConversationId, int], Ranked] = {}
    depths = _depths(limit, sessions=sessions)
    spare = sum(BEST_OF) if sessions else 1.0
    # An index knows nothing of the weights, so either speaker is asked for by itself: first the one whose
    # words are worth most. What the other could reach at most then shows soon that it is not enough.
    reach = dict.fromkeys(WEIGHTS, math.inf)
    bar = 0.0
    while reach:
        role = max(reach, key=lambda each: reach[each])
        if reach[role] < bar:
            break
        if not depths[role]:
            return Ranking(
                tuple(_ordered(found.values(), sessions=sessions)[:limit]), len(found), partial=True
            )
        depth = depths[role].pop(0)
        ask = TurnAsk(words=question.rank_by, fence=fence, role=role, depth=depth, within=within)
        proposal = store.propose(ask)
        for candidate in proposal.candidates:
            key = (candidate.conversation, candidate.seq)
            if key not in found and scorer.admits(candidate):
                found[key] = Ranked(candidate, scorer.score(candidate))
        reach[role] = proposal.ceiling * WEIGHTS[role] * spare
        if proposal.exhausted:
            del reach[role]
        bar = _bar(found.values(), limit, sessions=sessions)
    return Ranking(tuple(_ordered(found.values(), sessions=sessions)[:limit]), len(found), partial=False)


def scorer_of(store: Store, question: Question) -> TurnScorer:
    """What scores the turns of a store."""
    return TurnScorer(question, store.corpus(), store.frequencies(question.rank_by))


def _depths(limit: int, *, sessions: bool) -> dict[Role, list[int]]:
    """How deep each speaker is asked, step by step."""
    least = SESSIONS_FROM if sessions else min(limit, DEPTHS[-1])
    enough = [depth for depth in DEPTHS if depth >= least]
    begun = enough if sessions else [*([GLANCE] if enough[0] > GLANCE else []), *enough]
    first = max(WEIGHTS, key=lambda role: WEIGHTS[role])
    return {role: list(enough if role is first else begun) for role in WEIGHTS}


def _bar(found: Collection[Ranked], limit: int, *, sessions: bool) -> float:
    """The score of the last that is shown, 0.0 while there are too few."""
    if sessions:
        best = _ordered(found, sessions=True)[:limit]
        return best[-1].score if len(best) == limit else 0.0
    if len(found) < limit:
        return 0.0
    return sorted([one.score for one in found], reverse=True)[limit - 1]


def _ordered(found: Iterable[Ranked], *, sessions: bool) -> list[Ranked]:
    ordered = sorted(found, key=lambda one: (-one.score, one.candidate.conversation, one.candidate.seq))
    if not sessions:
        return ordered
    by_session: dict[ConversationId, list[Ranked]] = {}
    for one in ordered:
        by_session.setdefault(one.candidate.conversation, []).append(one)
    merged = [_merged(turns) for turns in by_session.values()]
    return sorted(merged, key=lambda one: (-one.score, one.candidate.conversation))


def _merged(turns: Sequence[Ranked]) -> Ranked:
    """A session as its best turn, with the score of its best three."""
    return Ranked(turns[0].candidate, best_of([one.score for one in turns[: len(BEST_OF)]]))


def best_of(scores: Sequence[float]) -> float:
    """What the turns of a session, best first, are worth together."""
    return sum(worth * score for worth, score in zip(BEST_OF, scores, strict=False))


class TurnScorer:
    """Scores turns for one question."""

    def __init__(self, question: Question, corpus: TurnCorpus, frequencies: Mapping[str, int]) -> None:
        """Prepare a question.

        Args:
            question: what is looked for.
            corpus: totals of the store.
            frequencies: stem -> number of turns; absent stems occur nowhere.
        """
        self._average = max(1.0, corpus.terms / max(1, corpus.turns))
        self._strict = question.strict
        self._plain: list[tuple[float, str, str]] = []
        self._several: list[tuple[float, tuple[str, ...]]] = []
        for forms in (*(term.forms for term in question.terms), *((stem,) for stem in question.extras)):
            held = [form for form in forms if form in frequencies]
            if held:
                # A word does not become rarer by being read in another language.
                common = max(frequencies[form] for form in held)
                worth = rarity(common, corpus.turns) * (K1 + 1.0)
                needles = tuple(f" {form} " for form in held)
                if len(needles) == 1:
                    self._plain.append((worth, held[0], needles[0]))
                else:
                    self._several.append((worth, needles))
        self._stems = frozenset(stem for _, stem, _ in self._plain)
        self._needed = [tuple(f" {form} " for form in term.forms) for term in question.terms]

    @property
    def ideal(self) -> float:
        """What no turn can exceed."""
        worth = sum(worth for worth, _, _ in self._plain) + sum(worth for worth, _ in self._several)
        return worth * max(WEIGHTS.values())

    def admits(self, candidate: TurnCandidate) -> bool:
        """Whether a turn holds every word, where every word is needed."""
        bag = candidate.bag
        return not self._strict or all(any(needle in bag for needle in needles) for needles in self._needed)

    def score(self, candidate: TurnCandidate) -> float:
        """BM25 of a turn, weighed by who spoke."""
        bag = candidate.bag
        damping = K1 * (1.0 - B + B * candidate.length / self._average)
        count = bag.count
        total = 0.0
        held = held_of(self._stems, bag)
        for worth, stem, needle in self._plain:
            if stem in held and (frequency := count(needle)):
                total += worth * frequency / (frequency + damping)
        for worth, needles in self._several:
            if frequency := max(map(count, needles)):
                total += worth * frequency / (frequency + damping)
        return total * WEIGHTS[candidate.role]


def held_of(stems: frozenset[str], bag: str) -> AbstractSet[str]:
    """Those of the stems that a bag holds; of few, which are sooner looked for, all."""
    return stems if len(stems) < MANY else stems.intersection(bag.split())
