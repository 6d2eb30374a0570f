"""Where nodes are drawn: near to what they are joined to, and the same every time."""

from __future__ import annotations

from math import dist

import pytest

from vademecum.layouts import forces
from vademecum.layouts.forces import ForceLayout

pytest.importorskip("networkx", reason="the extra `graph` is not installed: pip install 'vademecum[graph]'")

TWO_CLIQUES = [(0, 1), (0, 2), (1, 2), (3, 4), (3, 5), (4, 5), (2, 3)]


def test_joined_nodes_stand_near() -> None:
    places = ForceLayout().place(6, TWO_CLIQUES)

    assert dist(places[0], places[1]) < dist(places[0], places[4])


def test_same_graph_is_laid_out_alike() -> None:
    assert ForceLayout().place(6, TWO_CLIQUES) == ForceLayout().place(6, TWO_CLIQUES)


@pytest.mark.parametrize(("count", "places"), [(0, ()), (1, ((0.0, 0.0),)), (2, ((0.0, 0.0), (1.0, 0.0)))])
def test_few_nodes_need_no_forces(count: int, places: tuple[tuple[float, float], ...]) -> None:
    assert ForceLayout().place(count, []) == places


def test_missing_library_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(forces, "_NEEDED", ("no_library_of_this_name",))

    assert "pip install 'vademecum[graph]'" in ForceLayout().missing()
