"""The read rule: states mean different things, chains end once."""

from __future__ import annotations

import pytest

from vademecum.lifecycle.standing import ChainEnd, Standing, Tier, follow, mark, standing, tier
from vademecum.model.record import MemoryId, Scope, Status
from vademecum.model.value import replace, value

NOW = 1_000


@value
class Row:
    """The smallest record that has a state."""

    id: MemoryId = MemoryId("A")
    scope: Scope = Scope("personal")
    status: Status = Status.ACTIVE
    superseded_by: MemoryId | None = None
    review: str | None = None
    pinned: bool = False
    valid_from: int | None = None
    valid_until: int | None = None
    expires: int | None = None


def superseded(name: str, by: str | None) -> Row:
    return Row(id=MemoryId(name), status=Status.SUPERSEDED, superseded_by=MemoryId(by) if by else None)


PROJECT = Row(scope=Scope("project:vade__0123456789ab"))


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (Row(), Standing.VISIBLE),
        (Row(status=Status.DEPRECATED), Standing.VISIBLE),
        (Row(status=Status.RETRACTED), Standing.RETRACTED),
        (Row(status=Status.ARCHIVED), Standing.ARCHIVED),
        (Row(status=Status.SUPERSEDED), Standing.SUPERSEDED),
        (Row(review="replacement"), Standing.PROPOSED),
        (Row(review="replacement", status=Status.SUPERSEDED), Standing.SUPERSEDED),
        (Row(review="proposed"), Standing.VISIBLE),
        (Row(expires=NOW), Standing.EXPIRED),
        (Row(expires=NOW + 1), Standing.VISIBLE),
        (Row(valid_until=NOW), Standing.EXPIRED),
        (Row(valid_until=NOW + 1), Standing.VISIBLE),
        (Row(valid_from=NOW), Standing.VISIBLE),
        (Row(valid_from=NOW + 1), Standing.NOT_YET_VALID),
        (Row(expires=NOW - 1, pinned=True), Standing.VISIBLE),
        (Row(valid_until=NOW - 1, pinned=True), Standing.VISIBLE),
        (Row(valid_from=NOW + 1, pinned=True), Standing.NOT_YET_VALID),
    ],
)
def test_standing_follows_state_and_time(row: Row, expected: Standing) -> None:
    assert standing(row, NOW) is expected


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (Row(), Tier.ORDINARY),
        (Row(review="draft"), Tier.ORDINARY),
        (Row(status=Status.DEPRECATED), Tier.DEPRECATED),
        (replace(PROJECT, review="approved", status=Status.DEPRECATED), Tier.DEPRECATED),
        (replace(PROJECT, review="approved"), Tier.REVIEWED),
        (replace(PROJECT, review="published"), Tier.REVIEWED),
        (replace(PROJECT, review="proposed"), Tier.ORDINARY),
        (PROJECT, Tier.ORDINARY),
        (replace(PROJECT, review="draft"), Tier.UNREVIEWED),
        (replace(PROJECT, review="rejected"), Tier.UNREVIEWED),
    ],
)
def test_tier_follows_review_in_projects(row: Row, expected: Tier) -> None:
    assert tier(row) is expected


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (Row(review="draft"), None),
        (replace(PROJECT, review="draft"), "draft"),
        (PROJECT, None),
        (Row(status=Status.DEPRECATED), "deprecated"),
        (superseded("A", "B"), "superseded"),
    ],
)
def test_mark_shows_what_matters(row: Row, expected: str | None) -> None:
    assert mark(row) == expected


CHAIN = {
    "A": superseded("A", "B"),
    "B": superseded("B", "C"),
    "C": Row(id=MemoryId("C")),
    "D": superseded("D", "gone"),
    "E": superseded("E", "D"),
    "F": superseded("F", None),
    "G": superseded("G", "H"),
    "H": Row(id=MemoryId("H"), status=Status.RETRACTED),
    "I": superseded("I", "J"),
    "J": superseded("J", "K"),
    "K": superseded("K", "J"),
    "Z": superseded("Z", "J"),
    "S": superseded("S", "S"),
}


@pytest.mark.parametrize(
    ("first", "end"),
    [
        ("A", ChainEnd(MemoryId("C"))),
        ("B", ChainEnd(MemoryId("C"))),
        ("D", ChainEnd(MemoryId("D"), "dangling")),
        ("E", ChainEnd(MemoryId("D"), "dangling")),
        ("F", ChainEnd(MemoryId("F"), "dangling")),
        ("G", ChainEnd(None)),
        ("I", ChainEnd(MemoryId("K"), "cycle")),
        ("J", ChainEnd(MemoryId("K"), "cycle")),
        ("Z", ChainEnd(MemoryId("K"), "cycle")),
        ("S", ChainEnd(MemoryId("S"), "cycle")),
    ],
)
def test_chain_ends_at_the_newest(first: str, end: ChainEnd) -> None:
    assert follow(CHAIN[first], CHAIN.get) == end
