"""The floor looks at the candidate's own text and at nothing else."""

from __future__ import annotations

import pytest

from vademecum.errors import UnknownName
from vademecum.retrieval.floor import Evidence, floor_named

HALF = floor_named("half")


@pytest.mark.parametrize(
    ("covered", "terms", "admitted"),
    [
        (1, 1, True),
        (0, 1, False),
        (1, 2, True),
        (1, 3, False),
        (2, 3, True),
        (2, 5, False),
        (3, 5, True),
        (12, 24, True),
    ],
)
def test_half_of_the_terms_admits(covered: int, terms: int, admitted: bool) -> None:
    assert HALF.admits(Evidence(covered, terms)) is admitted


@pytest.mark.parametrize(("terms", "least"), [(1, 1), (2, 1), (3, 2), (5, 3), (24, 12)])
def test_least_covered_is_half_rounded_up(terms: int, least: int) -> None:
    assert HALF.least_covered(terms) == least


def test_least_covered_is_the_smallest_admitted() -> None:
    for terms in range(1, 25):
        admitted = [covered for covered in range(terms + 1) if HALF.admits(Evidence(covered, terms))]
        assert admitted[0] == HALF.least_covered(terms)


def test_verdict_says_the_numbers() -> None:
    assert HALF.verdict(Evidence(2, 5)) == "2 of 5 terms is less than half"
    assert HALF.verdict(Evidence(3, 5)) == "3 of 5 terms is at least half"


def test_unknown_floor_is_refused() -> None:
    with pytest.raises(UnknownName) as caught:
        floor_named("quarter")
    assert caught.value.message == "unknown floor 'quarter'; did you mean half?"
