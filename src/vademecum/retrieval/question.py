"""A topic as the terms that count, the terms that only rank, and how they must be joined."""

from __future__ import annotations

from vademecum.model.ask import AllOf, AtLeast, Condition, Word
from vademecum.model.value import replace, value
from vademecum.retrieval.weights import TERM_LIMIT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Protocol, TypeVar

    from vademecum.text.analyzer import Analyzer, Term

    class _Warning(Protocol):
        @property
        def warnings(self) -> tuple[str, ...]: ...

    Told = TypeVar("Told", bound=_Warning)

TOPIC_LIMIT = 20_000
"""Characters of a question that are read, by whichever verb. The 24 terms that count stand in the first
hundred words of any real prompt; reading a pasted megabyte to its end would only cost time."""


def as_read(text: str) -> str:
    """What is read of a question. Verbs cut it where it comes in, so that nothing behind them meets more."""
    return text[:TOPIC_LIMIT]


def warned(answer: Told, text: str) -> Told:
    """The answer to a question, with a warning where the question goes on behind what was read of it."""
    if len(text) <= TOPIC_LIMIT:
        return answer
    unread = f"of the {len(text):,} characters of the question the first {TOPIC_LIMIT:,} were read"
    return replace(answer, warnings=(unread, *answer.warnings))


@value
class Question:
    """What one round asks.

    Attributes:
        topic: the text the terms were taken from.
        terms: distinct content terms in order; they rank and count towards coverage.
        extras: stems that rank and never admit: identifiers written whole, words that only asked.
        strict: only function words were left, so all of them must stand in the record and nothing
            is counted.
        sifted: some of its words only ask for a time; what holds those alone is no answer.
    """

    topic: str
    terms: tuple[Term, ...]
    extras: tuple[str, ...] = ()
    strict: bool = False
    sifted: bool = False

    @classmethod
    def of(
        cls, topic: str, analyzer: Analyzer, languages: Iterable[str], quiet: frozenset[str] = frozenset()
    ) -> Question | None:
        """Read a topic; None when it holds no letter and no digit.

        Args:
            topic: any text.
            analyzer: the one analyzer.
            languages: languages of the store, whose stems are tried too.
            quiet: words that only asked, exact; they rank and never admit, unless nothing else is left.
        """
        spoken = tuple(languages)
        topic = topic[:TOPIC_LIMIT]
        if terms := analyzer.terms(topic, languages=spoken, limit=TERM_LIMIT):
            wholes = analyzer.wholes(topic)
            kept = tuple([term for term in terms if term.text not in quiet])
            if not kept:
                return cls(topic, terms, wholes)
            asked = [term.forms[0] for term in terms if term.text in quiet]
            return cls(topic, kept, tuple(dict.fromkeys((*wholes, *asked))))
        if terms := analyzer.strict_terms(topic, languages=spoken, limit=TERM_LIMIT):
            return cls(topic, terms, strict=True)
        return None

    def without(self, words: frozenset[str]) -> Question | None:
        """The question where some of its terms, by their exact words, rank and never admit; None when those
        are all."""
        kept = tuple([term for term in self.terms if term.text not in words])
        if not kept or len(kept) == len(self.terms):
            return self if kept else None
        said = [term.forms[0] for term in self.terms if term.text in words]
        return replace(self, terms=kept, extras=tuple(dict.fromkeys((*self.extras, *said))), sifted=True)

    @property
    def words(self) -> tuple[Word, ...]:
        """One condition a term."""
        return tuple(Word(term.forms) for term in self.terms)

    @property
    def any_of(self) -> Condition:
        """Some term, or all of them when strict."""
        return AllOf(self.words) if self.strict else AtLeast(1, self.words)

    @property
    def rank_by(self) -> tuple[str, ...]:
        """Every stem that adds to the score."""
        return tuple(dict.fromkeys((*(form for term in self.terms for form in term.forms), *self.extras)))

    @property
    def shown_terms(self) -> tuple[str, ...]:
        """The terms an answer lists: none when only function words were left."""
        return () if self.strict else tuple(term.text for term in self.terms)


def stems_of(questions: Sequence[Question]) -> frozenset[str]:
    """Every stem any round asked for, for highlighting."""
    return frozenset(stem for question in questions for stem in question.rank_by)
