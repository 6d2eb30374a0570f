"""Files to index: memories a second and peak memory of a whole rebuild, in a process of its own.

python benchmarks/reindex.py --n 10000 100000
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path

import vademecum
from apart import measured_apart, peak_mb
from generator import Generator
from homes import home_of_files

TARGET = 1_000
"""Memories a second on one core."""


def rebuild(home: Path) -> dict[str, float]:
    """Rebuild the index of a home from its files, in this process."""
    with vademecum.open(home) as vade:
        wall, cpu = time.perf_counter(), time.process_time()
        added = vade.reindex().added
        seconds, cpu_seconds = time.perf_counter() - wall, time.process_time() - cpu
    return {"memories": added, "seconds": seconds, "cpu_seconds": cpu_seconds, "peak_mb": peak_mb()}


def rebuild_apart(count: int) -> dict[str, float]:
    """Rebuild `count` generated files in a fresh process, so that its peak memory is its own."""
    with tempfile.TemporaryDirectory() as folder:
        print(f"writing {count:,} files …", file=sys.stderr)
        env = home_of_files(Generator(), count, Path(folder), index=False)
        print(f"rebuilding {count:,} …", file=sys.stderr)
        return measured_apart(__file__, "--home", env["VADE_HOME"], env=env)


def main() -> int:
    """Measure, print, and say by the exit status whether the target holds."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--n", type=int, nargs="+", default=[10_000, 100_000], help="numbers of memories")
    parser.add_argument("--json", action="store_true", help="print rows instead of a table")
    parser.add_argument("--home", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.home:
        print(json.dumps(rebuild(options.home)))
        return 0
    rows = [{"n": count, **rebuild_apart(count)} for count in options.n]
    for row in rows:
        row["per_second"] = row["memories"] / row["cpu_seconds"]
    if options.json:
        print(json.dumps({"rows": rows}))
    else:
        print("| memories | s | CPU s | memories / CPU s | peak MB |\n|---|---|---|---|---|")
        for row in rows:
            print(
                f"| {row['n']:,} | {row['seconds']:.1f} | {row['cpu_seconds']:.1f}"
                f" | {row['per_second']:,.0f} | {row['peak_mb']:.0f} |"
            )
    return int(any(row["per_second"] < TARGET for row in rows))


if __name__ == "__main__":
    sys.exit(main())
