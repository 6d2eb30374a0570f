"""Lists in order of time, with the number there is in truth."""

from __future__ import annotations

from vademecum.engine.reading import nowhere
from vademecum.lifecycle.standing import Standing, follow, mark, standing
from vademecum.model.answer import Hit, Listed
from vademecum.model.record import MemoryId, Status
from vademecum.model.value import replace
from vademecum.retrieval.hits import listed_hit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.engine.parts import Parts
    from vademecum.model.ask import Filters
    from vademecum.model.entry import Row

LISTED = (Status.ACTIVE, Status.DEPRECATED)
"""Statuses that a list shows unless everything is asked for."""

CHAINS = 1_000
"""Superseded records examined for chains that lead nowhere."""


class Listing:
    """The use case of looking through what there is."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def page(self, filters: Filters, *, everything: bool, limit: int, offset: int) -> Listed:
        """One page, newest change first.

        Args:
            filters: the caller's conditions, without a status.
            everything: records as they are stored, hidden ones included.
            limit: records on the page.
            offset: records before it.
        """
        if everything:
            rows, total = self._parts.index.page(replace(filters, statuses=()), limit=limit, offset=offset)
            return Listed(items=self._hits(rows), total=total)
        shown = replace(filters, statuses=LISTED, in_force_at=self._parts.now_us())
        rows, total = self._parts.index.page(shown, limit=limit + offset)
        dangling = self._leading_nowhere(filters)
        merged = sorted((*rows, *dangling), key=lambda row: (-(row.updated or 0), row.id))
        warnings = tuple(nowhere(row.key, row, self._lookup) for row in dangling)
        return Listed(
            items=self._hits(tuple(merged[offset : offset + limit])),
            total=total + len(dangling),
            dangling=len(dangling),
            warnings=warnings,
        )

    def _leading_nowhere(self, filters: Filters) -> tuple[Row, ...]:
        """What stands for a chain without a newest memory: its last known link, or one of its circle."""
        rows, _ = self._parts.index.page(replace(filters, statuses=(Status.SUPERSEDED,)), limit=CHAINS)
        ends = ((row, follow(row, self._lookup)) for row in rows)
        return tuple(row for row, end in ends if end.fault is not None and end.id == row.id)

    def _lookup(self, record_id: MemoryId) -> Row | None:
        return self._parts.index.rows([record_id]).get(record_id)

    def _hits(self, rows: tuple[Row, ...]) -> tuple[Hit, ...]:
        now_us = self._parts.now_us()
        stamps = self._parts.vault.stamps([row.path for row in rows])
        hits: list[Hit] = []
        for row in rows:
            state = standing(row, now_us)
            shown = mark(row) if state in (Standing.VISIBLE, Standing.SUPERSEDED) else state.value
            hits.append(listed_hit(row, shown, stale=stamps.get(row.path) != row.state.stamp))
        return tuple(hits)
