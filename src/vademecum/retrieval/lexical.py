"""The lexical channel: ask the index for proposals until nothing unproposed could change the answer.

An engine's own scores order its proposals and never reach an answer. What they do give is a bound: when
no record that was left out can cover enough of the topic to be admitted, or score enough to be shown,
the proposals are as good as the whole store.
"""

from __future__ import annotations

from vademecum.model.ask import Ask, AtLeast, Candidate, Condition, Corpus, Filters, Proposal
from vademecum.model.value import value
from vademecum.retrieval.scoring import Scorer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from typing import Protocol

    from vademecum.model.record import MemoryId
    from vademecum.retrieval.favour import Favour
    from vademecum.retrieval.question import Question

    Admits = Callable[[Candidate, int], bool]
    """Whether a record is let in that covers these terms: bit n for term n."""
else:
    Protocol = object  # a shape for the type checkers; `typing` is not loaded for it

DEPTHS = (200, 800, 3200)
"""Proposals asked for, step by step. 200 hold 0.99-1.00 of the exact top ten (`docs/benchmarks.md`)."""

PIGEONHOLES = 3
"""Rarest terms that an ask for coverage counts at first. Counting every term of a long topic costs most of
such an ask, and counting fewer brings records that cover too little: `benchmarks/asks.py`."""

PLENTY, SPARE = 200, 10
"""Refused records are counted by a word that so many times more records hold, so that a small scope is likely
to have enough of them; a few more are asked for than are expected to do."""


class Store(Protocol):
    """The two ports a channel asks."""

    def propose(self, ask: Ask) -> Proposal: ...
    def corpus(self) -> Corpus: ...
    def frequencies(self, terms: tuple[str, ...]) -> dict[str, int]: ...


@value(packed=True)
class Judged:
    """A candidate with its exact score for one question.

    Attributes:
        found: which of the question's terms it covers, bit n for term n.
    """

    candidate: Candidate
    found: int
    score: float

    @property
    def covered(self) -> int:
        """How many terms that are."""
        return self.found.bit_count()


@value
class Scored:
    """What one round found.

    Attributes:
        judged: proposed candidates that may be shown, in no order.
        refused: proposed records that cover too little to be shown, when such are not.
        partial: a record that was not proposed might have ranked.
    """

    question: Question
    scorer: Scorer
    judged: tuple[Judged, ...]
    refused: frozenset[MemoryId]
    partial: bool

    def judge(self, candidates: Iterable[Candidate]) -> tuple[Judged, ...]:
        """Judge records by the same question, whether they were proposed or not."""
        return tuple([Judged(candidate, *self.scorer.judge(candidate)) for candidate in candidates])


@value
class Bar:
    """What a floor lets in.

    Attributes:
        least_covered: terms that a record must cover at least.
        hits: how many records are wanted.
        admits: whether a record is let in, by the terms it covers; asked only of what covers so many.
        hits_alone: nobody asks for more than those: what is certain not to be among them is left out.
    """

    least_covered: int
    hits: int
    admits: Admits
    hits_alone: bool = False


@value
class Need:
    """When a round may stop.

    Attributes:
        hits: how many hits the answer shows.
        least_covered: terms a record must cover to be admitted by the floor; 0 when coverage orders nothing.
        fill: records that the floor refuses are shown too, behind the admitted ones, by score; always so
            when coverage orders nothing.
        weak: how many refused records are worth counting when they are not shown.
        boost: the largest factor by which boosts can lift a score.
        solid: whether a candidate is certain to be shown, and in a tier that no other record can precede.
        admits: whether the floor lets in what covers enough; None when it lets in all of it.
        hits_alone: see `Bar`; only where `admits` is given.
        share: of all records, what the filters are likely to let through.
    """

    hits: int
    least_covered: int
    fill: bool
    weak: int
    boost: float
    solid: Callable[[Candidate], bool]
    admits: Admits | None = None
    hits_alone: bool = False
    share: float = 1.0


