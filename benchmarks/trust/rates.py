"""How often the memory is wrong where it acts by itself: four rates on labelled sets (docs/trust.md).

    python benchmarks/trust/rates.py                 # the table, some minutes
    python benchmarks/trust/rates.py --cases         # and every case that was judged wrongly
    python benchmarks/trust/rates.py --write         # the table into docs/trust.md too
    python benchmarks/trust/rates.py --only stale

A rate above 0 is published as it is, and the status is 0 all the same: this measures, `make trust` judges.
"""

from __future__ import annotations

import argparse
import json
import math
import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

# As a script it is shown only its own folder, and its modules stand in one beside others.
sys.path.insert(0, str(Path(__file__).parents[1]))

import identity
import judgements
from trust import leavings, replacing, staleness
from trust.publishing import publish
from vademecum.lifecycle.claims import VerdictKind
from vademecum.model.value import value

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "trust.md"
BEGIN, END = "<!-- rates table -->", "<!-- end of rates table -->"

CERTAINTY = 1.959964
"""Standard deviations around the mean of a normal distribution within which 95 % of it lie."""

HAND, TEMPLATES = "by hand", "from templates"


@value
class Rate:
    """One line of the table.

    Attributes:
        name: which of the rates, and by which way.
        set: where the labelled set stands, which part of it, and how it was made.
        size: cases that could go wrong.
        wrong: those that did, one line each.
        noticed: of the cases in which something is to be noticed how many are, and how many there are; None
            where nothing is.
        vain: cases that change nothing and about which somebody is asked all the same; None as above.
    """

    name: str
    set: str
    size: int
    wrong: tuple[str, ...]
    noticed: tuple[int, int] | None = None
    vain: int | None = None


def wilson(wrong: int, size: int) -> tuple[float, float]:
    """The 95 % interval of a share by Wilson's score, 0..1; it covers well at rates near 0, too.

    Raises:
        ValueError: nothing was counted, or more than there is.
    """
    if not 0 <= wrong <= size or not size:
        raise ValueError(f"{wrong} of {size} is no share")
    share, square = wrong / size, CERTAINTY**2
    middle = (share + square / (2 * size)) / (1 + square / size)
    around = CERTAINTY / (1 + square / size) * math.sqrt(share * (1 - share) / size + square / (4 * size**2))
    # At the ends it is exact, where rounding would leave 1e-18 of it.
    return (middle - around if wrong else 0.0, middle + around if wrong < size else 1.0)


def merges() -> Iterator[Rate]:
    """What is made one, or proposed to be, and is two."""
    lines = identity.LABELLED.read_text(encoding="utf-8").splitlines()
    pairs = [(pair, *identity.judged(pair)) for pair in map(json.loads, lines)]
    two = [
        (f"{p['one']} | {p['other']} ({p['sort']})", by_itself, why)
        for p, by_itself, why in pairs
        if not p["same"]
    ]
    found = sum(why is not None for pair, _, why in pairs if pair["same"])
    one = sum(pair["same"] for pair, _, _ in pairs)
    where = f"names of two things, `names.jsonl`, {HAND}"
    yield Rate(
        "false merge: pages, by itself", where, len(two), tuple(text for text, itself, _ in two if itself)
    )
    yield Rate(
        "false merge: pages, proposed",
        where,
        len(two),
        tuple(text for text, _, why in two if why),
        (found, one),
    )
    claims = [row for row in judgements.rows("claims") if row["truth"] != "reinforce"]
    merged = [row for row in claims if judgements.verdict(row).kind is VerdictKind.REINFORCE]
    yield Rate(
        "false merge: claims",
        f"claims that do not repeat, `claims.jsonl`, {HAND}",
        len(claims),
        tuple(json.dumps(row, ensure_ascii=False) for row in merged),
    )


