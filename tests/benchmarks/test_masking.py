"""The labelled secrets, and what is published of them."""

from __future__ import annotations

import pytest

from masking import LEAST_MASKED, MOST_TOUCHED, Sample, judge, rows, samples, share

SAMPLES = samples()


def test_labelled_set_is_large_enough() -> None:
    secrets = [one for one in SAMPLES if one.secret is not None]

    assert len(secrets) >= 150
    assert len(SAMPLES) - len(secrets) >= 300


def test_same_seed_fills_in_the_same() -> None:
    assert samples(7) == samples(7)


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_secrets_are_masked(seed: int) -> None:
    masked = rows(judge(one) for one in samples(seed) if one.secret is not None)

    assert share(masked, "right") >= LEAST_MASKED


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_near_misses_are_left_alone(seed: int) -> None:
    touched = rows(judge(one) for one in samples(seed) if one.secret is None)

    assert 1 - share(touched, "right") <= MOST_TOUCHED


def test_secret_that_is_left_counts_as_missed() -> None:
    outcome = judge(Sample("statement", "en", "we met at Marmalade", "Marmalade"))

    assert not outcome.right


def test_touched_near_miss_counts_as_wrong() -> None:
    outcome = judge(Sample("talk", "en", "password is hunter2", None))

    assert not outcome.right
