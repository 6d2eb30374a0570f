"""Boxes that do not cover each other, labels where there is room."""

from __future__ import annotations

from itertools import combinations

import pytest

from vademecum.surface.pictures.spacing import GAP, Box, free_place, spread

CROWD = [(0.1 * (number % 12), 0.01 * (number // 12)) for number in range(150)]
SIZES = [(40.0 + 17 * (number % 9), 26.0) for number in range(150)]


@pytest.mark.parametrize("count", [2, 5, 40, 150])
def test_no_box_touches_another(count: int) -> None:
    places = spread(CROWD[:count], SIZES[:count])
    boxes = [Box(*place, *size) for place, size in zip(places, SIZES, strict=False)]

    assert [pair for pair in combinations(boxes, 2) if pair[0].touches(pair[1], GAP - 0.1)] == []


def test_nodes_in_one_spot_come_apart() -> None:
    first, second = spread([(1.0, 1.0), (1.0, 1.0)], [(50.0, 20.0)] * 2)

    assert abs(first[0] - second[0]) >= 50 or abs(first[1] - second[1]) >= 20


def test_nothing_needs_no_place() -> None:
    assert spread([], []) == ()


def test_line_leaves_a_box_at_its_border() -> None:
    box = Box(0, 0, 40, 20)

    assert box.edge_towards(100, 0) == (20, 0)
    assert box.edge_towards(0, -50) == (0, -10)
    assert box.edge_towards(0, 0) == (0, 0)


def test_label_stands_in_the_middle_of_its_line() -> None:
    assert free_place((0, 0, 200, 0), (40, 14), []) == Box(100, 0, 40, 14)


def test_label_moves_away_from_what_stands_there() -> None:
    there = Box(100, 0, 30, 14)

    assert free_place((0, 0, 200, 0), (40, 14), [there]) == Box(52, 0, 40, 14)


def test_label_without_room_is_left_out() -> None:
    assert free_place((0, 0, 45, 0), (40, 14), []) is None
    assert free_place((0, 0, 200, 0), (40, 14), [Box(100, 0, 300, 14)]) is None
