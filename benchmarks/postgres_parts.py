"""Turns, vectors and edges of a tenant in PostgreSQL beside the local store: the same questions, one run.

The two are asked in turns, so that whatever else the machine does meets both, and must answer alike. Beside
the time by the clock stands CPU time, here and in the server, which a busy machine hardly changes.

    python benchmarks/postgres_parts.py --turns 10000 --turns 100000 --vectors 1000 --vectors 100000
"""

from __future__ import annotations

import argparse
import random
import statistics
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import psycopg

sys.path.insert(0, str(Path(__file__).parents[1]))  # the tests know how to start a server

from tests.contract.test_turns import held
from tests.postgres_server import Server
from tests.stores.programs import samples

from generator import Generator
from postgres import say, server_ms
from vademecum.model.ask import Filters
from vademecum.model.conversation import ConversationId, Role
from vademecum.model.edges import EdgeOrigin, Said
from vademecum.model.entry import Changes, Entry, Place
from vademecum.model.record import Kind
from vademecum.model.tenancy import TenantId
from vademecum.model.turns import Fence, Heard, Spoken, TurnChanges, bag_of
from vademecum.model.value import replace
from vademecum.model.vectors import Embedded, Space
from vademecum.ports import Index
from vademecum.ports.turns import Turns
from vademecum.retrieval.question import Question
from vademecum.retrieval.turns import rank
from vademecum.retrieval.weights import FIELD_WEIGHTS
from vademecum.stores.local.index import LocalIndex
from vademecum.stores.local.turns.index import LocalTurns
from vademecum.stores.postgres.database import Database
from vademecum.stores.postgres.index import PostgresIndex
from vademecum.stores.postgres.turns.index import PostgresTurns
from vademecum.text.analyzer import Term

TURNS_EACH = 100
DIMENSION = 256
HUB = 10
"""Every page knows ten others, and all know the first."""

Ask = Callable[[], object]


class Analysed(Database):
    """One whose planner is told what was filled, as the server itself does a minute later."""

    owner = ""

    def analyse(self) -> None:
        with psycopg.connect(self.owner, autocommit=True) as owner:
            owner.execute("ANALYZE")


