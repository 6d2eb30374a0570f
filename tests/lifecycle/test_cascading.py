"""What comes into doubt, and what does not however much it resembles."""

from __future__ import annotations

from typing import Any

import pytest

from vademecum.lifecycle.cascading import Cause, Joint, doubt, doubted, names_of, subject_forms
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
from vademecum.model.value import replace

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
OLDER = MemoryId("01JNTSW6X00000000000000000")
CAUSE = Cause(
    memory=MOVED,
    what="where-rhea-lives, which was superseded",
    ids=frozenset({ID, OLDER}),
    names=names_of(ID, "where-rhea-lives", "Where Rhea lives", ("rhea's home",)),
    resting=frozenset({"depends on"}),
    subjects=frozenset({"rhea", "ray"}),
    following=frozenset({"commute"}),
    joints=(Joint(frozenset({"marc"}), "Marc lives_with Rhea", frozenset({"rent"})),),
)
DOUBTFUL = replace(CAUSE, what="where-rhea-lives, which is in doubt", certain=False)


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
        (
            {"subject": "Ray", "predicate": "commute"},
            "commute may depend on lives_in of Rhea: where-rhea-lives, which was superseded",
        ),
        (
            {"subject": "Marc", "predicate": "rent"},
            f"rent may depend, since Marc lives_with Rhea, on lives_in of Rhea: {CAUSE.what}",
        ),
        ({"sources": source(f"memory:{OLDER}")}, "derives from where-rhea-lives, which was superseded"),
        (
            {"relations": (Relation(predicate="depends_on", object=f"[[{ID}]]"),)},
            "depends on where-rhea-lives, which was superseded",
        ),
        (
            {"relations": (Relation(predicate="depends_on", object="Rhea"),)},
            "depends on Rhea: where-rhea-lives, which was superseded",
        ),
        (
            {"body": "- depends_on [[Rhea lives_in]]"},
            "depends on Rhea: where-rhea-lives, which was superseded",
        ),
    ],
    ids=[
        *("key", "title", "alias", "id", "source", "relation", "predicate", "other name", "joint"),
        *("older link", "rests on it", "rests on the subject", "rests on a claim"),
    ],
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
        {"relations": (Relation(predicate="knows", object="Rhea"),)},
        {"relations": (Relation(predicate="depends_on", object="Rhea birthday"),)},
        {"subject": "Marc", "predicate": "commute"},
        {"subject": "Marc", "predicate": "rent", "scope": Scope("org:acme")},
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
        "related to the subject",
        "rests on another claim",
        "joined, what does not follow",
        "joined, other scope",
    ],
)
def test_nothing_else_is_put_in_doubt(given: dict[str, Any]) -> None:
    assert doubt(other(**given), CAUSE) is None


def test_a_name_that_means_somebody_else_puts_nothing_in_doubt() -> None:
    narrower = replace(CAUSE, names=frozenset({"where rhea lives"}))

    assert doubt(other(body="See [[Rhea's home]]."), narrower) is None


def test_a_doubt_leaves_the_time_of_change() -> None:
    why = NeedsReview(reason="why", because=ID)

    assert doubted(other(), why) == other(needs_review=why)


def test_what_rests_on_a_doubt_is_in_doubt() -> None:
    why = doubt(other(sources=source(f"memory:{ID}")), DOUBTFUL)

    assert why == NeedsReview(reason="derives from where-rhea-lives, which is in doubt", because=ID)


@pytest.mark.parametrize(
    "given",
    [
        {"body": "See [[where-rhea-lives]]."},
        {"relations": (Relation(predicate="near", object="where-rhea-lives"),)},
        {"subject": "Rhea", "predicate": "commute"},
    ],
    ids=["names it", "is related to it", "same subject"],
)
def test_a_doubt_bears_on_nothing_else(given: dict[str, Any]) -> None:
    assert doubt(other(**given), DOUBTFUL) is None


def test_subject_is_meant_with_its_predicate() -> None:
    assert subject_forms(["rhea"], "lives_in") == {"rhea", "rhea lives in"}
    assert subject_forms(["rhea"], None) == {"rhea"}
