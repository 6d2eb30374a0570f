"""Importing: megabytes a second with indexing, peak memory, and what a second run costs.

python benchmarks/importing.py --mb 200
python benchmarks/importing.py --mb 200 --sessions 40
python benchmarks/importing.py --mb 175 --words
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
import time
from pathlib import Path
from typing import Any

import vademecum
from apart import measured_apart, peak_mb
from transcripts import write, write_export

LEAST_MB_S, MOST_PEAK_MB, LEAST_RATIO = 10, 200, 10
"""Targets: speed of a first import of transcripts, peak memory, how much faster the second import is."""


def take(home: Path, source: Path) -> dict[str, float]:
    """Import in this process, and make everything findable."""
    wall, cpu = time.perf_counter(), time.process_time()
    with vademecum.open(home) as vade:
        answer = vade.import_from(str(source))
    seconds, cpu_seconds = time.perf_counter() - wall, time.process_time() - cpu
    counts = {"imported": answer.imported, "duplicate": answer.duplicate}
    return {**counts, "seconds": seconds, "cpu_seconds": cpu_seconds, "peak_mb": peak_mb()}


def take_apart(source: Path, env: dict[str, str]) -> dict[str, float]:
    """Import in a fresh process, so that its peak memory is its own."""
    return measured_apart(__file__, "--home", env["VADE_HOME"], "--source", str(source), env=env)


def written(folder: Path, megabytes: float, sessions: int, *, words: bool) -> int:
    """Write what is imported; returns its size."""
    if words:
        return write_export(folder / "conversations.json", megabytes)
    return sum(
        write(folder / f"{number:04}.jsonl", megabytes / sessions, seed=number, session=f"session-{number}")
        for number in range(sessions)
    )


def measure(megabytes: float, sessions: int, *, words: bool) -> list[dict[str, Any]]:
    """A first and a second import of generated transcripts."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        print(f"writing {megabytes:,.0f} MB …", file=sys.stderr)
        size = written(folder / "source", megabytes, sessions, words=words)
        env = {"VADE_HOME": str(folder / "home"), "XDG_CACHE_HOME": str(folder / "cache")}
        rows: list[dict[str, Any]] = []
        for run in ("first", "second"):
            row = take_apart(folder / "source", env)
            rows.append({"run": run, "mb": size / 1e6, **row, "mb_s": size / 1e6 / row["cpu_seconds"]})
    return rows


def main() -> int:
    """Measure, print, and say by the exit status whether the targets hold."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--mb", type=float, default=200, help="size of all transcripts")
    parser.add_argument("--sessions", type=int, default=1, help="number of files")
    parser.add_argument("--words", action="store_true", help="one export that is words throughout instead")
    parser.add_argument("--json", action="store_true", help="print rows instead of a table")
    parser.add_argument("--home", type=Path, help=argparse.SUPPRESS)
    parser.add_argument("--source", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.home:
        print(json.dumps(take(options.home, options.source)))
        return 0
    rows = measure(options.mb, options.sessions, words=options.words)
    if options.json:
        print(json.dumps({"rows": rows}))
    else:
        print(table(rows))
    first, second = rows
    ratio = first["cpu_seconds"] / second["cpu_seconds"]
    fast = options.words or first["mb_s"] >= LEAST_MB_S
    small = first["peak_mb"] < MOST_PEAK_MB
    return 0 if fast and small and ratio >= LEAST_RATIO else 1


def table(rows: list[dict[str, Any]]) -> str:
    """The rows for a document."""
    lines = ["| run | MB | turns new | turns known | seconds of one core | MB/s | peak MB |"]
    lines.append("|---|---:|---:|---:|---:|---:|---:|")
    lines += [
        f"| {row['run']} | {row['mb']:,.0f} | {row['imported']:,} | {row['duplicate']:,} "
        f"| {row['cpu_seconds']:.2f} | {row['mb_s']:,.1f} | {row['peak_mb']:,.0f} |"
        for row in rows
    ]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())
