"""What is remembered of states, and when it goes."""

from __future__ import annotations

from types import ModuleType

import pytest

from vademecum.model.ask import Candidate
from vademecum.model.entry import candidate_of
from vademecum.stores.postgres.remembered import Kept, Remembered


@pytest.fixture
def candidate(samples: ModuleType) -> Candidate:
    return candidate_of(samples.entry(1), 1)


def test_same_state_is_remembered() -> None:
    remembered = Remembered()
    remembered.state("a", 1)["x"] = 5

    assert remembered.state("a", 1) == {"x": 5}


def test_newer_state_takes_the_place() -> None:
    remembered = Remembered()
    remembered.state("a", 1)["x"] = 5

    assert remembered.state("a", 2) == {}
    assert remembered.state("a", 1) == {}


def test_older_state_drives_out_nothing() -> None:
    remembered = Remembered()
    remembered.state("a", 2)["x"] = 5
    remembered.state("a", 1)["x"] = 4

    assert remembered.state("a", 2) == {"x": 5}


def test_state_that_was_asked_for_longest_ago_goes_first() -> None:
    remembered = Remembered(most_bytes=10_000)
    for name in ("a", "b"):
        remembered.state(name, 1)["x"] = 5
    remembered.state("a", 1)
    remembered.grown(remembered.state("c", 1), 5_000)

    assert (remembered.state("a", 1), remembered.state("b", 1)) == ({"x": 5}, {})


def test_what_goes_with_its_transaction_takes_no_room() -> None:
    remembered = Remembered(most_bytes=10_000)
    kept = remembered.state("a", 1)
    remembered.grown(Kept(), 20_000)
    older = remembered.state("a", 0)
    remembered.grown(older, 20_000)

    assert remembered.state("a", 1) is kept


def test_record_is_read_once(candidate: Candidate) -> None:
    remembered = Remembered()
    remembered.candidates("a", [1], lambda _: [(1, candidate)], keep=True)

    assert remembered.candidates("a", [1], lambda _: [], keep=True) == [candidate]
    assert remembered.candidates("b", [1], lambda _: [], keep=True) == []


def test_uncommitted_record_is_not_remembered(candidate: Candidate) -> None:
    remembered = Remembered()
    remembered.candidates("a", [1], lambda _: [(1, candidate)], keep=False)

    assert remembered.candidates("a", [1], lambda _: [], keep=True) == []


def test_forgotten_index_is_read_anew(candidate: Candidate) -> None:
    remembered = Remembered()
    remembered.candidates("a", [1], lambda _: [(1, candidate)], keep=True)
    remembered.state("a", 1)["x"] = 5
    remembered.forget("a")

    assert remembered.candidates("a", [1], lambda _: [], keep=True) == []
    assert remembered.state("a", 1) == {}


def test_no_more_records_are_kept_than_allowed(candidate: Candidate) -> None:
    remembered = Remembered(most_candidates=4)
    for version in range(20):
        remembered.candidates("a", [version], lambda missing: [(missing[0], candidate)], keep=True)

    assert len(remembered._candidates) <= 4
