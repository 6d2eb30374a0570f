"""How a plan turns a recall: which words only asked, who is meant, and what comes first."""

from __future__ import annotations

from vademecum.model.file import AliasEntry
from vademecum.model.plan import Intent
from vademecum.model.record import PERSONAL
from vademecum.model.value import value
from vademecum.retrieval.favour import Favour, favour_of
from vademecum.retrieval.vocabulary import rewritings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from vademecum.model.plan import Plan, PlannedEntity
    from vademecum.retrieval.vocabulary import Matching
    from vademecum.text.analyzer import Analyzer

MAX_MEANINGS = 3
"""Of a name that may mean several people, so many are looked for, each in a round of its own."""

MAX_ROUNDS = 4
"""Rewritten topics in all, whether by the vocabulary or by the names that are meant."""


@value(kw_only=True)
class Guide:
    """How a plan turns a recall.

    Attributes:
        quiet: exact words that only asked: those of times that were read, and of an outright question.
        meanings: for each reading of the names, what is said and who is meant.
        favour: what comes first among what is found.
        warnings: times that could not be read, one line each.
    """

    plan: Plan
    quiet: frozenset[str]
    meanings: tuple[tuple[AliasEntry, ...], ...]
    favour: Favour
    warnings: tuple[str, ...] = ()

    def rewritten(self, topic: str, analyzer: Analyzer, matching: Matching) -> tuple[str, ...]:
        """The topic as the vocabulary says it, and as it reads with the names of those who are meant."""
        found: dict[str, None] = {}
        for meaning in self.meanings or ((),):
            found |= dict.fromkeys(rewritings(topic, analyzer, _also(matching, meaning)))
        return tuple(found)[:MAX_ROUNDS]


def guide_of(
    plan: Plan, text: str, analyzer: Analyzer, languages: Sequence[str], recall_words: frozenset[str]
) -> Guide:
    """Read a plan.

    Args:
        plan: a normalised plan.
        text: the utterance.
        analyzer: the one analyzer.
        languages: languages of the store, whose stems are tried too.
        recall_words: exact words that only ask where the intent is an outright recall.
    """
    times = [time for time in (plan.temporal, *plan.alternates) if time is not None]
    said = (word for time in times for word in analyzer.exact(time.said))
    asked = recall_words if plan.intent is Intent.EXPLICIT_RECALL else frozenset[str]()
    return Guide(
        plan=plan,
        quiet=asked.union(said),
        meanings=tuple(_meanings(plan.entities, analyzer.exact(text), analyzer)),
        favour=favour_of(plan, analyzer, languages),
        warnings=tuple(unread_times(plan)),
    )


def _meanings(
    entities: Iterable[PlannedEntity], said: Sequence[str], analyzer: Analyzer
) -> Iterator[tuple[AliasEntry, ...]]:
    """Entries that put a name in the place of an alias, one set for each reading of the ambiguous ones."""
    words = set(said)
    other = [
        (entity.surface, names)
        for entity in entities
        if (names := [n for n in entity.candidates if not words.issuperset(analyzer.exact(n))])
    ]
    most = max((len(names) for _, names in other), default=0)
    for reading in range(min(most, MAX_MEANINGS)):
        chosen = ((surface, names[min(reading, len(names) - 1)]) for surface, names in other)
        yield tuple(AliasEntry(PERSONAL, surface, name) for surface, name in chosen)


def _also(matching: Matching, meant: Sequence[AliasEntry]) -> Matching:
    return lambda words: (*meant, *matching(words))


def unread_times(plan: Plan) -> Iterator[str]:
    """A warning for each time of an utterance that cannot be read."""
    for time in plan.unread:
        yield f"“{time.said}” speaks of a time that cannot be read ({time.why}); nothing was narrowed by it"
