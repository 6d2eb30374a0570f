"""Lists in order of time, with the number there is in truth."""

from __future__ import annotations

from vademecum.engine.reading import marked, nowhere
from vademecum.errors import UnknownName
from vademecum.lifecycle.standing import Include, follow, holds
from vademecum.model.answer import Hit, Listed
from vademecum.model.record import MemoryId, Status
from vademecum.model.value import replace
from vademecum.retrieval.hits import listed_hit

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import TypeAlias

    from vademecum.engine.parts import Parts
    from vademecum.lifecycle.standing import Viewpoint
    from vademecum.model.ask import Filters
    from vademecum.model.entry import Row

    Lookup: TypeAlias = Callable[[MemoryId], Row | None]

LISTED = (Status.ACTIVE, Status.DEPRECATED)
"""Statuses that a list shows unless everything is asked for."""

CHAINS = 1_000
"""Superseded records examined for chains whose newest is not there or has not begun, the latest first."""


class Listing:
    """The use case of looking through what there is."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def page(
        self, filters: Filters, view: Viewpoint, statuses: tuple[Status, ...] = (), *, limit: int, offset: int
    ) -> Listed:
        """One page, newest change first.

        Args:
            filters: the caller's conditions; the statuses are chosen here.
            view: the moment asked about, and how much of what does not hold is shown.
            statuses: of everything as it is stored only these; all of it when none is given.
            limit: records on the page.
            offset: records before it.
        """
        if view.include is Include.ALL:
            rows, total = self._parts.index.page(
                replace(filters, statuses=statuses), limit=limit, offset=offset
            )
            return Listed(items=self._hits(rows, view), total=total)
        superseded, _ = self._parts.index.page(replace(filters, statuses=(Status.SUPERSEDED,)), limit=CHAINS)
        lookup = self._ahead(superseded)
        ends = _chain_ends(superseded, lookup, view)
        sooner = _replaced_sooner(superseded, lookup, view)
        wanted = limit + offset + len(sooner)
        rows, total = self._parts.index.page(holding(filters, view), limit=wanted)
        dangling = [row for row, fault in ends if fault is not None]
        # Of the past, what holds although it is superseded is on the page already.
        more = dangling if view.past else [row for row, _ in ends]
        held = [row for row in rows if row.id not in sooner]
        merged = sorted((*held, *more), key=lambda row: (-(row.updated or 0), row.id))
        warnings = tuple(nowhere(row.key, row, self._lookup) for row in dangling)
        return Listed(
            items=self._hits(tuple(merged[offset : offset + limit]), view),
            total=total + len(more) - len(sooner),
            dangling=len(dangling),
            warnings=warnings,
        )

    def _ahead(self, rows: Sequence[Row]) -> Lookup:
        """A look-up of single records that knows the links of these chains from one question."""
        known = {row.id: row for row in rows}
        known.update(self._parts.index.rows([row.superseded_by for row in rows if row.superseded_by]))
        return lambda record_id: known.get(record_id) or self._lookup(record_id)

    def _lookup(self, record_id: MemoryId) -> Row | None:
        return self._parts.index.rows([record_id]).get(record_id)

    def _hits(self, rows: tuple[Row, ...], view: Viewpoint) -> tuple[Hit, ...]:
        stamps = self._parts.vault.stamps([row.path for row in rows])
        return tuple(
            listed_hit(row, marked(row, view), stale=stamps.get(row.path) != row.state.stamp) for row in rows
        )


def statuses_named(names: Sequence[str]) -> tuple[Status, ...]:
    """Statuses by their names.

    Raises:
        UnknownName: there is none of that name.
    """
    known = {one.value: one for one in Status}
    for name in names:
        if name not in known:
            raise UnknownName("status", name, suggestions=tuple(known)[:3])
    return tuple(known[name] for name in dict.fromkeys(names))


def _chain_ends(rows: Sequence[Row], lookup: Lookup, view: Viewpoint) -> list[tuple[Row, str | None]]:
    """Superseded records that stand for their chain, and why: one whose successor has not begun, the last
    known link of one that leads nowhere, one of a circle."""
    ends = ((row, follow(row, lookup, view)) for row in rows)
    return [(row, end.fault) for row, end in ends if end.id == row.id]


def _replaced_sooner(rows: Sequence[Row], lookup: Lookup, view: Viewpoint) -> frozenset[MemoryId]:
    """Superseded records that an index takes to have held then, because it looks at the next link alone: that
    one was replaced itself, by something that began before it."""

    def next_alone(record_id: MemoryId) -> Row | None:
        link = lookup(record_id)
        return None if link is None else replace(link, status=Status.ACTIVE)

    if not view.past:
        return frozenset()
    links = ((row, lookup(row.superseded_by)) for row in rows if row.superseded_by)
    deep = [row for row, link in links if link is not None and link.status is Status.SUPERSEDED]
    return frozenset(row.id for row in deep if holds(row, next_alone, view) and not holds(row, lookup, view))


def holding(filters: Filters, view: Viewpoint) -> Filters:
    """What a list shows besides the ends of chains."""
    if view.past:
        return replace(filters, held_at=view.at_us)
    if view.include is Include.EXPIRED:
        return replace(filters, statuses=LISTED, settled=True)
    return replace(filters, statuses=LISTED, in_force_at=view.at_us)
