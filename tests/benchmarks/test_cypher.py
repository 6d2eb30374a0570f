"""The engine that was chosen answers as it did when it was chosen."""

from __future__ import annotations

import pytest

from cypher import CASES, judged, large


def test_engine_answers_all_but_one() -> None:
    pytest.importorskip("ladybug", reason="the extra `graph` is not installed")

    told = judged("ladybug")

    assert (told["right"], told["refused"], told["wrong"]) == (29, 1, 0)


def test_thirty_queries_are_asked() -> None:
    assert len({query for query, _ in CASES}) == 30


def test_large_graph_has_five_relations_a_node() -> None:
    nodes, edges = large(10)

    assert (len(nodes), len(edges)) == (10, 50)
