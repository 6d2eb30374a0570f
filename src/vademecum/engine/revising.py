"""Changing what holds: supersede, retract, deprecate, archive, restore.

A supersession writes two files, the new one first. It names the old one, so that a crash between the two
leaves a chain that the next look at the files completes (`engine.mending`); doubts are written before the old
file, so that such a chain has them too.
"""

from __future__ import annotations

from contextlib import suppress
from typing import TypedDict

from vademecum.engine.cascading import Cascading, Ripple
from vademecum.engine.entities import MAX_STUBS
from vademecum.engine.intake import Intake, MemoryFields, NewMemory, person_of, reason_of
from vademecum.engine.placing import took_its_place
from vademecum.engine.reaching import refuse_unmounted
from vademecum.errors import Busy, Conflict, InvalidValue, NotFound, VadeError, VaultError, quoted
from vademecum.indexing.entry import body_hash
from vademecum.lifecycle.restating import says
from vademecum.lifecycle.reviewing import replacement, retirement
from vademecum.lifecycle.transitions import (
    Move,
    allowed,
    kept_title,
    leads_to,
    moved,
    owed,
    successor,
    superseded,
)
from vademecum.model.record import Memory, Review, SourceKind, Status
from vademecum.model.revision import Revised, Superseded
from vademecum.model.value import replace, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime

    from vademecum.engine.entities import EntityPages
    from vademecum.engine.intake import Screen
    from vademecum.engine.parts import Parts
    from vademecum.engine.storing import Storing
    from vademecum.model.answer import Stored
    from vademecum.model.doubted import Doubted
    from vademecum.model.file import Document
    from vademecum.model.record import Record

_TRIES = 5
"""Readings of an old file that somebody edits while it is being superseded."""

_WITHOUT_REASON = "no reason was given"


class HowFields(TypedDict, total=False):
    """What may go with a change.

    Attributes:
        reason: why; kept in the memory's history.
        by: who says so: a name, ``user``, or a kind of source, whose word waits for a person unless the
            settings trust agents; ``user`` when not given.
        expected_updated: the `updated` that the caller read; another one there now is a conflict.
        dry_run: report what would change, and write nothing.
    """

    reason: str | None
    by: str
    expected_updated: datetime | None
    dry_run: bool


@value(kw_only=True)
class How:
    """What goes with a change. Attributes are those of `HowFields`, with their defaults."""

    reason: str | None = None
    by: str = "user"
    expected_updated: datetime | None = None
    dry_run: bool = False


def screened(how: How, screen: Screen) -> How:
    """What goes with a change, as it may be kept in the file of what is changed.

    Raises:
        UsageError: nobody changes it, or the reason is no single line of usual length.
    """
    reason = reason_of("reason", how.reason, screen)
    return replace(how, reason=reason, by=person_of(how.by, screen))


