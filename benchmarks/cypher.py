"""Why ladybug answers Cypher: two engines over the same graphs, each in a process of its own.

Over a small graph thirty queries are asked whose answers are known; an engine is right, refuses, or is wrong.
Over a large one it is told what loading and three questions cost in CPU, and the most memory. Then
`vade graph query` is measured from its index to its rows. What is not installed is left out and named:
`pip install grand-cypher` brings the other engine, which is no dependency of ours.

    python benchmarks/cypher.py --n 100000
"""

from __future__ import annotations

import argparse
import csv
import json
import random
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from graph import Pages, opened, row, say, timed

ENGINES = {"ladybug": "ladybug", "grand": "grandcypher"}
LABELS = ("Person", "Organisation", "Place", "Project", "Product")
TYPES = ("knows", "works_at", "lives_in", "uses", "part_of")
RELATIONS = 5

Node = tuple[str, str, str]
"""Id, name and label."""

Edge = tuple[str, str, str]
"""Subject, type and object."""

PEOPLE: list[Node] = [
    *((name.lower(), name, "Person") for name in ("Rhea", "Iris", "Sam", "Tom")),
    *((name.lower(), name, "Organisation") for name in ("Acme", "Globex")),
    *((name.lower(), name, "Place") for name in ("Porto", "Lyon")),
]
TIES: list[Edge] = [
    ("rhea", "knows", "iris"), ("iris", "knows", "sam"), ("sam", "knows", "rhea"), ("tom", "knows", "rhea"),
    ("rhea", "works_at", "acme"), ("iris", "works_at", "acme"), ("sam", "works_at", "globex"),
    ("rhea", "lives_in", "porto"), ("iris", "lives_in", "lyon"), ("acme", "lives_in", "porto"),
]  # fmt: skip

CASES: list[tuple[str, list[list[Any]]]] = [
    ("MATCH (p:Person) RETURN p.name", [["Iris"], ["Rhea"], ["Sam"], ["Tom"]]),
    ("MATCH (p:Person)-[:works_at]->(o) RETURN p.name, o.name",
     [["Iris", "Acme"], ["Rhea", "Acme"], ["Sam", "Globex"]]),
    ("MATCH (o)<-[:works_at]-(p) RETURN o.name, p.name",
     [["Acme", "Iris"], ["Acme", "Rhea"], ["Globex", "Sam"]]),
    ("MATCH (p {name: 'Rhea'})-[:knows]-(q) RETURN q.name", [["Iris"], ["Sam"], ["Tom"]]),
    ("MATCH (p {name: 'Rhea'})-[:knows|:works_at]->(q) RETURN q.name", [["Acme"], ["Iris"]]),
    ("MATCH (p {name: 'Tom'})-[:knows*1..2]->(q) RETURN q.name", [["Iris"], ["Rhea"]]),
    ("MATCH (p {name: 'Tom'})-[:knows*2..2]->(q) RETURN q.name", [["Iris"]]),
    ("MATCH (p:Person) WHERE p.name = 'Sam' OR p.name = 'Tom' RETURN p.name", [["Sam"], ["Tom"]]),
    ("MATCH (p:Person) WHERE p.name STARTS WITH 'R' RETURN p.name", [["Rhea"]]),
    ("MATCH (p:Person) WHERE p.name CONTAINS 'e' RETURN p.name", [["Rhea"]]),
    ("MATCH (p:Person) WHERE NOT p.name = 'Rhea' RETURN p.name", [["Iris"], ["Sam"], ["Tom"]]),
    ("MATCH (p:Person) WHERE NOT (p)-[:works_at]->() RETURN p.name", [["Tom"]]),
    ("MATCH (p:Person) WHERE p.name IN ['Rhea', 'Iris'] RETURN p.name", [["Iris"], ["Rhea"]]),
    ("MATCH (p:Person) RETURN count(*)", [[4]]),
    ("MATCH (p:Person)-[:works_at]->(o) RETURN o.name, count(p)", [["Acme", 2], ["Globex", 1]]),
    ("MATCH (p:Person)-[:works_at]->(o {name: 'Acme'}) RETURN collect(p.name)", [[["Iris", "Rhea"]]]),
    ("MATCH (p:Person)-[:works_at]->(o) WITH o, count(p) AS n WHERE n > 1 RETURN o.name", [["Acme"]]),
    ("MATCH (p:Person) WITH p ORDER BY p.name LIMIT 2 RETURN p.name", [["Iris"], ["Rhea"]]),
    ("MATCH (p:Person) WITH p ORDER BY p.name RETURN p.name", [["Iris"], ["Rhea"], ["Sam"], ["Tom"]]),
    ("MATCH (p:Person) OPTIONAL MATCH (p)-[:works_at]->(o) RETURN p.name, o.name",
     [["Iris", "Acme"], ["Rhea", "Acme"], ["Sam", "Globex"], ["Tom", None]]),
    ("MATCH (p:Person)-[:knows]->(q), (p)-[:works_at]->(o) RETURN p.name, o.name",
     [["Iris", "Acme"], ["Rhea", "Acme"], ["Sam", "Globex"]]),
    ("MATCH (p:Person) RETURN p.name ORDER BY p.name DESC LIMIT 1", [["Tom"]]),
    ("MATCH (p:Person) RETURN p.name ORDER BY p.name SKIP 3", [["Tom"]]),
    ("MATCH (p:Person)-[:lives_in]->(c) RETURN DISTINCT c.name", [["Lyon"], ["Porto"]]),
    ("UNWIND [1, 2] AS n RETURN n", [[1], [2]]),
    ("MATCH (p {name: 'Rhea'}) RETURN p.name UNION MATCH (p {name: 'Tom'}) RETURN p.name",
     [["Rhea"], ["Tom"]]),
    ("MATCH (p {name: 'Rhea'})-[r]->(q) RETURN q.name", [["Acme"], ["Iris"], ["Porto"]]),
    ("MATCH (a {name: 'Tom'})-[:knows]->(b)-[:works_at]->(c)-[:lives_in]->(d) RETURN d.name", [["Porto"]]),
    ("MATCH (p:Person) RETURN p.name AS who", [["Iris"], ["Rhea"], ["Sam"], ["Tom"]]),
    ("MATCH (p:Person {name: 'Nobody'}) RETURN p.name", []),
]  # fmt: skip


