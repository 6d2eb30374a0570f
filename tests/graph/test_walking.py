"""Neighbourhoods and paths."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.graph.nets import chain, memory, net, said

from vademecum.graph.net import Net
from vademecum.graph.walking import around, way
from vademecum.model.graph import Direction

STAR = net(memory(1, "note", tuple(said("hub", "knows", f"p{number}") for number in range(9))))
LOOSE = net(memory(1, "note", (said("a", "knows", "b"), said("c", "knows", "d"))))


def names(*ids: str) -> list[str]:
    return [one.removeprefix("name:") for one in ids]


def trail(graph: Net, start: str, goal: str, hops: int = 6) -> list[str]:
    return names(*way(graph, [f"name:{start}"], [f"name:{goal}"], hops=hops).nodes)


@pytest.mark.parametrize("hops", [1, 2, 3])
def test_neighbourhood_ends_after_its_hops(hops: int) -> None:
    found = around(chain("a", "b", "c", "d", "e"), ["name:a"], hops=hops, most=50)

    assert names(*found.distances) == list("abcd")[: hops + 1]
    assert list(found.distances.values()) == list(range(hops + 1))
    assert (len(found.edges), found.truncated) == (hops, False)


def test_bound_on_nodes_keeps_the_first() -> None:
    found = around(STAR, ["name:hub"], hops=2, most=4)

    assert names(*found.distances) == ["hub", "p0", "p1", "p2"]
    assert ([edge.object for edge in found.edges], found.truncated) == (
        ["name:p0", "name:p1", "name:p2"],
        True,
    )


def test_direction_is_kept_on_every_hop() -> None:
    graph = chain("a", "b", "c")

    assert names(*around(graph, ["name:b"], hops=2, most=9, direction=Direction.OUT).distances) == ["b", "c"]
    assert names(*around(graph, ["name:b"], hops=2, most=9, direction=Direction.IN).distances) == ["b", "a"]


def test_only_wanted_predicates_are_followed() -> None:
    graph = net(memory(1, "note", (said("a", "knows", "b"), said("a", "owns", "c"))))

    assert names(*around(graph, ["name:a"], hops=2, most=9, predicates=["owns"]).distances) == ["a", "c"]


def test_shortest_way_is_found_against_the_arrows() -> None:
    graph = net(
        memory(1, "note", (said("b", "knows", "a"), said("b", "knows", "c"), said("c", "knows", "d"))),
        memory(2, "other", (said("a", "knows", "x"), said("x", "knows", "y"), said("y", "knows", "z"))),
        memory(3, "third", (said("z", "knows", "d"),)),
    )

    found = way(graph, ["name:a"], ["name:d"], hops=6)

    assert names(*found.nodes) == ["a", "b", "c", "d"]
    assert [(edge.subject, edge.object) for edge in found.edges] == [
        ("name:b", "name:a"),
        ("name:b", "name:c"),
        ("name:c", "name:d"),
    ]


def test_way_to_itself_is_no_hop() -> None:
    assert trail(chain("a", "b"), "a", "a") == ["a"]


@pytest.mark.parametrize(("hops", "found"), [(2, []), (3, ["a", "b", "c", "d"])])
def test_way_is_no_longer_than_its_hops(hops: int, found: list[str]) -> None:
    assert trail(chain("a", "b", "c", "d"), "a", "d", hops) == found


def test_bounded_search_says_that_there_may_be_a_way() -> None:
    assert way(chain("a", "b", "c", "d"), ["name:a"], ["name:d"], hops=2).truncated
    assert not way(LOOSE, ["name:a"], ["name:d"], hops=6).truncated


PAIRS = st.lists(st.tuples(st.integers(0, 7), st.integers(0, 7)), max_size=14)


@settings(max_examples=60, deadline=None, derandomize=True, database=None)
@given(PAIRS, st.integers(0, 7))
def test_path_is_as_long_as_the_neighbourhood_is_far(pairs: list[tuple[int, int]], goal: int) -> None:
    edges = tuple(said(f"n{one}", "knows", f"n{other}") for one, other in pairs if one != other)
    graph = net(memory(1, "note", edges))

    far = around(graph, ["name:n0"], hops=6, most=99).distances.get(f"name:n{goal}")
    found = way(graph, ["name:n0"], [f"name:n{goal}"], hops=6)

    assert (len(found.edges) if found.nodes else None) == far
