"""What a cold start costs: `import vademecum` and a whole `vade recall`, beside a bare interpreter.

Two rows say what no code of ours can save: an interpreter that loads the libraries a recall needs, and one
that asks the system for the stamp of every file and does nothing with it. Each run starts all of them one
after the other, so that whatever else the machine does meets all of them; the medians of one run compare,
milliseconds of two runs do not.

    python benchmarks/imports.py --n 10000
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from generator import Generator
from homes import home_of_files

BARE = "bare interpreter"
FEW, FULL = "vade recall, 5 memories", "vade recall"
LIMITS = {"import vademecum": 1.5, FEW: 6.0, FULL: 6.0}
"""Times a bare interpreter; the last is the target for a cold recall at 10,000 memories."""

LIBRARIES = "import json, re, datetime, sqlite3, Stemmer, tantivy"
STAMPS = """\
import os, sys
pending = [sys.argv[1]]
while pending:
    with os.scandir(pending.pop()) as entries:
        for entry in entries:
            if entry.is_dir(follow_symlinks=False):
                pending.append(entry.path)
            else:
                entry.stat(follow_symlinks=False)
"""


@dataclass(frozen=True)
class Start:
    """A process to be started, and the environment it finds."""

    command: Sequence[str | Path]
    env: Mapping[str, str]


def measure(starts: Mapping[str, Start], repetitions: int) -> dict[str, float]:
    """Median wall milliseconds of every start, run in turns."""
    seen: dict[str, list[float]] = {name: [] for name in starts}
    for turn in range(repetitions + 1):
        for name, start in starts.items():
            started = time.perf_counter()
            subprocess.run(start.command, env=start.env, check=True, stdout=subprocess.DEVNULL)
            elapsed_ms = (time.perf_counter() - started) * 1000
            if turn:  # the first turn fills the page cache
                seen[name].append(elapsed_ms)
    return {name: statistics.median(values) for name, values in seen.items()}


def settled(env: Mapping[str, str], topic: str) -> dict[str, str]:
    """The environment of a home at rest: two looks after its files were written, as any home was long ago."""
    whole = {name: text for name, text in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"} | dict(env)
    for _ in range(2):
        subprocess.run(recall(topic), env=whole, check=True, stdout=subprocess.DEVNULL)
    return whole


def recall(topic: str) -> list[str | Path]:
    """The command that is measured."""
    return [Path(sys.executable).with_name("vade"), "recall", topic, "--json"]


def starts_for(topic: str, few: Mapping[str, str], full: Mapping[str, str]) -> dict[str, Start]:
    """The starts that are compared."""
    python = sys.executable
    return {
        BARE: Start([python, "-c", "pass"], full),
        "import vademecum": Start([python, "-c", "import vademecum"], full),
        "the libraries of a recall": Start([python, "-c", LIBRARIES], full),
        "the stamp of every file": Start([python, "-c", STAMPS, f"{full['VADE_HOME']}/memories"], full),
        FEW: Start(recall(topic), few),
        FULL: Start(recall(topic), full),
    }


def main() -> int:
    """Measure, print, and say by the exit status whether the limits hold."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--n", type=int, default=10_000, help="memories in the store (default: %(default)s)")
    parser.add_argument("--repetitions", type=int, default=15)
    parser.add_argument("--json", action="store_true", help="print rows instead of a table")
    options = parser.parse_args()

    generator = Generator()
    topic = generator.queries(1, words=5, own=3, corpus=options.n)[0].text
    with tempfile.TemporaryDirectory() as folder:
        few, full = (
            settled(home_of_files(generator, count, Path(folder, str(count))), topic)
            for count in (5, options.n)
        )
        medians = measure(starts_for(topic, few, full), options.repetitions)
    rows = [
        {"start": name, "p50_ms": round(value, 1), "times_bare": round(value / medians[BARE], 2)}
        for name, value in medians.items()
    ]
    if options.json:
        print(json.dumps({"n": options.n, "rows": rows}))
    else:
        print(f"| start, {options.n:,} memories | ms | × bare | limit |\n|---|---|---|---|")
        for row in rows:
            limit = LIMITS.get(str(row["start"]), "")
            print(f"| {row['start']} | {row['p50_ms']} | {row['times_bare']} | {limit} |")
    return int(any(medians[name] > limit * medians[BARE] for name, limit in LIMITS.items()))


if __name__ == "__main__":
    sys.exit(main())
