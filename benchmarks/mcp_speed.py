"""What an agent waits for: `vade mcp` over real pipes on a home of real files, beside a recall in process.

A round trip is one line written and one line read. The floor is `ping`, which the protocol's library answers
by itself. All are measured in blocks, in turns, in one run; so is the same recall in this process, without
any protocol. What is worked for an answer is told beside what is waited for, because a busy machine makes
everybody wait: CPU time of the server's process, read from the kernel (Linux).

    python benchmarks/mcp_speed.py --n 100000 [--keep FOLDER]
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import vademecum
from generator import Generator
from homes import home_of_files, workspace

TARGET_MS = 10.0
"""Median of a recall's round trip at 100,000 memories."""

AT_ONCE = 50
BLOCK = 10
"""Calls of one sort before the next has its turn: to change the work at each call makes all of it slower."""


class Client:
    """The other end of a server's pipes, in the generation that begins with a handshake."""

    def __init__(self, env: dict[str, str], folder: Path) -> None:
        self._numbers = count(1)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "vademecum", "--scope", "all", "mcp"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=folder,
            env={**os.environ, **env},
        )

    def send(self, method: str, **params: Any) -> int:
        """Write one request."""
        number = next(self._numbers)
        message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()
        return number

    def read(self) -> dict[str, Any]:
        """Read one answer."""
        assert self.process.stdout is not None
        found: dict[str, Any] = json.loads(self.process.stdout.readline())
        return found

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """One round trip."""
        self.send(method, **params)
        return self.read()

    def recall(self, query: str) -> None:
        """One call of `recall`, which must not fail."""
        answer = self.ask("tools/call", name="recall", arguments={"query": query})
        assert not answer["result"]["isError"], answer

    def greet(self) -> None:
        """The handshake."""
        self.ask(
            "initialize",
            protocolVersion="2025-11-25",
            capabilities={},
            clientInfo={"name": "benchmark", "version": "1"},
        )

    def leave(self) -> float:
        """Close standard input; seconds until the server is gone."""
        started = time.perf_counter()
        self.process.communicate()
        return time.perf_counter() - started


def timed(act: Callable[[], object], process: int | None = None) -> tuple[float, float]:
    """Milliseconds by the clock, and of CPU time of a process: this one when none is named."""
    clock = time.CLOCK_PROCESS_CPUTIME_ID if process is None else (~process << 3) | 2  # as Linux counts them
    worked = time.clock_gettime(clock)
    started = time.perf_counter()
    act()
    waited = time.perf_counter() - started
    return waited * 1000, (time.clock_gettime(clock) - worked) * 1000


def shown(name: str, times: list[tuple[float, float]], wanted: str = "") -> str:
    """One row of the table."""
    waited, worked = zip(*times, strict=True)
    median, p95 = statistics.median(waited), statistics.quantiles(waited, n=20)[-1]
    return f"| {name} | {statistics.median(worked):.2f} | {median:.2f} | {p95:.2f} | {wanted} |"


def measure(env: dict[str, str], folder: Path, queries: dict[int, list[str]]) -> list[str]:
    """All rows of the table."""
    os.environ.update(env)
    begun = time.perf_counter()
    client = Client(env, folder)
    client.greet()
    ready_ms = (time.perf_counter() - begun) * 1000
    first_ms, _ = timed(lambda: client.recall(queries[5][0]))
    server = client.process.pid
    rows: dict[str, list[tuple[float, float]]] = {"`ping`": [], "`tools/list`": []}
    with vademecum.open(scope="personal", cwd=folder) as vade:
        for words, asked in queries.items():
            for block in range(0, len(asked), BLOCK):
                some = asked[block : block + BLOCK]
                rows["`ping`"] += [timed(lambda: client.ask("ping"), server) for _ in some]
                rows["`tools/list`"] += [timed(lambda: client.ask("tools/list"), server) for _ in some]
                rows.setdefault(f"`recall`, {words} words", []).extend(
                    timed(partial(client.recall, query), server) for query in some
                )
                rows.setdefault(f"the same in process, {words} words", []).extend(
                    timed(partial(vade.recall, query, scopes=("all",))) for query in some
                )
    together, worked = timed(lambda: at_once(client, queries[5]), server)
    left = client.leave()
    lines = [
        shown(name, times, f"≤ {TARGET_MS:g}" if "`recall`" in name else "") for name, times in rows.items()
    ]
    lines.append(f"| {AT_ONCE} calls at once, all of them | {worked:.0f} | {together:.0f} | | |")
    lines.append(f"| from start to the first answer | | {ready_ms:.0f} | | |")
    lines.append(f"| first recall | | {first_ms:.0f} | | |")
    lines.append(f"| from the end of input to the end | | {left * 1000:.0f} | | |")
    return lines


def at_once(client: Client, queries: list[str]) -> None:
    """Fifty calls before any is read; each is answered."""
    asked = {
        client.send("tools/call", name="recall", arguments={"query": queries[number % len(queries)]})
        for number in range(AT_ONCE)
    }
    assert {client.read()["id"] for _ in asked} == asked


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--n", type=int, default=100_000, help="memories")
    parser.add_argument("--queries", type=int, default=60, help="questions of each length")
    parser.add_argument("--keep", type=Path, help="folder in which the home stays for the next run")
    options = parser.parse_args()
    generator = Generator()
    with workspace(options.keep, options.n) as folder:
        home = folder / "home"
        env = {"HOME": str(folder), "VADE_HOME": str(home), "XDG_CACHE_HOME": str(folder / "cache")}
        if not home.exists():
            print(f"building {options.n:,} memories …", file=sys.stderr)
            home_of_files(generator, options.n, folder)
        queries = {
            words: [
                query.text
                for query in generator.queries(options.queries, words=words, own=own, corpus=options.n)
            ]
            for words, own in ((5, 3), (24, 13))
        }
        print(f"| {options.n:,} memories | CPU p50 ms | p50 ms | p95 ms | wanted |\n|---|---|---|---|---|")
        print("\n".join(measure(env, folder, queries)))


if __name__ == "__main__":
    main()