def score_round(
    store: Store,
    question: Question,
    filters: Filters,
    need: Need,
    now_us: int,
    where: Condition | None = None,
    *,
    favour: Favour | None = None,
) -> Scored:
    """Propose and score one question.

    Args:
        store: the index.
        question: what is looked for.
        filters: hard conditions, applied by the index.
        need: when the proposals suffice.
        now_us: the present, microseconds since the epoch.
        where: condition that replaces the plain OR (or AND) of the question's terms.
        favour: what a plan favours among what is found; `need.boost` allows for it.
    """
    stems = question.rank_by
    if favour is not None:
        stems = tuple(dict.fromkeys((*stems, *favour.stems)))
    scorer = Scorer(question, store.corpus(), store.frequencies(stems), now_us, favour)
    channel = _Round(store, question, filters, need, scorer)
    partial = not channel.run(where if where is not None else question.any_of)
    return Scored(question, scorer, tuple(channel.judged.values()), frozenset(channel.refused), partial)


class _Round:
    """One question's proposals as they come in.

    Attributes:
        judged: version -> candidate with its score.
        refused: ids of candidates that cover too little or, where what is let in waits, are not let in.
    """

    def __init__(
        self, store: Store, question: Question, filters: Filters, need: Need, scorer: Scorer
    ) -> None:
        self._store = store
        self._question = question
        self._filters = filters
        self._need = need
        self._scorer = scorer
        self.judged: dict[int, Judged] = {}
        self.refused: set[MemoryId] = set()
        self._known: set[int] = set()  # versions that were let in
        self._known_bar: tuple[int, float | None] | None = None
        # What covers more comes first, so what is let in waits until it shows whether so many of those that
        # cover more are there. A store that is read whole is judged whole.
        self._waits = need.hits_alone and scorer.records > DEPTHS[0]
        self._waiting: dict[int, list[Candidate]] = {}

    def run(self, condition: Condition) -> bool:
        """Propose until it suffices; False when something that might rank was left out."""
        if self._need.fill:
            return self._run_filling(condition)
        small = self._scorer.records <= DEPTHS[0]
        if small and self._propose(condition, self._question.rank_by, DEPTHS[0]).exhausted:
            return True
        complete = self._run_covering()
        if complete and self._waits:
            self._leave_out()
        self._count_refused(condition)
        return complete

    def _leave_out(self) -> None:
        """Forget what was let in and is certain not to be among the wanted."""
        covered, score = self._bar()
        self._waiting.clear()
        if score is not None:
            last = (covered, score)
            self.judged = {
                version: judged
                for version, judged in self.judged.items()
                if (judged.covered, judged.score) >= last
            }

    def _run_filling(self, condition: Condition) -> bool:
        """Propose what scores best, then what covers enough to precede it."""
        rank_by = self._question.rank_by
        filled = covered = False
        for depth in DEPTHS:
            proposal = self._propose(condition, rank_by, depth)
            covered = proposal.exhausted or self._covered(proposal.ceiling)
            filled = proposal.exhausted or self._filled(proposal.ceiling)
            if filled:
                break
        return (covered or self._run_covering()) and filled

    def _count_refused(self, condition: Condition) -> None:
        """Propose until as many are refused as are worth counting, or nothing more matches.

        Any matching record counts, so one word of which there are enough is asked before all of them.
        """
        wanted = self._need.weak
        common = self._scorer.common(wanted, PLENTY * wanted)
        if common is not None and self._refused_so_far() < wanted:
            word = self._question.words[common]
            # What covers enough other words as well may be let in, so as many more are asked for.
            likely = self._scorer.short_of(self._need.least_covered, common)
            depth = min(DEPTHS[0], int(wanted / likely)) if likely else DEPTHS[0]
            self._propose(word, word.forms, SPARE + depth)
        if self._refused_so_far() < wanted:
            self._propose(condition, self._question.rank_by, wanted + len(self._known))

    def _refused_so_far(self) -> int:
        """How many are known that are not let in."""
        judged = self.judged.values()
        return len(self.refused) + sum([not self._admits(each.candidate, each.found) for each in judged])

    def _propose(self, where: Condition, rank_by: tuple[str, ...], depth: int, sure: int = 0) -> Proposal:
        """Ask, and judge what comes. `sure` terms are covered by whatever satisfies the condition."""
        proposal = self._store.propose(Ask(where=where, rank_by=rank_by, filters=self._filters, depth=depth))
        self._known_bar = None
        least = 0 if self._need.fill else self._need.least_covered
        for candidate in proposal.candidates:
            if candidate.version in self._known:
                continue
            if sure < least and not self._scorer.covers(candidate, least):
                self.refused.add(candidate.id)
            elif self._waits:
                self._let_wait(candidate)
            else:
                self._judge(candidate)
        return proposal

    def _let_wait(self, candidate: Candidate) -> None:
        """Put what is let in beside what covers as much, and refuse what is not."""
        found = self._scorer.found(candidate)
        if self._admits(candidate, found):
            self._known.add(candidate.version)
            self._waiting.setdefault(found.bit_count(), []).append(candidate)
        else:
            self.refused.add(candidate.id)

    def _judge(self, candidate: Candidate) -> None:
        self._known.add(candidate.version)
        self.judged[candidate.version] = Judged(candidate, *self._scorer.judge(candidate))

    def _admits(self, candidate: Candidate, found: int) -> bool:
        """Whether what covers enough is let in."""
        return self._need.admits is None or self._need.admits(candidate, found)

    def _filled(self, ceiling: float) -> bool:
        """Whether no record that scores at most `ceiling` unboosted can be among the shown by its score."""
        if len(self.judged) < self._need.hits:
            return False
        scores = sorted((judged.score for judged in self.judged.values()), reverse=True)
        return scores[self._need.hits - 1] > ceiling * self._need.boost

    def _bar(self) -> tuple[int, float | None]:
        """Coverage and score of the last hit shown so far; an admitted record must exceed them to enter.

        Without enough hits that are certain to be shown, whatever is admitted enters: (least, None).
        """
        if self._known_bar is None:
            self._known_bar = self._bar_now()
        return self._known_bar

    def _bar_now(self) -> tuple[int, float | None]:
        need, certain = self._need, 0
        # Best first, because only the first few have to be looked at more closely.
        for judged in self._best_first():
            if self._admits(judged.candidate, judged.found) and need.solid(judged.candidate):
                certain += 1
                if certain == need.hits:
                    return judged.covered, judged.score
        return need.least_covered, None

    def _best_first(self) -> Iterator[Judged]:
        """What covers enough: what covers most first, then what scores most. What waits is scored on the
        way, so whoever stops leaves the rest unscored."""
        places = {*self._waiting, *(each.covered for each in self.judged.values())}
        for covered in sorted((each for each in places if each >= self._need.least_covered), reverse=True):
            for candidate in self._waiting.pop(covered, ()):
                self._judge(candidate)
            alike = [each for each in self.judged.values() if each.covered == covered]
            yield from sorted(alike, key=lambda each: -each.score)

    def _covered(self, ceiling: float, extras: float = 0.0) -> bool:
        """Whether no record can enter by what it covers.

        Args:
            ceiling: what the terms give any such record at most, unboosted.
            extras: what other words that are scored add at most.
        """
        if not self._need.least_covered:
            return True
        covered, score = self._bar()
        if self._scorer.least_score(covered) > ceiling:
            return True
        if score is None or self._scorer.least_score(covered + 1) <= ceiling:
            return False
        return score > (ceiling + extras) * self._need.boost

    def _run_covering(self) -> bool:
        """Propose every record that covers enough to enter, and score what may be shown; False when some were
        left out.

        A record that covers c of n terms contains at least c - (n - r) of the r rarest ones. Each step
        counts more of them, so that fewer records come which cover too little. Where a floor admits what
        covers less than half, so many terms are asked for first as enough records may be expected to cover.
        """
        every, rarest = self._question.words, self._scorer.rarest_first()
        if len(rarest) < self._need.least_covered:
            return True
        extras = self._scorer.most_extras()
        step, hopes = 0, self._hopes()
        while step < len(DEPTHS):
            covered = max(self._bar()[0], hopes[0])
            spare = max(0, covered - PIGEONHOLES - step)
            kept = len(rarest) - spare
            words = tuple(every[position] for position in rarest[:kept])
            forms = tuple(dict.fromkeys(form for word in words for form in word.forms))
            proposal = self._propose(AtLeast(covered - spare, words), forms, DEPTHS[step], covered - spare)
            if covered > self._bar()[0]:
                del hopes[0]  # too few cover so many
                continue
            ceiling = proposal.ceiling + self._scorer.most_score(rarest[kept:])
            if proposal.exhausted or self._covered(ceiling, extras):
                return True
            step += 1
        return False

    def _hopes(self) -> list[int]:
        """Terms that enough records may cover, most first."""
        need = self._need
        if need.admits is None:
            return [0]
        half = (len(self._question.words) + 1) // 2
        expected = self._scorer.expected(need.hits / need.share) if need.share else 0
        return [expected, half, 0] if expected > half else [half, 0]
