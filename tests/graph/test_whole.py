"""Degrees and components."""

from __future__ import annotations

from tests.graph.nets import memory, net, said

from vademecum.graph.whole import Degree, Whole

SAID = (
    said("a", "knows", "b"),
    said("a", "likes", "b"),
    said("c", "knows", "a"),
    said("x", "knows", "y"),
    said("p", "owns", "q"),
)
GRAPH = net(memory(1, "note", SAID), memory(2, "again", SAID[:1]))


def test_degree_counts_others_and_different_edges() -> None:
    degrees = Whole(GRAPH.everything()).degrees()

    assert list(degrees) == [f"name:{name}" for name in ("a", "b", "c", "p", "q", "x", "y")]
    assert degrees["name:a"] == Degree(2, 2, 1)
    assert degrees["name:b"] == Degree(1, 0, 2)


def test_components_come_largest_first() -> None:
    assert Whole(GRAPH.everything()).components() == (
        ("name:a", "name:b", "name:c"),
        ("name:p", "name:q"),
        ("name:x", "name:y"),
    )


def test_only_wanted_predicates_hold_together() -> None:
    assert Whole(GRAPH.everything(), {"owns"}).components() == (("name:p", "name:q"),)
