"""What speaks for a turn, as named numbers.

Words find a turn; where it stands says whether it answers. Where people talk with each other a reply often
repeats nothing of the question before it, a talk stays with its topic for some turns, and who is named in a
question is mostly who said it. None of that holds where one asks and an assistant answers at length: measured
there, those features put the right turn further down, and they are left out.
"""

from __future__ import annotations

from itertools import pairwise
from math import fsum, sqrt

from vademecum.model.turns import bag_of
from vademecum.retrieval.turns import MANY, best_of, held_of
from vademecum.text.speaking import names_in, wants_amount

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from vademecum.model.conversation import ConversationId
    from vademecum.model.turns import TurnCandidate
    from vademecum.retrieval.question import Question
    from vademecum.retrieval.turns import Ranked, TurnScorer

    Place = tuple[ConversationId, int]

FEATURES: Mapping[str, str] = {
    "words": "the question's words in the turn, as a share of the best there could be",
    "session": "the best three turns of its conversation, each worth half of the one before",
    "phrase": "neighbouring words of the question that are neighbours in the turn, as a share",
    "meaning": "how like the question it is by its meaning, among the turns that were found",
    "before": "the words in the turn before",
    "before_2": "the words two turns before",
    "after": "the words in the turn behind",
    "after_2": "the words two turns behind",
    "answers": "the words in the turn before, when that one asks",
    "speaker": "1 when the question names who speaks, -1 when it names somebody else who speaks here",
    "asks": "the turn is a question itself",
    "tells": "it tells a number, a day or a length of time, and the question wants one",
    "opening": "it is the first of its conversation",
    "meaning_before": "how like the question the turn before is",
    "meaning_after": "how like the question the turn behind is",
}
"""Name -> what it measures: a share between 0 and 1, or one of the two; a session's can be 1.75. The length
of a turn, how far into its conversation it stands, how like its words are by their letters, and the share of
the terms that it holds were tried and added nothing.

Likeness is told in standard deviations from the mean of the turns that were found, because what models call
like differs; it is left out where nothing has a vector."""

MEANINGS = frozenset(name for name in FEATURES if name.startswith("meaning"))
"""Those that are told only where turns have vectors."""

NEAR = 2
"""How far away neighbours count."""

_STEPS = range(-NEAR, NEAR + 1)


def places_beside(pool: Sequence[Ranked]) -> list[Place]:
    """Where the neighbours of some turns stand, without the turns themselves; among people, where they speak
    for a turn, their neighbours too."""
    own = {_place(one.candidate) for one in pool}
    steps = range(-2 * NEAR, 2 * NEAR + 1) if among_people(pool) else _STEPS
    beside = {(conversation, seq + step) for conversation, seq in own for step in steps}
    return sorted(place for place in beside - own if place[1] > 0)


def among_people(pool: Sequence[Ranked]) -> bool:
    """Whether the talks are among people: most of the pool gives the name of who speaks."""
    return 2 * sum(one.candidate.speaker != "" for one in pool) >= len(pool)


