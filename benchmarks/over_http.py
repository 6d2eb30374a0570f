"""What a recall costs over HTTP, beside the same recall in process, on a home of real files.

`vade serve` answers on a socket of this machine. First calls one after another, in blocks and in turns with
the recall in this process and with `/healthz`, which asks nothing: what HTTP itself costs. Then questions
come at a steady rate whether or not earlier ones are answered; a time counts from the moment at which the
question was due, so that a slow answer makes those behind it late too. What is worked for an answer is told
beside what is waited for, because a busy machine makes everybody wait: CPU time of the server's process, read
from the kernel (Linux).

    python benchmarks/over_http.py --n 1000 [--rate 50] [--seconds 20] [--keep FOLDER]
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from threading import local
from urllib.parse import urlsplit

import vademecum
from generator import Generator
from homes import home_of_files, workspace

P50_MS, P99_MS = 8.0, 40.0
"""What is wanted of a recall for 1,000 memories at 50 requests a second on two cores."""

BLOCK = 10
"""Calls of one sort before the next has its turn."""

CONNECTIONS = 16
JSON = {"Content-Type": "application/json"}


class Server:
    """`vade serve` at a free port, and a connection to it for each thread."""

    def __init__(self, env: dict[str, str], folder: Path) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "vademecum", "serve", "--port", "0", "--json"],
            stdout=subprocess.PIPE,
            cwd=folder,
            env={**os.environ, **env},
        )
        assert self.process.stdout is not None
        self._address = urlsplit(json.loads(self.process.stdout.readline())["url"]).netloc
        self._own = local()

    def ask(self, method: str, path: str, body: str | None = None) -> None:
        """One request, which must not fail."""
        line = getattr(self._own, "line", None)
        if line is None:
            line = self._own.line = HTTPConnection(self._address)
        line.request(method, path, body, JSON)
        answer = line.getresponse()
        told = answer.read()
        assert answer.status == 200, told

    def recall(self, query: str) -> None:
        """One recall in every scope."""
        self.ask("POST", "/v1/recall", json.dumps({"utterance": query, "scopes": ["all"]}))

    def end(self) -> float:
        """Ask it to end; seconds until it has."""
        started = time.perf_counter()
        self.process.terminate()
        self.process.wait()
        return time.perf_counter() - started


def worked_s(process: int | None = None) -> float:
    """CPU time of a process: of this one when none is named."""
    return time.clock_gettime(time.CLOCK_PROCESS_CPUTIME_ID if process is None else (~process << 3) | 2)


def timed(act: Callable[[], object], process: int | None = None) -> tuple[float, float]:
    """Milliseconds waited, and worked by a process."""
    worked, started = worked_s(process), time.perf_counter()
    act()
    return (time.perf_counter() - started) * 1000, (worked_s(process) - worked) * 1000


def row(name: str, waited: Sequence[float], worked: float, wanted: str = "") -> str:
    """One line of the table."""
    p99 = statistics.quantiles(waited, n=100)[-1]
    return f"| {name} | {worked:.2f} | {statistics.median(waited):.2f} | {p99:.2f} | {wanted} |"


def in_turns(server: Server, folder: Path, queries: Sequence[str]) -> list[str]:
    """One call after another."""
    number = server.process.pid
    rows: dict[str, list[tuple[float, float]]] = {}
    with vademecum.open(cwd=folder) as vade:
        for begin in range(0, len(queries), BLOCK):
            for query in queries[begin : begin + BLOCK]:
                server.ask("GET", "/healthz")
                sorts = {
                    "`GET /healthz`": timed(partial(server.ask, "GET", "/healthz"), number),
                    "`POST /v1/recall`": timed(partial(server.recall, query), number),
                    "the same in process": timed(partial(vade.recall, query, scopes=("all",))),
                }
                for name, times in sorts.items():
                    rows.setdefault(name, []).append(times)
    found = []
    for name, measured in rows.items():
        waited, worked = zip(*measured, strict=True)
        found.append(row(name, waited, statistics.median(worked)))
    return found


def at_rate(server: Server, queries: Sequence[str], rate: int, seconds: int) -> str:
    """Questions that come whether or not the earlier ones are answered."""
    count = rate * seconds
    before, begun = worked_s(server.process.pid), time.perf_counter() + 0.5

    def one(number: int) -> float:
        due = begun + number / rate
        time.sleep(max(due - time.perf_counter(), 0.0))
        server.recall(queries[number % len(queries)])
        return (time.perf_counter() - due) * 1000

    with ThreadPoolExecutor(CONNECTIONS) as pool:
        waited = list(pool.map(one, range(count)))
    worked = (worked_s(server.process.pid) - before) * 1000 / count
    return row(f"`POST /v1/recall`, {rate} a second", waited, worked, f"p50 ≤ {P50_MS:g}, p99 ≤ {P99_MS:g}")


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--n", type=int, default=1_000, help="memories")
    parser.add_argument("--queries", type=int, default=100, help="different questions")
    parser.add_argument("--rate", type=int, default=50, help="questions a second")
    parser.add_argument("--seconds", type=int, default=20, help="how long they come")
    parser.add_argument("--keep", type=Path, help="folder in which the home stays for the next run")
    options = parser.parse_args()
    generator = Generator()
    with workspace(options.keep, options.n) as folder:
        home = folder / "home"
        env = {"HOME": str(folder), "VADE_HOME": str(home), "XDG_CACHE_HOME": str(folder / "cache")}
        if not home.exists():
            print(f"building {options.n:,} memories …", file=sys.stderr)
            home_of_files(generator, options.n, folder)
        os.environ.update(env)
        queries = [q.text for q in generator.queries(options.queries, words=5, own=3, corpus=options.n)]
        server = Server(env, folder)
        for query in queries[:BLOCK]:
            server.recall(query)
        print(f"| {options.n:,} memories | CPU ms | p50 ms | p99 ms | wanted |\n|---|---|---|---|---|")
        print("\n".join(in_turns(server, folder, queries)))
        print(at_rate(server, queries, options.rate, options.seconds))
        print(f"| from the wish to the end | | {server.end() * 1000:.0f} | | |")


if __name__ == "__main__":
    main()