def supersessions() -> Iterator[Rate]:
    """What is put out of force and still holds."""
    rows = [row for row in judgements.rows("claims") if row["truth"] not in judgements.CHANGES]
    replaced = [row for row in rows if judgements.verdict(row).kind in judgements.REPLACED]
    yield Rate(
        "false supersede: claims",
        f"claims that change nothing, `claims.jsonl`, {HAND}",
        len(rows),
        tuple(json.dumps(row, ensure_ascii=False) for row in replaced),
    )
    for route in replacing.Route:
        for split in replacing.SPLITS:
            yield _replacements(route, split)


def _replacements(route: replacing.Route, split: str) -> Rate:
    judged = replacing.judged(route, split)
    beside = [one for one in judged if one.row["label"] == replacing.BESIDE]
    changed = [one.fate for one in judged if one.row["label"] == replacing.REPLACES]
    return Rate(
        f"false supersede: {route.value}",
        f"statements that stand side by side, `replacements.jsonl`, {split} half, {HAND}",
        len(beside),
        tuple(
            f"{one.row['kind']}: {one.row['old']['text']} | {one.row['new']['text']}"
            for one in beside
            if one.wrongly_replaced
        ),
        (sum(fate in replacing.NOTICED for fate in changed), len(changed)),
        sum(one.fate in replacing.ASKED for one in beside),
    )


def stale() -> Iterator[Rate]:
    """What holds no more and is told as if it did."""
    cases = list(staleness.staleness())
    yield Rate(
        "stale served",
        f"statements that stop holding in {len(staleness.KINDS)} ways, `staleness.py`, {TEMPLATES}",
        len(cases),
        tuple(staleness.shown(one) for one in cases if one.places),
    )


def left_behind() -> Iterator[Rate]:
    """What was forgotten and is somewhere."""
    cases = list(leavings.leavings())
    yield Rate(
        "erase left behind",
        f"words forgotten in {len(leavings.KINDS)} ways, `leavings.py`, {TEMPLATES}",
        len(cases),
        tuple(leavings.shown(one) for one in cases if one.places),
    )


MEASURES: tuple[tuple[str, Callable[[], Iterator[Rate]]], ...] = (
    ("merge", merges),
    ("supersede", supersessions),
    ("stale", stale),
    ("erase", left_behind),
)


def line(rate: Rate) -> str:
    """A line of the table."""
    low, high = wilson(len(rate.wrong), rate.size)
    noticed = "" if rate.noticed is None else f"{rate.noticed[0]} of {rate.noticed[1]}"
    share = len(rate.wrong) / rate.size
    return (
        f"| {rate.name} | {rate.set} | {rate.size} | {len(rate.wrong)} | {share:.1%} "
        f"| {low:.1%} to {high:.1%} | {noticed} | {'' if rate.vain is None else rate.vain} |"
    )


def version() -> str:
    """The commit that was measured, with a mark when files differ from it."""
    command = ["git", "describe", "--always", "--dirty"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    return done.stdout.strip() or "no commit"


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure, print each line as it is known, and write the page when asked."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--write", action="store_true", help="replace the table of docs/trust.md")
    parser.add_argument("--cases", action="store_true", help="name every case that was judged wrongly")
    parser.add_argument("--only", choices=[name for name, _ in MEASURES], help="one of the rates")
    options = parser.parse_args(arguments)
    if options.write and options.only:
        parser.error("a page gets the whole table")
    os.environ.setdefault("VADE_EMBEDDER", "none")
    measured = version()  # before anything else happens to the files
    lines = [
        "| rate | set | cases | wrong | rate | 95 % | noticed | asked in vain |",
        "|---|---|---|---|---|---|---|---|",
    ]
    print("\n".join(lines), flush=True)
    for name, measure in MEASURES:
        for rate in measure() if options.only in (None, name) else ():
            lines.append(line(rate))
            print(lines[-1], flush=True)
            for one in rate.wrong if options.cases else ():
                print(f"    {one}", flush=True)
    if options.write:
        said = f"`python benchmarks/trust/rates.py --write`, version {measured}"
        publish(PAGE, (BEGIN, END), said, "\n".join(lines))
    return 0


if __name__ == "__main__":
    sys.exit(main())
