"""Foreign memories and pages, taken in by the same door as everything else that is remembered."""

from __future__ import annotations

from datetime import datetime

from vademecum.engine import checks
from vademecum.engine.curating import Curating, Edit
from vademecum.engine.entities import NewEntity
from vademecum.engine.intake import NewMemory, Screen
from vademecum.errors import NotFound, VadeError
from vademecum.indexing.entry import body_hash
from vademecum.model.answer import RememberOutcome
from vademecum.model.importing import Fate
from vademecum.model.record import SourceKind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.engine.entities import EntityPages
    from vademecum.engine.import_parts import ImportParts
    from vademecum.engine.parts import Parts
    from vademecum.engine.remembering import Remembering
    from vademecum.engine.storing import Storing
    from vademecum.model.answer import Stored
    from vademecum.model.importing import ForeignEntity, ForeignMemory, Taken
    from vademecum.model.record import MemoryId

    Became = tuple[Fate, str, str | None]
    """Fate, reason, id."""

_DONE = {
    RememberOutcome.CREATED: (Fate.IMPORTED, ""),
    RememberOutcome.SUPERSEDED: (Fate.IMPORTED, "takes the place of what was remembered"),
    RememberOutcome.REFINED: (Fate.IMPORTED, "says more precisely what was remembered"),
    RememberOutcome.PROPOSED: (Fate.IMPORTED, "waits in `vade review list`"),
    RememberOutcome.EXISTING: (Fate.DUPLICATE, "is remembered already; the source was added"),
    RememberOutcome.REINFORCED: (Fate.DUPLICATE, "is remembered already; the source was added"),
    RememberOutcome.ECHO: (Fate.DUPLICATE, "was shown in this session"),
}


class ForeignMemories:
    """Takes foreign memories in.

    Args:
        again: take in anew what was removed here since.
    """

    def __init__(
        self,
        parts: Parts,
        imports: ImportParts,
        remembering: Remembering,
        *,
        storing: Storing,
        pages: EntityPages,
        scope: str | None,
        dry_run: bool,
        again: bool,
    ) -> None:
        self._parts = parts
        self._ledger = imports.ledger
        self._scope_at = imports.scope_at
        self._remembering = remembering
        self._storing = storing
        self._pages = pages
        self._scope = scope
        self._dry_run = dry_run
        self._again = again
        self._seen: set[tuple[str, str]] = set()

    def take(self, memory: ForeignMemory) -> Became:
        """Take one in, or say why not."""
        name = (memory.host, memory.origin_id)
        if name in self._seen:
            return Fate.DUPLICATE, "has the id of one before it", None
        self._seen.add(name)
        try:
            return self._taken(memory)
        except VadeError as error:
            if error.error_class not in ("usage", "limit", "conflict"):
                raise
            return Fate.REJECTED, error.message, None

    def _taken(self, memory: ForeignMemory) -> Became:
        ref = f"{memory.host}:{memory.origin_id}"
        digest = body_hash(Screen().text(memory.text))
        tombstone = self._parts.ledger.buried(digest, (ref,))
        if tombstone is not None:
            return Fate.SKIPPED, f"was forgotten here on {tombstone.at:%Y-%m-%d}", None
        known = self._ledger.taken(memory.host, memory.origin_id, digest)
        if known is not None and (present := self._present(known)) is not None:
            return self._known(memory, digest, known, present)
        if known is not None and not self._again:
            return Fate.SKIPPED, "was removed here since it was imported; --again takes it in anew", None
        answer = self._remembering.remember(self._new(memory, ref))
        became = answer.memory.record.id
        self._keep(memory, digest, became)
        fate, reason = _DONE[answer.outcome]
        return fate, reason, became

    def _present(self, known: Taken) -> Stored | None:
        try:
            return self._storing.stored(known.id)
        except NotFound:
            return None

    def _known(self, memory: ForeignMemory, digest: str, known: Taken, present: Stored) -> Became:
        """What was taken before: nothing to do, or another version of it."""
        stands = body_hash(present.record.body)
        if known.same or stands == digest:
            return Fate.DUPLICATE, "", known.id
        ours = self._ledger.taken(memory.host, memory.origin_id, stands)
        if ours is None or not ours.same:
            return Fate.SKIPPED, "was changed there and here; what stands here was kept", known.id
        edit = Edit(text=Screen().text(memory.text), dry_run=self._dry_run)
        edited = Curating(self._parts, self._storing).edit(known.id, edit)
        self._keep(memory, digest, known.id)
        return Fate.IMPORTED, "; ".join(("was changed there since", *edited.warnings)), known.id

    def _keep(self, memory: ForeignMemory, digest: str, became: MemoryId) -> None:
        if not self._dry_run:
            self._ledger.keep_taken(memory.host, memory.origin_id, digest, became)

    def _new(self, memory: ForeignMemory, ref: str) -> NewMemory:
        names = tuple(dict.fromkeys(name.strip() for name in memory.about if name.strip()))
        return NewMemory(
            text=memory.text,
            title=memory.title,
            type=memory.type or "note",
            tags=tuple(dict.fromkeys(memory.tags))[: checks.MAX_NAMES],
            aliases=tuple(dict.fromkeys(memory.aliases))[: checks.MAX_ALIASES],
            about=names[: checks.MAX_NAMES],
            subject=memory.subject,
            relations=memory.relations,
            source=SourceKind.IMPORT.value,
            ref=ref,
            scope=self._scope_of(memory),
            created=datetime.fromisoformat(memory.at) if memory.at else None,
            dry_run=self._dry_run,
        )

    def _scope_of(self, memory: ForeignMemory) -> str | None:
        if self._scope is not None or memory.folder is None:
            return self._scope
        return self._scope_at(memory.folder)

    def describe(self, entity: ForeignEntity) -> Became:
        """Begin or complete a page."""
        new = NewEntity(
            name=entity.name,
            label=entity.label,
            scope=self._scope,
            dry_run=self._dry_run,
        )
        try:
            answer = self._pages.describe(new)
        except VadeError as error:
            if error.error_class not in ("usage", "limit", "conflict", "not_found"):
                raise
            return Fate.REJECTED, error.message, None
        made = answer.outcome is RememberOutcome.CREATED
        return (Fate.IMPORTED if made else Fate.DUPLICATE), "", answer.memory.record.id
