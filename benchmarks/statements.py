"""Measure the rule extractor on labelled utterances: precision and recall by language.

    python benchmarks/statements.py [--json] [--misses]

A statement counts as right when its operation, its predicate and what it tells are those of
``tests/lifecycle/statements.txt``. The status is 1 when anything is read where nothing is told.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections import defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from vademecum.lexicon.sayings import load_sayings
from vademecum.lexicon.wording import load_wording
from vademecum.lifecycle.extracting import RuleExtractor
from vademecum.model.extracted import Acquainted, Said, Statement

CASES = Path(__file__).parents[1] / "tests" / "lifecycle" / "statements.txt"
EXTRACTOR = RuleExtractor(load_sayings(), load_wording())

Told = tuple[str, str, str]
"""Operation, predicate (`*` for none) and what is told."""


def cases() -> list[tuple[str, str, frozenset[Told]]]:
    """Language, utterance, and everything that is to be read in it."""
    wanted: dict[tuple[str, str], set[Told]] = defaultdict(set)
    for line in CASES.read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            lang, order, told, utterance = (part.strip() for part in line.split("|", 3))
            read = wanted[lang, utterance]
            if order != "-":
                operation, _, predicate = order.partition(" ")
                read.add((operation, predicate, told))
    return [(lang, utterance, frozenset(read)) for (lang, utterance), read in wanted.items()]


def told(statement: Statement) -> Told:
    """A statement as the file writes it: an order by its text, a claim by its value."""
    kept = statement.operation.value in ("remember", "correct") and statement.predicate is not None
    shown = statement.value if kept else statement.text
    return statement.operation.value, statement.predicate or "*", shown or ""


def read(utterance: str) -> frozenset[Told]:
    """What the rules read."""
    found = EXTRACTOR.extract(Said(text=utterance), Acquainted())
    return frozenset(map(told, found.statements))


def measured(rows: Iterable[tuple[str, str, frozenset[Told]]]) -> dict[str, dict[str, float]]:
    """Counts and shares by language, `all` last."""
    counts: dict[str, list[int]] = defaultdict(lambda: [0, 0, 0, 0])
    for lang, utterance, wanted in rows:
        found = read(utterance)
        for name in (lang, "all"):
            right = len(found & wanted)
            for place, more in enumerate((len(wanted), not wanted, right, len(found) - right)):
                counts[name][place] += more
    ordered = [*[name for name in counts if name != "all"], "all"]
    return {name: figures(counts[name]) for name in ordered}


def figures(count: Sequence[int]) -> dict[str, float]:
    """Precision is of what was read, recall of what was to be read."""
    wanted, silent, right, wrong = count
    return {
        "statements": wanted,
        "silent": silent,
        "precision": right / max(1, right + wrong),
        "recall": right / max(1, wanted),
    }


def passing(rows: Sequence[tuple[str, str, frozenset[Told]]]) -> float:
    """Seconds of this process in which every utterance is read once."""
    began = time.process_time()
    for _, utterance, _ in rows:
        read(utterance)
    return time.process_time() - began


def main() -> int:
    """Print the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--json", action="store_true")
    parser.add_argument("--misses", action="store_true")
    options = parser.parse_args()
    rows = cases()
    table = measured(rows)
    each_us = min(passing(rows) for _ in range(5)) / len(rows) * 1e6
    if options.json:
        print(json.dumps({"languages": table, "microseconds": round(each_us)}))
    else:
        print("| language | statements | to be silent on | precision | recall |")
        print("|---|---|---|---|---|")
        for lang, row in table.items():
            shares = f"{row['precision']:.3f} | {row['recall']:.3f}"
            print(f"| {lang} | {row['statements']:.0f} | {row['silent']:.0f} | {shares} |")
        print(f"\n{each_us:.0f} µs an utterance, every language tried")
    if options.misses:
        for lang, utterance, wanted in rows:
            if (found := read(utterance)) != wanted:
                print(f"{lang}  {utterance}\n    wanted {sorted(wanted)}\n    read   {sorted(found)}")
    return int(any(read(utterance) for _, utterance, wanted in rows if not wanted))


if __name__ == "__main__":
    sys.exit(main())
