"""Recall from PostgreSQL beside recall from the local store: the same memories and questions, in one run.

The two answer each question in turns, so that whatever else the machine does meets both. What counts is the
time by the clock, which holds the waiting for the server; CPU time of our process and of the server's stand
beside it, because a busy machine lengthens the former and hardly the latter. The answers must be equal.

    python benchmarks/postgres.py --n 1000 --n 100000
    python benchmarks/postgres.py --n 1000 --beside 200    # as many tenants more, all asked in turns
"""

from __future__ import annotations

import argparse
import gc
import os
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from functools import partial
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))  # the tests know how to start a server

from tests.postgres_server import Server

from generator import Generator
from homes import batches
from vademecum import Vade
from vademecum.model.entry import Changes, Entry
from vademecum.model.policy import Policy
from vademecum.model.record import Scope
from vademecum.model.tenancy import TenantId
from vademecum.ports import Index
from vademecum.retrieval.weights import FIELD_WEIGHTS
from vademecum.stores.local.index import LocalIndex
from vademecum.stores.postgres.database import Database
from vademecum.stores.postgres.index import PostgresIndex
from vademecum.vault.memory import MemoryVault
from vademecum.wiring import SystemClock, UlidIds, open_with

WORDS = {5: 3, 24: 13}
"""Words of a question -> how many of them the memory in question lent. 24 words are a whole prompt."""

Asked = tuple[Index, Vade]

_TICK_MS = 1000.0 / os.sysconf("SC_CLK_TCK")


def say(text: str) -> None:
    """Progress, out of the way of the answer."""
    print(text, file=sys.stderr, flush=True)


class Forgetful(PostgresIndex):
    """Meets every question as the first one of its process."""

    @contextmanager
    def steady(self) -> Iterator[None]:
        self.scrub()
        with super().steady():
            yield


def opened(index: Index) -> Asked:
    """The engine over an index whose files nobody looks for."""
    return index, open_with(
        vault=MemoryVault(),
        index=index,
        policy=Policy(sync_max_files=0),
        language="en",
        clock=SystemClock(),
        ids=UlidIds(),
        read_scope=Scope,
    )


def server_ms(postmaster: int) -> float:
    """CPU milliseconds that the server's processes have used."""
    spent = 0
    for folder in Path("/proc").glob("[0-9]*"):
        try:
            fields = (folder / "stat").read_text().rpartition(")")[2].split()
        except OSError:
            continue  # it ended meanwhile
        if int(fields[1]) == postmaster:
            spent += int(fields[11]) + int(fields[12])
    return spent * _TICK_MS


def fill(index: Index, portions: Sequence[Sequence[Entry]]) -> float:
    """Seconds that it took."""
    begun = time.perf_counter()
    for entries in portions:
        index.apply(Changes(put=tuple(entries)))
    index.flush()
    return time.perf_counter() - begun


def line(method: str, words: int, times: Sequence[float], cpu: float, server: float) -> str:
    """A row of the table."""
    cuts = statistics.quantiles(times, n=100)
    told = f"{statistics.median(times):.2f} | {cuts[94]:.2f} | {cuts[98]:.2f} | {cpu:.2f} | {server:.2f}"
    return f"| {words} words, {method} | {told} |"


def asked(
    vades: dict[str, list[Asked]], texts: Sequence[str], repetitions: int, postmaster: int
) -> dict[str, tuple[list[float], float, float]]:
    """Wall milliseconds of each question, and CPU milliseconds of one on either side, by method."""
    walls: dict[str, list[float]] = {name: [] for name in vades}
    spent = dict.fromkeys(vades, 0.0)
    served = dict.fromkeys(vades, 0.0)
    for turn in range(repetitions + 1):
        for name, several in vades.items():
            asks = [partial(answer, vade, text) for text in texts for vade in several]
            before, cpu = server_ms(postmaster), time.process_time()
            times = []
            for ask in asks:
                begun = time.perf_counter()
                ask()
                times.append((time.perf_counter() - begun) * 1000)
            if turn:  # the first one warms every cache
                walls[name] += times
                spent[name] += (time.process_time() - cpu) * 1000
                served[name] += server_ms(postmaster) - before
    return {
        name: (walls[name], spent[name] / len(walls[name]), served[name] / len(walls[name])) for name in vades
    }


def measure(server: Server, database: Database, count: int, options: argparse.Namespace) -> list[str]:
    """The rows of one size."""
    generator = Generator()
    with tempfile.TemporaryDirectory() as scratch:
        local = LocalIndex.open(Path(scratch) / "index", FIELD_WEIGHTS)
        names = [TenantId(f"n{count}-{number}") for number in range(options.beside + 1)]
        tenancies = [database.tenancy(name) for name in names]
        stores = [PostgresIndex(tenancy, FIELD_WEIGHTS) for tenancy in tenancies]
        portions = list(batches(generator.memories(count), say))
        took = fill(local, portions), fill(stores[0], portions)
        for other in stores[1:]:
            fill(other, portions)
        say(f"filled in {took[0]:.1f} s and {took[1]:.1f} s, {stores[0].size_bytes() / count:.0f} B a memory")
        vades = {"local": [opened(local)], "postgres": [opened(store) for store in stores]}
        vades["postgres, nothing remembered"] = [opened(Forgetful(tenancies[0], FIELD_WEIGHTS))]
        rows = []
        for words, own in WORDS.items():
            texts = [q.text for q in generator.queries(options.queries, words=words, own=own, corpus=count)]
            compare(vades["local"][0][1], vades["postgres"][0][1], texts)
            gc.collect()
            gc.freeze()
            assert server.process is not None
            times = asked(vades, texts, options.repetitions, server.process.pid)
            rows += [line(f"{count:,}, {method}", words, *told) for method, told in times.items()]
        local.close()
        return rows


def answer(asked: Asked, text: str) -> object:
    """Ask as a service does: one request looks at one state."""
    index, vade = asked
    with index.steady():
        return vade.recall(text, scopes=["all"])


def compare(one: Vade, other: Vade, texts: Sequence[str]) -> None:
    """Stop when the two answer otherwise."""
    for text in texts:
        told = [
            [(hit.id, hit.score) for hit in vade.recall(text, scopes=["all"]).hits] for vade in (one, other)
        ]
        if told[0] != told[1]:
            raise SystemExit(f"the two answer otherwise to {text!r}:\n{told[0]}\n{told[1]}")


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--n", type=int, action="append", help="memories of the tenant; may be repeated")
    parser.add_argument("--beside", type=int, default=0, help="tenants of the same size more, asked in turns")
    parser.add_argument("--queries", type=int, default=60, help="questions of each sort")
    parser.add_argument("--repetitions", type=int, default=5, help="times each is asked")
    options = parser.parse_args()
    server = Server()
    try:
        database = Database.open(server.create("bench", partitions=8))
        print("| | p50 ms | p95 | p99 | CPU here | CPU of the server |\n|---|---|---|---|---|---|")
        for count in options.n or [1_000]:
            print("\n".join(measure(server, database, count, options)), flush=True)
        database.close()
    finally:
        server.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
