"""What a Cypher query is let through for, and what of the graph it looks at."""

from __future__ import annotations

import pytest

from vademecum.errors import InvalidValue, LimitExceeded, QuerySyntaxError, Refused
from vademecum.graph.cypher import cypher_parameter, cypher_read
from vademecum.model.cypher import CypherRead

READS = [
    ("MATCH (p:Person)-[:works_at]->(o) RETURN p.name", CypherRead(("Person",), ("works_at",), False)),
    ("match (p) return p", CypherRead((), (), False)),
    ("MATCH (a)-[r]->(b) RETURN r", CypherRead((), (), True)),
    ("MATCH (a)-->(b) RETURN b", CypherRead((), (), True)),
    ("MATCH (a)<--(b) RETURN b", CypherRead((), (), True)),
    ("MATCH (a)--(b) RETURN b", CypherRead((), (), True)),
    (
        "MATCH (a)-[:knows|:likes*1..3]-(b:`Big Co`) RETURN b",
        CypherRead(("Big Co",), ("knows", "likes"), False),
    ),
    ("MATCH (a:A|B {name: x.y}) WHERE a:C RETURN [1][0]", CypherRead(("A", "B", "C"), (), False, ("y",))),
    ("MATCH (a)-[:knows]->(b)-[*2]->(c) RETURN c", CypherRead((), ("knows",), True)),
    (
        "MATCH (p:Person {City: 'Porto', name: $n}) WHERE p.`place.street` = 'x' RETURN p.city, p.team",
        CypherRead(("Person",), (), False, ("City", "place.street", "team")),
    ),
    ("MATCH (p) RETURN {a: p.since, b: 'p.c'}", CypherRead((), (), False, ("a", "b"))),
    ("OPTIONAL MATCH (a) RETURN a;", CypherRead((), (), False)),
    ("UNWIND [1, 2] AS n RETURN n", CypherRead((), (), False)),
]


@pytest.mark.parametrize(("query", "expected"), READS)
def test_query_tells_what_it_looks_at(query: str, expected: CypherRead) -> None:
    assert cypher_read(query) == expected


@pytest.mark.parametrize(
    "query",
    [
        "CREATE (:Person)",
        "MATCH (n) SET n.name = 'x'",
        "MATCH (n) detach DELETE n",
        "MATCH (n) REMOVE n.name",
        "MERGE (n:Person)",
        "DROP TABLE Person",
        "COPY (MATCH (n) RETURN n) TO 'x.csv'",
        "MATCH (n) /* harmless */ SET n.name = 'x'",
    ],
)
def test_query_that_writes_is_refused(query: str) -> None:
    with pytest.raises(Refused, match="a query only reads"):
        cypher_read(query)


@pytest.mark.parametrize(
    "query",
    ["LOAD FROM 'x.csv' RETURN *", "CALL show_tables() RETURN *", "INSTALL httpfs", "MATCH (n) CALL f()"],
)
def test_query_that_reaches_outside_is_refused(query: str) -> None:
    with pytest.raises(Refused, match="reaches outside"):
        cypher_read(query)


@pytest.mark.parametrize(
    "query",
    [
        "MATCH (n) WHERE n.name = 'create' RETURN n",
        'MATCH (n {name: "it\\"s; SET"}) RETURN n',
        "MATCH (n:`Set`) RETURN n // DELETE it",
        "MATCH (n) RETURN n.create, $set",
    ],
)
def test_quoted_words_are_no_clauses(query: str) -> None:
    assert cypher_read(query).types == ()


@pytest.mark.parametrize("query", ["", "hello", "MATCH (n) RETURN 'n", "RETURN 1; RETURN 2"])
def test_text_that_is_no_query_is_told(query: str) -> None:
    with pytest.raises(QuerySyntaxError):
        cypher_read(query)


def test_query_is_bounded() -> None:
    with pytest.raises(LimitExceeded, match="20,000 characters"):
        cypher_read("MATCH (n) RETURN n" + " " * 20_000)


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ("who=Rhea", ("who", "Rhea")),
        ("n=12", ("n", 12)),
        ("n=1.5", ("n", 1.5)),
        ("on=true", ("on", True)),
        ("none=null", ("none", None)),
        ("text=a=b", ("text", "a=b")),
        ("empty=", ("empty", "")),
        ("list=[1]", ("list", "[1]")),
    ],
)
def test_parameter_is_read_as_it_looks(given: str, expected: tuple[str, object]) -> None:
    assert cypher_parameter("--param", given) == expected


@pytest.mark.parametrize("given", ["who", "=Rhea", ""])
def test_parameter_without_a_name_is_refused(given: str) -> None:
    with pytest.raises(InvalidValue, match="is not NAME=VALUE"):
        cypher_parameter("--param", given)
