"""What happened to a memory, read from its own file, and in which order the links of a chain stand."""

from __future__ import annotations

from datetime import UTC, datetime

from vademecum.lifecycle.reviewing import is_replacement
from vademecum.lifecycle.transitions import told_state
from vademecum.model.history import Event
from vademecum.model.record import HOLDING, Status

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from vademecum.model.record import Memory, MemoryId, ReviewEvent

_NEVER = datetime.min.replace(tzinfo=UTC)


def recounted(memory: Memory) -> tuple[Event, ...]:
    """Every step that a file tells of, oldest first; steps of the same time in the order they are written."""
    events = [_written(memory), *_repeats(memory), *map(_step, memory.review_history)]
    events += _last_change(memory, events)
    return tuple(sorted(events, key=lambda event: event.at or _NEVER))


def _written(memory: Memory) -> Event:
    if not memory.sources:
        return Event(at=memory.created, what="written")
    first = memory.sources[0]
    return Event(at=memory.created or first.at, what="written", by=first.kind.value, ref=first.ref)


def _repeats(memory: Memory) -> Iterator[Event]:
    for source in memory.sources[1:]:
        yield Event(at=source.at, what="said again", by=source.kind.value, ref=source.ref)


def _step(event: ReviewEvent) -> Event:
    """A step of the review; one that ended in a state of the memory is told by that state."""
    state = told_state(event)
    if state is not None:
        reason = (event.note or "").partition(": ")[2]
        happened = "restored" if state is Status.ACTIVE else state.value
        what = {"approved": happened, "proposed": f"proposed to be {happened}"}.get(
            event.after.value, f"not to be {happened}"
        )
        return Event(at=event.at, what=what, by=event.by, note=reason or None)
    return Event(at=event.at, what=event.after.value, by=event.by, note=event.note)


def _last_change(memory: Memory, told: Iterable[Event]) -> Iterator[Event]:
    """The state it is in and the last change, unless a step has told of them."""
    steps = {event.what for event in told}
    if memory.status is not Status.ACTIVE and memory.status.value not in steps:
        yield Event(at=memory.updated, what=memory.status.value)
    elif memory.updated is not None and memory.updated not in {event.at for event in told}:
        yield Event(at=memory.updated, what="changed")


def in_order(links: Mapping[MemoryId, Memory]) -> tuple[MemoryId, ...]:
    """The links of one chain, what was replaced before what replaced it; a circle in the order of ids."""
    older = _older(links)
    placed: dict[MemoryId, None] = {}
    left: list[MemoryId] = sorted(links)
    while left:
        free = [one for one in left if older[one] <= placed.keys()]
        # What stands in a circle never becomes free.
        placed.update(dict.fromkeys(free or left))
        left = [one for one in left if one not in placed]
    return tuple(placed)


def _older(links: Mapping[MemoryId, Memory]) -> dict[MemoryId, set[MemoryId]]:
    """Link -> the links whose place it took, by whichever end says so."""
    older = {one: set(memory.supersedes) & links.keys() - {one} for one, memory in links.items()}
    for one, memory in links.items():
        newer = memory.superseded_by
        if newer is not None and newer in older and newer != one:
            older[newer].add(one)
    return older


def current(links: Mapping[MemoryId, Memory]) -> MemoryId | None:
    """The link that holds; the newest where several do, None where none does."""
    holding = [one for one in in_order(links) if _holds(links[one])]
    return holding[-1] if holding else None


def _holds(memory: Memory) -> bool:
    return memory.status in HOLDING and not is_replacement(memory)