class Ladybug:
    """A property graph of tables, loaded from CSV as `vademecum.cypher` does."""

    def __init__(self, nodes: Sequence[Node], edges: Sequence[Edge]) -> None:
        module: Any = import_module("ladybug")
        self._asking = module.Connection(module.Database(":memory:", buffer_pool_size=512 << 20))
        labels = {id: label for id, _, label in nodes}
        with tempfile.TemporaryDirectory() as folder:
            for label in dict.fromkeys(labels.values()):
                self._asking.execute(f"CREATE NODE TABLE {label} (id STRING, name STRING, PRIMARY KEY (id))")
                self._copy(folder, label, [node[:2] for node in nodes if node[2] == label], "")
            tied: dict[str, dict[tuple[str, str], list[tuple[str, str]]]] = {}
            for subject, type, object in edges:
                ends = labels[subject], labels[object]
                tied.setdefault(type, {}).setdefault(ends, []).append((subject, object))
            for type, pairs in tied.items():
                between = ", ".join(f"FROM {one} TO {other}" for one, other in pairs)
                self._asking.execute(f"CREATE REL TABLE {type} ({between})")
                for (one, other), rows in pairs.items():
                    self._copy(folder, type, rows, f", from='{one}', to='{other}'")

    def _copy(self, folder: str, table: str, rows: Sequence[Sequence[str]], ends: str) -> None:
        path = Path(folder, "rows.csv")
        with path.open("w", newline="") as file:
            csv.writer(file).writerows(rows)
        self._asking.execute(f"COPY {table} FROM '{path}' (header=false{ends})")

    def ask(self, query: str) -> list[list[Any]]:
        """Every row."""
        found = self._asking.execute(query)
        rows: list[list[Any]] = []
        while found.has_next():
            rows.append(list(found.get_next()))
        return rows


class Grand:
    """A parser of Cypher over a graph of networkx."""

    def __init__(self, nodes: Sequence[Node], edges: Sequence[Edge]) -> None:
        self._module: Any = import_module("grandcypher")
        self._graph: Any = import_module("networkx").MultiDiGraph()
        for id, name, label in nodes:
            self._graph.add_node(id, id=id, name=name, __labels__={label})
        for subject, type, object in edges:
            self._graph.add_edge(subject, object, __labels__={type})

    def ask(self, query: str) -> list[list[Any]]:
        """Every row."""
        found = self._module.GrandCypher(self._graph).run(query)
        return [list(cells) for cells in zip(*found.values(), strict=True)]


MAKERS: dict[str, Callable[[Sequence[Node], Sequence[Edge]], Ladybug | Grand]] = {
    "ladybug": Ladybug,
    "grand": Grand,
}


