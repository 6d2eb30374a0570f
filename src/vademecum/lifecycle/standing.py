"""The read rule: which records a reader sees, and in which tier."""

from __future__ import annotations

from enum import IntEnum, StrEnum

from vademecum.model.entry import REPLACEMENT
from vademecum.model.record import MemoryId, Scope, Status
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from typing import Protocol

    from vademecum.model.record import Record
else:
    Protocol = object  # a shape for the type checkers; `typing` is not loaded for it

HIDDEN_STATUSES = frozenset({Status.RETRACTED, Status.ARCHIVED})

MAX_CHAIN = 1_000
"""Links followed before a chain is called endless; a person would have to edit one memory daily for years."""


class State(Protocol):
    """The attributes of a record that decide its standing; `Candidate` and `Row` both have them."""

    @property
    def id(self) -> MemoryId: ...
    @property
    def scope(self) -> Scope: ...
    @property
    def status(self) -> Status: ...
    @property
    def superseded_by(self) -> MemoryId | None: ...
    @property
    def review(self) -> str | None: ...
    @property
    def pinned(self) -> bool: ...
    @property
    def created(self) -> int | None: ...
    @property
    def valid_from(self) -> int | None: ...
    @property
    def valid_until(self) -> int | None: ...
    @property
    def expires(self) -> int | None: ...


class Standing(StrEnum):
    """How a record stands towards a reader at one moment."""

    VISIBLE = "visible"
    SUPERSEDED = "superseded"
    RETRACTED = "retracted"
    ARCHIVED = "archived"
    PROPOSED = "proposed"  # to take another's place, which holds until somebody approves
    EXPIRED = "expired"
    NOT_YET_VALID = "not yet valid"


class Include(StrEnum):
    """How much of what does not hold is shown."""

    ACTIVE = "active"
    EXPIRED = "expired"  # what ran out or has not begun, too
    ALL = "all"  # every record for itself, as it is stored


@value
class Viewpoint:
    """From where a reader looks.

    Attributes:
        at_us: the moment asked about, microseconds since the epoch.
        past: the reader named the moment. A record then holds from when it was known on, unless it says since
            when it is valid, and a superseded one answers for itself until its successor begins.
        include: what is shown besides what holds.
    """

    at_us: int
    past: bool = False
    include: Include = Include.ACTIVE

    def place(self, state: State) -> Tier | None:
        """The tier of a record that stands for itself or at the end of a chain, None when it is not shown.

        What does not hold comes after all that does.
        """
        stands = standing(state, self.at_us, past=self.past)
        # A superseded record is asked only where a chain ends in it.
        held = stands is Standing.SUPERSEDED and self.include is not Include.ALL
        if held or stands is Standing.VISIBLE:
            return tier(state)
        out_of_time = self.include is Include.EXPIRED and stands in _OUT_OF_TIME
        return Tier.HIDDEN if out_of_time or self.include is Include.ALL else None

    def shows(self, state: State) -> bool:
        """Whether a record is shown that stands for itself or at the end of a chain."""
        return self.place(state) is not None

    def mark(self, state: State) -> str | None:
        """What is told beside a record that is shown."""
        stands = standing(state, self.at_us, past=self.past)
        return mark(state) if stands in (Standing.VISIBLE, Standing.SUPERSEDED) else stands.value


_OUT_OF_TIME = (Standing.EXPIRED, Standing.NOT_YET_VALID)


class Tier(IntEnum):
    """Place of a hit among those that pass the floor; inside a tier relevance decides."""

    REVIEWED = 0
    ORDINARY = 1
    UNREVIEWED = 2
    DEPRECATED = 3
    HIDDEN = 4  # shown only to those who ask for what does not hold


REVIEWED = frozenset({"approved", "published"})
"""Review states of a project memory that put it before all others."""

_UNREVIEWED = frozenset({"draft", "rejected"})


def standing(state: State, at_us: int, *, past: bool = False) -> Standing:
    """How a record stands at `at_us` (microseconds since the epoch).

    A pinned record never expires. Intervals are half-open: at `valid_until` itself it is over.

    Args:
        state: the record.
        at_us: the moment.
        past: what nobody knew then is not yet valid; without it a clock that went backwards hides nothing.
    """
    if state.status in HIDDEN_STATUSES:
        return Standing(state.status.value)
    if state.review == REPLACEMENT and state.status is not Status.SUPERSEDED:
        return Standing.PROPOSED
    begins = _begins(state, past=past)
    if state.status is Status.SUPERSEDED and not (past and begins is not None and at_us < begins):
        return Standing.SUPERSEDED
    if begins is not None and at_us < begins:
        return Standing.NOT_YET_VALID
    return Standing.VISIBLE if state.pinned or not _is_over(state, at_us) else Standing.EXPIRED


