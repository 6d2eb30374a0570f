"""What a cold start costs: `import vademecum` and a whole `vade recall`, beside a bare interpreter.

Each run starts the three one after the other, so that whatever else the machine does meets all of them; the
medians of one run compare, milliseconds of two runs do not.

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
from pathlib import Path

from generator import Generator
from homes import home_of_files

BARE = "bare interpreter"
LIMITS = {"import vademecum": 1.5, "vade recall": 6.0}
"""Times a bare interpreter; the second is the target for a cold recall at 10,000 memories."""


def measure(
    commands: Mapping[str, Sequence[str]], env: Mapping[str, str], repetitions: int
) -> dict[str, float]:
    """Median wall milliseconds of every command, run in turns."""
    seen: dict[str, list[float]] = {name: [] for name in commands}
    for turn in range(repetitions + 1):
        for name, command in commands.items():
            started = time.perf_counter()
            subprocess.run(command, env=env, check=True, stdout=subprocess.DEVNULL)
            elapsed_ms = (time.perf_counter() - started) * 1000
            if turn:  # the first turn fills the page cache
                seen[name].append(elapsed_ms)
    return {name: statistics.median(values) for name, values in seen.items()}


def commands_for(topic: str) -> dict[str, list[str]]:
    """The three starts that are compared."""
    vade = Path(sys.executable).with_name("vade")
    return {
        BARE: [sys.executable, "-c", "pass"],
        "import vademecum": [sys.executable, "-c", "import vademecum"],
        "vade recall": [str(vade), "recall", topic, "--json"],
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
        env = home_of_files(generator, options.n, Path(folder))
        medians = measure(commands_for(topic), {**os.environ, **env}, options.repetitions)
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
