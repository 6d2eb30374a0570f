"""Measures against values worked out by hand."""

from __future__ import annotations

import pytest

from vademecum.bench.measures import auroc, interval, of_ranking, p95, threshold, within_budget

RANKED = ["a", "b", "c", "d", "e", "f"]


def test_recall_is_the_share_of_what_answers() -> None:
    measured = of_ranking(RANKED, {"b": 1.0, "f": 1.0, "z": 1.0})

    assert measured["r@1"] == 0.0
    assert measured["r@5"] == pytest.approx(1 / 3)
    assert measured["r@10"] == pytest.approx(2 / 3)
    assert (measured["hit@1"], measured["hit@5"]) == (0.0, 1.0)


def test_reciprocal_rank_is_that_of_the_first() -> None:
    assert of_ranking(RANKED, {"c": 1.0, "f": 1.0})["mrr"] == pytest.approx(1 / 3)
    assert of_ranking(RANKED, {"z": 1.0})["mrr"] == 0.0


def test_gain_counts_grades_by_rank() -> None:
    # (3 / log2(3) + 1 / log2(4)) of the best order's (3 / log2(2) + 1 / log2(3))
    measured = of_ranking(["x", "a", "b"], {"a": 3.0, "b": 1.0})

    assert measured["ndcg@10"] == pytest.approx((3 / 1.5849625 + 0.5) / (3 + 1 / 1.5849625))


def test_budget_ends_at_the_first_that_does_not_fit() -> None:
    sizes = {"a": 5, "b": 5, "c": 90, "d": 1}

    assert within_budget(["a", "b", "c", "d"], {"a": 1.0, "d": 1.0}, sizes, 20) == 0.5


def test_percentile_is_one_of_the_values() -> None:
    assert (p95([7.0]), p95([float(n) for n in range(20, 0, -1)]), p95([2.0, 1.0])) == (7.0, 19.0, 1.0)


def test_interval_holds_the_mean_and_is_the_same_each_time() -> None:
    values = [1.0] * 60 + [0.0] * 40

    low, high = interval(values)

    assert low < 0.6 < high
    assert high - low == pytest.approx(0.19, abs=0.04)
    assert interval(values) == (low, high)


@pytest.mark.parametrize(
    ("positive", "negative", "share"),
    [
        ([3.0, 4.0], [1.0, 2.0], 1.0),
        ([1.0], [2.0], 0.0),
        ([1.0], [1.0], 0.5),
        ([1.0, 3.0], [2.0], 0.5),
        ([], [1.0], 0.5),
    ],
)
def test_auroc_counts_pairs_in_order(positive: list[float], negative: list[float], share: float) -> None:
    assert auroc(positive, negative) == share


def test_threshold_loses_no_more_than_allowed() -> None:
    scores = [float(number) for number in range(100)]

    assert threshold(scores, 0.05) == 5.0
    assert threshold([], 0.05) == 0.0
