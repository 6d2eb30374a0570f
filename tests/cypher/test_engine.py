"""The engine of the extra `graph`, in its own process: what it finds, and what ends it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from vademecum.cypher import engine as room
from vademecum.cypher.engine import LadybugCypher
from vademecum.errors import LimitExceeded, UsageError
from vademecum.model.cypher import GraphTable, PropertyGraph

pytest.importorskip("ladybug", reason="the extra `graph` is not installed: pip install 'vademecum[graph]'")


def node(name: str, label: str) -> tuple[str, ...]:
    return (name.lower(), name, label, "entity", "personal", "active")


PEOPLE = [node(name, "Person") for name in ("Rhea", "Sam", 'Tom "T" O\'Neill, \\\nson')]
GRAPH = PropertyGraph(
    nodes={"Person": PEOPLE, "Organisation": [node("Acme", "Organisation")], "Name": []},
    edges={
        "works_at": {
            ("Person", "Organisation"): [
                ("rhea", "acme", "works_at", "2024-03-01 00:00:00.000000", "", "r1"),
                ("sam", "acme", "works_at", "", "", "r2"),
            ]
        },
        "knows": {("Person", "Person"): [("rhea", "sam", "knows", "", "", "r3")]},
        "hates": {("Name", "Name"): []},
    },
)


def ask(query: str, limit: int = 100, seconds: float = 10, **parameters: object) -> GraphTable:
    return LadybugCypher().ask(GRAPH, query, parameters, limit=limit, seconds=seconds)


ANSWERS: list[tuple[str, list[Any]]] = [
    ("MATCH (p:person)-[:WORKS_AT]->(o) RETURN p.name ORDER BY p.name", [("Rhea",), ("Sam",)]),
    ("MATCH (o:Organisation)<-[:works_at]-(p) RETURN count(*)", [(2,)]),
    ("MATCH (a {name: 'Sam'})-[:knows]-(b) RETURN b.name", [("Rhea",)]),
    ("MATCH (a {name: 'Rhea'})-[:knows*1..2]->(b)-[:works_at]->(c) RETURN c.name", [("Acme",)]),
    ("MATCH (p:Person) WHERE NOT (p)-[:works_at]->() RETURN p.name", [('Tom "T" O\'Neill, \\\nson',)]),
    ("MATCH (p:Person)-[r:works_at]->() WHERE r.since IS NULL RETURN p.name", [("Sam",)]),
    ("MATCH ()-[r:works_at {said_by: 'r1'}]->() RETURN r.since", [("2024-03-01T00:00:00+00:00",)]),
    ("MATCH (p:Person)-[:hates]->(o) RETURN p", []),
    ("MATCH (p:Person) RETURN p.name LIMIT 0", []),
    ("RETURN 1.5, true, null, [1, 2], {a: 1}", [(1.5, True, None, [1, 2], {"a": 1})]),
]


def test_further_properties_of_nodes_are_found() -> None:
    people = [(*node("Rhea", "Person"), "Porto", ""), (*node("Sam", "Person"), "", "blue")]
    graph = PropertyGraph(nodes={"Person": people}, edges={}, fields=("City", "hair colour"))
    query = "MATCH (p:Person) WHERE p.city = 'Porto' RETURN p.name, p.City, p.`hair colour`"

    assert LadybugCypher().ask(graph, query, {}, limit=5, seconds=10).rows == (("Rhea", "Porto", None),)


@pytest.mark.parametrize(("query", "rows"), ANSWERS)
def test_query_finds_its_rows(query: str, rows: list[Any]) -> None:
    assert list(ask(query).rows) == rows


def test_values_are_handed_over() -> None:
    assert ask("MATCH (p {name: $who}) RETURN p.id", who="Sam").rows == (("sam",),)


def test_node_and_relation_are_their_properties() -> None:
    ((found, said),) = ask("MATCH (a)-[r:knows]->(b) RETURN a, r").rows

    assert found == dict(zip(("id", "name", "label", "kind", "scope", "status"), PEOPLE[0], strict=True))
    assert said == {"predicate": "knows", "since": None, "until": None, "said_by": "r3"}


def test_path_is_its_nodes_and_relations_in_turn() -> None:
    ((way,),) = ask("MATCH p = (:Person {name: 'Rhea'})-[:knows]->() RETURN p").rows

    assert isinstance(way, list)
    assert [one.get("name", one.get("predicate")) for one in way] == ["Rhea", "knows", "Sam"]


def test_rows_beyond_the_limit_are_told() -> None:
    found = ask("MATCH (a), (b), (c) RETURN a.name", limit=7)

    assert (len(found.rows), found.truncated) == (7, True)


def test_malformed_query_is_answered_with_the_reason() -> None:
    with pytest.raises(UsageError, match="Cannot find property nam"):
        ask("MATCH (p) RETURN p.nam")


ENDLESS = "UNWIND range(1, 100000000) AS a UNWIND range(1, 1000) AS b RETURN a * b AS c ORDER BY c"


def test_endless_query_is_ended() -> None:
    with pytest.raises((LimitExceeded, UsageError), match=r"ended after|emory"):
        ask(ENDLESS, seconds=1)


@pytest.mark.parametrize(
    "query", ["COPY (MATCH (n) RETURN n.name) TO '{}'", "LOAD FROM '{}' (file_format='csv') RETURN *"]
)
def test_process_opens_no_file_whatever_it_is_told(tmp_path: Path, query: str) -> None:
    there = tmp_path / "there.csv"
    there.write_text("secret\n", encoding="utf-8")

    with pytest.raises((UsageError, LimitExceeded)):
        ask(query.format(there))
    assert there.read_text(encoding="utf-8") == "secret\n"


def test_missing_engine_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(room, "_ENGINE", "no_engine_of_this_name")

    assert "pip install 'vademecum[graph]'" in LadybugCypher().missing()


def test_nothing_is_left_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    ask("RETURN 1")

    assert list(tmp_path.iterdir()) == []
