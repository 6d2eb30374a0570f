"""Every promise, its proofs, and what they showed (docs/trust.md).

python benchmarks/trust/run.py                 # the short form, minutes (`make trust`)
python benchmarks/trust/run.py --scale 25      # the long form, hours
python benchmarks/trust/run.py --only erased --write docs/trust.md
"""

from __future__ import annotations

import argparse
import os
import sys
import time
from pathlib import Path

# As a script it is shown only its own folder, and its modules stand in one beside others.
sys.path.insert(0, str(Path(__file__).parents[1]))

from trust.proofs import PROOFS
from trust.publishing import publish

BEGIN, END = "<!-- trust table -->", "<!-- end of trust table -->"


def table(only: str, scale: int) -> tuple[str, bool]:
    """Run the proofs, say each as it ends, and return the whole table."""
    lines = ["| promise | proof | shown | s | |", "|---|---|---|---|---|"]
    print("\n".join(lines), flush=True)
    holds = True
    for proof in PROOFS:
        if only not in proof.promise:
            continue
        begun = time.monotonic()
        shown = proof.show(scale)
        holds &= shown.holds
        seconds = round(time.monotonic() - begun)
        lines.append(
            f"| {proof.promise} | {proof.how} | {shown.figure} | {seconds} | "
            f"{'holds' if shown.holds else '**fails**'} |"
        )
        print(lines[-1], flush=True)
    return "\n".join(lines), holds


def main() -> int:
    """Run, print, write, and say by the exit status whether every promise held."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--scale", type=int, default=1, help="how many times as long as the short form")
    parser.add_argument("--only", default="", help="promises that hold this text")
    parser.add_argument("--write", type=Path, help="page whose table is replaced")
    options = parser.parse_args()
    os.environ.setdefault("VADE_EMBEDDER", "none")
    rows, holds = table(options.only, options.scale)
    if options.write:
        said = f"`python benchmarks/trust/run.py --scale {options.scale}`"
        publish(options.write, (BEGIN, END), said, rows)
    return 0 if holds else 1


if __name__ == "__main__":
    sys.exit(main())
