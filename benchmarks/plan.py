"""How long a plan takes with many known names, what part each step has, and what the names weigh.

Every utterance has twelve words, with a time up to fourteen, and is planned once by a process that has
heard other ones: words repeat, sentences do not. Half of them name somebody who is known, a quarter speak of
a time. A figure is the median of several runs, each with utterances of its own.

    python benchmarks/plan.py [--forms 100000 1000000] [--utterances 1000] [--runs 5] [--json]
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import time
import tracemalloc
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

from vademecum.lexicon import load
from vademecum.lexicon.phrasing import load_signal_words
from vademecum.lexicon.timing import load_time_words
from vademecum.planning.known import KnownNames
from vademecum.planning.planner import Planner
from vademecum.planning.temporal import windows
from vademecum.planning.topics import Topics
from vademecum.text.analyzer import Analyzer

WORDS = 12
WARM = 500
"""Utterances heard before the measured ones."""

SMALL = [
    "what",
    "when",
    "where",
    "did",
    "does",
    "do",
    "you",
    "we",
    "i",
    "my",
    "the",
    "a",
    "in",
    "at",
    "of",
    "with",
    "about",
    "for",
    "and",
    "to",
    "is",
    "was",
    "that",
    "remember",
    "tell",
    "know",
    "should",
    "like",
    "last",
    "would",
    "have",
    "our",
    "this",
]
TIMES = ("yesterday", "last week", "in March 2026", "3 days ago", "tonight")
SYLLABLES = [
    "bav",
    "dre",
    "kil",
    "lom",
    "mun",
    "nax",
    "pel",
    "ril",
    "sov",
    "tuv",
    "vaz",
    "wek",
    "xin",
    "yov",
    "zar",
    "fle",
    "gra",
    "sto",
    "pli",
    "bro",
]
NOW = datetime(2026, 11, 29, 12, tzinfo=UTC)
ZONE = ZoneInfo("Europe/Berlin")


def word(number: int) -> str:
    """A pronounceable word, another for each number."""
    letters: list[str] = []
    while True:
        number, rest = divmod(number, len(SYLLABLES))
        letters.append(SYLLABLES[rest])
        if not number:
            return "".join(letters)


def forms(count: int) -> Iterator[tuple[str, str]]:
    """Names of one word and of two, each of its own person."""
    for number in range(count):
        yield form_of(number), f"Person {number}"


def form_of(number: int) -> str:
    """The name of one person."""
    if number % 2:
        return f"{word(4_000 + number // 40)} {word(900_000 + number % 1_000)}"
    return word(50_000_000 + number)


def utterances(count: int, known: int, seed: int = 7) -> list[str]:
    """Half of them name somebody who is known, a quarter (every fourth) speak of a time."""
    chance = random.Random(seed)
    said: list[str] = []
    for number in range(count):
        words = [
            chance.choice(SMALL)
            if chance.random() < 0.6
            else word(min(3_000, int(chance.paretovariate(0.7))))
            for _ in range(WORDS)
        ]
        if number % 2:
            form = form_of(chance.randrange(known)).split()
            words[5 : 5 + len(form)] = form
        if number % 4 == 0:
            words[-1:] = chance.choice(TIMES).split()
        said.append(" ".join(words))
    return said


def timed(act: Callable[[str], object], said: list[str]) -> list[float]:
    """Microseconds of each utterance, in their order."""
    taken: list[float] = []
    for text in said:
        began = time.perf_counter()
        act(text)
        taken.append((time.perf_counter() - began) * 1e6)
    return taken


def measured(count: int, said_count: int, runs: int) -> dict[str, float]:
    """One row of the table."""
    lexicon = load()
    analyzer = Analyzer(lexicon)
    signals, times = load_signal_words(), load_time_words()
    planner, topics = Planner(analyzer, lexicon, signals, times), Topics(analyzer, lexicon, signals)
    known = KnownNames(forms(count))

    def plan(text: str) -> object:
        return planner.plan(text, NOW, ZONE, known)

    for text in utterances(WARM, count):
        plan(text)
        topics.read(text, analyzer.exact(text))
    found: list[dict[str, float]] = []
    for run in range(runs):
        heard = utterances(said_count, count, seed=100 + run)
        plans = timed(plan, heard)
        names = timed(lambda text: known.mentioned(analyzer.exact(text)), heard)
        content = timed(lambda text: topics.read(text, analyzer.exact(text)), heard)
        spans = timed(lambda text: windows(text, NOW, ZONE, times), heard)
        found.append(
            {
                "p50_us": statistics.median(plans),
                "without_time_us": statistics.median([one for at, one in enumerate(plans) if at % 4]),
                "with_time_us": statistics.median(plans[::4]),
                "p95_us": sorted(plans)[int(len(plans) * 0.95)],
                "names_us": statistics.median(names),
                "topics_us": statistics.median(content),
                "no_times_us": statistics.median([one for at, one in enumerate(spans) if at % 4]),
                "times_us": statistics.median(spans[::4]),
            }
        )
    medians = {key: statistics.median([one[key] for one in found]) for key in found[0]}
    sizes = {"tables_mb": known.size_bytes / 1e6, "memory_mb": weight(count) / 1e6}
    return {"forms": len(known), **medians, **sizes}


def weight(count: int) -> int:
    """Bytes that the learned names keep, whom they mean included."""
    tracemalloc.start()
    known = KnownNames(forms(count))
    kept, _ = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    del known
    return kept


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--forms", type=int, nargs="+", default=[100_000, 1_000_000])
    parser.add_argument("--utterances", type=int, default=1_000, help="of each run")
    parser.add_argument("--runs", type=int, default=5)
    parser.add_argument("--json", action="store_true", help="print rows instead of a table")
    options = parser.parse_args()
    rows = [measured(count, options.utterances, options.runs) for count in options.forms]
    if options.json:
        print(json.dumps(rows))
        return
    heads = ["known names", "plan p50, µs", "without a time", "with one", "p95", "names", "topics"]
    heads += ["no time", "times", "tables, MB", "all of it, MB"]
    print(f"| {' | '.join(heads)} |")
    print(f"|{'---|' * len(heads)}")
    for row in rows:
        cells = [f"{row['forms']:,.0f}", *(f"{row[key]:.0f}" for key in list(row)[1:])]
        print(f"| {' | '.join(cells)} |")


if __name__ == "__main__":
    main()
