"""Answers of the graph as JSON."""

from __future__ import annotations

from vademecum.model.cypher import GraphTable
from vademecum.surface.graphs import table


def test_column_that_comes_twice_is_counted() -> None:
    told = table(GraphTable(columns=("a", "b", "a", "a"), rows=((1, 2, 3, 4),)))

    assert told["results"] == [{"a": 1, "b": 2, "a #2": 3, "a #3": 4}]


def test_column_named_like_a_counted_one_loses_nothing() -> None:
    told = table(GraphTable(columns=("a #2", "a", "a"), rows=((1, 2, 3),)))

    assert told["results"] == [{"a #2": 1, "a": 2, "a #3": 3}]
