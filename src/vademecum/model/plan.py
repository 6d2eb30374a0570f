"""What the planner decided to look for: a value that says why, and that any planner may hand in."""

from __future__ import annotations

from enum import StrEnum

from vademecum.model.plain import JsonMixin
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from datetime import datetime


AS_OF = "as of "
"""How the label of a time begins that asks for what held at one moment; the read rule answers that."""


class Intent(StrEnum):
    """What an utterance wants of the memory."""

    EXPLICIT_RECALL = "explicit_recall"
    PERSONAL_RECOMMENDATION = "personal_recommendation"
    COMPARISON = "comparison"
    PRIOR_EVENT_REFERENCE = "prior_event_reference"
    RELATIONSHIP_REFERENCE = "relationship_reference"
    AMBIENT = "ambient"
    NONE = "none"


class Signal(StrEnum):
    """What an utterance shows; a hint, never a condition for looking."""

    KNOWN_ENTITY = "known_entity"
    PREFERENCE_PREDICATE = "preference_predicate"
    RELATIONSHIP_REFERENCE = "relationship_reference"
    PRIOR_EVENT_REFERENCE = "prior_event_reference"
    EXPLICIT_RECALL = "explicit_recall"
    PERSONAL_RECOMMENDATION = "personal_recommendation"
    COMPARISON = "comparison"
    TEMPORAL_RECALL = "temporal_recall"


STRONG = frozenset({Signal.KNOWN_ENTITY, Signal.EXPLICIT_RECALL, Signal.RELATIONSHIP_REFERENCE})
"""Signals for which a running session looks at once."""


@value
class NamedRun:
    """A known name that stands in a run of words.

    Attributes:
        form: the name as it is compared: folded words with one space between them.
        start, end: its words, half-open.
        names: whom it may mean, sorted.
    """

    form: str
    start: int
    end: int
    names: tuple[str, ...]


@value
class PlannedEntity(JsonMixin):
    """A person, place or thing that an utterance names.

    Attributes:
        surface: what was said, folded.
        canonical: who is meant, None when several may be.
        candidates: everybody whom it may mean, sorted; one when `canonical` is known.
    """

    surface: str
    canonical: str | None
    candidates: tuple[str, ...] = ()

    @property
    def form(self) -> str:
        """The name to look for: who is meant, else what was said."""
        return self.canonical or self.surface


@value
class Temporal(JsonMixin):
    """A stretch of time that an utterance speaks of, half-open.

    Attributes:
        after, before: None at an open end.
        label, grain: as in `model.temporal.Window`.
        said: the words it was read from.
    """

    after: datetime | None
    before: datetime | None
    label: str
    grain: str
    said: str = ""


@value
class UnreadTime(JsonMixin):
    """Words that speak of a time and cannot be read.

    Attributes:
        why: the reason in words.
    """

    said: str
    why: str


@value(kw_only=True)
class Plan(JsonMixin):
    """What to look for, and why.

    Attributes:
        plan_id: follows from turn, generation and source; equal inputs have equal ones.
        turn_id, generation: whose utterance it is, and how often it was planned anew while it was spoken.
        requires_memory: whether there is anything to look for.
        confidence: 0..1.
        signals: what the utterance showed, in the order of `Signal`.
        topics: content words, folded, in text order.
        predicates: what the wanted facts are likely to be about.
        lexical_queries: what to search for, best first.
        scopes: sorts of memory that are likely to answer; they rank and never exclude.
        kind_filter: sorts of memory to be kept to, only ever by the caller's own word.
        subject_hint, predicate_hint: add a ranking; a wrong one loses nothing.
        temporal: the time that is meant: the first in the text.
        alternates: other times of the text, or the other side of now of an ambiguous one.
        unread: time phrases that could not be read, so that nobody takes them for no time.
        listing: everything of the time is asked for, whatever its words: `what did we do yesterday`.
        source_hash: SHA-256 (hex) of the utterance.
    """

    plan_id: str
    turn_id: str = ""
    generation: int = 0
    requires_memory: bool
    confidence: float
    intent: Intent
    signals: tuple[Signal, ...] = ()
    entities: tuple[PlannedEntity, ...] = ()
    topics: tuple[str, ...] = ()
    predicates: tuple[str, ...] = ()
    lexical_queries: tuple[str, ...] = ()
    scopes: tuple[str, ...] = ()
    kind_filter: tuple[str, ...] = ()
    subject_hint: str | None = None
    predicate_hint: str | None = None
    temporal: Temporal | None = None
    alternates: tuple[Temporal, ...] = ()
    unread: tuple[UnreadTime, ...] = ()
    listing: bool = False
    source_hash: str


@value(kw_only=True)
class SignalWords:
    """The words by which the planner knows what is asked, of every language.

    Attributes:
        phrases: words that show something, folded, as `text.words.exact_words` cuts them, with one space
            between them -> what they show.
        lengths: first word of a phrase -> how many words the phrases have that begin with it.
        asking: language -> words that ask and say nothing of what is asked for. A language whose romanised
            form has no list of function words has them here.
        unspaced: such words in scripts without spaces, longest first; they are cut out before pairs are read.
        owner: folded names of the owner, who is the subject of most memories and so tells none apart.
        wanting: runs of exact words that ask for whatever there is (`what`, `show`).
        doing: exact words that tell of something only that it happened (`did`, `talked`).
        talk: exact words for what was said as a whole (`conversation`, `chats`).
    """

    phrases: Mapping[str, tuple[Signal, ...]]
    lengths: Mapping[str, tuple[int, ...]]
    asking: Mapping[str, frozenset[str]]
    unspaced: tuple[str, ...]
    owner: frozenset[str]
    wanting: tuple[str, ...] = ()
    doing: frozenset[str] = frozenset()
    talk: frozenset[str] = frozenset()
