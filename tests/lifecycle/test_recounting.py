"""What a file tells of its memory's past, and the order of a chain."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import pairwise

from vademecum.lifecycle.recounting import current, in_order, recounted
from vademecum.lifecycle.reviewing import replacement, retirement, settled
from vademecum.lifecycle.transitions import Move, moved, superseded
from vademecum.model.history import Event
from vademecum.model.record import PERSONAL, Memory, MemoryId, Source, SourceKind, Status
from vademecum.model.value import replace

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
SOON, LATER, LAST = (NOW + timedelta(hours=hours) for hours in (1, 2, 3))
A, B, C = (MemoryId(f"01J8ZQ4Y7T3V9N5K2M6P8R1S0{letter}") for letter in "ABC")
USER = Source(kind=SourceKind.USER, ref="conversation:1#2")
MEMORY = Memory(id=A, scope=PERSONAL, body="8080", created=NOW, updated=NOW, sources=(USER,))


def link(name: MemoryId, *older: MemoryId, by: MemoryId | None = None) -> Memory:
    status = Status.SUPERSEDED if by else Status.ACTIVE
    return Memory(id=name, scope=PERSONAL, supersedes=older, superseded_by=by, status=status)


def what(memory: Memory) -> list[str]:
    return [event.what for event in recounted(memory)]


def test_new_memory_was_written() -> None:
    assert recounted(MEMORY) == (Event(at=NOW, what="written", by="user", ref="conversation:1#2"),)


def test_repeat_was_said_again() -> None:
    again = Source(kind=SourceKind.AGENT, at=SOON)

    assert recounted(replace(MEMORY, sources=(USER, again)))[1] == Event(
        at=SOON, what="said again", by="agent"
    )


def test_edit_is_the_last_change() -> None:
    assert recounted(replace(MEMORY, updated=SOON))[-1] == Event(at=SOON, what="changed")


def test_retirement_is_told_by_its_steps() -> None:
    proposed = retirement(MEMORY, Status.RETRACTED, by="agent", at=SOON, reason="never so")
    decided = settled(proposed, approved=True, by="Eve", at=LATER)
    after = moved(decided, Move.RETRACT, at=LATER)
    assert isinstance(after, Memory)

    assert recounted(after)[1:] == (
        Event(at=SOON, what="proposed to be retracted", by="agent", note="never so"),
        Event(at=LATER, what="retracted", by="Eve", note="never so"),
    )


def test_rejected_retirement_is_told() -> None:
    proposed = retirement(MEMORY, Status.ARCHIVED, by="agent", at=SOON, reason="old")

    assert what(settled(proposed, approved=False, by="Eve", at=LATER)) == [
        "written",
        "proposed to be archived",
        "not to be archived",
    ]


def test_supersession_without_reason_is_told() -> None:
    new = replace(MEMORY, id=B, body="8081")

    assert what(superseded(MEMORY, new, at=SOON)) == ["written", "superseded"]


def test_file_without_times_tells_what_it_can() -> None:
    assert recounted(link(A)) == (Event(at=None, what="written"),)


def test_older_links_come_first() -> None:
    links = {A: link(A, B), B: link(B, C, by=A), C: link(C, by=B)}

    assert in_order(links) == (C, B, A)


def test_one_end_of_a_link_is_enough() -> None:
    assert in_order({A: link(A), B: link(B, by=A)}) == (B, A)


def test_circle_has_an_order_too() -> None:
    assert in_order({A: link(A, B, by=B), B: link(B, A, by=A)}) == (A, B)


def test_newest_link_is_current() -> None:
    assert current({A: link(A, by=B), B: link(B, A)}) == B


def test_proposal_is_not_current() -> None:
    new = replacement(link(B), link(A), by="agent", at=NOW)

    assert current({A: link(A), B: new}) == A


def test_chain_that_ended_has_no_current_link() -> None:
    assert current({A: replace(MEMORY, status=Status.RETRACTED)}) is None


def test_long_chain_is_put_in_order() -> None:
    ids = [MemoryId(f"{number:026}") for number in range(1_000)]
    links = {ids[0]: link(ids[0]), **{new: link(new, old) for old, new in pairwise(ids)}}

    assert in_order(links) == tuple(ids)
