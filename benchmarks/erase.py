"""What forgetting one memory costs: one that was stored just now, and one that was there long before.

A home of real files and its index, as `vade reindex` leaves it. Seconds by the clock, each the median of some
memories; *index* is the part in which catalogue and lexical index are left without a byte of it, the rest
reads every file of home and cache to prove it.

    python benchmarks/erase.py --n 10000
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import ClassVar

import vademecum
from generator import Generator
from homes import home_of_files, workspace
from vademecum import Vade
from vademecum.stores.local import index as local

MOST_SECONDS_INDEX = 5.0
"""For 100,000 memories. Filling the lexical index again took 37."""


@contextmanager
def timed(times: list[float]) -> Iterator[None]:
    """Add how long a block took."""
    began = time.perf_counter()
    yield
    times.append(time.perf_counter() - began)


class TimedIndex(local.LocalIndex):
    """An index that keeps how long each of its scrubs took."""

    seconds: ClassVar[list[float]] = []

    def scrub(self) -> None:
        """As of any index."""
        with timed(self.seconds):
            super().scrub()


def measure(vade: Vade, ids: list[str]) -> tuple[list[float], list[float]]:
    """Seconds of forgetting each, as a whole and in the index."""
    whole: list[float] = []
    before = len(TimedIndex.seconds)
    for one in ids:
        with timed(whole):
            receipt = vade.forget(one)
        if receipt.outcome != "forgotten":
            raise SystemExit(f"{one} is {receipt.outcome}: {receipt.proof}")
    return whole, TimedIndex.seconds[before:]


def run(count: int, memories: int, folder: Path) -> dict[str, tuple[list[float], list[float]]]:
    """Forget some memories of each kind."""
    generator = Generator()
    os.environ.update(home_of_files(generator, count, folder))
    local.LocalIndex = TimedIndex  # type: ignore[misc] # what a home opens is to time itself
    with vademecum.open(cwd=folder) as vade:
        old = [str(generator.memory(count // 2 + number).id) for number in range(memories)]
        fresh = [generator.memory(count + number) for number in range(memories)]
        new = [str(vade.remember(memory.body).memory.record.id) for memory in fresh]
        return {"stored just now": measure(vade, new), "old": measure(vade, old)}


def main() -> int:
    """Measure, print, and say by the exit status whether an old memory of 100,000 goes fast enough."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--n", type=int, default=10_000, help="memories of the home")
    parser.add_argument("--memories", type=int, default=5, help="memories forgotten of each kind")
    parser.add_argument("--json", action="store_true", help="print rows instead of a table")
    options = parser.parse_args()
    with workspace(None, options.n) as folder:
        times = run(options.n, options.memories, folder)
    rows = [
        {"memory": name, "whole_s": statistics.median(whole), "index_s": statistics.median(within)}
        for name, (whole, within) in times.items()
    ]
    if options.json:
        print(json.dumps({"n": options.n, "rows": rows}))
    else:
        print("| memory | s | of which index |\n|---|---|---|")
        for row in rows:
            print(f"| {row['memory']} | {row['whole_s']:.2f} | {row['index_s']:.2f} |")
    slowest = max(max(within) for _, within in times.values())
    return 0 if slowest <= MOST_SECONDS_INDEX else 1


if __name__ == "__main__":
    sys.exit(main())
