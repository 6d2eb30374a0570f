"""What a memory's chain said at an earlier moment."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

from vademecum.errors import NotFound
from vademecum.lifecycle.standing import MAX_CHAIN, holds, in_place
from vademecum.model.entry import REPLACEMENT
from vademecum.model.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from vademecum.engine.parts import Parts
    from vademecum.engine.storing import Storing
    from vademecum.lifecycle.standing import Viewpoint
    from vademecum.model.answer import Stored
    from vademecum.model.entry import Row
    from vademecum.model.record import MemoryId

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class LookingBack:
    """The use case of reading one memory as of a moment."""

    def __init__(self, parts: Parts, storing: Storing) -> None:
        self._parts = parts
        self._storing = storing

    def then(self, handle: str, view: Viewpoint) -> Stored:
        """The link of a record's chain that held then.

        Raises:
            NotFound, Ambiguous: the handle means nothing or several records, or no link of the chain held.
        """
        row = self._storing.row(handle)
        held = [link for link in self._chain(row) if self._held(link, view)]
        if not held:
            at = (_EPOCH + timedelta(microseconds=view.at_us)).isoformat()
            raise NotFound(
                f"nothing of {row.key!r} held at {at}; `vade history {row.key}` tells what held when"
            )
        # Of several that one memory replaced at once, the one asked for answers, else the latest.
        latest = max(
            held, key=lambda link: (link.id == row.id, link.valid_from or link.created or 0, link.id)
        )
        return self._storing.reread(latest)

    def _held(self, link: Row, view: Viewpoint) -> bool:
        if link.review == REPLACEMENT and in_place(link, link.supersedes, self._lookup):
            link = replace(link, review=None)
        return holds(link, self._lookup, view)

    def _chain(self, row: Row) -> Iterator[Row]:
        """The record, what it replaced, and what replaced it."""
        seen: dict[MemoryId, Row] = {}
        ahead = [row]
        while ahead and len(seen) < MAX_CHAIN:
            link = ahead.pop()
            if link.id in seen:
                continue
            seen[link.id] = link
            ends = (*link.supersedes, *([link.superseded_by] if link.superseded_by else []))
            ahead += self._parts.index.rows([end for end in ends if end not in seen]).values()
        yield from seen.values()

    def _lookup(self, record_id: MemoryId) -> Row | None:
        return self._parts.index.rows([record_id]).get(record_id)
