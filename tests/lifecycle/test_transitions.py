"""Every edge of the state machine, allowed or refused, and what a move leaves in the memory."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import product
from typing import Any

import pytest

from vademecum.errors import InvalidValue
from vademecum.lifecycle.transitions import (
    Move,
    half_written,
    kept_title,
    leads_to,
    moved,
    refusal,
    successor,
    superseded,
    told_state,
)
from vademecum.model.record import (
    PERSONAL,
    Entity,
    Memory,
    MemoryId,
    NeedsReview,
    Review,
    ReviewEvent,
    Scope,
    Status,
)
from vademecum.model.value import replace

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
DAY = timedelta(days=1)

ACTIVE, DEPRECATED, SUPERSEDED, RETRACTED, ARCHIVED = (
    Status.ACTIVE,
    Status.DEPRECATED,
    Status.SUPERSEDED,
    Status.RETRACTED,
    Status.ARCHIVED,
)
EDGES: dict[tuple[Status, Move], Status | str] = {
    (ACTIVE, Move.SUPERSEDE): SUPERSEDED,
    (ACTIVE, Move.RETRACT): RETRACTED,
    (ACTIVE, Move.DEPRECATE): DEPRECATED,
    (ACTIVE, Move.ARCHIVE): ARCHIVED,
    (ACTIVE, Move.RESTORE): ACTIVE,
    (DEPRECATED, Move.SUPERSEDE): SUPERSEDED,
    (DEPRECATED, Move.RETRACT): RETRACTED,
    (DEPRECATED, Move.DEPRECATE): DEPRECATED,
    (DEPRECATED, Move.ARCHIVE): ARCHIVED,
    (DEPRECATED, Move.RESTORE): ACTIVE,
    (SUPERSEDED, Move.SUPERSEDE): "supersede what replaced it",
    (SUPERSEDED, Move.RETRACT): "retract what replaced it",
    (SUPERSEDED, Move.DEPRECATE): "deprecate what replaced it",
    (SUPERSEDED, Move.ARCHIVE): "archive what replaced it",
    (SUPERSEDED, Move.RESTORE): "supersede what replaced it",
    (RETRACTED, Move.SUPERSEDE): "it was never true, and that is final",
    (RETRACTED, Move.RETRACT): RETRACTED,
    (RETRACTED, Move.DEPRECATE): "it was never true, and that is final",
    (RETRACTED, Move.ARCHIVE): "it was never true, and that is final",
    (RETRACTED, Move.RESTORE): "it was never true, and that is final",
    (ARCHIVED, Move.SUPERSEDE): "`vade restore` comes first",
    (ARCHIVED, Move.RETRACT): RETRACTED,
    (ARCHIVED, Move.DEPRECATE): "`vade restore` comes first",
    (ARCHIVED, Move.ARCHIVE): ARCHIVED,
    (ARCHIVED, Move.RESTORE): ACTIVE,
}


def memory(name: str = "A", **given: Any) -> Memory:
    return Memory(**{"id": MemoryId(name), "scope": PERSONAL, "body": "text", "created": NOW, **given})


def test_the_table_names_every_edge() -> None:
    assert set(EDGES) == set(product(Status, Move))


@pytest.mark.parametrize(("status", "move"), [edge for edge, to in EDGES.items() if isinstance(to, Status)])
def test_allowed_edge_leads_where_it_says(status: Status, move: Move) -> None:
    assert leads_to(status, move) is EDGES[status, move]
    assert refusal(memory(status=status), move) is None


@pytest.mark.parametrize(
    ("status", "move"), [edge for edge, to in EDGES.items() if not isinstance(to, Status)]
)
def test_refused_edge_says_why(status: Status, move: Move) -> None:
    assert leads_to(status, move) is None
    assert str(EDGES[status, move]) in str(refusal(memory(status=status), move))


def test_a_move_changes_state_and_time_and_is_told() -> None:
    step = ReviewEvent(at=NOW + DAY, by="Eve", after=Review.APPROVED, note="deprecated")

    assert moved(memory(), Move.DEPRECATE, at=NOW + DAY, by="Eve") == memory(
        status=DEPRECATED, updated=NOW + DAY, review_history=(step,)
    )


def test_what_was_approved_is_told_once() -> None:
    step = ReviewEvent(at=NOW, by="Eve", after=Review.APPROVED, note="archived: in the way")

    archived = moved(memory(review_history=(step,)), Move.ARCHIVE, at=NOW)

    assert isinstance(archived, Memory)
    assert archived.review_history == (step,)


def test_the_same_move_again_changes_nothing() -> None:
    there = memory(status=RETRACTED)

    assert moved(there, Move.RETRACT, at=NOW + DAY, reason="again") is there


def test_a_refused_move_raises_with_its_reason() -> None:
    with pytest.raises(InvalidValue, match="that is final"):
        moved(memory(status=RETRACTED), Move.RESTORE, at=NOW)


def test_a_reason_is_kept_as_a_step() -> None:
    retracted = moved(memory(), Move.RETRACT, at=NOW, reason="a misreading", by="Eve")

    assert isinstance(retracted, Memory)
    (event,) = retracted.review_history
    assert (event.at, event.by, event.note) == (NOW, "Eve", "retracted: a misreading")


@pytest.mark.parametrize(
    ("move", "proposes", "kept"),
    [
        (Move.RETRACT, None, False),
        (Move.ARCHIVE, None, True),
        (Move.DEPRECATE, None, True),
        (Move.ARCHIVE, Status.RETRACTED, False),
        (Move.DEPRECATE, Status.DEPRECATED, False),
    ],
)
def test_a_decision_settles_what_was_proposed(move: Move, proposes: Status | None, kept: bool) -> None:
    doubtful = memory(needs_review=NeedsReview(reason="why", proposes=proposes))

    after = moved(doubtful, move, at=NOW)

    assert isinstance(after, Memory)
    assert (after.needs_review is not None) is kept


def test_an_entity_page_moves_but_is_not_superseded() -> None:
    page = Entity(id=MemoryId("E"), scope=PERSONAL, name="Rhea")

    assert moved(page, Move.ARCHIVE, at=NOW).status is ARCHIVED
    assert "entity's page" in str(refusal(page, Move.SUPERSEDE))


@pytest.mark.parametrize("move", [Move.SUPERSEDE, Move.DEPRECATE])
def test_what_is_only_proposed_is_decided_first(move: Move) -> None:
    proposal = memory(review=Review.PROPOSED, supersedes=(MemoryId("O"),))

    assert "only proposed" in str(refusal(proposal, move))


def test_what_took_its_place_holds_whatever_a_review_says() -> None:
    placed = memory(review=Review.PROPOSED, supersedes=(MemoryId("O"),))
    rejected = replace(placed, review=Review.REJECTED, status=ARCHIVED)

    assert refusal(placed, Move.SUPERSEDE, placed=True) is None
    assert refusal(rejected, Move.RESTORE, placed=True) is None


def test_a_rejected_replacement_is_not_restored() -> None:
    rejected = memory(status=ARCHIVED, review=Review.REJECTED, supersedes=(MemoryId("O"),))

    assert "vade review propose" in str(refusal(rejected, Move.RESTORE))


@pytest.mark.parametrize("before", [ACTIVE, DEPRECATED])
@pytest.mark.parametrize(
    "record", [memory(), Entity(id=MemoryId("E"), scope=PERSONAL, name="Rhea")], ids=["memory", "page"]
)
def test_restoring_gives_the_former_state_back(record: Memory | Entity, before: Status) -> None:
    stood = replace(record, status=before, updated=NOW)

    archived = moved(stood, Move.ARCHIVE, at=NOW)

    assert archived.archived_from is (None if before is ACTIVE else before)
    restored = moved(archived, Move.RESTORE, at=NOW)
    steps = getattr(restored, "review_history", ())
    assert restored == (replace(stood, review_history=steps) if isinstance(stood, Memory) else stood)
    assert [told_state(step) for step in steps] == [ARCHIVED, before][: len(steps)]


@pytest.mark.parametrize("written", [SUPERSEDED, RETRACTED, ARCHIVED])
def test_restoring_gives_no_state_back_that_does_not_hold(written: Status) -> None:
    by_hand = memory(status=ARCHIVED, archived_from=written)

    restored = moved(by_hand, Move.RESTORE, at=NOW)

    assert (restored.status, restored.archived_from) == (ACTIVE, None)


def test_what_lost_its_successor_is_restored_without_an_end() -> None:
    left = memory(status=ARCHIVED, archived_from=SUPERSEDED, valid_until=NOW)

    restored = moved(left, Move.RESTORE, at=NOW + DAY)

    assert isinstance(restored, Memory)
    assert (restored.status, restored.valid_until) == (ACTIVE, None)
    assert restored.review_history[0].note == "active: restored; it had ended at 2026-03-01T12:00:00+00:00"


def test_retracting_forgets_the_former_state() -> None:
    archived = memory(status=ARCHIVED, archived_from=DEPRECATED)

    assert moved(archived, Move.RETRACT, at=NOW).archived_from is None


# ── supersession ─────────────────────────────────────────────────────────────────────────────────────


def test_supersession_links_both_ends() -> None:
    old, new = memory(), successor(memory("B"), memory(), at=NOW)
    past = superseded(old, new, at=NOW)

    assert (new.supersedes, past.superseded_by, past.status) == ((old.id,), new.id, SUPERSEDED)
    assert (past.valid_until, past.updated) == (NOW, NOW)


@pytest.mark.parametrize(
    ("old", "new", "over"),
    [
        ({}, {"valid_from": NOW + DAY}, NOW + DAY),
        ({}, {"valid_from": NOW - DAY}, NOW - DAY),
        ({"valid_until": NOW - DAY}, {}, NOW - DAY),
        ({"valid_until": NOW + DAY}, {}, NOW),
        ({"valid_from": NOW + DAY}, {}, NOW + DAY),
    ],
    ids=["from then", "since then", "ended before", "would have ended later", "never began"],
)
def test_the_old_one_held_until_the_new_one(old: dict[str, Any], new: dict[str, Any], over: datetime) -> None:
    assert superseded(memory(**old), memory("B", **new), at=NOW).valid_until == over


def test_nothing_takes_its_own_place() -> None:
    with pytest.raises(InvalidValue, match="its own place"):
        superseded(memory(), memory(), at=NOW)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (None, None),
        (Review.DRAFT, Review.DRAFT),
        (Review.APPROVED, None),
        (Review.PUBLISHED, Review.APPROVED),
    ],
)
def test_a_successor_is_not_reviewed_by_inheritance(old: Review | None, new: Review | None) -> None:
    assert successor(memory("B"), memory(review=old), at=NOW).review is new


NEW = memory("B", supersedes=(MemoryId("A"),))


@pytest.mark.parametrize(
    ("new", "old", "half"),
    [
        (NEW, memory(), True),
        (NEW, memory(status=DEPRECATED), True),
        (replace(NEW, status=SUPERSEDED), memory(), True),
        (replace(NEW, review=Review.APPROVED), memory(), True),
        (replace(NEW, review=Review.PROPOSED), memory(), False),
        (replace(NEW, review=Review.REJECTED), memory(), False),
        (replace(NEW, status=RETRACTED), memory(), False),
        (replace(NEW, status=ARCHIVED), memory(), False),
        (NEW, memory(status=SUPERSEDED), False),
        (NEW, memory(status=RETRACTED), False),
        (NEW, memory(scope=Scope("org:acme")), False),
        (NEW, memory("C"), False),
        (memory("A", supersedes=(MemoryId("A"),)), memory(), False),
    ],
)
def test_half_written_is_what_a_crash_leaves(new: Memory, old: Memory, half: bool) -> None:
    assert half_written(new, old) is half


@pytest.mark.parametrize(
    ("title", "text", "kept"),
    [
        ("Deployment day", "We deploy on Thursdays.", "Deployment day"),
        ("We deploy on Tuesdays", "We deploy on Thursdays.", None),
        ("WE DEPLOY", "We deploy on Thursdays.", "WE DEPLOY"),
        (None, "We deploy on Thursdays.", None),
    ],
)
def test_a_title_goes_with_the_words_it_quotes(title: str | None, text: str, kept: str | None) -> None:
    assert kept_title(memory(title=title, body="We deploy on Tuesdays."), text) == kept
