"""Rankings of different origin become one, and what is suppressed comes back through none."""

from __future__ import annotations

import pytest

from vademecum.model.answer import Contribution
from vademecum.model.record import MemoryId
from vademecum.retrieval.fusion import Ranking, dropped, fused

A, B, C = map(MemoryId, "ABC")


def order(*rankings: Ranking) -> list[str]:
    return [one.id for one in fused(rankings)]


def test_one_ranking_keeps_its_order() -> None:
    assert order(Ranking("words", 1.0, (C, A, B))) == ["C", "A", "B"]


def test_agreement_comes_first() -> None:
    assert order(Ranking("words", 1.0, (A, B)), Ranking("meaning", 1.0, (B, C))) == ["B", "A", "C"]


def test_weight_decides_a_disagreement() -> None:
    words = Ranking("words", 1.0, (A, B))

    assert order(words, Ranking("meaning", 2.0, (B, A))) == ["B", "A"]
    assert order(words, Ranking("meaning", 0.5, (B, A))) == ["A", "B"]


def test_equals_are_ordered_by_id() -> None:
    assert order(Ranking("words", 1.0, (B,)), Ranking("meaning", 1.0, (A,))) == ["A", "B"]


def test_contributions_sum_to_the_score() -> None:
    for one in fused([Ranking("words", 1.0, (A, B)), Ranking("meaning", 2.0, (B, C))]):
        assert sum(addend.amount for addend in one.contributions) == pytest.approx(one.score, rel=1e-12)


def test_contributions_name_channel_rank_and_weight() -> None:
    words, meaning = Ranking("words", 1.0, (A, B)), Ranking("meaning", 0.5, (C, B))

    assert fused([words, meaning])[0].contributions == (
        Contribution("channel: words", "rank 2, weight 1", 1 / 62),
        Contribution("channel: meaning", "rank 2, weight 0.5", 0.5 / 62),
    )
    assert fused([words])[0].contributions == (Contribution("channel: words", "rank 1, weight 1", 1 / 61),)


def test_nothing_ranked_is_nothing() -> None:
    assert fused([]) == []


def test_dropped_leaves_the_order() -> None:
    assert dropped([C, A, B], lambda record: record == A) == ["C", "B"]
