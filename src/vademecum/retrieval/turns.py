"""Ranking turns of past conversations: BM25 over what was said, weighed by who said it.

As with memories, an engine proposes and this arithmetic decides; it asks deeper until no turn that was left
out could be among the shown.
"""

from __future__ import annotations

import math

from vademecum.model.conversation import Role
from vademecum.model.turns import TurnAsk
from vademecum.model.value import field, replace, value
from vademecum.retrieval.scoring import rarity

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
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
`docs/benchmarks.md` shows 0.2 beside the textbook's 0.75."""

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
    """A turn with its score, or a session as its best turn with the score of its best ones.

    Attributes:
        features: what the score was summed from; empty where words alone made it.
        boost: factor of that sum.
        others: what a session's other turns add to that of its best.
    """

    candidate: TurnCandidate
    score: float
    features: tuple[tuple[str, float], ...] = field(default=(), compare=False)
    boost: float = field(default=1.0, compare=False)
    others: float = field(default=0.0, compare=False)


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
    asking = _Asking(store, question, fence, scorer or scorer_of(store, question), within)
    found, partial = asking.found, asking.ask(limit, sessions=sessions)
    if not sessions:
        ranked = sorted([(-score, *place) for place, (score, _) in found.items()])[:limit]
        best = [Ranked(found[conversation, seq][1], -score) for score, conversation, seq in ranked]
    else:
        best = asking.settled(limit)
    return Ranking(tuple(best), len(found), partial)


class _Asking:
    """Asks an index for turns, deeper and deeper.

    Attributes:
        found: place -> score and turn, of everything that was proposed and is admitted.
    """

    def __init__(
        self,
        store: Store,
        question: Question,
        fence: Fence,
        scorer: TurnScorer,
        within: tuple[int, int] | None,
    ) -> None:
        self._store, self._question, self._fence = store, question, fence
        self._scorer, self._within = scorer, within
        self.found: dict[tuple[ConversationId, int], tuple[float, TurnCandidate]] = {}
        # An index knows nothing of the weights, so either speaker is asked for by itself: first the one whose
        # words are worth most. What the other could reach at most then shows soon that it is not enough.
        self._reach = dict.fromkeys(WEIGHTS, math.inf)

    def ask(self, limit: int, *, sessions: bool) -> bool:
        """Ask until no turn, or no session, that was not proposed can be among the best; whether one still
        might."""
        depths = _depths(limit, sessions=sessions)
        spare = sum(BEST_OF) if sessions else 1.0
        reach, bar = self._reach, 0.0
        while reach:
            role = max(reach, key=lambda each: reach[each])
            if reach[role] * spare < bar:
                return False
            if not depths[role]:
                return True
            self._deeper(role, depths[role].pop(0))
            bar = self._bar(limit, sessions=sessions)
        return False

    def _deeper(self, role: Role, depth: int) -> None:
        words, scorer, found = self._question.rank_by, self._scorer, self.found
        proposal = self._store.propose(
            TurnAsk(words=words, fence=self._fence, role=role, depth=depth, within=self._within)
        )
        for candidate in proposal.candidates:
            place = (candidate.conversation, candidate.seq)
            if place not in found and scorer.admits(candidate):
                found[place] = (scorer.score(candidate), candidate)
        self._reach[role] = proposal.ceiling * WEIGHTS[role]
        if proposal.exhausted:
            del self._reach[role]

    def _bar(self, limit: int, *, sessions: bool) -> float:
        """The score of the last that would be shown, 0.0 while there are too few."""
        if sessions:
            scores = [best_of([score for score, _ in turns]) for turns in self._by_session().values()]
        else:
            scores = [score for score, _ in self.found.values()]
        return sorted(scores, reverse=True)[limit - 1] if len(scores) >= limit else 0.0

    def _by_session(self) -> dict[ConversationId, list[tuple[float, TurnCandidate]]]:
        """The best turns of each conversation that were found, as many as count, best first."""
        found: dict[ConversationId, list[tuple[float, TurnCandidate]]] = {}
        for score, place in sorted([(-score, place) for place, (score, _) in self.found.items()]):
            turns = found.setdefault(place[0], [])
            if len(turns) < len(BEST_OF):
                turns.append((-score, self.found[place][1]))
        return found

    def settled(self, limit: int) -> list[Ranked]:
        """The best sessions by their best turns, whether those were proposed or not.

        Which further turns of a session were proposed depends on how the index lies. So each session that may
        be among the best, if its other turns are as good as anything that was not proposed, is asked for by
        itself.
        """
        other = max(self._reach.values(), default=0.0)
        known = self._by_session()
        most = {each: best_of(_filled(turns, other)) for each, turns in known.items()}
        best: list[Ranked] = []
        for conversation in sorted(known, key=lambda each: (-most[each], each)):
            if len(best) >= limit and most[conversation] < best[limit - 1].score:
                break
            turns = (self._alone(conversation) if self._reach else None) or known[conversation]
            best.append(Ranked(turns[0][1], best_of([score for score, _ in turns])))
            best.sort(key=lambda one: (-one.score, one.candidate.conversation))
        return best[:limit]

    def _alone(self, conversation: ConversationId) -> list[tuple[float, TurnCandidate]]:
        """The best turns of one conversation, as many as count."""
        fence = replace(self._fence, only=(conversation,))
        found = rank(
            self._store, self._question, fence, len(BEST_OF), scorer=self._scorer, within=self._within
        )
        return [(one.score, one.candidate) for one in found.ranked]


