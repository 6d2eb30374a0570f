"""Recall beside bare tantivy and SQLite FTS5, in one run, on the same memories and the same words.

The three answer each question in turns, so that whatever else the machine does meets all of them; ratios of
one run compare, milliseconds of two runs do not. What counts is CPU time of the whole process, as in the
measurements that chose the engine: a busy machine interrupts a long answer more often than a short one. The
time by the clock stands beside it. `vademecum` is the public `recall`: plan, candidates, exact order, floor,
lifecycle, hits with snippets. The other two return ten row numbers.

    python benchmarks/speed.py --n 100000
"""

from __future__ import annotations

import argparse
import gc
import json
import statistics
import sys
import time
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass
from functools import partial
from pathlib import Path

from baselines import Baseline, Fts5, Row, Tantivy
from generator import ONE_PERCENT, Generator
from homes import open_filled, workspace
from vademecum import Vade
from vademecum.model.entry import Entry

OWN_WORDS = {5: 3, 24: 13}
"""Words of a question -> how many of them the memory in question lent. 24 words are a whole prompt."""

SCOPES = {"all": "all", "1%": str(ONE_PERCENT)}

# Wanted by (words, memories): at most so many times tantivy, and at least so many times faster than FTS5.
TARGETS = {
    (24, 100_000): (2.5, 12),
    (5, 100_000): (8, 6),
    (24, 1_000_000): (2.5, 25),
    (5, 1_000_000): (3, 20),
}
SCOPE_COST = 1.1
"""A 1 % scope costs at most this many times what no scope costs."""


@dataclass(frozen=True, slots=True)
class Measured:
    """One row of the answer: CPU milliseconds of one method for one sort of question.

    Attributes:
        wall_p50_ms: the median by the clock.
    """

    method: str
    n: int
    words: int
    scope: str
    p50_ms: float
    p95_ms: float
    wall_p50_ms: float


Ask = Callable[[], object]
Times = list[tuple[float, float]]
"""CPU and wall milliseconds of each question."""


def say(text: str) -> None:
    """Progress, out of the way of the answer."""
    print(text, file=sys.stderr, flush=True)


def interleaved(asks: dict[str, list[Ask]], repetitions: int) -> dict[str, Times]:
    """Times of every question by method: the medians of its repetitions."""
    count = len(next(iter(asks.values())))
    seen: dict[str, list[Times]] = {method: [[] for _ in range(count)] for method in asks}
    for turn in range(repetitions + 1):
        for number in range(count):
            for method, questions in asks.items():
                wall, cpu = time.perf_counter(), time.process_time()
                questions[number]()
                cpu, wall = time.process_time() - cpu, time.perf_counter() - wall
                if turn:  # the first turn warms every cache
                    seen[method][number].append((cpu * 1000, wall * 1000))
    return {method: [middle(times) for times in rows] for method, rows in seen.items()}


def middle(times: Times) -> tuple[float, float]:
    """Median CPU and median wall milliseconds."""
    return statistics.median(cpu for cpu, _ in times), statistics.median(wall for _, wall in times)


def measure(
    vade: Vade, baselines: Sequence[Baseline], generator: Generator, options: argparse.Namespace
) -> list[Measured]:
    """Every method on every sort of question."""
    rows: list[Measured] = []
    for words, own in OWN_WORDS.items():
        texts = [q.text for q in generator.queries(options.queries, words=words, own=own, corpus=options.n)]
        for label, scope in SCOPES.items():
            say(f"asking {len(texts)} questions of {words} words, scope {label} …")
            asks = questions(vade, baselines, texts, scope)
            for method, times in interleaved(asks, options.repetitions).items():
                p50, wall = middle(times)
                p95 = statistics.quantiles((cpu for cpu, _ in times), n=20)[-1]
                numbers = (round(value, 3) for value in (p50, p95, wall))
                rows.append(Measured(method, options.n, words, label, *numbers))
    return rows


def questions(
    vade: Vade, baselines: Sequence[Baseline], texts: Sequence[str], scope: str
) -> dict[str, list[Ask]]:
    """The same questions for every method; the baselines get the very terms that recall looked for."""
    asks: dict[str, list[Ask]] = {"vademecum": [], **{baseline.name: [] for baseline in baselines}}
    for text in texts:
        terms = vade.recall(text, scopes=[scope]).stats.query.split()
        asks["vademecum"].append(partial(vade.recall, text, scopes=[scope]))
        for baseline in baselines:
            within = None if scope == "all" else scope
            asks[baseline.name].append(partial(baseline.ask, terms, within))
    return asks


def table(rows: Sequence[Measured]) -> tuple[str, bool]:
    """A Markdown table with ratios, and whether every target that applies is met."""
    times = {(row.method, row.words, row.scope): row.p50_ms for row in rows}
    lines = [
        f"| {rows[0].n:,} memories | recall CPU ms (p95) | tantivy | FTS5 | × tantivy | FTS5 × | wanted |",
        "|---|---|---|---|---|---|---|",
    ]
    met = True
    for row in rows:
        if row.method != "vademecum":
            continue
        own, plain, fts = (times[method, row.words, row.scope] for method in ("vademecum", "tantivy", "fts5"))
        wanted = ""
        if row.scope == "all" and (row.words, row.n) in TARGETS:
            most, least = TARGETS[row.words, row.n]
            wanted = f"≤ {most}, ≥ {least}"
            met = met and own <= most * plain and fts >= least * own
        elif row.scope != "all":
            cost = own / times["vademecum", row.words, "all"]
            wanted = f"≤ {SCOPE_COST} × all, is {cost:.2f}"
            met = met and cost <= SCOPE_COST
        lines.append(
            f"| {row.words} words, {row.scope} | {own:.2f} ({row.p95_ms:.2f}) | {plain:.2f} | {fts:.2f}"
            f" | {own / plain:.1f} | {fts / own:.0f} | {wanted} |"
        )
    return "\n".join(lines), met


def feed(baseline: Baseline, entries: Sequence[Entry]) -> None:
    """Give a baseline the words of some entries."""
    baseline.add(Row.of(entry) for entry in entries)


def run(options: argparse.Namespace, folder: Path) -> list[Measured]:
    """Build what the folder does not hold yet, then measure."""
    generator = Generator()
    baselines: list[Baseline] = [Tantivy(folder), Fts5(folder)]
    sinks = [partial(feed, baseline) for baseline in baselines]
    with open_filled(generator, options.n, folder, sinks, say) as vade:
        for baseline in baselines:
            baseline.finish()
        gc.collect()
        gc.freeze()  # what was built is no garbage: collections during the run look at what answers make
        return measure(vade, baselines, generator, options)


def main() -> int:
    """Measure and print; the table's exit status says whether the targets hold."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--n", type=int, default=100_000, help="memories: 1000, 100000 or 1000000")
    parser.add_argument("--queries", type=int, default=60, help="questions of each sort")
    parser.add_argument("--repetitions", type=int, default=5, help="times each is asked; medians count")
    parser.add_argument("--json", action="store_true", help="print rows instead of a table")
    parser.add_argument("--keep", type=Path, metavar="DIR", help="build there and reuse what it holds")
    options = parser.parse_args()
    if options.n < 100:
        parser.error("--n must be at least 100: one memory in a hundred is in the small scope")
    with workspace(options.keep, options.n) as folder:
        rows = run(options, folder)
    if options.json:
        print(json.dumps({"rows": [asdict(row) for row in rows]}))
        return 0
    text, met = table(rows)
    print(text)
    return 0 if met else 1


if __name__ == "__main__":
    sys.exit(main())
