"""From the best turns by their words to an order by everything that speaks for each.

What is neither among those best nor near one of them is not looked at, so the order is the same whatever an
index proposes beyond. Only turns that hold a word of the question are answers, and those nearest to it by
their meaning; others merely speak for those beside them. Where no turn holds a word only what is like enough
answers, and nothing where that is not known: it is not the same for two models.
"""

from __future__ import annotations

from math import exp, fsum, log

from vademecum.model.answer import Contribution
from vademecum.model.turns import bag_of
from vademecum.retrieval.turn_features import FEATURES, TurnFeatures, among_people, places_beside
from vademecum.retrieval.turn_weights import MEANT_WEIGHTS, WEIGHTS
from vademecum.retrieval.turns import Ranked, Ranking, rank, scorer_of
from vademecum.retrieval.weights import WINDOW_BOOST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Protocol

    from vademecum.model.conversation import ConversationId
    from vademecum.model.turns import Fence, TurnCandidate
    from vademecum.ports.turns import TurnCandidates
    from vademecum.retrieval.favour import FavouredTime
    from vademecum.retrieval.question import Question
    from vademecum.retrieval.turn_features import Place
    from vademecum.retrieval.turns import TurnScorer

    class Likeness(Protocol):
        """How like one question turns are by their meaning."""

        @property
        def enough(self) -> float | None:
            """From which likeness a turn answers that shares no word; None where nobody knows."""
            ...

        def nearest(self, fence: Fence, limit: int) -> Mapping[Place, float]:
            """What is most like it; nothing where there are no vectors, or they could not be asked for."""
            ...

        def of(self, places: Sequence[Place]) -> Mapping[Place, float]:
            """Of those of these that have a vector."""
            ...


_WORTH = dict(WEIGHTS)
_MEANT_WORTH = dict(MEANT_WEIGHTS)

NEAREST = 30
"""Turns that join the pool because of their meaning. With 0, 30 and 60 of them the share of evidence among
the first ten was 81.6, 82.2 and 82.1 on LoCoMo, and 90.1, 90.7 and 90.8 on LongMemEval."""

SESSIONS = 10
"""Sessions whose best turns by words join the pool, so that an order of turns orders them too: the most that
an answer shows."""

POOL = 60
"""Turns that are ranked anew. With 40, 60, 100 and 200 of them the share of evidence among the first ten was
79.9, 79.9, 79.7 and 79.8 on LoCoMo: what comes later by its words is not lifted so far."""


def rank_turns(
    store: TurnCandidates,
    question: Question,
    fence: Fence,
    limit: int,
    times: Sequence[FavouredTime] = (),
    likeness: Likeness | None = None,
) -> Ranking:
    """Find the best turns.

    Args:
        store: the index.
        question: what is looked for.
        fence: which conversations may answer.
        limit: how many are wanted.
        times: what was said in one of them is worth more.
        likeness: to the question, where meanings are asked for.
    """
    scorer = scorer_of(store, question)
    most = max(POOL, limit)
    found = rank(store, question, fence, most, scorer=scorer)
    near = _nearest(likeness, question, fence, found)
    if not found.ranked and not near:
        return found
    if times or near:
        # Those of a time are looked for by themselves, or a thousand others would keep them out of the pool.
        then = [rank(store, question, fence, most, scorer=scorer, within=time.stretch) for time in times]
        pool = _joined([found.ranked, *(each.ranked for each in then)])
        features = measured(store, question, pool, scorer, near=near, likeness=likeness)
        turns = _favoured(features, times)
    else:
        turns = _scored(store, question, found, limit, scorer)
    alone = only_one_with_all(question, found.ranked)
    turns.sort(
        key=lambda one: (one.candidate != alone, -one.score, one.candidate.conversation, one.candidate.seq)
    )
    return Ranking(tuple(turns[:limit]), found.proposed, found.partial)


def _nearest(likeness: Likeness | None, question: Question, fence: Fence, found: Ranking) -> Sequence[Place]:
    """Where the turns stand that join what words found: the nearest, or what is like enough by itself."""
    if likeness is None or question.strict:
        return ()
    near = likeness.nearest(fence, NEAREST)
    if found.ranked or not near:
        return tuple(near)
    enough = likeness.enough
    return tuple(place for place, alike in near.items() if enough is not None and alike >= enough)


