"""The read rule: states mean different things, chains end once."""

from __future__ import annotations

from typing import Any

import pytest

from vademecum.lifecycle.standing import (
    ChainEnd,
    Include,
    Standing,
    Tier,
    Viewpoint,
    follow,
    holds,
    mark,
    standing,
    tier,
)
from vademecum.model.entry import REPLACEMENT
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
    created: int | None = None
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


# ── from another moment ──────────────────────────────────────────────────────────────────────────────

THEN = Viewpoint(NOW, past=True)


@pytest.mark.parametrize(
    ("row", "expected"),
    [
        (Row(created=NOW), Standing.VISIBLE),
        (Row(created=NOW + 1), Standing.NOT_YET_VALID),
        (Row(created=NOW + 1, valid_from=NOW), Standing.VISIBLE),
        (Row(created=NOW, valid_from=NOW + 1), Standing.NOT_YET_VALID),
        (Row(), Standing.VISIBLE),
        (Row(valid_until=NOW), Standing.EXPIRED),
        (Row(status=Status.SUPERSEDED, created=NOW + 1), Standing.NOT_YET_VALID),
        (Row(status=Status.SUPERSEDED, created=NOW), Standing.SUPERSEDED),
        (Row(status=Status.RETRACTED), Standing.RETRACTED),
        (Row(status=Status.ARCHIVED), Standing.ARCHIVED),
        (Row(review=REPLACEMENT), Standing.PROPOSED),
    ],
)
def test_of_the_past_stands_what_was_known(row: Row, expected: Standing) -> None:
    assert standing(row, NOW, past=True) is expected


def link(name: str, by: str | None, created: int, **given: Any) -> Row:
    status = Status.SUPERSEDED if by else Status.ACTIVE
    return Row(
        id=MemoryId(name),
        status=status,
        superseded_by=MemoryId(by) if by else None,
        created=created,
        **given,
    )


TIMES = {
    "A": link("A", "B", 10, valid_until=20),
    "B": link("B", "C", 20, valid_until=30),
    "C": link("C", None, 30),
    "D": link("D", "E", 10, valid_until=20),
    "E": replace(link("E", None, 20), status=Status.RETRACTED),
    "F": link("F", "gone", 10, valid_until=20),
    "G": link("G", "H", 10, valid_until=40),
    "H": link("H", None, 20, valid_from=40),
    "I": link("I", "C", 10),
    "J": link("J", "C", 10, expires=15),
}


@pytest.mark.parametrize(
    ("first", "at", "end"),
    [
        ("A", 19, ChainEnd(MemoryId("A"))),
        ("A", 20, ChainEnd(MemoryId("B"))),
        ("A", 30, ChainEnd(MemoryId("C"))),
        ("B", 29, ChainEnd(MemoryId("B"))),
        ("D", 19, ChainEnd(MemoryId("D"))),
        ("D", 20, ChainEnd(None)),
        ("F", 19, ChainEnd(MemoryId("F"))),
        ("F", 20, ChainEnd(MemoryId("F"), "dangling")),
        ("G", 39, ChainEnd(MemoryId("G"))),
        ("G", 40, ChainEnd(MemoryId("H"))),
        ("I", 29, ChainEnd(MemoryId("I"))),
        ("J", 20, ChainEnd(MemoryId("C"))),
    ],
)
def test_a_chain_is_followed_to_what_held_then(first: str, at: int, end: ChainEnd) -> None:
    assert follow(TIMES[first], TIMES.get, Viewpoint(at, past=True)) == end


@pytest.mark.parametrize(("at", "end"), [(25, "G"), (40, "H")])
def test_an_announced_change_waits_for_its_day(at: int, end: str) -> None:
    assert follow(TIMES["G"], TIMES.get, Viewpoint(at)) == ChainEnd(MemoryId(end))


@pytest.mark.parametrize(
    ("name", "at", "held"),
    [
        ("A", 19, True),
        ("A", 20, False),
        ("C", 29, False),
        ("C", 30, True),
        ("E", 25, False),
        ("J", 16, False),
    ],
)
def test_a_record_held_in_its_own_time(name: str, at: int, held: bool) -> None:
    assert holds(TIMES[name], TIMES.get, Viewpoint(at, past=True)) is held


STATES = {
    "holds": Row(),
    "expired": Row(expires=NOW),
    "retracted": Row(status=Status.RETRACTED),
    "superseded": superseded("A", "B"),
    "proposed": Row(review=REPLACEMENT),
}


@pytest.mark.parametrize(
    ("include", "shown"),
    [
        (Include.ACTIVE, {"holds", "superseded"}),
        (Include.EXPIRED, {"holds", "superseded", "expired"}),
        (Include.ALL, set(STATES)),
    ],
)
def test_a_reader_sees_what_was_asked_for(include: Include, shown: set[str]) -> None:
    view = Viewpoint(NOW, include=include)

    assert {name for name, row in STATES.items() if view.shows(row)} == shown


@pytest.mark.parametrize(
    ("name", "tier_", "told"),
    [
        ("holds", Tier.ORDINARY, None),
        ("expired", Tier.HIDDEN, "expired"),
        ("retracted", Tier.HIDDEN, "retracted"),
        ("superseded", Tier.HIDDEN, "superseded"),
        ("proposed", Tier.HIDDEN, "proposed"),
    ],
)
def test_what_does_not_hold_comes_last_and_marked(name: str, tier_: Tier, told: str | None) -> None:
    view = Viewpoint(NOW, include=Include.ALL)

    assert (view.place(STATES[name]), view.mark(STATES[name])) == (tier_, told)