class Revising:
    """The use cases of changing what holds."""

    def __init__(self, parts: Parts, storing: Storing, pages: EntityPages) -> None:
        self._parts = parts
        self._storing = storing
        self._pages = pages
        self._cascading = Cascading(parts)

    def move(self, handle: str, move: Move, how: How) -> Revised:
        """Retract, deprecate, archive or restore; what an agent wants retired may wait for a person.

        Raises:
            NotFound, Ambiguous: the handle means nothing, or several records.
            InvalidValue: refused from where it stands; the message says why and what to do instead.
            Conflict: the record or its file changed meanwhile; nothing was written.
        """
        document = self._document(handle, how)
        record = document.record
        now = self._parts.now()
        placed = took_its_place(self._parts, record)
        after = moved(record, move, at=now, reason=how.reason, by=how.by, placed=placed)
        if after == record:
            return self._revised(document, self._storing.answer(document), "unchanged", how)
        if isinstance(record, Memory) and move is not Move.RESTORE and self._waits(how.by):
            return self._proposed(document, record, after.status, how)
        gone = move is Move.RETRACT
        ripple = self._cascading.ripple(document, after.status) if gone else Ripple()
        warnings = ripple.warnings
        if how.reason and not isinstance(record, Memory):
            warnings = (*warnings, "an entity's page has no place for a reason; it was not kept")
        if how.dry_run:
            stored = replace(self._storing.answer(document), record=after)
        else:
            marked, warnings = self._cascading.spread(replace(ripple, warnings=warnings))
            written = self._parts.vault.replace(document.path, after, document.state)
            stored = self._storing.all_indexed((written, *marked))[0]
        done = self._revised(document, stored, after.status.value, how)
        return replace(done, doubted=ripple.doubted, warnings=(*stored.warnings, *warnings))

    def _proposed(self, document: Document, memory: Memory, wanted: Status, how: How) -> Revised:
        """What an agent wants retired holds until a person approves."""
        reason = how.reason or _WITHOUT_REASON
        after = retirement(memory, wanted, by=how.by, at=self._parts.now(), reason=reason)
        if how.dry_run:
            stored = replace(self._storing.answer(document), record=after)
        else:
            stored = self._storing.replace(document, after)
        return self._revised(document, stored, "proposed", how)

    def _revised(self, document: Document, stored: Stored, outcome: str, how: How) -> Revised:
        return Revised(
            memory=stored,
            before=document.record.status,
            outcome=outcome,
            warnings=stored.warnings,
            dry_run=how.dry_run,
        )

    def supersede(self, handle: str, text: str, fields: MemoryFields, how: How) -> Superseded:
        """Write what is true now, and let the old memory say what was true until then.

        Args:
            handle: id, key or unique prefix of an id of the old one.
            text: what is true now.
            fields: what is stated of the new one; the rest is taken over from the old one.
            how: reason, expectation, dry run; who says so is the new memory's source.

        Raises:
            NotFound, Ambiguous: the handle means nothing, or several records.
            UsageError: refused from where the old one stands, or a value that cannot be.
            Conflict: the old one changed meanwhile; nothing was written, or what was written is archived.
        """
        document = self._document(handle, how)
        old = _memory(document)
        allowed(old, Move.SUPERSEDE, placed=took_its_place(self._parts, old))
        new, warnings = self._new(old, text, fields)
        how = replace(how, by=new.sources[0].kind.value)
        names, left_out = self._pages.unknown(new.entities, new.scope)
        if left_out:
            warnings = (*warnings, f"{left_out} more names got no page: one write begins {MAX_STUBS}")
        if self._waits(how.by):
            proposed = self._replacement(document, new, names, how)
            return replace(proposed, warnings=(*warnings, *proposed.warnings))
        answer = Superseded(
            memory=self._storing.preview(successor(new, old, at=self._parts.now(), by=how.by)),
            replaced=self._storing.answer(document),
            outcome=Status.SUPERSEDED.value,
            provisional=names,
            warnings=warnings,
            dry_run=how.dry_run,
        )
        ripple = self._cascading.ripple(document, Status.SUPERSEDED)
        if how.dry_run:
            past = superseded(old, new, at=self._parts.now(), reason=how.reason, by=how.by)
            told = (*warnings, *ripple.warnings, *_owing(answer.memory.key, new, document))
            replaced = replace(answer.replaced, record=past)
            return replace(answer, replaced=replaced, doubted=ripple.doubted, warnings=told)
        present, replaced, more = self._replace(document, new, ripple, how)
        self._pages.begin(names, new.scope)
        told = (*warnings, *present.warnings, *more)
        return replace(answer, memory=present, replaced=replaced, doubted=ripple.doubted, warnings=told)

    def replace_by(
        self,
        old: Document,
        new: Memory,
        *,
        reason: str | None = None,
        cascade: bool = True,
        also: Sequence[Document] = (),
    ) -> tuple[Stored, tuple[Doubted, ...]]:
        """Let `new`, which no file says yet, take the place of `old`.

        Args:
            old: the memory that held until now.
            new: validated; what it supersedes is added here.
            reason: why; kept in the old one's history.
            cascade: put in doubt what depends on the old one; not where `new` only says it more precisely.
            also: further memories whose place it takes, so that one truth is left.

        Returns:
            The new one as it stands in its file now, and what was put in doubt.

        Raises:
            InvalidValue: `old` cannot be superseded from where it stands.
            Conflict: somebody superseded or retired `old` meanwhile; what was written is archived.
        """
        for one in (old, *also):
            allowed(_memory(one), Move.SUPERSEDE, placed=took_its_place(self._parts, one.record))
        ripple = self._cascading.ripple(old, Status.SUPERSEDED) if cascade else Ripple()
        by = new.sources[0].kind.value if new.sources else "user"
        present, _, more = self._replace(old, new, ripple, How(reason=reason, by=by), also)
        return replace(present, warnings=(*present.warnings, *more)), ripple.doubted

    def in_doubt_after(self, old: Document) -> tuple[Doubted, ...]:
        """What would be in doubt once something took the place of `old`."""
        return self._cascading.ripple(old, Status.SUPERSEDED).doubted

    def _replace(
        self, old: Document, new: Memory, ripple: Ripple, how: How, also: Sequence[Document] = ()
    ) -> tuple[Stored, Stored, tuple[str, ...]]:
        for one in (old, *also):
            new = successor(new, _memory(one), at=self._parts.now(), by=how.by)
        refuse_unmounted(self._parts, new.scope)
        written = self._parts.vault.create(new)
        try:
            marked, warnings = self._cascading.spread(ripple)
            past = [self._closed(old, _memory(written), how)]
        except VadeError as error:
            raise self._withdrawn(written, error) from error
        for one in also:
            # From the first on the new one is what holds: taken back, it would leave nothing in its place.
            try:
                past.append(self._closed(one, _memory(written), how))
            except VadeError as error:
                warnings += (f"{one.key} gave no way: {error.message}",)
        # One step for all, so that no question meets two truths; until then it meets the old one.
        present, replaced, *_ = self._storing.all_indexed((written, *past, *marked))
        return present, replaced, (*warnings, *_owing(written.key, new, old, *also))

    def _closed(self, old: Document, new: Memory, how: How) -> Document:
        """Write the old side; edits that somebody made to it meanwhile are kept.

        Raises:
            Conflict: it is not to be superseded any more, or changed although it was expected not to.
            VaultError: the disk refuses.
        """
        for _ in range(_TRIES):
            memory = _memory(old)
            past = superseded(memory, new, at=self._parts.now(), reason=how.reason, by=how.by)
            try:
                return self._parts.vault.replace(old.path, past, old.state)
            except (Conflict, NotFound) as error:
                fresh = self._storing.present(old.path)
                if fresh is None or fresh.record.id != memory.id:
                    raise Conflict(f"{old.path} was moved or removed while it was superseded") from error
                if _memory(fresh).superseded_by == new.id:
                    return fresh  # another process looked at the files and completed it
                _refuse_changed(fresh, memory, how)
                old = fresh
        raise Conflict(f"{old.path} changes faster than it can be superseded; try again")

    def _withdrawn(self, written: Document, error: VadeError) -> VadeError:
        """The error, after what had been written of the new memory was put out of everybody's way.

        It goes on naming what it was to replace, so that `tidy` finds it.
        """
        kept = f"what was to replace it is kept in {written.path}"
        with suppress(VadeError):
            aside = replace(_memory(written), status=Status.ARCHIVED)
            self._storing.indexed(self._parts.vault.replace(written.path, aside, written.state))
            kept += ", archived"
        message = f"{error.message}; {kept}"
        match error:
            case Busy():
                return Busy(message)
            case VaultError():
                return VaultError(message)
            case _:
                return Conflict(message)

    def _replacement(self, old: Document, new: Memory, names: tuple[str, ...], how: How) -> Superseded:
        """What an agent wants to say instead holds only once a person approves."""
        proposal = replacement(new, _memory(old), by=how.by, at=self._parts.now(), note=how.reason)
        if how.dry_run:
            stored = self._storing.preview(proposal)
        else:
            stored = self._storing.create(proposal)
            self._pages.begin(names, proposal.scope)
        return Superseded(
            memory=stored,
            replaced=self._storing.answer(old),
            outcome="proposed",
            provisional=names,
            warnings=stored.warnings,
            dry_run=how.dry_run,
        )

    def _waits(self, by: str) -> bool:
        return self._parts.policy.review_agents and by in _MACHINES

    def _document(self, handle: str, how: How) -> Document:
        document = self._storing.changeable(handle)
        updated = document.record.updated
        if how.expected_updated is not None and updated != how.expected_updated:
            raise Conflict(
                f"{document.key!r} was changed at {updated}, not at {how.expected_updated} as expected; "
                "read it again and repeat"
            )
        return document

    def _new(self, old: Memory, text: str, fields: MemoryFields) -> tuple[Memory, tuple[str, ...]]:
        """The new memory: what is stated, and for the rest what the old one says; and what was kept
        otherwise than it was said."""
        stated: MemoryFields = {
            "title": kept_title(old, text),
            "type": old.type.value,
            "tags": old.tags,
            "aliases": old.aliases,
            "about": old.entities,
            "subject": old.subject,
            "predicate": old.predicate,
            "qualifier": _kept_qualifier(old, text),
            "pinned": old.pinned,
            "importance": old.importance.value,
        }
        if old.valid_from is not None and old.valid_from > self._parts.now():
            stated["valid_from"] = old.valid_from  # what was announced is put right, and not brought forward
        stated.update(fields)
        intake = Intake(self._parts)
        memory = intake.memory(NewMemory(text=text, **stated))
        if fields.get("scope") is None:
            memory = replace(memory, scope=old.scope)
        if body_hash(memory.body) == body_hash(old.body):
            raise InvalidValue("text", "is what the memory says already; `vade edit` changes its fields")
        told = (*intake.screen.warnings(), *intake.warnings)
        if "sensitivity" not in fields:
            memory = replace(memory, sensitivity=old.sensitivity)
        return memory, told