def _begins(state: State, *, past: bool) -> int | None:
    return state.created if past and state.valid_from is None else state.valid_from


def _is_over(state: State, at_us: int) -> bool:
    return (state.expires is not None and state.expires <= at_us) or (
        state.valid_until is not None and state.valid_until <= at_us
    )


def tier(state: State) -> Tier:
    """The tier of a visible record. Only project memories carry a review state that counts."""
    if state.status is Status.DEPRECATED:
        return Tier.DEPRECATED
    if state.scope.startswith("project:"):
        if state.review in REVIEWED:
            return Tier.REVIEWED
        if state.review in _UNREVIEWED:
            return Tier.UNREVIEWED
    return Tier.ORDINARY


def mark(state: State) -> str | None:
    """The state shown beside a hit: deprecation always, a review state only in a project."""
    if state.status is Status.DEPRECATED:
        return "deprecated"
    if state.status is Status.SUPERSEDED:
        return "superseded"  # shown while its successor has not begun, or where nobody knows a successor
    return state.review if state.scope.startswith("project:") else None


@value
class ChainEnd:
    """Where a chain of supersessions leads.

    Attributes:
        id: the newest record, or None when the chain ends in a hidden one.
        fault: ``dangling`` when the next link names a record that does not exist, ``cycle`` when
            the chain returns to itself, else None.
    """

    id: MemoryId | None
    fault: str | None = None


def follow(
    first: State, lookup: Callable[[MemoryId], State | None], view: Viewpoint | None = None
) -> ChainEnd:
    """Follow `superseded_by` from a superseded record to the one that holds.

    Without a viewpoint that is the newest; with one it is the last that had begun by then, so that a change
    which is announced for a later day leaves the present truth until that day. A missing target leaves the
    last known record. A cycle has no newest record by its links, so the one created last (greatest id) stands
    for it. A chain that ends in a retracted or archived record vanishes.
    """
    seen: dict[MemoryId, State] = {}
    held: State | None = None
    current, begun = first, view is not None and _begun(first, view)
    while current.status is Status.SUPERSEDED:
        seen[current.id] = current
        held = current if begun else held
        following = lookup(current.superseded_by) if current.superseded_by else None
        if following is not None and (following.id in seen or len(seen) >= MAX_CHAIN):
            chain = list(seen)
            circle = chain[chain.index(following.id) :] if following.id in seen else chain
            return ChainEnd(max(circle), "cycle")
        begun = view is not None and _begun(following, view, since=current.valid_until)
        if following is None:
            return _then(held, ChainEnd(current.id, "dangling"), view, begun=begun)
        current = following
    return _then(held, ChainEnd(None if current.status in HIDDEN_STATUSES else current.id), view, begun=begun)


def _then(held: State | None, end: ChainEnd, view: Viewpoint | None, *, begun: bool) -> ChainEnd:
    """The last link that had begun, where the end of its chain had not and nothing else had ended it."""
    if view is None or begun or held is None or _is_over(held, view.at_us):
        return end
    return ChainEnd(held.id)


def holds(state: State, lookup: Callable[[MemoryId], State | None], view: Viewpoint) -> bool:
    """Whether a record itself held at the moment of a viewpoint, whatever became of it since."""
    stands = standing(state, view.at_us, past=view.past)
    if stands is not Standing.SUPERSEDED:
        return stands is Standing.VISIBLE
    if not _begun(state, view) or _is_over(state, view.at_us):
        return False
    current = state
    for _ in range(MAX_CHAIN):
        following = lookup(current.superseded_by) if current.superseded_by else None
        if _begun(following, view, since=current.valid_until):
            return False
        if following is None or following.status is not Status.SUPERSEDED:
            return True
        current = following
    return False


def _begun(state: State | None, view: Viewpoint, *, since: int | None = None) -> bool:
    """Whether a link had begun, for all that is known of it.

    Args:
        state: the link, None where nobody knows it any more.
        view: the moment.
        since: when the link before it says of itself that it ended; it counts where the link tells nothing,
            and only of the past: at present what took a place is taken to have begun.
    """
    begins = _begins(state, past=view.past) if state is not None else None
    if begins is None and view.past:
        begins = since
    return begins is None or begins <= view.at_us


def in_place(
    state: State | Record, supersedes: Iterable[MemoryId], lookup: Callable[[MemoryId], State | None]
) -> bool:
    """Whether a record that is under review has taken the place of what it names already."""
    replaced = (lookup(old) for old in supersedes)
    return any(old is not None and old.superseded_by == state.id for old in replaced)
