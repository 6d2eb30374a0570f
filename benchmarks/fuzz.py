"""Look for inputs that a parser does not survive, led by the branches that they reach (`make fuzz`).

What reaches something new is kept in a folder; what fails is written into the corpus of the tests.

    python benchmarks/fuzz.py --minutes 30 [--target front_matter] [--out build/fuzz]

Each target runs in a process of its own, so that a crash or an endless loop of one leaves the others alone.
An input may take `SLOWEST_S` seconds and `LARGEST` bytes.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
SLOWEST_S = 10
LARGEST = 65_536


def run(target: str, minutes: float, out: Path) -> dict[str, str | int]:
    """Feed one target for so long, and say how it went."""
    corpus = out / target
    corpus.mkdir(parents=True, exist_ok=True)
    failures = ROOT / "tests" / "fuzz" / "corpus" / target
    command = [
        sys.executable, __file__, "--feed", target, str(corpus), str(failures),
        f"-max_total_time={max(1, round(minutes * 60))}", f"-timeout={SLOWEST_S}", f"-max_len={LARGEST}",
        f"-artifact_prefix={failures}/", "-print_final_stats=1", "-rss_limit_mb=4096",
    ]  # fmt: skip
    before = set(failures.iterdir())
    done = subprocess.run(command, capture_output=True, text=True, errors="replace", cwd=ROOT, check=False)
    units = re.search(r"number_of_executed_units: (\d+)", done.stderr)
    reached = re.findall(r"cov: (\d+)", done.stderr)
    new = sorted(file.name for file in set(failures.iterdir()) - before)
    if done.returncode and not new:
        sys.exit(done.stderr[-4_000:])
    if new:
        print(done.stderr[-4_000:], file=sys.stderr)
    return {
        "target": target,
        "inputs": int(units[1]) if units else 0,
        "branches": int(reached[-1]) if reached else 0,
        "kept": sum(1 for _ in corpus.iterdir()),
        "failures": ", ".join(new) or "none",
    }


def feed(target: str, arguments: list[str]) -> None:
    """Become the process that feeds a target; never returns."""
    import atheris  # type: ignore[import-untyped]  # noqa: PLC0415  # `make fuzz` installs it

    sys.path[:0] = [str(ROOT)]
    with atheris.instrument_imports(include=["vademecum"]):
        from tests.fuzz.targets import TARGETS  # noqa: PLC0415  # what is imported here is watched
    atheris.Setup([sys.argv[0], *arguments], TARGETS[target])
    atheris.Fuzz()


def main() -> int:
    """Feed all targets in turn, print a table, and say by the exit status whether all held."""
    if sys.argv[1:2] == ["--feed"]:
        feed(sys.argv[2], sys.argv[3:])
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=30, help="for each target")
    parser.add_argument("--target", action="append", help="again for more; all of them")
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "fuzz", help="where inputs are kept")
    options = parser.parse_args()
    names = options.target or sorted(folder.name for folder in (ROOT / "tests/fuzz/corpus").iterdir())
    print("| target | inputs | branches reached | kept | failures |\n|---|---|---|---|---|", flush=True)
    failed = False
    for name in names:
        row = run(name, options.minutes, options.out)
        failed |= row["failures"] != "none"
        counts = " | ".join(f"{row[key]:,}" for key in ("inputs", "branches", "kept"))
        print(f"| {row['target']} | {counts} | {row['failures']} |", flush=True)
    return failed


if __name__ == "__main__":
    sys.exit(main())
