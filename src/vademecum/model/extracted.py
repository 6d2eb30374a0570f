"""What somebody said, what it tells or orders about the memory, and what became of asking a model."""

from __future__ import annotations

from enum import StrEnum

from vademecum.model.plain import JsonMixin
from vademecum.model.record import MemoryType, Sensitivity, SourceKind
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

    from vademecum.model.plan import Plan


class Operation(StrEnum):
    """What is to be done with a statement."""

    REMEMBER = "remember"
    CORRECT = "correct"  # what was said before is not so; this is
    FORGET = "forget"  # never to be shown again
    DELETE = "delete"  # erased wherever it stands
    LIST = "list"  # tell what is known


class Speaker(StrEnum):
    """Who said something."""

    USER = "user"
    ASSISTANT = "assistant"
    OTHER = "other"  # a guest in the room, a quotation, a text that was read out


class Explicitness(StrEnum):
    """How outright a statement was made, most explicit first."""

    COMMAND = "command"  # "remember that …"
    STATEMENT = "statement"  # "I live in …"
    IMPLICATION = "implication"  # follows from what was said
    INFERENCE = "inference"  # somebody's reading of it

    @property
    def source(self) -> SourceKind:
        """The kind of source under which such a statement is written; it caps the confidence."""
        return _SOURCES[self]


_SOURCES = {
    Explicitness.COMMAND: SourceKind.USER,
    Explicitness.STATEMENT: SourceKind.KEYWORD,
    Explicitness.IMPLICATION: SourceKind.AGENT,
    Explicitness.INFERENCE: SourceKind.INFERENCE,
}


MODEL = "model"
"""The cue of a statement that a model read."""


class Lasting(StrEnum):
    """How long a statement is likely to hold; `lifecycle.lifetimes` turns it into a date."""

    PERSISTENT = "persistent"
    RECENT = "recent"  # of these days
    SCHEDULED = "scheduled"  # until what it announces is over
    MOMENTARY = "momentary"  # of this hour


@value(kw_only=True)
class Said:
    """One finished utterance.

    Attributes:
        turn_id: whose turn it is; comes back with whatever is made of it.
        generation: of the session at that moment; a result of an older one is dropped.
        at: when it was said, with an offset; None when that does not matter.
        lang: primary BCP 47 code when the caller knows it; None lets every language be tried.
        earlier: what was said before, oldest first, for a reader who needs the context.
    """

    text: str
    speaker: Speaker = Speaker.USER
    turn_id: str = ""
    generation: int = 0
    at: datetime | None = None
    lang: str | None = None
    earlier: tuple[tuple[Speaker, str], ...] = ()


@value(kw_only=True)
class Acquainted:
    """What a reader of an utterance may know of the store, so that it need not invent names.

    Attributes:
        names: people, places and things that the store knows, most important first.
        predicates: names of attributes in use, most frequent first.
    """

    names: tuple[str, ...] = ()
    predicates: tuple[str, ...] = ()


@value(kw_only=True)
class Statement(JsonMixin):
    """One thing that an utterance tells or orders.

    Attributes:
        text: what is to be kept, changed or looked for, without the words of the order; empty for a `list`
            of everything.
        start, end: where `text` stands in the utterance, half-open; both 0 when it does not stand there
            word for word.
        subject, predicate, value, qualifier: the claim, where one was read. The owner is `user`; a
            predicate is in snake_case.
        type: the sort of memory it would be.
        confidence: 0..1, not yet capped by what its source allows.
        explicitness: how outright it was made.
        sensitivity: as far as the words show it.
        speaker: who made it; only what the user says about himself is ever kept.
        lasting: how long it is likely to hold.
        lang: language of the words that showed it, "" when unknown.
        cue: the words that showed it, as the list has them, or ``model``.
    """

    operation: Operation
    text: str
    start: int = 0
    end: int = 0
    subject: str | None = None
    predicate: str | None = None
    value: str | None = None
    qualifier: str | None = None
    type: MemoryType = MemoryType.NOTE
    confidence: float
    explicitness: Explicitness
    sensitivity: Sensitivity = Sensitivity.NORMAL
    speaker: Speaker = Speaker.USER
    lasting: Lasting = Lasting.PERSISTENT
    lang: str = ""
    cue: str = ""


class FailingKind(StrEnum):
    """Why there is no answer of a model. None of them is an error: what is sure without it stands."""

    OFF = "off"  # not wanted by the settings
    NOT_CONFIGURED = "not_configured"  # wanted, but an address, a model, a key or a library is missing
    BUSY = "busy"  # too many earlier calls have not come back
    UNREACHABLE = "unreachable"  # refused, reset, unknown host, broken TLS
    DEADLINE = "deadline"  # not complete in time
    REFUSED = "refused"  # the server answered with an error
    TOO_LONG = "too_long"  # more than a plan can be
    UNREADABLE = "unreadable"  # not the JSON that was asked for


@value(kw_only=True)
class Failing(JsonMixin):
    """What went wrong with a model.

    Attributes:
        message: in words, without anything the server sent and without any key.
    """

    kind: FailingKind
    message: str


@value(kw_only=True)
class Refined(JsonMixin):
    """A plan after a planner had a look at it.

    Attributes:
        plan: to be used: the refined one, or the one that was handed in when anything went wrong.
        failing: why it is the latter; None when it was refined.
    """

    plan: Plan
    failing: Failing | None = None


@value(kw_only=True)
class Extracted(JsonMixin):
    """What an utterance tells and orders.

    Attributes:
        statements: in text order; empty when it says nothing to be kept.
        turn_id, generation: those of the utterance.
        failing: why nothing could be read; None when it was read, even if nothing was found.
    """

    statements: tuple[Statement, ...] = ()
    turn_id: str = ""
    generation: int = 0
    failing: Failing | None = None