def _filled(turns: Sequence[tuple[float, TurnCandidate]], other: float) -> list[float]:
    """The scores that count, when there are as many turns of another score as there is place for."""
    scores = sorted([*(score for score, _ in turns), *[other] * len(BEST_OF)], reverse=True)
    return scores[: len(BEST_OF)]


def scorer_of(store: Store, question: Question) -> TurnScorer:
    """What scores the turns of a store."""
    return TurnScorer(question, store.corpus(), store.frequencies(question.rank_by))


def _depths(limit: int, *, sessions: bool) -> dict[Role, list[int]]:
    """How deep each speaker is asked, step by step."""
    least = SESSIONS_FROM if sessions else min(limit, DEPTHS[-1])
    enough = [depth for depth in DEPTHS if depth >= least]
    begun = enough if sessions else [GLANCE, *enough]
    first = max(WEIGHTS, key=lambda role: WEIGHTS[role])
    return {role: list(enough if role is first else begun) for role in WEIGHTS}


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
        self._strict, self._sifted = question.strict, question.sifted
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
        """Whether a turn holds every word, where every word is needed, and one where a word is."""
        bag = candidate.bag
        if not (self._strict or self._sifted):
            return True
        held = (any(needle in bag for needle in needles) for needles in self._needed)
        return all(held) if self._strict else any(held)

    def score(self, candidate: TurnCandidate) -> float:
        """BM25 of a turn, weighed by who spoke."""
        bag = candidate.bag
        damping = K1 * (1.0 - B + B * candidate.length / self._average)
        count = bag.count
        total = 0.0
        many = len(self._stems) >= MANY
        held = held_of(self._stems, bag) if many else self._stems
        for worth, stem, needle in self._plain:
            if (not many or stem in held) and (frequency := count(needle)):
                total += worth * frequency / (frequency + damping)
        for worth, needles in self._several:
            if frequency := max(map(count, needles)):
                total += worth * frequency / (frequency + damping)
        return total * WEIGHTS[candidate.role]


def held_of(stems: frozenset[str], bag: str) -> AbstractSet[str]:
    """Those of the stems that a bag holds; of few, which are sooner looked for, all."""
    return stems if len(stems) < MANY else stems.intersection(bag.split())