def rank_sessions(
    store: TurnCandidates,
    question: Question,
    fence: Fence,
    limit: int,
    times: Sequence[FavouredTime] = (),
    likeness: Likeness | None = None,
) -> Ranking:
    """Find the best sessions by their best turns; the arguments are those of `rank_turns`."""
    scorer = scorer_of(store, question)
    most = max(limit, SESSIONS) if likeness is not None else limit
    found = rank(store, question, fence, most, sessions=True, scorer=scorer)
    if near := _nearest(likeness, question, fence, found):
        pool = [
            rank(store, question, fence, POOL, scorer=scorer, within=within)
            for within in (None, *(time.stretch for time in times))
        ]
        # Its best turn has every session measured by the same features.
        best = [Ranked(one.candidate, scorer.score(one.candidate)) for one in found.ranked]
        joined = _joined([*(each.ranked for each in pool), best])
        features = measured(store, question, joined, scorer, near=near, likeness=likeness)
        alone = only_one_with_all(question, pool[0].ranked)
        sessions = _summed(_favoured(features, times), alone)
        return Ranking(tuple(sessions[:limit]), found.proposed, found.partial)
    return _sessions_by_words(store, question, fence, limit, scorer, found=found, times=times)


def _summed(turns: Sequence[Ranked], alone: TurnCandidate | None) -> list[Ranked]:
    """Sessions by how likely one of their turns is: scores are logits, so their exponentials add up.

    Args:
        turns: of all sessions.
        alone: the only turn that holds every word; its session comes first.
    """
    by_session: dict[ConversationId, list[Ranked]] = {}
    for one in sorted(turns, key=lambda one: (-one.score, one.candidate.conversation, one.candidate.seq)):
        by_session.setdefault(one.candidate.conversation, []).append(one)
    sessions: list[Ranked] = []
    for best, *others in by_session.values():
        more = log(1.0 + fsum(exp(one.score - best.score) for one in others))
        sessions.append(Ranked(best.candidate, best.score + more, best.features, best.boost, more))
    first = alone.conversation if alone is not None else None
    sessions.sort(
        key=lambda one: (one.candidate.conversation != first, -one.score, one.candidate.conversation)
    )
    return sessions


def _sessions_by_words(
    store: TurnCandidates,
    question: Question,
    fence: Fence,
    limit: int,
    scorer: TurnScorer,
    *,
    found: Ranking,
    times: Sequence[FavouredTime],
) -> Ranking:
    """The same where nothing is known of meanings: by the best three turns of each."""
    then = [
        rank(store, question, fence, limit, sessions=True, scorer=scorer, within=time.stretch)
        for time in times
    ]
    best: dict[ConversationId, Ranked] = {}
    # Of equal scores the first stays, so that a turn of the likeliest time shows its session.
    for ranking, boost in (*((each, WINDOW_BOOST) for each in then), (found, 1.0)):
        for one in ranking.ranked:
            lifted = Ranked(one.candidate, one.score * boost, (), boost)
            known = best.setdefault(one.candidate.conversation, lifted)
            if lifted.score > known.score:
                best[one.candidate.conversation] = lifted
    ordered = sorted(best.values(), key=lambda one: (-one.score, one.candidate.conversation))
    return Ranking(tuple(ordered[:limit]), found.proposed, found.partial)


def _joined(pools: Iterable[Sequence[Ranked]]) -> list[Ranked]:
    """Every turn that stands in one of them, once."""
    every = {(one.candidate.conversation, one.candidate.seq): one for each in pools for one in each}
    return list(every.values())


def _favoured(features: TurnFeatures, times: Sequence[FavouredTime]) -> list[Ranked]:
    """The pool and those near it by everything that speaks for each, the time included."""
    return [
        Ranked(one.candidate, one.score * WINDOW_BOOST, one.features, WINDOW_BOOST)
        if one.score > 0 and is_of(one.candidate, times)
        else one
        for one in (_ranked(turn, features) for turn in features.turns)
    ]


def _ranked(turn: TurnCandidate, features: TurnFeatures) -> Ranked:
    told = tuple(features.of(turn))
    return Ranked(turn, score_of(told), told)


def is_of(turn: TurnCandidate, times: Sequence[FavouredTime]) -> bool:
    """Whether a turn was said in one of the times, as its host claimed."""
    return turn.at is not None and any(time.holds(turn.at) for time in times)


def _scored(
    store: TurnCandidates, question: Question, found: Ranking, limit: int, scorer: TurnScorer
) -> list[Ranked]:
    """The pool by everything that speaks for each, and those near it that may come among the best."""
    pool = found.ranked
    if found.partial or among_people(pool):
        features = measured(store, question, pool, scorer)
        return [_ranked(turn, features) for turn in features.turns]
    # Nothing that stands beside a turn speaks for it here, so that most neighbours need not be looked at.
    alone = TurnFeatures(question, scorer, pool, ())
    scored = [_ranked(turn, alone) for turn in alone.turns]
    near = _near(store, alone, found, scored, limit, scorer)
    features = TurnFeatures(question, scorer, pool, near)
    return scored + [_ranked(turn, features) for turn in features.turns[len(pool) :]]


