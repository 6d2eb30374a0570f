"""The review: every edge is allowed or refused with its reason, and leaves its trace."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import product

import pytest

from vademecum.errors import InvalidValue
from vademecum.lifecycle.reviewing import (
    Step,
    Waiting,
    is_replacement,
    refusal,
    replacement,
    retirement,
    settled,
    stepped,
    waiting,
)
from vademecum.model.record import (
    PERSONAL,
    Memory,
    MemoryId,
    NeedsReview,
    Review,
    ReviewEvent,
    Scope,
    Sensitivity,
    Status,
)
from vademecum.model.value import replace

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
LATER = NOW + timedelta(hours=1)
PROJECT = Scope("project:harbour__0123456789ab")
MEMORY = Memory(id=MemoryId("01J8ZQ4Y7T3V9N5K2M6P8R1S0W"), scope=PROJECT, title="The port", body="8080")
NEW = Memory(id=MemoryId("01J8ZQ4Y7T3V9N5K2M6P8R1S0X"), scope=PROJECT, title="The port", body="8081")
REPLACEMENT = replacement(NEW, MEMORY, by="agent", at=NOW)
DOUBT = NeedsReview(reason="its source changed")

ALLOWED = {
    (None, Step.PROPOSE): Review.PROPOSED,
    (Review.DRAFT, Step.PROPOSE): Review.PROPOSED,
    (Review.DRAFT, Step.REJECT): Review.REJECTED,
    (Review.PROPOSED, Step.APPROVE): Review.APPROVED,
    (Review.PROPOSED, Step.REJECT): Review.REJECTED,
    (Review.APPROVED, Step.REJECT): Review.REJECTED,
    (Review.APPROVED, Step.PUBLISH): Review.PUBLISHED,
    (Review.REJECTED, Step.PROPOSE): Review.PROPOSED,
}
REFUSED = sorted(set(product((None, *Review), Step)) - set(ALLOWED), key=str)


@pytest.mark.parametrize(("edge", "after"), ALLOWED.items(), ids=str)
def test_allowed_edge_leads_to_its_state(edge: tuple[Review | None, Step], after: Review) -> None:
    before, step = edge

    assert stepped(replace(MEMORY, review=before), step, by="user", at=NOW).review is after


@pytest.mark.parametrize(("before", "step"), REFUSED, ids=str)
def test_every_other_edge_is_refused_with_a_reason(before: Review | None, step: Step) -> None:
    memory = replace(MEMORY, review=before)

    assert refusal(memory, step)
    with pytest.raises(InvalidValue, match="The port"):
        stepped(memory, step, by="user", at=NOW)


def test_each_step_adds_one_event() -> None:
    proposed = stepped(MEMORY, Step.PROPOSE, by="user", at=NOW)
    approved = stepped(proposed, Step.APPROVE, by="Eve", at=LATER, note="read it")

    assert approved.review_history == (
        ReviewEvent(at=NOW, by="user", before=None, after=Review.PROPOSED),
        ReviewEvent(at=LATER, by="Eve", before=Review.PROPOSED, after=Review.APPROVED, note="read it"),
    )
    assert approved.updated == LATER


@pytest.mark.parametrize("status", [Status.RETRACTED, Status.SUPERSEDED, Status.ARCHIVED])
def test_what_does_not_hold_is_not_reviewed(status: Status) -> None:
    memory = replace(MEMORY, review=Review.PROPOSED, status=status)

    assert status.value in str(refusal(memory, Step.APPROVE))


def test_personal_memory_is_not_put_before_a_team() -> None:
    assert "is personal" in str(refusal(replace(MEMORY, scope=PERSONAL), Step.PROPOSE))


def test_personal_replacement_may_be_proposed_again() -> None:
    rejected = replace(NEW, scope=PERSONAL, review=Review.REJECTED, supersedes=(MEMORY.id,))

    assert refusal(rejected, Step.PROPOSE) is None


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"scope": Scope("org:acme")}, "belongs to org:acme"),
        ({"sensitivity": Sensitivity.SENSITIVE}, "is sensitive"),
    ],
)
def test_only_what_everybody_may_read_is_published(changes: dict[str, object], reason: str) -> None:
    memory = replace(MEMORY, review=Review.APPROVED, **changes)

    assert reason in str(refusal(memory, Step.PUBLISH))


def test_replacement_waits_unseen_until_approved() -> None:
    assert is_replacement(REPLACEMENT)
    assert REPLACEMENT.supersedes == (MEMORY.id,)
    assert not is_replacement(stepped(REPLACEMENT, Step.APPROVE, by="user", at=NOW))


def test_rejected_replacement_is_archived_and_comes_back() -> None:
    rejected = stepped(REPLACEMENT, Step.REJECT, by="user", at=NOW)
    again = stepped(rejected, Step.PROPOSE, by="agent", at=LATER)

    assert (rejected.review, rejected.status) == (Review.REJECTED, Status.ARCHIVED)
    assert (again.review, again.status) == (Review.PROPOSED, Status.ACTIVE)


def test_approved_replacement_cannot_be_rejected() -> None:
    approved = stepped(REPLACEMENT, Step.APPROVE, by="user", at=NOW)

    assert "took another memory's place" in str(refusal(approved, Step.REJECT))


def test_rejected_project_memory_stays_in_sight() -> None:
    rejected = stepped(replace(MEMORY, review=Review.DRAFT), Step.REJECT, by="user", at=NOW)

    assert rejected.status is Status.ACTIVE


def test_proposed_retirement_leaves_the_status() -> None:
    memory = retirement(MEMORY, Status.RETRACTED, by="agent", at=NOW, reason="never was so")

    assert memory.status is Status.ACTIVE
    assert memory.needs_review == NeedsReview(reason="never was so", proposes=Status.RETRACTED, by="agent")
    assert memory.review_history[-1].note == "retracted: never was so"


@pytest.mark.parametrize("proposes", [Status.ACTIVE, Status.SUPERSEDED])
def test_only_a_retirement_can_be_proposed(proposes: Status) -> None:
    with pytest.raises(InvalidValue, match="cannot be proposed"):
        retirement(MEMORY, proposes, by="agent", at=NOW, reason="why")


def test_second_retirement_waits_for_the_first() -> None:
    memory = retirement(MEMORY, Status.RETRACTED, by="agent", at=NOW, reason="no")

    with pytest.raises(InvalidValue, match="decide that first"):
        retirement(memory, Status.ARCHIVED, by="agent", at=NOW, reason="no")


def test_retired_memory_is_not_proposed_to_retire() -> None:
    with pytest.raises(InvalidValue, match="is retracted already"):
        retirement(replace(MEMORY, status=Status.RETRACTED), Status.ARCHIVED, by="agent", at=NOW, reason="no")


def test_settled_doubt_is_gone_and_told() -> None:
    memory = settled(replace(MEMORY, needs_review=DOUBT), approved=True, by="user", at=NOW)

    assert memory.needs_review is None
    assert memory.review_history == (
        ReviewEvent(at=NOW, by="user", after=Review.APPROVED, note="still holds: its source changed"),
    )


def test_rejecting_a_doubt_says_nothing() -> None:
    with pytest.raises(InvalidValue, match="only in doubt"):
        settled(replace(MEMORY, needs_review=DOUBT), approved=False, by="user", at=NOW)


def test_rejected_retirement_leaves_the_memory() -> None:
    memory = retirement(MEMORY, Status.ARCHIVED, by="agent", at=NOW, reason="old")
    kept = settled(memory, approved=False, by="user", at=LATER, note="still read")

    assert (kept.status, kept.needs_review) == (Status.ACTIVE, None)
    assert kept.review_history[-1] == ReviewEvent(
        at=LATER, by="user", before=Review.PROPOSED, after=Review.REJECTED, note="archived: still read"
    )


def test_nothing_is_settled_twice() -> None:
    with pytest.raises(InvalidValue, match="nothing about 'The port' waits"):
        settled(MEMORY, approved=True, by="user", at=NOW)


@pytest.mark.parametrize(
    ("memory", "expected"),
    [
        (MEMORY, ()),
        (REPLACEMENT, (Waiting.REPLACEMENT,)),
        (replace(MEMORY, review=Review.PROPOSED), (Waiting.PROPOSAL,)),
        (replace(MEMORY, review=Review.DRAFT), (Waiting.DRAFT,)),
        (replace(MEMORY, review=Review.APPROVED), (Waiting.APPROVED,)),
        (replace(MEMORY, review=Review.APPROVED, scope=PERSONAL), ()),
        (replace(MEMORY, review=Review.DRAFT, needs_review=DOUBT), (Waiting.DOUBT, Waiting.DRAFT)),
        (replace(MEMORY, needs_review=DOUBT, status=Status.RETRACTED), ()),
        (retirement(MEMORY, Status.ARCHIVED, by="agent", at=NOW, reason="old"), (Waiting.RETIREMENT,)),
    ],
)
def test_queue_knows_why_a_memory_waits(memory: Memory, expected: tuple[Waiting, ...]) -> None:
    assert waiting(memory) == expected
