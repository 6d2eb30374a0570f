"""The read rule: which records a reader sees, and in which tier."""

from __future__ import annotations

from enum import IntEnum, StrEnum

from vademecum.model.entry import REPLACEMENT
from vademecum.model.record import MemoryId, Scope, Status
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Protocol
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


class Tier(IntEnum):
    """Place of a hit among those that pass the floor; inside a tier relevance decides."""

    REVIEWED = 0
    ORDINARY = 1
    UNREVIEWED = 2
    DEPRECATED = 3


REVIEWED = frozenset({"approved", "published"})
"""Review states of a project memory that put it before all others."""

_UNREVIEWED = frozenset({"draft", "rejected"})


def standing(state: State, now_us: int) -> Standing:
    """How a record stands at `now_us` (microseconds since the epoch).

    A pinned record never expires. Intervals are half-open: at `valid_until` itself it is over.
    """
    if state.status in HIDDEN_STATUSES:
        return Standing(state.status.value)
    if state.status is Status.SUPERSEDED:
        return Standing.SUPERSEDED
    if state.review == REPLACEMENT:
        return Standing.PROPOSED
    if state.valid_from is not None and now_us < state.valid_from:
        return Standing.NOT_YET_VALID
    if not state.pinned and (
        (state.expires is not None and state.expires <= now_us)
        or (state.valid_until is not None and state.valid_until <= now_us)
    ):
        return Standing.EXPIRED
    return Standing.VISIBLE


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
        return "superseded"  # shown only as the last known link of a dangling chain
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


def follow(first: State, lookup: Callable[[MemoryId], State | None]) -> ChainEnd:
    """Follow `superseded_by` from a superseded record to the newest one.

    A missing target leaves the last known record. A cycle has no newest record by its links, so the
    one created last (greatest id) stands for it. A chain that ends in a retracted or archived record
    vanishes.
    """
    seen: dict[MemoryId, State] = {}
    current: State = first
    while current.status is Status.SUPERSEDED:
        seen[current.id] = current
        following = lookup(current.superseded_by) if current.superseded_by else None
        if following is None:
            return ChainEnd(current.id, "dangling")
        if following.id in seen or len(seen) >= MAX_CHAIN:
            chain = list(seen)
            circle = chain[chain.index(following.id) :] if following.id in seen else chain
            return ChainEnd(max(circle), "cycle")
        current = following
    if current.status in HIDDEN_STATUSES:
        return ChainEnd(None)
    return ChainEnd(current.id)
