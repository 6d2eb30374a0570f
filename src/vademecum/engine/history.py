"""A memory's history: its own file and those of its chain, from whichever link it is asked."""

from __future__ import annotations

from vademecum.errors import InvalidValue, quoted
from vademecum.lifecycle.recounting import current, in_order, recounted
from vademecum.lifecycle.standing import MAX_CHAIN
from vademecum.model.ask import Filters
from vademecum.model.file import shown_path
from vademecum.model.history import History, Link
from vademecum.model.record import Memory, Status

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.engine.parts import Parts
    from vademecum.engine.storing import Storing
    from vademecum.model.file import Document
    from vademecum.model.record import MemoryId

_LOOKED_AT = 1_000
"""Superseded memories looked through for one that names a link which does not name it back; only files edited
by hand have such."""


class Recounting:
    """The use case of asking what was said when."""

    def __init__(self, parts: Parts, storing: Storing) -> None:
        self._parts = parts
        self._storing = storing

    def history(self, handle: str) -> History:
        """The whole chain of a memory.

        Raises:
            NotFound, Ambiguous: the handle means nothing, or several records.
            InvalidValue: an entity's page, which has no chain.
        """
        first = self._storing.document(self._storing.row(handle))
        if not isinstance(first.record, Memory):
            raise InvalidValue("id", f"{quoted(first.key)} is an entity's page; `vade show` tells all of it")
        found, missing = self._chain(first, first.record)
        memories = {one: memory for one, (_, memory) in found.items()}
        links = tuple(_link(*found[one]) for one in in_order(memories))
        warnings = tuple(f"{one}, which the chain names, has no file that can be read" for one in missing)
        if len(found) >= MAX_CHAIN:
            warnings += (f"only {MAX_CHAIN:,} links are shown",)
        return History(
            id=first.record.id,
            current=current(memories),
            links=links,
            missing=missing,
            warnings=warnings,
        )

    def _chain(
        self, first: Document, memory: Memory
    ) -> tuple[dict[MemoryId, tuple[Document, Memory]], tuple[MemoryId, ...]]:
        """Every link that can be reached either way, and the ids that lead nowhere."""
        naming = self._naming()
        found = {memory.id: (first, memory)}
        missing: dict[MemoryId, None] = {}
        pending = [memory]
        while pending and len(found) < MAX_CHAIN:
            link = pending.pop()
            newer = (link.superseded_by,) if link.superseded_by else ()
            for one in (*link.supersedes, *newer, *naming.get(link.id, ())):
                if one in found or one in missing:
                    continue
                document = self._present(one)
                if document is None or not isinstance(document.record, Memory):
                    missing[one] = None
                    continue
                found[one] = (document, document.record)
                pending.append(document.record)
        return found, tuple(missing)

    def _naming(self) -> dict[MemoryId, list[MemoryId]]:
        """Link -> superseded memories that name it as what took their place."""
        rows, _ = self._parts.index.page(Filters(statuses=(Status.SUPERSEDED,)), limit=_LOOKED_AT)
        named: dict[MemoryId, list[MemoryId]] = {}
        for row in rows:
            if row.superseded_by is not None:
                named.setdefault(row.superseded_by, []).append(row.id)
        return named

    def _present(self, record_id: MemoryId) -> Document | None:
        row = self._parts.index.rows([record_id]).get(record_id)
        return self._storing.present(row.path) if row else None


def _link(document: Document, memory: Memory) -> Link:
    return Link(
        id=memory.id,
        key=document.key,
        path=shown_path(document.path),
        status=memory.status,
        title=memory.title or "",
        text=memory.body,
        valid_from=memory.valid_from,
        valid_until=memory.valid_until,
        review=memory.review,
        needs_review=memory.needs_review,
        sources=memory.sources,
        older=memory.supersedes,
        newer=memory.superseded_by,
        events=recounted(memory),
    )