def conversations(turns: int) -> Iterator[Heard]:
    """Conversations of a hundred turns; a person says 40 words, an assistant three times as many."""
    generator, rng = Generator(), random.Random(5)
    for number in range(turns // TURNS_EACH):
        id = ConversationId(f"{number:024x}")
        told = []
        for seq in range(1, TURNS_EACH + 1):
            role = Role.USER if seq % 2 else Role.ASSISTANT
            stems = [word.lower() for word in generator.draw(rng, 40 if seq % 2 else 120)]
            told.append(
                Spoken(
                    seq=seq,
                    role=role,
                    line=seq,
                    start=seq,
                    lang="en",
                    length=len(stems),
                    bag=bag_of(stems),
                    at=number,
                )
            )
        conversation = held(id, turns=TURNS_EACH, workspace=f"project:{number % 10}")
        yield Heard(conversation=conversation, anew=True, turns=tuple(told))


def asked(methods: dict[str, list[Ask]], repetitions: int, postmaster: int) -> Iterator[str]:
    """Rows of the table; stops when two methods answer otherwise."""
    walls: dict[str, list[float]] = {name: [] for name in methods}
    spent, served = dict.fromkeys(methods, 0.0), dict.fromkeys(methods, 0.0)
    for turn in range(repetitions + 1):
        answers: dict[str, list[object]] = {}
        for name, asks in methods.items():
            before, cpu = server_ms(postmaster), time.process_time()
            times, answers[name] = [], []
            for ask in asks:
                begun = time.perf_counter()
                answers[name].append(ask())
                times.append((time.perf_counter() - begun) * 1000)
            if turn:  # the first one warms every cache
                walls[name] += times
                spent[name] += (time.process_time() - cpu) * 1000
                served[name] += server_ms(postmaster) - before
        told = list(answers.values())
        if any(one != told[0] for one in told):
            raise SystemExit("the stores answer otherwise")
    for name, times in walls.items():
        cuts, number = statistics.quantiles(times, n=100), len(times)
        yield (
            f"{name} | {cuts[49]:.2f} | {cuts[94]:.2f} | {spent[name] / number:.2f} | "
            f"{served[name] / number:.2f} |"
        )


def talk_rows(databases: dict[str, Analysed], turns: int, options: argparse.Namespace) -> Iterator[str]:
    """Ranking of turns, five words and twenty-four."""
    with tempfile.TemporaryDirectory() as scratch:
        indexes: dict[str, Turns] = {"local": LocalTurns.open(scratch)}
        indexes["postgres"] = PostgresTurns(databases["pgvector"].tenancy(TenantId(f"turns-{turns}")))
        portions = list(conversations(turns))
        for name, index in indexes.items():
            begun = time.perf_counter()
            for first in range(0, len(portions), 10):
                index.apply(TurnChanges(heard=tuple(portions[first : first + 10])))
            index.flush()
            took, size = time.perf_counter() - begun, index.size_bytes() / turns
            say(f"{turns:,} turns, {name}: {took:.1f} s, {size:.0f} B each")
        databases["pgvector"].analyse()
        generator, rng = Generator(), random.Random(9)
        for words in (5, 24):
            texts = [list(dict.fromkeys(generator.draw(rng, words))) for _ in range(options.queries)]
            questions = [Question("", tuple(Term(word, (word.lower(),)) for word in text)) for text in texts]
            asks: dict[str, list[Ask]] = {
                name: [partial(_ranked, index, question) for question in questions]
                for name, index in indexes.items()
            }
            for row in asked(asks, options.repetitions, options.postmaster):
                yield f"| {turns:,} turns, {words} words, {row}"


def _ranked(index: Turns, question: Question) -> object:
    with index.steady():  # as every search is
        return [(one.candidate, one.score) for one in rank(index, question, Fence(), 10).ranked]


def pages(number: int) -> Iterator[Entry]:
    """Pages that know others."""
    generator, rng = Generator(), random.Random(3)
    for place, memory in enumerate(generator.memories(number)):
        del memory
        yield _page(place, [0, *(rng.randrange(number) for _ in range(HUB - 1))])


def _page(place: int, known: Sequence[int]) -> Entry:
    name = f"page {place}"
    said = tuple(
        Said(name, "knows", f"page {other}", name, f"page {other}", None, None, EdgeOrigin.RELATION)
        for other in known
    )
    made: Entry = samples.entry(place, name, kind=Kind.ENTITY)
    return replace(made, place=Place("Thing", name, (name,), f"key {place}", None, (), said))


def graph_rows(databases: dict[str, Analysed], number: int, options: argparse.Namespace) -> Iterator[str]:
    """What is like a row among all memories, and what touches a page."""
    rng = np.random.default_rng(11)
    rows = rng.integers(-40, 40, (number, DIMENSION), dtype=np.int8)
    with tempfile.TemporaryDirectory() as scratch:
        indexes: dict[str, Index] = {"local": LocalIndex.open(scratch, FIELD_WEIGHTS)}
        for name, database in databases.items():
            tenancy = database.tenancy(TenantId(f"n{number}"))
            indexes[f"postgres, {name}"] = PostgresIndex(tenancy, FIELD_WEIGHTS)
        everything = list(pages(number))
        for name, index in indexes.items():
            begun = time.perf_counter()
            _fill(index, everything, rows)
            say(f"{number:,} pages and vectors, {name}: {time.perf_counter() - begun:.1f} s")
        for database in databases.values():
            database.analyse()
        wanted = [rows[place].tobytes() for place in rng.integers(0, number, options.queries)]
        asks: dict[str, list[Ask]] = {
            name: [partial(_near, index, row) for row in wanted] for name, index in indexes.items()
        }
        for row in asked(asks, options.repetitions, options.postmaster):
            yield f"| nearest of {number:,}, {row}"
        names = [f"page {place}" for place in rng.integers(0, number, 20 * options.queries)]
        ends = [names[first : first + 20] for first in range(0, len(names), 20)]
        asks = {name: [partial(_touching, index, each) for each in ends] for name, index in indexes.items()}
        for row in asked(asks, options.repetitions, options.postmaster):
            yield f"| edges of 20 in {number:,}, {row}"


def _fill(index: Index, entries: Sequence[Entry], rows: Any) -> None:
    for first in range(0, len(entries), 1_000):
        index.apply(Changes(put=tuple(entries[first : first + 1_000])))
    index.flush()
    vectors = index.vectors()
    vectors.begin(Space(model="m", dimension=DIMENSION))
    while lacking := vectors.lacking(2_000):
        made = [(version, rows[int(key[3:])].tobytes()) for key, version in lacking]
        vectors.put("m", [Embedded(version, "d", (row,)) for version, row in made])


def _near(index: Index, row: bytes) -> object:
    return index.vectors().nearest("m", row, Filters(), 10)


def _touching(index: Index, ends: Sequence[str]) -> object:
    return index.edges().touching(ends, most=100)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--turns", type=int, action="append", default=[], help="turns of the tenant")
    parser.add_argument("--vectors", type=int, action="append", default=[], help="pages of the tenant")
    parser.add_argument("--queries", type=int, default=40, help="questions of each sort")
    parser.add_argument("--repetitions", type=int, default=3, help="times each is asked")
    options = parser.parse_args()
    server = Server()
    try:
        assert server.process is not None
        options.postmaster = server.process.pid
        databases: dict[str, Analysed] = {}
        for name, has_vectors in (("pgvector", True), ("numpy", False)):
            databases[name] = Analysed.open(server.create(name, vectors=has_vectors))
            databases[name].owner = server.url("postgres", name)
        print("| | p50 ms | p95 | CPU here | CPU of the server |\n|---|---|---|---|---|")
        for turns in options.turns:
            for row in talk_rows(databases, turns, options):
                print(row, flush=True)
        for number in options.vectors:
            for row in graph_rows(databases, number, options):
                print(row, flush=True)
        for database in databases.values():
            database.close()
    finally:
        server.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
