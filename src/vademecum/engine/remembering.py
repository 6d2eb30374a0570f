"""Remember: a text becomes a file, and the file becomes findable, in that order."""

from __future__ import annotations

from vademecum.engine.entities import MAX_STUBS
from vademecum.engine.intake import Intake, NewMemory
from vademecum.errors import Conflict
from vademecum.indexing.entry import body_hash, entry_of
from vademecum.lifecycle.standing import Standing, standing
from vademecum.model.answer import Remembered, RememberOutcome
from vademecum.model.record import Kind, Memory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.engine.entities import EntityPages
    from vademecum.engine.parts import Parts
    from vademecum.engine.storing import Storing
    from vademecum.model.answer import Stored
    from vademecum.model.file import Document
    from vademecum.model.record import Record


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
        memory = Intake(self._parts).memory(new)
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
