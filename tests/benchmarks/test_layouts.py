"""What counts against a layout is counted."""

from __future__ import annotations

import pytest

from layouts import crossings, force_atlas, hubbed, too_near

SQUARE = [(0.0, 0.0), (1.0, 1.0), (0.0, 1.0), (1.0, 0.0)]


def test_graph_is_the_same_every_time() -> None:
    assert hubbed(40) == hubbed(40)
    assert {node for edge in hubbed(40) for node in edge} == set(range(40))


def test_diagonals_cross_and_sides_do_not() -> None:
    assert crossings([(0, 1), (2, 3)], SQUARE) == 1
    assert crossings([(0, 2), (1, 3), (0, 3)], SQUARE) == 0


def test_nodes_that_stand_on_each_other_are_too_near() -> None:
    assert too_near([*SQUARE, (0.01, 0.0)]) == 1


def test_our_layout_crosses_little() -> None:
    pytest.importorskip("networkx", reason="the extra `graph` is not installed")
    edges = hubbed(40)

    assert crossings(edges, force_atlas(40, edges)) <= 5
