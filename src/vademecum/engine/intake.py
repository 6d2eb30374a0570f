"""What a caller said becomes a memory that may be stored, or is refused with what would be legal."""

from __future__ import annotations

from typing import TypedDict

from vademecum.engine import checks
from vademecum.errors import InvalidValue
from vademecum.model.record import Importance, Memory, MemoryType, Source, SourceKind
from vademecum.model.value import replace, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from vademecum.engine.parts import Parts


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
    dry_run: bool


@value(kw_only=True)
class NewMemory:
    """What a caller wants remembered, as it was said; `Intake` validates it.

    Attributes are those of `MemoryFields`, with their defaults.
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
    dry_run: bool = False


class Intake:
    """Validates what is new."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def memory(self, new: NewMemory) -> Memory:
        scope = self._parts.read_scope(new.scope) if new.scope else self._parts.policy.write_scope
        now = self._parts.now()
        text = checks.checked_text(new.text)
        about = checks.names("about", new.about)
        source = Source(kind=checks.source_kind(new.source), ref=checks.optional("source", new.ref), at=now)
        memory = Memory(
            id=self._parts.ids.new(now),
            scope=scope,
            type=checks.memory_type(new.type),
            title=checks.optional("title", new.title),
            body=text,
            tags=checks.names("tag", [tag.lstrip("#") for tag in new.tags]),
            aliases=checks.checked_aliases(new.aliases),
            lang=checks.language(new.lang),
            subject=checks.optional("subject", new.subject),
            predicate=checks.predicate_name(new.predicate),
            value=checks.optional("value", new.value),
            qualifier=checks.optional("qualifier", new.qualifier),
            entities=about,
            sources=(source,),
            confidence=checks.checked_confidence(new.confidence),
            created=now,
            updated=now,
            pinned=new.pinned,
            importance=checks.importance(new.importance),
        )
        return _with_times(memory, new)


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
