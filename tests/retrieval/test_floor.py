"""The floor looks at the candidate's own text and at nothing else."""

from __future__ import annotations

import math

import pytest

from vademecum.errors import UnknownName
from vademecum.retrieval.floor import ALIKE, CALIBRATED, HALF, Evidence, floor_named, least_share, likely
from vademecum.retrieval.memory_weights import BY_WORDS, STATIC


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
    assert caught.value.message == "unknown floor 'quarter'; did you mean calibrated or half?"


def test_probability_is_that_of_the_weighted_sum() -> None:
    told = Evidence(2, 4, 0.5, 0.25, True)
    weights = dict(BY_WORDS.floor)
    logit = weights["constant"] + 0.5 * weights["share"] + 0.25 * weights["substance"] + weights["stranger"]
    assert math.isclose(likely(told), 1 / (1 + math.exp(-logit)))


def test_likeness_is_judged_by_weights_of_its_own() -> None:
    weights = dict(STATIC.floor)
    logit = weights["constant"] + 0.5 * weights["likeness"]
    assert math.isclose(likely(Evidence(0, 4, 0.0, 0.0, False, 0.5)), 1 / (1 + math.exp(-logit)))


def test_unlike_meaning_counts_as_none_at_all() -> None:
    assert likely(Evidence(1, 4, 0.5, 0.1, False, -0.3)) == likely(Evidence(1, 4, 0.5, 0.1, False, 0.0))


@pytest.mark.parametrize(
    ("evidence", "admitted"),
    [
        (Evidence(1, 1, 1.0, 0.05), True),
        (Evidence(1, 5, 0.2, 0.2), False),
        (Evidence(1, 3, 0.34, 0.2), False),
        (Evidence(2, 3, 0.6, 0.3), True),
        (Evidence(0, 3, 0.0, 0.0), False),
    ],
)
def test_calibrated_floor_admits_what_probably_answers(evidence: Evidence, admitted: bool) -> None:
    assert CALIBRATED.admits(evidence) is admitted


def test_calibrated_verdict_says_what_was_weighed() -> None:
    told = Evidence(2, 5, 0.5, 0.25, True, 0.42)
    share = f"{100 * likely(told):.0f}"
    enough = f"{100 * STATIC.enough:.0f}"
    assert CALIBRATED.verdict(told).startswith(
        "2 of 5 terms, 50 % of their weight, likeness 0.42, it names what nothing here names: "
    )
    assert f"likelihood {share} %, {enough} % " in CALIBRATED.verdict(told)


@pytest.mark.parametrize(
    ("evidence", "relation"),
    [(Evidence(2, 3, 0.6, 0.3), "is enough"), (Evidence(1, 5, 0.2, 0.2), "is needed")],
)
def test_calibrated_verdict_ends_with_the_judgement(evidence: Evidence, relation: str) -> None:
    assert CALIBRATED.verdict(evidence).endswith(f", {100 * BY_WORDS.enough:.0f} % {relation}")


ENOUGH = STATIC.like_enough


@pytest.mark.parametrize(
    ("covered", "likeness", "admitted"),
    [
        (2, None, True),
        (1, None, False),
        (2, 0.0, True),
        (0, ENOUGH, True),
        (0, math.nextafter(ENOUGH, 0), False),
        (1, 0.0, False),
    ],
)
def test_half_of_the_terms_or_likeness_comes_first(
    covered: int, likeness: float | None, admitted: bool
) -> None:
    assert ALIKE.admits(Evidence(covered, 4, likeness=likeness)) is admitted


@pytest.mark.parametrize(
    ("likeness", "verdict"),
    [
        (None, "1 of 4 terms is less than half"),
        (ENOUGH, f"1 of 4 terms is less than half; likeness {ENOUGH:.2f}, {ENOUGH:g} is enough"),
        (0.1, f"1 of 4 terms is less than half; likeness 0.10, {ENOUGH:g} is needed"),
    ],
)
def test_verdict_tells_words_and_likeness(likeness: float | None, verdict: str) -> None:
    assert ALIKE.verdict(Evidence(1, 4, likeness=likeness)) == verdict


def test_bar_is_the_probability_of_its_table() -> None:
    least = Evidence(1, 1, 1.0, 0.05)
    assert CALIBRATED.admits(least) is (likely(least) >= BY_WORDS.enough)
    assert floor_named("calibrated") is CALIBRATED


@pytest.mark.parametrize(("terms", "share"), [(1, 0.3), (10, 0.3), (15, 0.4), (20, 0.5), (24, 0.5)])
def test_longer_topics_need_more_of_their_weight(terms: int, share: float) -> None:
    assert math.isclose(least_share(terms), share)
    assert CALIBRATED.admits(Evidence(7, terms, share + 0.001, 1.0))
    assert not CALIBRATED.admits(Evidence(7, terms, share - 0.001, 1.0))


def test_likeness_is_told_without_any_word() -> None:
    assert CALIBRATED.admits(Evidence(0, 24, 0.0, 0.0, likeness=0.9))


@pytest.mark.parametrize(
    ("weights", "least"),
    [
        ((0.5,), 1),
        ((10.0, 10.0), 1),
        ((10.0, 10.0, 10.0), 2),
        ((2.0, 10.0, 2.0), 1),
        ((6.0,) * 5, 2),
        ((10.0,) * 24, 12),
        ((10.0,) * 4 + (2.0,) * 20, 4),
    ],
)
def test_least_covered_is_that_of_the_weightiest_terms(weights: tuple[float, ...], least: int) -> None:
    assert CALIBRATED.least_covered(weights) == least