class TurnFeatures:
    """Measures the turns of one pool.

    Args:
        question: what is looked for.
        scorer: of that question.
        pool: the best turns by their words.
        beside: what stands at `places_beside` of them, and of those near.
        near: turns that are near by their meaning, and not in the pool.
        likeness: of all these, as far as they have vectors; none where nobody asks for meanings.

    Attributes:
        turns: what may answer: the pool and the near ones, and those beside them that hold a word of the
            question too.
    """

    def __init__(
        self,
        question: Question,
        scorer: TurnScorer,
        pool: Sequence[Ranked],
        beside: Sequence[TurnCandidate],
        *,
        near: Sequence[Ranked] = (),
        likeness: Mapping[Place, float] | None = None,
    ) -> None:
        ideal = scorer.ideal or 1.0
        own = [one.candidate for one in (*pool, *near)]
        self._shares = {_place(one.candidate): one.score / ideal for one in (*pool, *near)}
        self._shares |= {_place(turn): scorer.score(turn) / ideal for turn in beside}
        self._asking = {_place(turn) for turn in (*own, *beside) if turn.asks}
        close = {(conversation, seq + step) for conversation, seq in map(_place, own) for step in _STEPS}
        found = [turn for turn in beside if _place(turn) in close and self._shares[_place(turn)] > 0.0]
        self.turns = (*own, *(turn for turn in found if scorer.admits(turn)))
        self._sessions = _sessions(pool, ideal)
        self._people = among_people(pool)
        self._pairs = _pairs(question)
        self._said = [pair for _, _, pair in self._pairs]
        self._stems = frozenset(term.forms[0] for term in question.terms)
        self._wants = wants_amount(question.topic)
        names = names_in(question.topic)
        self._named = {turn.speaker for turn in own if _is_named(turn.speaker, names)}
        self._alike = _standardised(likeness or {}, [_place(turn) for turn in self.turns])

    def of(self, turn: TurnCandidate) -> Iterator[tuple[str, float]]:
        """The features of one of the `turns`, in the order of `FEATURES`; the last are left out where the
        talks are not among people."""
        yield "words", self._shares[_place(turn)]
        yield "session", self._sessions.get(turn.conversation, 0.0)
        yield "phrase", self._phrase(turn.bag)
        if self._alike:
            yield "meaning", self._alike.get(_place(turn), 0.0)
        if self._people:
            yield from self._among_people(turn)
            if self._alike:
                yield "meaning_before", self._alike.get((turn.conversation, turn.seq - 1), 0.0)
                yield "meaning_after", self._alike.get((turn.conversation, turn.seq + 1), 0.0)

    def _among_people(self, turn: TurnCandidate) -> Iterator[tuple[str, float]]:
        conversation, seq = turn.conversation, turn.seq
        shares = self._shares
        before = shares.get((conversation, seq - 1), 0.0)
        yield "before", before
        yield "before_2", shares.get((conversation, seq - 2), 0.0)
        yield "after", shares.get((conversation, seq + 1), 0.0)
        yield "after_2", shares.get((conversation, seq + 2), 0.0)
        yield "answers", before if (conversation, seq - 1) in self._asking else 0.0
        yield "speaker", self._speaker(turn.speaker)
        yield "asks", float(turn.asks)
        yield "tells", float(turn.tells and self._wants)
        yield "opening", float(seq == 1)

    def _phrase(self, bag: str) -> float:
        return self.pairs_in(bag) / len(self._pairs) if self._pairs else 0.0

    def pairs_in(self, bag: str) -> int:
        """How many neighbouring terms of the question are neighbours in a turn with these terms."""
        if len(self._stems) < MANY:
            return sum(map(bag.__contains__, self._said))
        held = held_of(self._stems, bag)
        return sum([pair in bag for one, other, pair in self._pairs if one in held and other in held])

    def most_of(self, conversation: ConversationId, words: float) -> Iterator[tuple[tuple[str, float], ...]]:
        """The most that the features of a turn can be that is not among people: with none of the question's
        pairs of neighbouring terms in it, with one, and so on to all of them.

        Args:
            conversation: its own, one of the pool's.
            words: more than which its words cannot be.
        """
        session = self._sessions[conversation]
        for number in range(len(self._pairs) + 1):
            phrase = number / len(self._pairs) if self._pairs else 0.0
            yield ("words", words), ("session", session), ("phrase", phrase)

    def _speaker(self, speaker: str) -> float:
        if not self._named:
            return 0.0
        return 1.0 if speaker in self._named else -1.0


def _place(turn: TurnCandidate) -> Place:
    return turn.conversation, turn.seq


def _standardised(likeness: Mapping[Place, float], turns: Sequence[Place]) -> dict[Place, float]:
    """Standard deviations from the mean of the turns; empty where they have none."""
    held = [likeness[place] for place in turns if place in likeness]
    if not held:
        return {}
    mean = fsum(held) / len(held)
    deviation = sqrt(fsum((one - mean) ** 2 for one in held) / len(held)) or 1.0
    return {place: (one - mean) / deviation for place, one in likeness.items()}


def _sessions(pool: Sequence[Ranked], ideal: float) -> dict[ConversationId, float]:
    scores: dict[ConversationId, list[float]] = {}
    for one in pool:
        scores.setdefault(one.candidate.conversation, []).append(one.score / ideal)
    return {each: best_of(sorted(held, reverse=True)) for each, held in scores.items()}


def _pairs(question: Question) -> list[tuple[str, str, str]]:
    """Neighbouring terms, and both as they would stand in a bag."""
    stems = [term.forms[0] for term in question.terms]
    return [(*pair, bag_of(pair)) for pair in pairwise(stems)]


def _is_named(speaker: str, names: frozenset[str]) -> bool:
    return any(part in names for part in speaker.split())