_MACHINES = frozenset(kind.value for kind in SourceKind if kind is not SourceKind.USER)


def _kept_qualifier(old: Memory, text: str) -> str | None:
    """Where or when the old claim held, unless the old text said so and the new one does not."""
    qualifier = old.qualifier
    return None if qualifier and says(old.body, qualifier) and not says(text, qualifier) else qualifier


def _memory(document: Document) -> Memory:
    record: Record = document.record
    if not isinstance(record, Memory):
        raise InvalidValue("id", f"{quoted(document.key)} is an entity's page, which nothing supersedes")
    return record


def _owing(key: str, new: Memory, *olds: Document) -> tuple[str, ...]:
    """What a person still owes a team whose memory was replaced from their home."""
    published = [one for one in olds if _memory(one).review is Review.PUBLISHED]
    if not published:
        return ()
    told = f"{published[0].key} is published, and its team knows nothing of {key}"
    if all(owed(new, _memory(one)) for one in published):
        return (f"{told} until `vade review publish {key}`",)
    return (f"{told}, which stays in {new.scope}",)


def _refuse_changed(fresh: Document, before: Memory, how: How) -> None:
    """Refuse to go on over what somebody else did to the old memory a moment ago."""
    memory = _memory(fresh)
    if leads_to(memory.status, Move.SUPERSEDE) is None:
        raise Conflict(f"{fresh.key} was {memory.status.value} by somebody else a moment ago")
    if how.expected_updated is not None and memory.updated != before.updated:
        raise Conflict(f"{fresh.key} was changed by somebody else a moment ago")