def large(count: int) -> tuple[list[Node], list[Edge]]:
    """A graph of that many nodes, with five relations each."""
    chance = random.Random(7)
    nodes = [(f"n{number}", f"Page{number:06d}", LABELS[number % len(LABELS)]) for number in range(count)]
    edges = [(f"n{number}", type, f"n{chance.randrange(count)}") for number in range(count) for type in TYPES]
    return nodes, edges


QUESTIONS = {
    "one hop from a named node": "MATCH (p:Person {name: 'Page000005'})-[:knows]->(o) RETURN o.name",
    "100 of a type": "MATCH (p:Person)-[:works_at]->(o) RETURN p.name, o.name LIMIT 100",
    "two hops from a named node": (
        "MATCH (p:Person {name: 'Page000005'})-[:knows]->(o)-[:uses]->(q) RETURN q.name"
    ),
}


def judged(engine: str) -> dict[str, object]:
    """How many of the queries an engine answers as they are to be answered."""
    asked = MAKERS[engine](PEOPLE, TIES)
    told = {"right": 0, "refused": 0, "wrong": 0}
    not_right: list[str] = []
    for query, wanted in CASES:
        try:
            found = "right" if _sorted(asked.ask(_quoted(query))) == _sorted(wanted) else "wrong"
        except Exception:  # noqa: BLE001 - each engine throws what it likes at a query that it does not know
            found = "refused"
        told[found] += 1
        not_right += [] if found == "right" else [f"{found}: {query}"]
    return {**told, "not right": not_right}


def _quoted(query: str) -> str:
    """With the quotes that both engines read."""
    return query.replace("'", '"')


def _sorted(rows: Sequence[Sequence[Any]]) -> list[str]:
    return sorted(repr([sorted(cell) if isinstance(cell, list) else cell for cell in one]) for one in rows)


def costs(engine: str, count: int) -> dict[str, float]:
    """CPU seconds of loading and of each question, and memory in MB."""
    nodes, edges = large(count)
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    began = time.process_time()
    asked = MAKERS[engine](nodes, edges)
    told = {"loading": time.process_time() - began}
    for name, query in QUESTIONS.items():
        began = time.process_time()
        assert asked.ask(_quoted(query)), name
        told[name] = time.process_time() - began
    told["more memory, MB"] = (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before) / 1024
    return {name: round(number, 2) for name, number in told.items()}


def compared(count: int) -> Iterator[tuple[str, dict[str, Any]]]:
    """Both engines, each in a process of its own, so that memory is its own too."""
    for engine, library in ENGINES.items():
        if find_spec(library) is None:
            say(f"{library} is not installed and is left out")
            continue
        command = [sys.executable, __file__, "--engine", engine, "--n", str(count)]
        done = subprocess.run(command, capture_output=True, check=True)
        yield engine, json.loads(done.stdout)


WHOLE = {
    "a type from a named node": "MATCH (p {name: 'Page000005'})-[:knows]->(o) RETURN o.name",
    "any relation": "MATCH (p {name: 'Page000005'})-[r]->(o) RETURN r.predicate, o.name",
    "a field of every node": "MATCH (p:Person {created: '2020'}) RETURN p.name",
}


def whole(count: int, asks: int) -> list[dict[str, object]]:
    """`vade graph query` from the index to its rows; the engine's own process is waited for, not counted."""
    with opened(Pages(count, hubs=1)) as (vade, _):
        rows: list[dict[str, object]] = []
        for name, query in WHOLE.items():
            before = resource.getrusage(resource.RUSAGE_CHILDREN)
            times = timed([lambda text=query: vade.graph.query(text) for _ in range(asks)])  # type: ignore[misc]
            after = resource.getrusage(resource.RUSAGE_CHILDREN)
            engine = (after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime) / asks * 1000
            rows.append({"n": count, **row(f"graph query: {name}", times, engine_ms=round(engine))})
        return rows


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=100_000, help="nodes of the large graph")
    parser.add_argument("--asks", type=int, default=3, help="whole queries that are timed")
    parser.add_argument("--engine", choices=ENGINES, help="one engine alone, as JSON")
    given = parser.parse_args()
    if given.engine:
        print(json.dumps({**judged(given.engine), **costs(given.engine, given.n)}))
        return
    for engine, told in compared(given.n):
        for query in told.pop("not right"):
            print(f"{engine:8} {query}")
        print(f"{engine:8} {json.dumps(told)}")
    if find_spec("ladybug") is not None:
        for one in whole(given.n, given.asks):
            print(json.dumps(one))


if __name__ == "__main__":
    main()
