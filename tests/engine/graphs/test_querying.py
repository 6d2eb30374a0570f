"""A query in Cypher, from files to what the engine is handed."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import pytest
from tests.engine.homes_in_memory import MemoryHome

from vademecum.engine.graph_tools import GraphTools
from vademecum.errors import InvalidValue, Refused, UsageError
from vademecum.layouts.forces import ForceLayout
from vademecum.model.cypher import GraphTable, PropertyGraph
from vademecum.model.value import replace

WORKS = "MATCH (p:Person)-[:works_at]->(o) RETURN p.name"


class Keeping:
    """An engine that keeps what it was asked."""

    def __init__(self, lacking: str = "") -> None:
        self.lacking = lacking
        self.graph = PropertyGraph(nodes={}, edges={})
        self.asked: list[Any] = []

    def missing(self) -> str:
        return self.lacking

    def ask(
        self,
        graph: PropertyGraph,
        query: str,
        parameters: Mapping[str, object],
        *,
        limit: int,
        seconds: float,
    ) -> GraphTable:
        self.graph = graph
        self.asked = [query, dict(parameters), limit, seconds]
        return GraphTable(columns=("p.name",), rows=(("Rhea",),))


@pytest.fixture
def engine(home: MemoryHome) -> Keeping:
    made = Keeping()
    home.vade._parts = replace(
        home.vade._parts, open_graph_tools=lambda: GraphTools(cypher=made, layout=ForceLayout())
    )
    home.vade.add_entity("Rhea", label="Person")
    home.vade.add_entity("Acme", label="Organisation")
    home.vade.link("Rhea", "works_at", "Acme", since=datetime(2024, 3, 1, tzinfo=UTC))
    home.remember("Rhea likes tea.", title="Tea", about=["Rhea"])
    return made


def names(graph: PropertyGraph) -> dict[str, list[str]]:
    return {label: [row[1] for row in rows] for label, rows in graph.nodes.items()}


def test_answer_is_that_of_the_engine(home: MemoryHome, engine: Keeping) -> None:
    assert home.vade.graph.query(WORKS).rows == (("Rhea",),)
    assert engine.asked == [WORKS, {}, 100, 10.0]


def test_engine_is_handed_nodes_by_label(home: MemoryHome, engine: Keeping) -> None:
    home.vade.graph.query(WORKS)

    assert names(engine.graph) == {"Person": ["Rhea"], "Organisation": ["Acme"], "note": ["Tea"], "Name": []}


def test_relations_that_are_asked_for_are_handed_over(home: MemoryHome, engine: Keeping) -> None:
    home.vade.graph.query(WORKS)
    (row,) = engine.graph.edges["works_at"]["Person", "Organisation"]

    assert list(engine.graph.edges) == ["works_at"]
    assert row[2:5] == ("works_at", "2024-03-01 00:00:00.000000", "")


def test_any_relation_means_all_of_them(home: MemoryHome, engine: Keeping) -> None:
    home.vade.graph.query("MATCH (a)-[r]->(b) RETURN r")

    assert sorted(engine.graph.edges) == ["about", "works_at"]


def test_what_nobody_has_is_there_and_empty(home: MemoryHome, engine: Keeping) -> None:
    home.vade.graph.query("MATCH (p:Ship)-[:sails]->(o) RETURN p")

    assert engine.graph.nodes["Ship"] == []
    assert engine.graph.edges == {"sails": {("Name", "Name"): []}}


def test_free_properties_that_are_asked_for_are_handed_over(home: MemoryHome, engine: Keeping) -> None:
    home.vade.edit("rhea", set_properties={"City": "Porto", "skill": ("Go", "Rust")})
    home.vade.graph.query("MATCH (p:Person {city: 'Porto'}) RETURN p.skill, p.team, p.created")

    assert engine.graph.fields == ("city", "skill", "team", "created")
    assert [row[6:9] for row in engine.graph.nodes["Person"]] == [("Porto", "Go; Rust", "")]
    (acme,) = engine.graph.nodes["Organisation"]
    assert acme[9].startswith("2026-")


def test_properties_that_nobody_asks_for_are_not_read(home: MemoryHome, engine: Keeping) -> None:
    home.vade.edit("rhea", set_properties={"city": "Porto"})
    home.vade.graph.query(WORKS)

    assert engine.graph.fields == ()
    assert {len(row) for rows in engine.graph.nodes.values() for row in rows} == {6}


def test_mere_name_is_a_node(home: MemoryHome, engine: Keeping) -> None:
    home.remember("- knows [[Nobody Yet]]", title="Someone", subject="Rhea")
    home.vade.graph.query("MATCH (a)-[:knows]->(b) RETURN b")

    assert names(engine.graph)["Name"] == ["Nobody Yet"]
    assert list(engine.graph.edges["knows"]) == [("Person", "Name")]


def test_query_is_of_its_moment(home: MemoryHome, engine: Keeping) -> None:
    home.vade.graph.query(WORKS, as_of=datetime(2023, 1, 1, tzinfo=UTC))

    assert engine.graph.edges == {"works_at": {("Name", "Name"): []}}


def test_query_keeps_to_its_scopes(home: MemoryHome, engine: Keeping) -> None:
    home.vade.graph.query(WORKS, scopes=("org:elsewhere",))

    assert names(engine.graph) == {"Person": [], "Name": []}


def test_relation_that_is_a_label_too_is_told(home: MemoryHome, engine: Keeping) -> None:
    home.vade.link("Rhea", "person", "Acme")

    with pytest.raises(UsageError, match=r"r\.predicate = 'person'"):
        home.vade.graph.query("MATCH (a)-[:person]->(b) RETURN b")
    home.vade.graph.query("MATCH (a)-[r]->(b) RETURN b")
    assert "person (relation)" in engine.graph.edges


def test_values_stand_apart_from_the_query(home: MemoryHome, engine: Keeping) -> None:
    home.vade.graph.query("MATCH (p {name: $who}) RETURN p", parameters={"who": "Rhea"}, limit=5, timeout_s=2)

    assert engine.asked[1:] == [{"who": "Rhea"}, 5, 2.0]
    with pytest.raises(InvalidValue, match="who: a parameter is a text"):
        home.vade.graph.query("RETURN $who", parameters={"who": object()})


def test_write_is_refused_before_anything_is_read(home: MemoryHome, engine: Keeping) -> None:
    with pytest.raises(Refused):
        home.vade.graph.query("MATCH (n) DELETE n")

    assert engine.asked == []


def test_missing_engine_says_what_to_install(home: MemoryHome, engine: Keeping) -> None:
    engine.lacking = "install it"

    with pytest.raises(UsageError, match="install it"):
        home.vade.graph.query(WORKS)
