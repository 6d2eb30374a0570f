"""What a caller said becomes a memory that may be stored, or is refused with what would be legal."""

from __future__ import annotations

from typing import TypedDict

from vademecum.engine import checks
from vademecum.errors import InvalidValue
from vademecum.lifecycle.evidence import capped
from vademecum.model.record import (
    Importance,
    Memory,
    MemoryType,
    NeedsReview,
    Review,
    ReviewEvent,
    Sensitivity,
    Source,
    SourceKind,
)
from vademecum.model.value import replace, value
from vademecum.text.redaction import mask, without_private
from vademecum.text.screening import cleaned, cleaned_name, suspicious

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from vademecum.engine.parts import Parts
    from vademecum.model.record import Relation


class MemoryFields(TypedDict, total=False):
    """What a caller may state of a new memory.

    Attributes:
        title: readable name; the file's name is made of it, or of the text's first words.
        type: one of `MemoryType`; ``note`` when not given.
        tags: with or without ``#``.
        aliases: up to eight other phrasings under which it should be found.
        about: who and what it speaks of; unknown names get a provisional entity page.
        subject, predicate, value, qualifier: the claim it makes, if it makes one.
        source: who said so, one of `SourceKind`; ``user`` when not given.
        ref: where it was said, e.g. ``file:src/app.py#L10-L14``.
        scope: ``personal``, ``project`` (of the working folder), ``project:<key>``, ``org:<key>``.
        lang: language of the text; guessed when not given.
        confidence: 0..1.
        valid_from, valid_until: half-open interval in which it holds; with offsets.
        expires: when it stops being shown, unless pinned.
        pinned: exempt from expiry.
        importance: low, normal or high.
        sensitivity: normal or sensitive; what is restricted is never stored.
        relations: edges to what it speaks of.
        created: when it was made, where it was made elsewhere; the present when not given.
        dry_run: report what would be stored, and write nothing.
    """

    title: str | None
    type: str
    tags: Sequence[str]
    aliases: Sequence[str]
    about: Sequence[str]
    subject: str | None
    predicate: str | None
    value: str | None
    qualifier: str | None
    source: str
    ref: str | None
    scope: str | None
    lang: str | None
    confidence: float | None
    valid_from: datetime | None
    valid_until: datetime | None
    expires: datetime | None
    pinned: bool
    importance: str
    sensitivity: str
    relations: Sequence[Relation]
    created: datetime | None
    dry_run: bool


class RequestFields(MemoryFields, total=False):
    """`MemoryFields`, and what is stated of the request itself.

    Attributes:
        session: in which session it is said; what the session was shown is not kept again.
        idempotency_key: name of the request; the same one again answers what the first one did.
        expected_updated: refuse when the memory that this one bears on was changed at another time.
        corrects: whatever else is claimed of the same subject and predicate was wrong or is over, though
            nobody knows how many values the predicate has; not where it is known to have several.
    """

    corrects: bool
    session: str | None
    idempotency_key: str | None
    expected_updated: datetime | None


@value(kw_only=True)
class NewMemory:
    """What a caller wants remembered, as it was said; `Intake` validates it.

    Attributes are those of `RequestFields`, with their defaults, and one that only use cases state:

    Attributes:
        proposed: why it waits for somebody's approval; None when it does not.
    """

    text: str
    title: str | None = None
    type: str = MemoryType.NOTE.value
    tags: Sequence[str] = ()
    aliases: Sequence[str] = ()
    about: Sequence[str] = ()
    subject: str | None = None
    predicate: str | None = None
    value: str | None = None
    qualifier: str | None = None
    source: str = SourceKind.USER.value
    ref: str | None = None
    scope: str | None = None
    lang: str | None = None
    confidence: float | None = None
    valid_from: datetime | None = None
    valid_until: datetime | None = None
    expires: datetime | None = None
    pinned: bool = False
    importance: str = Importance.NORMAL.value
    sensitivity: str = Sensitivity.NORMAL.value
    relations: Sequence[Relation] = ()
    created: datetime | None = None
    proposed: str | None = None
    corrects: bool = False
    session: str | None = None
    idempotency_key: str | None = None
    expected_updated: datetime | None = None
    dry_run: bool = False


class Screen:
    """Takes out of texts what must not be stored, and remembers that it did.

    Attributes:
        private: spans between ``<private>`` and ``</private>`` that were dropped.
    """

    def __init__(self) -> None:
        self._kinds: dict[str, None] = {}
        self.private = 0

    @property
    def masked(self) -> tuple[str, ...]:
        """Kinds of secrets that were masked, in the order they were met."""
        return tuple(self._kinds)

    def text(self, text: str) -> str:
        """A text of many lines."""
        kept, dropped = without_private(cleaned(text))
        self.private += dropped
        return self._masked(kept)

    def line(self, text: str | None, *, name: str = "") -> str | None:
        """A name or another value of one line; `name` is what it is the value of."""
        if text is None:
            return None
        kept, dropped = without_private(cleaned_name(text))
        self.private += dropped
        return self._masked(kept, name)

    def lines(self, texts: Sequence[str]) -> tuple[str, ...]:
        """Several of them, those that were wholly private left out."""
        kept = [(self.line(text) or "", text) for text in texts]
        return tuple(one for one, text in kept if one or not text)

    def _masked(self, text: str, name: str = "") -> str:
        found = mask(text, name=name)
        self._kinds.update(dict.fromkeys(found.kinds))
        return found.text

    def warnings(self) -> tuple[str, ...]:
        """What to tell whoever said it."""
        told: list[str] = []
        if self._kinds:
            told.append(f"masked before it was stored: {', '.join(self._kinds)}")
        if self.private:
            spans = "part was" if self.private == 1 else "parts were"
            told.append(f"{self.private} private {spans} left out")
        return tuple(told)


