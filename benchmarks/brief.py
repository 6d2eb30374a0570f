"""What `vade brief` costs as a process, beside a bare interpreter and a cold `vade recall`, on a home of that
many records.

The records are pages with five relations each, in an index without files, as in a home that is too large for
a look before every answer. Every row is a process from its start to its answer; both are run in turns. CPU
time is told beside the time by the clock, because a busy machine makes everybody wait.

    python benchmarks/brief.py --n 100000
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from graph import Pages, fill
from vademecum.places import cache_folder
from vademecum.retrieval.weights import FIELD_WEIGHTS
from vademecum.stores.local.index import LocalIndex
from vademecum.vault.files import ensure_home

LIMIT_MS, LIMIT_BYTES = 150, 4_000
ANSWER = """
import sys
from vademecum.engine.vade import Vade
from vademecum.__main__ import main

Vade.after_answer = lambda self: None  # it would look for the files, and nobody waits for that
sys.argv = ["vade", *{words!r}]
main()
"""


def took(command: list[str], env: dict[str, str]) -> tuple[float, float, bytes]:
    """Milliseconds of CPU and by the clock of one process, and what it printed."""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    done = subprocess.run(command, env=env, capture_output=True, check=True)
    waited = time.perf_counter() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    worked = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return worked * 1000, waited * 1000, done.stdout


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=100_000)
    parser.add_argument("--runs", type=int, default=15)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        home = Path(scratch, "home")
        env = {**os.environ, "VADE_HOME": str(home), "XDG_CACHE_HOME": str(Path(scratch, "cache"))}
        env["VADE_SYNC_MAX_FILES"] = "1"
        os.environ["XDG_CACHE_HOME"] = env["XDG_CACHE_HOME"]
        ensure_home(home)
        index = LocalIndex.open(Path(cache_folder(str(home))), FIELD_WEIGHTS)
        fill(index, Pages(given.n, hubs=1))
        index.close()
        lines = {
            "vade brief": ("brief",),
            "vade recall": ("recall", "somebody", "of", "whom", "nothing", "is", "kept"),
        }
        rows = {"bare python": [sys.executable, "-c", ""]}
        rows |= {name: [sys.executable, "-c", ANSWER.format(words=words)] for name, words in lines.items()}
        times: dict[str, list[tuple[float, float]]] = {name: [] for name in rows}
        texts: set[bytes] = set()
        for _ in range(given.runs + 1):
            for name, command in rows.items():
                cpu, wall, printed = took(command, env)
                times[name].append((cpu, wall))
                texts |= {printed} if name == "vade brief" else set()
    for name, taken in times.items():
        cpu, wall = (statistics.median(column) for column in zip(*taken[1:], strict=True))
        print(f"{given.n:>9,}  {name:12} CPU {cpu:7.1f} ms  by the clock {wall:7.1f} ms")
    (text,) = texts
    print(json.dumps({"bytes": len(text), "at_most": LIMIT_BYTES, "at_most_ms": LIMIT_MS}))


if __name__ == "__main__":
    main()
