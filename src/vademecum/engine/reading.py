"""The read rule applied to ranked records: who is shown, in whose place, and in which order."""

from __future__ import annotations

from vademecum.lifecycle.standing import Standing, State, follow, standing, tier
from vademecum.model.value import value
from vademecum.retrieval.ordering import OrderKey, order_key
from vademecum.text.names import fold_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vademecum.engine.parts import Parts
    from vademecum.model.ask import Filters
    from vademecum.model.entry import Row
    from vademecum.model.record import MemoryId
    from vademecum.retrieval.merging import Ranked


@value
class Visible:
    """A record that may be shown, with the evidence that led to it.

    Attributes:
        id: the record that is shown; the newest of its chain.
        ranked: evidence of the text that matched, which may be an older record's.
        tier: place among what the floor admits, 0 first.
    """

    id: MemoryId
    ranked: Ranked
    tier: int


@value
class Reading:
    """What the read rule left.

    Attributes:
        visible: best first.
        superseded: matching records that are shown through a newer one.
        excluded: matching records hidden by status, time, or the filters of their chain's end.
        warnings: dangling and circular chains, one line each.
    """

    visible: tuple[Visible, ...]
    superseded: int
    excluded: int
    warnings: tuple[str, ...]


class _Progress:
    __slots__ = ("best", "excluded", "superseded", "warnings")

    def __init__(self) -> None:
        self.best: dict[MemoryId, tuple[OrderKey, Ranked, int]] = {}
        self.superseded = self.excluded = 0
        self.warnings: list[str] = []


def resolve(parts: Parts, ranked: Sequence[Ranked], filters: Filters) -> Reading:
    """Apply the read rule.

    Args:
        parts: the open home.
        ranked: candidates with their evidence, in any order.
        filters: the caller's conditions, which the end of a chain must meet as well.
    """
    now_us = parts.now_us()
    chains = _Chains(parts)
    progress = _Progress()
    for item in ranked:
        shown: State | None = item.candidate
        stands = standing(item.candidate, now_us)
        if stands is Standing.SUPERSEDED:
            progress.superseded += 1
            shown = chains.end(item.candidate, progress.warnings)
            if shown is not None and not (_passes(shown, chains, filters) and _readable(shown, now_us)):
                shown = None
        elif stands is not Standing.VISIBLE:
            shown = None
        if shown is None:
            progress.excluded += 1
            continue
        place = int(tier(shown))
        key = order_key(item, place, shown.id)
        known = progress.best.get(shown.id)
        if known is None or key < known[0]:
            progress.best[shown.id] = (key, item, place)
    order = sorted(progress.best, key=lambda record: progress.best[record][0])
    visible = tuple(Visible(record, *progress.best[record][1:]) for record in order)
    return Reading(visible, progress.superseded, progress.excluded, tuple(dict.fromkeys(progress.warnings)))


def _readable(state: State, now_us: int) -> bool:
    """Visible, or the last known link of a chain that leads nowhere."""
    return standing(state, now_us) in (Standing.VISIBLE, Standing.SUPERSEDED)


def nowhere(name: str, end: State, lookup: Callable[[MemoryId], State | None]) -> str:
    """What to tell of a chain that has no newest memory and is shown by `end`."""
    successor = end.superseded_by
    if successor is not None and lookup(successor) is not None:
        return f"{name} stands in a circle of memories that supersede each other; showing the one made last"
    what = f"by {successor}, which no file that can be read has" if successor else "but does not say by what"
    return f"{name} is superseded {what}; showing the last known memory"


class _Chains:
    """Follows supersessions, reading each record once."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._rows: dict[MemoryId, Row | None] = {}

    def lookup(self, record_id: MemoryId) -> Row | None:
        if record_id not in self._rows:
            self._rows[record_id] = self._parts.index.rows([record_id]).get(record_id)
        return self._rows[record_id]

    def end(self, first: State, warnings: list[str]) -> State | None:
        """The record a chain shows, None when it vanishes."""
        end = follow(first, self.lookup)
        if end.id is None:
            return None
        shown = first if end.id == first.id else self.lookup(end.id)
        if end.fault is not None and shown is not None:
            row = self.lookup(end.id)
            warnings.append(nowhere(row.key if row else end.id, shown, self.lookup))
        return shown


def _passes(state: State, chains: _Chains, filters: Filters) -> bool:
    """Whether the end of a chain meets the filters that its beginning met."""
    row = chains.lookup(state.id)
    if row is None:
        return False
    tags = {fold_name(tag) for tag in row.card.tags}
    return (
        (not filters.scopes or row.scope in filters.scopes)
        and (not filters.types or row.type in filters.types)
        and (not filters.kinds or row.kind in filters.kinds)
        and all(tag in tags for tag in filters.tags)
    )