def reason_of(field: str, said: str | None, screen: Screen) -> str | None:
    """Why somebody did something, as it may be kept in a history: one line without secrets.

    Raises:
        LimitExceeded: more than a line.
    """
    return checks.optional(field, screen.line(said))


def person_of(said: str, screen: Screen) -> str:
    """Who did something; a kind of source is one whatever its case, so that no agent passes for a person.

    Raises:
        InvalidValue: nobody.
        LimitExceeded: more than a line.
    """
    name = checks.optional("by", screen.line(said))
    if name is None:
        raise InvalidValue("by", "is empty; give a name, user or agent")
    kind = name.casefold()
    return kind if kind in _KINDS else name


_KINDS = frozenset(kind.value for kind in SourceKind)


class Intake:
    """Validates what is new.

    Attributes:
        screen: what was taken out of it.
        warnings: what else was kept otherwise than it was said.
    """

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self.screen = Screen()
        self.warnings: tuple[str, ...] = ()

    def memory(self, new: NewMemory) -> Memory:
        """The memory that may be stored; a text that addresses the assistant is put in doubt by it.

        Raises:
            UsageError: a type, scope, source or value that cannot be, or nothing left of the text.
            LimitExceeded: the text or a list is too long.
        """
        screen = self.screen
        scope = self._parts.read_scope(new.scope) if new.scope else self._parts.policy.write_scope
        now = self._parts.now()
        text = self._text(new.text)
        source = Source(
            kind=checks.source_kind(new.source), ref=checks.optional("source", screen.line(new.ref)), at=now
        )
        reason = suspicious("\n".join(filter(None, (new.title, text))))
        memory = Memory(
            id=self._parts.ids.new(now),
            scope=scope,
            type=checks.memory_type(new.type),
            title=checks.optional("title", screen.line(new.title)),
            body=text,
            tags=checks.names("tag", [tag.lstrip("#") for tag in screen.lines(new.tags)]),
            aliases=checks.checked_aliases(screen.lines(new.aliases)),
            lang=checks.language(new.lang),
            subject=checks.optional("subject", screen.line(new.subject)),
            predicate=checks.predicate_name(new.predicate),
            value=checks.optional("value", screen.line(new.value, name=_claimed(new))),
            qualifier=checks.optional("qualifier", screen.line(new.qualifier)),
            entities=checks.names("about", screen.lines(new.about)),
            relations=tuple(new.relations),
            needs_review=NeedsReview(reason=f"suspicious: {reason}") if reason else None,
            review=Review.PROPOSED if new.proposed else None,
            review_history=_history(new.proposed, source),
            sources=(source,),
            confidence=checks.checked_confidence(new.confidence),
            sensitivity=checks.sensitivity(new.sensitivity),
            created=min(new.created, now) if new.created else now,
            updated=now,
            pinned=new.pinned,
            importance=checks.importance(new.importance),
        )
        return self._capped(_with_times(memory, new))

    def _capped(self, memory: Memory) -> Memory:
        held = capped(memory)
        if held != memory:
            kind = memory.sources[0].kind.value
            told = f"confidence {memory.confidence:g} is more than a source of kind {kind} allows"
            self.warnings += (f"{told}; {held.confidence:g} was kept",)
        return held

    def _text(self, said: str) -> str:
        kept = self.screen.text(said)
        if self.screen.private and not kept.strip():
            raise InvalidValue("text", "is private as a whole; nothing was stored")
        return checks.checked_text(kept)


def _history(proposed: str | None, source: Source) -> tuple[ReviewEvent, ...]:
    if not proposed or source.at is None:
        return ()
    return (ReviewEvent(at=source.at, by=source.kind.value, after=Review.PROPOSED, note=proposed),)


def _claimed(new: NewMemory) -> str:
    """What a claim's value is the value of."""
    return " ".join(filter(None, (new.subject, new.predicate)))


def _with_times(memory: Memory, new: NewMemory) -> Memory:
    """Set the interval of validity.

    Raises:
        InvalidValue: a time without an offset, or an end before the beginning.
    """
    times = {"valid_from": new.valid_from, "valid_until": new.valid_until, "expires": new.expires}
    for field, at in times.items():
        if at is not None and at.tzinfo is None:
            raise InvalidValue(field, f"{at.isoformat()} has no offset; add one, e.g. {at.isoformat()}+00:00")
    if new.valid_from and new.valid_until and new.valid_until < new.valid_from:
        raise InvalidValue("valid_until", "is before valid_from; a memory cannot end before it begins")
    return replace(memory, valid_from=new.valid_from, valid_until=new.valid_until, expires=new.expires)