def _near(
    store: TurnCandidates,
    alone: TurnFeatures,
    found: Ranking,
    scored: Sequence[Ranked],
    limit: int,
    scorer: TurnScorer,
) -> list[TurnCandidate]:
    """Turns near the pool, without those that cannot come among the best.

    What is not in a full pool has no better words than the last of it, and nothing else of a pool that is not
    full holds a word. So a turn must say the question's words in their order to come before what is known.
    """
    if len(found.ranked) < max(POOL, limit):
        return []
    words = found.ranked[-1].score / (scorer.ideal or 1.0)
    bar = sorted([one.score for one in scored], reverse=True)[limit - 1]
    needed: dict[ConversationId, int | None] = {}
    for one in found.ranked:
        conversation = one.candidate.conversation
        if conversation not in needed:
            most = enumerate(alone.most_of(conversation, words))
            needed[conversation] = next((pairs for pairs, each in most if _most(each) >= bar), None)
    places = [place for place in places_beside(found.ranked) if needed[place[0]] is not None]
    return [
        turn
        for turn in (store.at(places) if places else ())
        if (least := needed[turn.conversation]) is not None
        and (not least or alone.pairs_in(turn.bag) >= least)
    ]


def _most(features: Iterable[tuple[str, float]]) -> float:
    """A bound on the score of what has at most these features."""
    return sum([max(0.0, _WORTH[name]) * amount for name, amount in features])


def measured(
    store: TurnCandidates,
    question: Question,
    pool: Sequence[Ranked],
    scorer: TurnScorer | None = None,
    *,
    near: Sequence[Place] = (),
    likeness: Likeness | None = None,
) -> TurnFeatures:
    """What speaks for each turn of a pool.

    Args:
        store: the index.
        question: what is looked for.
        pool: the best turns by their words.
        scorer: that of the question, where there is one already.
        near: where turns stand that are near by their meaning.
        likeness: to the question.
    """
    scorer = scorer or scorer_of(store, question)
    known = {(one.candidate.conversation, one.candidate.seq) for one in pool}
    others = store.at([place for place in near if place not in known]) if near else ()
    also = [Ranked(turn, scorer.score(turn)) for turn in others]
    beside = store.at(places_beside([*pool, *also]))
    if not near or likeness is None:
        return TurnFeatures(question, scorer, pool, beside)
    told = [(turn.conversation, turn.seq) for turn in (*others, *beside)]
    alike = likeness.of([*known, *told])
    return TurnFeatures(question, scorer, pool, beside, near=also, likeness=alike)


def score_of(features: Iterable[tuple[str, float]]) -> float:
    """The sum of features times weights, always added in the same order."""
    told = tuple(features)
    worth = _worth(told)
    return sum([worth[name] * amount for name, amount in told])


def contributions(ranked: Ranked) -> tuple[Contribution, ...]:
    """The addends of a score, then the time's boost and a session's other turns; what adds nothing is left
    out."""
    plain = (ranked.score - ranked.others) / ranked.boost
    worth = _worth(ranked.features)
    addends = [
        Contribution(name, f"{FEATURES[name]}: {amount:.3g} ×{worth[name]:g}", worth[name] * amount)
        for name, amount in ranked.features
    ] or [Contribution("words", "the words of its best turns", plain)]
    if ranked.boost != 1.0:
        detail = f"×{ranked.boost:g}, said in the time that was asked about"
        addends.append(Contribution("time", detail, ranked.score - ranked.others - plain))
    if ranked.others:
        addends.append(Contribution("others", "further turns of it that may answer", ranked.others))
    return tuple(one for one in addends if one.amount)


def _worth(features: Sequence[tuple[str, float]]) -> dict[str, float]:
    """The weights of features: with meanings among them all others were learned anew."""
    return _MEANT_WORTH if any(name == "meaning" for name, _ in features) else _WORTH


def only_one_with_all(question: Question, pool: Sequence[Ranked]) -> TurnCandidate | None:
    """The one turn that holds the question word for word: no learned weight may put another before it."""
    wanted = bag_of(term.forms[0] for term in question.terms)
    if question.strict:
        return None
    holding = [one.candidate for one in pool if wanted in one.candidate.bag]
    return holding[0] if len(holding) == 1 else None
