"""What waits for a person: proposals with what they would change, doubts with their reason, drafts."""

from __future__ import annotations

from vademecum.indexing.entry import summary_of
from vademecum.lifecycle.comparing import compare
from vademecum.lifecycle.reviewing import Waiting, waiting
from vademecum.lifecycle.transitions import told_state
from vademecum.model.ask import Filters
from vademecum.model.record import HOLDING, Kind, Memory
from vademecum.model.reviewed import Queue, Queued
from vademecum.model.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vademecum.engine.parts import Parts
    from vademecum.engine.storing import Storing
    from vademecum.model.file import Document
    from vademecum.model.record import MemoryId, Scope

_LOOKED_AT = 10_000
"""Files read for one list; nobody decides as much in a year."""

_ORDER = {name.value: place for place, name in enumerate(Waiting)}
_GONE = "the memory it would replace is gone; approving it adds it, rejecting it archives it"


class Queueing:
    """The use case of looking at what waits."""

    def __init__(self, parts: Parts, storing: Storing) -> None:
        self._parts = parts
        self._storing = storing

    def queue(self, scopes: Sequence[Scope], limit: int) -> Queue:
        """Everything that waits in these scopes (none means every scope), most pressing first, oldest first
        among equals; what a limit leaves out is counted."""
        items: list[Queued] = []
        warnings: list[str] = []
        filters = Filters(scopes=tuple(scopes), kinds=(Kind.MEMORY,), waiting=True)
        rows, found = self._parts.index.page(filters, limit=_LOOKED_AT)
        if found > len(rows):
            warnings.append(
                f"{found:,} memories may wait; only the {_LOOKED_AT:,} changed last are looked at"
            )
        for row in rows:
            document = self._storing.present(row.path)
            if document is None:
                warnings.append(f"{row.key} waits, but its file {row.path} cannot be read")
                continue
            items += self._items(document)
        items.sort(key=lambda item: (_ORDER[item.waits_as], item.at.timestamp() if item.at else 0, item.id))
        shown = tuple(self._compared(item) for item in items[:limit])
        return Queue(items=shown, total=len(items), warnings=tuple(warnings))

    def _items(self, document: Document) -> Iterator[Queued]:
        memory = document.record
        if not isinstance(memory, Memory):
            return
        for why in waiting(memory):
            plain = Queued(
                waits_as=why.value,
                id=memory.id,
                key=document.key,
                scope=memory.scope,
                type=memory.type.value,
                title=memory.title or "",
                summary=summary_of(memory.title or "", memory.body),
                path=document.path,
                review=memory.review,
                at=memory.updated or memory.created,
            )
            yield _of_doubt(plain, memory) if why in _DOUBTS else _of_state(plain, memory)

    def _compared(self, item: Queued) -> Queued:
        """A proposed replacement with what it would change."""
        if item.waits_as != Waiting.REPLACEMENT.value:
            return item
        rows = self._parts.index.rows([item.id, *item.replaces])
        new = self._storing.present(rows[item.id].path) if item.id in rows else None
        old = self._first(item.replaces)
        if new is None or old is None or not isinstance(old.record, Memory):
            return replace(item, warnings=(*item.warnings, _GONE))
        assert isinstance(new.record, Memory)
        warnings = item.warnings
        if old.record.status not in HOLDING:
            warnings += (f"{old.key} is {old.record.status.value} by now; this proposal came too late",)
        return replace(item, against=old.key, change=compare(old.record, new.record), warnings=warnings)

    def _first(self, ids: Sequence[MemoryId]) -> Document | None:
        rows = self._parts.index.rows(ids)
        present = (self._storing.present(rows[one].path) for one in ids if one in rows)
        return next((document for document in present if document is not None), None)


_DOUBTS = (Waiting.RETIREMENT, Waiting.DOUBT)


def _of_doubt(item: Queued, memory: Memory) -> Queued:
    doubt = memory.needs_review
    assert doubt is not None
    return replace(item, by=doubt.by, note=doubt.reason, because=doubt.because, proposes=doubt.proposes)


def _of_state(item: Queued, memory: Memory) -> Queued:
    replaces = memory.supersedes if item.waits_as == Waiting.REPLACEMENT.value else ()
    steps = (event for event in reversed(memory.review_history) if told_state(event) is None)
    said = next((event for event in steps if event.after is memory.review), None)
    if said is None:
        by = memory.sources[0].kind.value if memory.sources else None
        return replace(item, replaces=replaces, by=by)
    return replace(item, replaces=replaces, by=said.by, at=said.at, note=said.note)
