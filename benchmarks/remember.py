"""What keeping one memory costs, on an empty store and on a large one, beside the floor of a durable write.

The floor is what no durable write can go below: one file written, forced to the disk and renamed into its
place with its folder forced too, and one SQLite transaction. The three are measured in turns in one run.

    python benchmarks/remember.py --n 100000
"""

from __future__ import annotations

import argparse
import json
import os
import sqlite3
import statistics
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import ExitStack
from pathlib import Path

from generator import Generator
from homes import MOST_FILES, open_filled, write_files
from vademecum import Vade
from vademecum.model.record import Memory

GROWTH = 2.0
"""A large store costs at most this many times what an empty one costs (issue: with all checks)."""

FLOOR = 2.0
"""Write to searchable costs at most this many times the floor."""


class Floor:
    """The cheapest durable write."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self._folder = folder
        self._db = sqlite3.connect(folder / "floor.sqlite", isolation_level=None)
        self._db.execute("PRAGMA journal_mode = WAL")
        self._db.execute("PRAGMA synchronous = NORMAL")
        self._db.execute("CREATE TABLE memory (id INTEGER PRIMARY KEY, body TEXT)")
        self._count = 0

    def write(self, memory: Memory) -> None:
        """One file and one row."""
        self._count += 1
        temp, final = self._folder / ".temp", self._folder / f"{self._count}.md"
        descriptor = os.open(temp, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        os.write(descriptor, memory.body.encode())
        os.fsync(descriptor)
        os.close(descriptor)
        temp.rename(final)
        folder = os.open(self._folder, os.O_RDONLY)
        os.fsync(folder)
        os.close(folder)
        self._db.execute("BEGIN IMMEDIATE")
        self._db.execute("INSERT INTO memory(body) VALUES (?)", (memory.body,))
        self._db.execute("COMMIT")


def keep(vade: Vade) -> Callable[[Memory], None]:
    """Remember a generated memory with a claim; each new name would begin a page of its own and stays out."""

    def remember(memory: Memory) -> None:
        vade.remember(
            memory.body,
            title=memory.title,
            tags=memory.tags,
            subject=memory.title,
            predicate="states",
            value=memory.body[:40],
        )

    return remember


def measure(writers: dict[str, Callable[[Memory], None]], memories: list[Memory]) -> dict[str, list[float]]:
    """Milliseconds by the clock of every write; what a disk costs is no CPU time."""
    times: dict[str, list[float]] = {name: [] for name in writers}
    for number, memory in enumerate(memories):
        for name, write in writers.items():
            began = time.perf_counter()
            write(memory)
            if number >= len(memories) // 10:  # the first tenth warms every cache
                times[name].append((time.perf_counter() - began) * 1000)
    return times


def run(count: int, writes: int, folder: Path) -> dict[str, list[float]]:
    """Build both stores, then write to them in turns."""
    generator = Generator()

    def say(text: str) -> None:
        print(text, file=sys.stderr)

    with ExitStack() as stack:
        stores: dict[str, Callable[[Memory], None]] = {"floor": Floor(folder / "floor").write}
        for name, size in (("empty", 100), ("large", count)):
            place = folder / name
            place.mkdir()
            vade = stack.enter_context(open_filled(generator, size, place, [], say))
            if size > MOST_FILES:  # a write looks whether its scope's files are there
                write_files(generator.memories(size), place / "home" / "memories")
            stores[name] = keep(vade)
        return measure(stores, [generator.memory(count + number) for number in range(writes)])


def main() -> int:
    """Measure, print, and say by the exit status whether both targets hold."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--n", type=int, default=100_000, help="memories of the large store")
    parser.add_argument("--writes", type=int, default=200, help="memories written to each")
    parser.add_argument("--json", action="store_true", help="print rows instead of a table")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        times = run(options.n, options.writes, Path(scratch))
    middle = {name: statistics.median(each) for name, each in times.items()}
    late = {name: statistics.quantiles(each, n=20)[-1] for name, each in times.items()}
    if options.json:
        rows = [{"store": name, "p50_ms": middle[name], "p95_ms": late[name]} for name in times]
        print(json.dumps({"rows": rows}))
    else:
        print("| store | p50 ms | p95 ms | × floor | × empty |\n|---|---|---|---|---|")
        for name in times:
            ratios = f"{middle[name] / middle['floor']:.2f} | {middle[name] / middle['empty']:.2f}"
            print(f"| {name} | {middle[name]:.2f} | {late[name]:.2f} | {ratios} |")
    grown = middle["large"] <= GROWTH * middle["empty"]
    return 0 if grown and middle["large"] <= FLOOR * middle["floor"] else 1


if __name__ == "__main__":
    sys.exit(main())
