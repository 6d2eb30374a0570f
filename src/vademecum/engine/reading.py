"""The read rule applied to ranked records: who is shown, in whose place, and in which order."""

from __future__ import annotations

from vademecum.lifecycle.standing import Include, Standing, State, follow, in_place, standing
from vademecum.model.entry import REPLACEMENT
from vademecum.model.record import Review, Status
from vademecum.model.value import replace, value
from vademecum.retrieval.ordering import OrderKey, order_key
from vademecum.text.names import fold_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vademecum.engine.parts import Parts
    from vademecum.lifecycle.standing import Viewpoint
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
        self.best: dict[MemoryId, tuple[tuple[OrderKey, bool, MemoryId], Ranked, int]] = {}
        self.superseded = self.excluded = 0
        self.warnings: list[str] = []


def resolve(parts: Parts, ranked: Sequence[Ranked], filters: Filters, view: Viewpoint) -> Reading:
    """Apply the read rule.

    Args:
        parts: the open home.
        ranked: candidates with their evidence, in any order.
        filters: the caller's conditions, which the end of a chain must meet as well.
        view: the moment asked about, and how much of what does not hold is shown.
    """
    chains = _Chains(parts, view)
    progress = _Progress()
    for item in ranked:
        shown = _shown(item.candidate, chains, filters, progress)
        place = None if shown is None else view.place(shown)
        if shown is None or place is None:
            progress.excluded += 1
            continue
        # Of equal evidence the record's own counts, and no index decides by the order it proposes in.
        found = item.candidate.id
        key = (order_key(item, place, shown.id), found != shown.id, found)
        known = progress.best.get(shown.id)
        if known is None or key < known[0]:
            progress.best[shown.id] = (key, item, int(place))
    order = sorted(progress.best, key=lambda record: progress.best[record][0])
    visible = tuple(Visible(record, *progress.best[record][1:]) for record in order)
    return Reading(visible, progress.superseded, progress.excluded, tuple(dict.fromkeys(progress.warnings)))


def _shown(candidate: State, chains: _Chains, filters: Filters, progress: _Progress) -> State | None:
    """The record that stands for a candidate: itself, what its chain leads to, or none."""
    view = chains.view
    candidate = chains.placed(candidate)
    if candidate.status is not Status.SUPERSEDED or view.include is Include.ALL:
        return candidate
    if standing(candidate, view.at_us, past=view.past) is not Standing.SUPERSEDED:
        return candidate
    end, fault = chains.end(candidate, progress.warnings)
    if end is candidate and fault is None:
        return candidate  # its successor had not begun
    progress.superseded += 1
    return end if end is not None and _passes(end, chains, filters) else None


def marked(row: Row, view: Viewpoint) -> str | None:
    """What is told beside a record: its state where it matters, and that it is in doubt."""
    state = view.mark(row)
    if row.card.needs_review is None:
        return state
    return f"{state}, {IN_DOUBT}" if state else IN_DOUBT


IN_DOUBT = "needs review"


def nowhere(name: str, end: State, lookup: Callable[[MemoryId], State | None]) -> str:
    """What to tell of a chain that has no newest memory and is shown by `end`."""
    successor = end.superseded_by
    if successor is not None and lookup(successor) is not None:
        return f"{name} stands in a circle of memories that supersede each other; showing the one made last"
    what = f"by {successor}, which no file that can be read has" if successor else "but does not say by what"
    return f"{name} is superseded {what}; showing the last known memory"


class _Chains:
    """Follows supersessions, reading each record once."""

    def __init__(self, parts: Parts, view: Viewpoint) -> None:
        self._parts = parts
        self._rows: dict[MemoryId, Row | None] = {}
        self.view = view

    def lookup(self, record_id: MemoryId) -> Row | None:
        if record_id not in self._rows:
            self._rows[record_id] = self._parts.index.rows([record_id]).get(record_id)
        return self._rows[record_id]

    def end(self, first: State, warnings: list[str]) -> tuple[State | None, str | None]:
        """The record a chain shows, None when it vanishes, and what is wrong with the chain."""
        end = follow(first, self.lookup, self.view)
        if end.id is None:
            return None, end.fault
        shown = first if end.id == first.id else self.lookup(end.id)
        if end.fault is not None and shown is not None:
            row = self.lookup(end.id)
            warnings.append(nowhere(row.key if row else end.id, shown, self.lookup))
        return None if shown is None else self.placed(shown), end.fault

    def placed(self, state: State) -> State:
        """The record without the mark of a proposal, when it took the place of what it names before."""
        row = self.lookup(state.id) if state.review == REPLACEMENT else None
        if row is None or not in_place(row, row.supersedes, self.lookup):
            return state
        return replace(row, review=Review.PROPOSED.value)


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
