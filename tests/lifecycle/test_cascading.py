"""What comes into doubt, and what does not however much it resembles."""

from __future__ import annotations

from typing import Any

import pytest

from vademecum.lifecycle.cascading import Cause, doubt, doubted, names_of
from vademecum.model.record import (
    PERSONAL,
    Memory,
    MemoryId,
    NeedsReview,
    Relation,
    Scope,
    Source,
    SourceKind,
    Status,
)

ID = MemoryId("01JNTSW6X00000000000000001")
MOVED = Memory(
    id=ID,
    scope=PERSONAL,
    title="Where Rhea lives",
    body="Rhea lives in Lyon.",
    subject="Rhea",
    predicate="lives_in",
    aliases=("rhea's home",),
)
CAUSE = Cause(
    MOVED,
    "where-rhea-lives",
    Status.SUPERSEDED,
    names_of(MOVED, "where-rhea-lives"),
    frozenset({"commute"}),
)


def other(**given: Any) -> Memory:
    return Memory(
        **{"id": MemoryId("01JNTSW6X00000000000000002"), "scope": PERSONAL, "body": "text", **given}
    )


def source(ref: str) -> tuple[Source, ...]:
    return (Source(kind=SourceKind.INFERENCE, ref=ref),)


@pytest.mark.parametrize(
    ("given", "reason"),
    [
        ({"body": "See [[where-rhea-lives]]."}, "names where-rhea-lives, which was superseded"),
        ({"body": "See [[Where Rhea lives|her home]]."}, "names where-rhea-lives, which was superseded"),
        ({"body": "See [[Rhea's home]]."}, "names where-rhea-lives, which was superseded"),
        ({"body": f"After {ID}."}, "names where-rhea-lives, which was superseded"),
        ({"sources": source(f"memory:{ID}")}, "derives from where-rhea-lives, which was superseded"),
        (
            {"relations": (Relation(predicate="near", object="where-rhea-lives"),)},
            "is related to where-rhea-lives, which was superseded",
        ),
        (
            {"subject": "rhea", "predicate": "commute"},
            "commute may depend on lives_in of Rhea: where-rhea-lives, which was superseded",
        ),
    ],
    ids=["key", "title", "alias", "id", "source", "relation", "predicate"],
)
def test_a_stated_reason_puts_in_doubt(given: dict[str, Any], reason: str) -> None:
    assert doubt(other(**given), CAUSE) == NeedsReview(reason=reason, because=ID)


@pytest.mark.parametrize(
    "given",
    [
        {"body": "Rhea lives in Lyon, near the river."},
        {"body": "where-rhea-lives"},
        {"body": "`[[where-rhea-lives]]`"},
        {"subject": "Rhea", "predicate": "favourite_colour"},
        {"subject": "Matthew", "predicate": "commute"},
        {"subject": "Rhea", "predicate": "commute", "scope": Scope("org:acme")},
        {"body": f"After {ID}.", "status": Status.ARCHIVED},
        {"body": f"After {ID}.", "supersedes": (ID,)},
        {"body": f"After {ID}.", "id": ID},
        {"body": f"After {ID}.", "needs_review": NeedsReview(reason="told before")},
    ],
    ids=[
        "resembles",
        "words of a key",
        "code",
        "free predicate",
        "other subject",
        "other scope",
        "archived",
        "its successor",
        "itself",
        "in doubt already",
    ],
)
def test_nothing_else_is_put_in_doubt(given: dict[str, Any]) -> None:
    assert doubt(other(**given), CAUSE) is None


def test_a_name_that_means_somebody_else_puts_nothing_in_doubt() -> None:
    narrower = Cause(MOVED, "where-rhea-lives", Status.RETRACTED, frozenset({"where rhea lives"}))

    assert doubt(other(body="See [[Rhea's home]]."), narrower) is None


def test_a_doubt_leaves_the_time_of_change() -> None:
    why = NeedsReview(reason="why", because=ID)

    assert doubted(other(), why) == other(needs_review=why)
