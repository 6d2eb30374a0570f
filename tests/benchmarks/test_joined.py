"""The graph finds what words do not, and costs nothing that words found."""

from __future__ import annotations

import pytest

from joined import DEVELOPMENT, HELD_OUT, SORTS, World, compared, figures, table, weighing_ways


@pytest.fixture(scope="module")
def world() -> World:
    return World(HELD_OUT, families=3)


def test_whole_world_asks_enough() -> None:
    assert len([one for one in World(DEVELOPMENT, 2).asked if one.sort == "indirect"]) == 10


def test_graph_helps_and_never_hurts(world: World) -> None:
    (_, before), (_, after) = compared(world)

    assert before["indirect"].first < 0.5
    assert after["indirect"].first > 0.9
    assert after["direct"].first == before["direct"].first == 1.0
    assert after["unanswerable"].silent >= before["unanswerable"].silent


@pytest.mark.parametrize("way", ["half", "search"])
def test_graph_helps_and_never_hurts_otherwise(way: str) -> None:
    (_, before), (_, after) = compared(World(HELD_OUT, families=3, way=way))

    assert (before["indirect"].first < 0.5, after["indirect"].first > 0.9) == (True, True)
    assert after["direct"].first == before["direct"].first == 1.0
    assert after["unanswerable"].silent >= before["unanswerable"].silent


def test_weight_is_put_back(world: World) -> None:
    with weighing_ways(0.0):
        assert set(figures(world)) == set(SORTS)
    assert figures(world)["indirect"].first > 0.9


def test_table_has_a_row_each(world: World, capsys: pytest.CaptureFixture[str]) -> None:
    table([("now", figures(world))])

    assert capsys.readouterr().out.splitlines()[2].startswith("| now | ")
