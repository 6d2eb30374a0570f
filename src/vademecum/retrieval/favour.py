"""What a plan favours among what was found: it orders, and admits nothing.

A hint is a second ranking that holds only what fits it. In a weighted sum such a ranking is a multiplier of
what fits, so that is what it is here: boosts multiply, and an explanation can name each of them.
"""

from __future__ import annotations

from vademecum.model.entry import microseconds
from vademecum.model.plan import AS_OF
from vademecum.model.postings import Field, decode_counts
from vademecum.model.value import value
from vademecum.retrieval import weights

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vademecum.model.ask import Candidate
    from vademecum.model.plan import Plan, Temporal
    from vademecum.text.analyzer import Analyzer, Term

EVER = 1 << 62
"""Microseconds behind any date."""

_NAMED = frozenset({Field.SUBJECT, Field.ENTITY})


@value
class FavouredQuery:
    """A further query of a plan.

    Attributes:
        terms: its words with their stems.
    """

    text: str
    terms: tuple[Term, ...]


@value
class FavouredTime:
    """A stretch of time, half-open, in microseconds since the epoch; None at an open end."""

    after: int | None
    before: int | None
    label: str

    @property
    def stretch(self) -> tuple[int, int]:
        """Both ends; an open one lies behind any date."""
        return (-EVER if self.after is None else self.after, EVER if self.before is None else self.before)

    def holds(self, moment: int) -> bool:
        """Whether a moment lies in it."""
        return (self.after is None or self.after <= moment) and (self.before is None or moment < self.before)

    def meets(self, begin: int | None, end: int | None) -> bool:
        """Whether an interval, half-open and perhaps without ends, shares a moment with it."""
        return not (
            (self.before is not None and begin is not None and begin >= self.before)
            or (self.after is not None and end is not None and end <= self.after)
        )


@value(kw_only=True)
class Favour:
    """What a plan favours.

    Attributes:
        queries: further queries; each is a ranking of its own, fused with the topic's.
        subject: the name that is hinted at, and its words.
        predicate: the predicate that is hinted at, and its words.
        types: sorts of memory that are likely to answer.
        times: when what is asked for held or was said; the readings of one phrase.
    """

    queries: tuple[FavouredQuery, ...] = ()
    subject: FavouredQuery | None = None
    predicate: FavouredQuery | None = None
    types: frozenset[str] = frozenset()
    times: tuple[FavouredTime, ...] = ()

    @property
    def stems(self) -> tuple[str, ...]:
        """Every stem of the queries."""
        return tuple([form for query in self.queries for term in query.terms for form in term.forms])

    @property
    def most(self) -> float:
        """The most that all multipliers together can make of a score."""
        factor = weights.SUBJECT_HINT if self.subject else 1.0
        factor *= weights.PREDICATE_HINT if self.predicate else 1.0
        factor *= weights.TYPE_HINT if self.types else 1.0
        return factor * (weights.WINDOW_BOOST if self.times else 1.0)

    def factors(self, candidate: Candidate) -> list[tuple[float, str, str]]:
        """The multipliers that a candidate earns: factor, what it is for, and why."""
        found: list[tuple[float, str, str]] = []
        subject, predicate = self.subject, self.predicate
        if subject and _stands(subject.terms, candidate, _NAMED):
            found.append((weights.SUBJECT_HINT, f"hint: about {subject.text}", "whom it is about"))
        if predicate and _is_such(predicate, candidate):
            found.append((weights.PREDICATE_HINT, f"hint: {predicate.text}", "its type or predicate"))
        if candidate.type in self.types:
            found.append((weights.TYPE_HINT, f"hint: type {candidate.type}", "a likely sort of memory"))
        if when := _when(self.times, candidate):
            found.append((weights.WINDOW_BOOST, f"time: {when[0].label}", when[1]))
        return found


def favour_of(plan: Plan, analyzer: Analyzer, languages: Sequence[str]) -> Favour:
    """Read a plan.

    Args:
        plan: a normalised plan.
        analyzer: the one analyzer.
        languages: languages of the store, whose stems are tried too.
    """

    def read(text: str | None) -> FavouredQuery | None:
        terms = analyzer.strict_terms(text.replace("_", " "), languages=languages) if text else ()
        return FavouredQuery(text, terms) if text and terms else None

    queries = (read(query) for query in plan.lexical_queries)
    return Favour(
        queries=tuple([query for query in queries if query is not None]),
        subject=read(plan.subject_hint),
        predicate=read(plan.predicate_hint),
        types=frozenset(plan.scopes),
        times=favoured_times(plan),
    )


def favoured_times(plan: Plan) -> tuple[FavouredTime, ...]:
    """`meant_times` as stretches."""
    return tuple([_time(one) for one in meant_times(plan)])


def meant_times(plan: Plan) -> tuple[Temporal, ...]:
    """The first time of an utterance and its other readings; a time that the read rule answers is none."""
    first = plan.temporal
    if first is None or first.label.startswith(AS_OF):
        return ()
    return (first, *(other for other in plan.alternates if first.said and other.said == first.said))


def _stands(terms: Iterable[Term], candidate: Candidate, fields: frozenset[Field]) -> bool:
    """Whether every word stands in one of the fields."""
    return all(
        any(
            field in fields
            for form in term.forms
            for field, _ in decode_counts(candidate.postings.counts(form))
        )
        for term in terms
    )


def _is_such(hint: FavouredQuery, candidate: Candidate) -> bool:
    named = hint.text in candidate.type.split("_") or hint.text == candidate.type
    return named or _stands(hint.terms, candidate, frozenset({Field.PREDICATE}))


def _when(times: Sequence[FavouredTime], candidate: Candidate) -> tuple[FavouredTime, str] | None:
    """The first reading of the time that a candidate meets, by when it holds or else by when it was noted."""
    begin, end = candidate.valid_from, candidate.valid_until
    stated = begin is not None or end is not None
    for time in times:
        if stated and time.meets(begin, end):
            return time, "holds in it"
    for time in times:
        if candidate.created is not None and time.holds(candidate.created):
            return time, "noted in it"
    return None


def _time(time: Temporal) -> FavouredTime:
    return FavouredTime(microseconds(time.after), microseconds(time.before), time.label)
