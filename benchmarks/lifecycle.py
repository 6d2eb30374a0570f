"""What a question of the past costs beside the same question of the present.

The moments lie near the end of the store's time, in its middle and near its beginning. All are asked in
turns, so that whatever else the machine does meets them alike; CPU time of the process counts.

    python benchmarks/lifecycle.py --n 100000
"""

from __future__ import annotations

import argparse
import gc
import json
import sys
from collections.abc import Callable
from datetime import timedelta
from functools import partial
from pathlib import Path

from generator import FIRST_DAY, MINUTES, Generator
from homes import open_filled, workspace
from speed import OWN_WORDS, Ask, interleaved, middle, say
from vademecum import Vade

MOST = 1.5
"""Wanted: a question of the past costs at most so many times what it costs now."""

SHARES = {"nearly all begun": 0.95, "half begun": 0.5, "a twentieth begun": 0.05}


def measure(vade: Vade, generator: Generator, options: argparse.Namespace) -> list[dict[str, object]]:
    """One row for each verb, number of words and moment."""
    rows: list[dict[str, object]] = []
    for words, own in OWN_WORDS.items():
        texts = [q.text for q in generator.queries(options.queries, words=words, own=own, corpus=options.n)]
        verbs: dict[str, Callable[..., object]] = {"recall": vade.recall, "search": vade.search}
        for verb, ask in verbs.items():
            asks: dict[str, list[Ask]] = {"now": [partial(ask, text, scopes=["all"]) for text in texts]}
            for label, share in SHARES.items():
                at = FIRST_DAY + timedelta(minutes=MINUTES * share)
                asks[label] = [partial(ask, text, scopes=["all"], as_of=at) for text in texts]
            say(f"{verb}: {len(texts)} questions of {words} words …")
            times = {label: middle(seen)[0] for label, seen in interleaved(asks, options.repetitions).items()}
            for label in SHARES:
                ratio = times[label] / times["now"]
                rows.append(
                    {
                        "verb": verb,
                        "words": words,
                        "as_of": label,
                        "now_ms": round(times["now"], 2),
                        "then_ms": round(times[label], 2),
                        "ratio": round(ratio, 2),
                    }
                )
    return rows


def table(rows: list[dict[str, object]], count: int) -> str:
    """The rows as Markdown."""
    lines = [f"| {count:,} memories | as of | now, CPU ms | then | × |", "|---|---|---|---|---|"]
    lines += [
        f"| {row['verb']}, {row['words']} words | {row['as_of']} | {row['now_ms']} | {row['then_ms']} "
        f"| {row['ratio']} |"
        for row in rows
    ]
    return "\n".join(lines)


def run(options: argparse.Namespace, folder: Path) -> list[dict[str, object]]:
    """Build what the folder does not hold yet, then measure."""
    generator = Generator()
    with open_filled(generator, options.n, folder, [], say) as vade:
        gc.collect()
        gc.freeze()
        return measure(vade, generator, options)


def main() -> int:
    """Measure and print; the exit status says whether the target holds."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--n", type=int, default=100_000, help="memories")
    parser.add_argument("--queries", type=int, default=40, help="questions of each sort")
    parser.add_argument("--repetitions", type=int, default=5, help="times each is asked; medians count")
    parser.add_argument("--json", action="store_true", help="print rows instead of a table")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="build there and reuse what it holds")
    options = parser.parse_args()
    with workspace(options.keep, options.n) as folder:
        rows = run(options, folder)
    print(json.dumps({"rows": rows}) if options.json else table(rows, options.n))
    return 0 if all(float(str(row["ratio"])) <= MOST for row in rows) else 1


if __name__ == "__main__":
    sys.exit(main())
