"""Pictures of the graph, from files to SVG."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime

import pytest
from tests.engine.homes_in_memory import MemoryHome

from vademecum.cypher.engine import LadybugCypher
from vademecum.engine.graph_tools import GraphTools
from vademecum.errors import NotFound, UsageError
from vademecum.model.value import replace


class Row:
    """Lays every node out in a row, or is not installed."""

    def __init__(self, lacking: str = "") -> None:
        self.lacking = lacking
        self.edges: list[tuple[int, int]] = []

    def missing(self) -> str:
        return self.lacking

    def place(self, count: int, edges: Sequence[tuple[int, int]]) -> tuple[tuple[float, float], ...]:
        self.edges = list(edges)
        return tuple((float(number), 0.0) for number in range(count))


@pytest.fixture
def layout(home: MemoryHome) -> Row:
    made = Row()
    home.vade._parts = replace(
        home.vade._parts, open_graph_tools=lambda: GraphTools(cypher=LadybugCypher(), layout=made)
    )
    home.vade.link("Rhea", "works_at", "Acme", since=datetime(2024, 3, 1, tzinfo=UTC))
    home.vade.link("Rhea", "knows", "Sam")
    home.vade.link("Sam", "knows", "Ana")
    return made


def test_neighbourhood_is_drawn(home: MemoryHome, layout: Row) -> None:
    drawn = home.vade.graph.picture("Rhea", hops=1)

    assert (drawn.nodes, drawn.edges) == (3, 2)
    assert layout.edges == [(0, 1), (0, 2)]
    assert ">Around Rhea<" in drawn.svg


@pytest.mark.usefixtures("layout")
def test_picture_is_of_its_moment(home: MemoryHome) -> None:
    drawn = home.vade.graph.picture("Rhea", as_of=datetime(2025, 1, 1, tzinfo=UTC))

    assert "as of 2025-01-01" in drawn.svg


def test_missing_layout_says_what_to_install(home: MemoryHome, layout: Row) -> None:
    layout.lacking = "install it"

    with pytest.raises(UsageError, match="install it"):
        home.vade.graph.picture("Rhea")


def test_timeline_needs_no_layout(home: MemoryHome, layout: Row) -> None:
    layout.lacking = "install it"

    assert home.vade.graph.timeline("Rhea").edges == 2


@pytest.mark.usefixtures("layout")
def test_unknown_name_is_not_drawn(home: MemoryHome) -> None:
    with pytest.raises(NotFound):
        home.vade.graph.picture("Nobody")
