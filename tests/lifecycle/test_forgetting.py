"""No link leads to where nothing is."""

from __future__ import annotations

from typing import Any

import pytest

from vademecum.lifecycle.forgetting import Link, heir, predecessors, unlinked
from vademecum.model.record import (
    PERSONAL,
    Memory,
    MemoryId,
    NeedsReview,
    Relation,
    Review,
    Source,
    SourceKind,
    Status,
)

OLD, GONE, NEW = (MemoryId(f"01JNTSW6X0000000000000000{n}") for n in (1, 2, 3))


SOURCE = Source(kind=SourceKind.INFERENCE, ref=f"memory:{GONE}")
RELATION = Relation(predicate="depends_on", object=f"[[{GONE}]]")


def memory(record: MemoryId = OLD, **fields: Any) -> Memory:
    return Memory(id=record, scope=PERSONAL, body="text", **fields)


def test_a_chain_is_joined_on_both_sides() -> None:
    link = Link(gone=GONE, before=(OLD,), after=NEW)
    old, said = unlinked(memory(status=Status.SUPERSEDED, superseded_by=GONE), link)
    new, said_too = unlinked(memory(NEW, supersedes=(GONE,)), link)

    assert (old.status, old.superseded_by, said) == (
        Status.SUPERSEDED,
        NEW,
        ("is replaced by its successor",),
    )
    assert (new.supersedes, said_too) == ((OLD,), ("takes its place in the chain",))


def test_what_the_newest_replaced_is_archived_not_revived() -> None:
    old, said = unlinked(memory(status=Status.SUPERSEDED, superseded_by=GONE), Link(gone=GONE))

    assert (old.status, old.superseded_by) == (Status.ARCHIVED, None)
    assert old.archived_from is Status.SUPERSEDED
    assert said == ("is archived, since what replaced it is gone",)


def test_the_first_of_a_chain_leaves_no_name_behind() -> None:
    new, said = unlinked(memory(NEW, supersedes=(GONE,)), Link(gone=GONE, after=NEW))

    assert (new.supersedes, said) == ((), ("replaces it no more",))


def test_other_links_stay_in_their_order() -> None:
    other = MemoryId("01JNTSW6X00000000000000009")
    new, _ = unlinked(memory(NEW, supersedes=(other, GONE)), Link(gone=GONE, before=(OLD,), after=NEW))

    assert new.supersedes == (other, OLD)


def test_doubt_and_sources_name_it_no_more() -> None:
    source = Source(kind=SourceKind.AGENT, ref=f"memory:{GONE}", quote_hash="ab")
    why = NeedsReview(reason="derives from rhea-is-ill, which was superseded", because=GONE)
    doubted = memory(needs_review=why, sources=(source,))

    changed, said = unlinked(doubted, Link(gone=GONE))

    assert changed.needs_review == NeedsReview(reason="rested on something that was forgotten")
    assert changed.sources == (Source(kind=SourceKind.AGENT),)
    assert len(said) == 2


@pytest.mark.parametrize("review", [Review.PROPOSED, Review.REJECTED])
def test_what_nobody_approved_waits_on_for_the_successor(review: Review) -> None:
    waiting = memory(supersedes=(GONE,), review=review)

    assert unlinked(waiting, Link(gone=GONE, after=NEW))[0].supersedes == (NEW,)
    assert unlinked(waiting, Link(gone=GONE))[0].supersedes == ()


def test_what_rested_on_it_is_in_doubt() -> None:
    derived, said = unlinked(memory(sources=(SOURCE,)), Link(gone=GONE))
    related, said_too = unlinked(memory(relations=(RELATION,)), Link(gone=GONE))

    reasons = [one.needs_review.reason for one in (derived, related) if one.needs_review]
    assert reasons == ["rested on something that was forgotten"] * 2
    assert (derived.sources[0].ref, related.relations) == (None, ())
    assert said == ("names it as a source no more", "is in doubt, since it rested on it")
    assert said_too == ("is related to it no more", "is in doubt, since it rested on it")


def test_what_had_its_doubt_before_gets_no_other() -> None:
    changed, said = unlinked(memory(sources=(SOURCE,)), Link(gone=GONE, after=NEW))

    assert (changed.needs_review, said) == (None, ("names it as a source no more",))


def test_a_stranger_stays_as_it_is() -> None:
    stranger = memory(supersedes=(NEW,), sources=(Source(kind=SourceKind.USER, ref="file:a.md"),))

    assert unlinked(stranger, Link(gone=GONE)) == (stranger, ())


def test_the_heir_is_whom_the_record_names_if_it_is_there() -> None:
    there = [memory(NEW, supersedes=(GONE,)), memory(OLD)]

    assert heir(there, GONE, OLD) == OLD
    assert heir(there, GONE, MemoryId("01JNTSW6X00000000000000009")) == NEW


def test_a_proposal_inherits_nothing() -> None:
    assert heir([memory(NEW, supersedes=(GONE,), review=Review.PROPOSED)], GONE, None) is None


def test_predecessors_are_those_that_point_to_it() -> None:
    memories = [memory(NEW, superseded_by=GONE), memory(OLD, superseded_by=GONE), memory(GONE)]

    assert predecessors(memories, GONE) == (OLD, NEW)
