"""Remember: a text becomes a file, and the file becomes findable, in that order."""

from __future__ import annotations

from typing import TypedDict

from vademecum.engine import checks
from vademecum.engine.entities import MAX_STUBS
from vademecum.errors import Conflict, InvalidValue
from vademecum.indexing.entry import body_hash, entry_of
from vademecum.lifecycle.standing import Standing, standing
from vademecum.model.answer import Remembered, RememberOutcome
from vademecum.model.record import Importance, Kind, Memory, MemoryType, Source, SourceKind
from vademecum.model.value import replace, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from vademecum.engine.entities import EntityPages
    from vademecum.engine.parts import Parts
    from vademecum.engine.storing import Storing
    from vademecum.model.answer import Stored
    from vademecum.model.file import Document
    from vademecum.model.record import Record


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
    """What a caller wants remembered, as it was said; `Remembering` validates it.

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


class Remembering:
    """The use case of adding one memory."""

    def __init__(self, parts: Parts, storing: Storing, pages: EntityPages) -> None:
        self._parts = parts
        self._storing = storing
        self._pages = pages

    def remember(self, new: NewMemory) -> Remembered:
        """Write a memory, or report the one that says exactly the same already.

        Raises:
            UsageError: a type, scope, source or value that cannot be, or an empty text.
            LimitExceeded: the text or a list is too long.
            VaultError: the disk refuses; nothing was stored.
        """
        memory = self._memory(new)
        existing = self._repeat(memory)
        if existing is not None:
            return self._existing(existing, memory, dry_run=new.dry_run)
        provisional, left_out = self._pages.unknown(memory.entities, memory.scope)
        warnings = (f"{left_out} more names got no page: one write begins {MAX_STUBS}",) if left_out else ()
        if new.dry_run:
            return Remembered(
                memory=self._storing.preview(memory),
                outcome=RememberOutcome.CREATED,
                provisional=provisional,
                warnings=warnings,
                dry_run=True,
            )
        stored = self._create(memory)
        if stored.record.id != memory.id:
            return self._existing(stored, memory)
        self._pages.begin(provisional, memory.scope)
        return Remembered(
            memory=stored, outcome=RememberOutcome.CREATED, provisional=provisional, warnings=warnings
        )

    def _create(self, memory: Memory) -> Stored:
        """Write the memory, unless another process wrote the same a moment ago and holds its name."""
        try:
            return self._storing.create(memory, alone=True)
        except Conflict as conflict:
            twin = self._storing.present(conflict.path) if conflict.path else None
            if twin is not None and self._says_the_same(twin, memory):
                return self._storing.indexed(twin)
        return self._storing.create(memory)

    def _existing(self, stored: Stored, memory: Memory, *, dry_run: bool = False) -> Remembered:
        """The answer for an exact repeat; what was said beside the text and is not kept is named."""
        lost = _differing(stored.record, memory)
        warning = (
            f"this text is remembered as {stored.key}; {', '.join(lost)} of the repeat "
            f"{'was' if len(lost) == 1 else 'were'} not taken over, `vade edit {stored.key}` changes it"
        )
        return Remembered(
            memory=stored,
            outcome=RememberOutcome.EXISTING,
            warnings=(warning,) if lost else (),
            dry_run=dry_run,
        )

    def _memory(self, new: NewMemory) -> Memory:
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
        return with_times(memory, new)

    def _repeat(self, memory: Memory) -> Stored | None:
        """The visible memory of the scope whose file says the same now, the oldest of several.

        The index only nominates: a file edited, broken or deleted behind its back is no repeat.
        """
        index = self._parts.index
        ids = index.repeats(memory.scope, body_hash(memory.body))
        rows = index.rows(ids)
        for record in ids:
            document = self._storing.present(rows[record].path) if record in rows else None
            if document is None or document.record.id != record:
                continue
            if self._says_the_same(document, memory):
                return self._storing.answer(document)
        return None

    def _says_the_same(self, document: Document, memory: Memory) -> bool:
        """Whether a file is a memory that a reader sees now, with exactly this text."""
        entry = entry_of(document, self._parts.analyzer, self._parts.lexicon)
        return (
            entry.kind is Kind.MEMORY
            and entry.body_hash == body_hash(memory.body)
            and standing(entry, self._parts.now_us()) is Standing.VISIBLE
        )


_SAID = ("title", "type", "tags", "aliases", "entities", "subject", "predicate", "value", "qualifier", "lang")
_SAID_TOO = ("confidence", "valid_from", "valid_until", "expires", "pinned", "importance")


def _differing(record: Record, memory: Memory) -> list[str]:
    """Names of fields that the repeat states and the stored record does not hold."""
    bare = Memory(id=memory.id, scope=memory.scope)
    return [
        name
        for name in (*_SAID, *_SAID_TOO)
        if getattr(memory, name) not in (getattr(bare, name), getattr(record, name, None))
    ]


def with_times(memory: Memory, new: NewMemory) -> Memory:
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
