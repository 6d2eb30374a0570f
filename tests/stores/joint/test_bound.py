"""A side's ceiling holds for scores over all sides."""

from __future__ import annotations

import pytest

from vademecum.model.ask import Corpus
from vademecum.stores.joint.bound import rarity, slack

SIDE = Corpus(records=10, lengths={"b": 100, "t": 20})


def test_a_side_that_is_all_needs_none() -> None:
    assert slack(SIDE, SIDE, {"port": 3}, {"port": 3}) == 1.0


def test_a_term_that_is_rarer_elsewhere_counts_more() -> None:
    whole = Corpus(records=1_000, lengths={"b": 10_000, "t": 2_000})

    assert slack(SIDE, whole, {"port": 3}, {"port": 3}) == pytest.approx(rarity(3, 1_000) / rarity(3, 10))


def test_longer_records_elsewhere_make_these_short() -> None:
    whole = Corpus(records=20, lengths={"b": 500, "t": 40})

    assert slack(SIDE, whole, {}, {}) == pytest.approx(2.5)
