"""Measure the judgements on labelled sets: near repeats, claims, keyword capture.

    python benchmarks/judgements.py [--json] [--misses]

The sets in ``benchmarks/labelled`` are written by hand; `docs/lifecycle.md` says what the labels mean. The
status is 1 when anything automatic is wrong: a claim merged that was none, or a memory replaced that holds.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from functools import cache
from pathlib import Path
from typing import Any

from vademecum.lexicon import load
from vademecum.lexicon.wording import load_wording
from vademecum.lifecycle.capture import captured
from vademecum.lifecycle.claims import Verdict, VerdictKind, judge
from vademecum.lifecycle.repeats import Signature, near, signature
from vademecum.model.record import PERSONAL, Memory, MemoryId, Scope, Source, SourceKind
from vademecum.text.analyzer import Analyzer

LABELLED = Path(__file__).parent / "labelled"
LEXICON = load()
ANALYZER = Analyzer(LEXICON)
WORDING = load_wording()

MERGED = {VerdictKind.REINFORCE}
REPLACED = {VerdictKind.REFINE, VerdictKind.SUPERSEDE}
CHANGES = {"supersede", "refine"}
TOLD = datetime(2024, 6, 1, tzinfo=UTC)

Row = Mapping[str, Any]
Figures = dict[str, float]


def rows(name: str) -> list[Row]:
    """The rows of one labelled set."""
    lines = (LABELLED / f"{name}.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


@cache
def read(text: str) -> Signature:
    """The signature of a text by the shipped lists."""
    return signature(text, ANALYZER, LEXICON, WORDING)


def moment(date: str | None) -> datetime | None:
    """The beginning of a day."""
    return datetime.fromisoformat(date).replace(tzinfo=UTC) if date else None


def memory(side: Row, number: int) -> Memory:
    """One side of a row of claims; its text is the claim itself when none is given."""
    words = [side["subject"], side.get("predicate", ""), side.get("value", ""), side.get("qualifier", "")]
    return Memory(
        id=MemoryId(f"{number:026d}"),
        scope=Scope(side.get("scope", PERSONAL)),
        body=side.get("text", " ".join([word.replace("_", " ") for word in words if word])),
        subject=side["subject"],
        predicate=side.get("predicate"),
        value=side.get("value"),
        qualifier=side.get("qualifier"),
        sources=(Source(kind=SourceKind(side["source"]), at=TOLD),),
        created=TOLD,
        valid_from=moment(side.get("valid_from")),
        valid_until=moment(side.get("valid_until")),
        expires=moment(side.get("expires")),
    )


def verdict(row: Row) -> Verdict:
    """What the rules say of a row of claims."""
    return judge(memory(row["new"], 2), [memory(row["old"], 1)], WORDING, read)


def share(part: int, whole: int) -> float:
    """A share, 1.0 of nothing."""
    return round(part / whole, 4) if whole else 1.0


def precision_recall(pairs: Iterable[tuple[bool, bool]]) -> Figures:
    """Of pairs (is it so, was it said): precision and recall of what was said."""
    listed = list(pairs)
    right = sum(so and said for so, said in listed)
    return {
        "precision": share(right, sum(said for _, said in listed)),
        "recall": share(right, sum(so for so, _ in listed)),
    }


def near_repeats() -> tuple[Figures, list[Row]]:
    """Figures of near repeats, and the rows judged wrongly."""
    judged = [(row, near(read(row["one"]), read(row["other"]))) for row in rows("near_repeats")]
    figures = precision_recall((row["near"], said) for row, said in judged)
    return {"rows": len(judged), **figures}, [row for row, said in judged if said != row["near"]]


def claims() -> tuple[Figures, list[Row]]:
    """Figures of the claim rules, and the rows in which something was wrong or missed."""
    judged = [(row, verdict(row)) for row in rows("claims")]
    owner = [(row, said) for row, said in judged if row["new"]["source"] == "user"]
    others = [(row, said) for row, said in judged if row["new"]["source"] != "user"]
    merged = precision_recall((row["truth"] == "reinforce", said.kind in MERGED) for row, said in judged)
    replaced = precision_recall((row["truth"] in CHANGES, said.kind in REPLACED) for row, said in owner)
    proposed = precision_recall(
        (row["truth"] in CHANGES, said.kind is VerdictKind.PROPOSE) for row, said in others
    )
    doubted = [row["truth"] in CHANGES for row, said in judged if _doubts(said)]
    figures = {
        "rows": len(judged),
        "false_merges": sum(said.kind in MERGED and row["truth"] != "reinforce" for row, said in judged),
        "false_supersedes": sum(
            said.kind in REPLACED and row["truth"] not in CHANGES for row, said in judged
        ),
        "merge_recall": merged["recall"],
        "supersede_recall": replaced["recall"],
        "proposal_precision": proposed["precision"],
        "proposal_recall": proposed["recall"],
        "kept_for_review": len(doubted),
        "kept_for_review_changed": sum(doubted),
    }
    return figures, [row for row, said in judged if not _right(row, said)]


def _doubts(said: Verdict) -> bool:
    return said.kind is VerdictKind.CREATE and said.target is not None


def _right(row: Row, said: Verdict) -> bool:
    if row["truth"] == "reinforce":
        return said.kind in MERGED
    if row["truth"] in CHANGES:
        return said.kind in (REPLACED if row["new"]["source"] == "user" else {VerdictKind.PROPOSE})
    return said.kind is VerdictKind.CREATE


def capture() -> tuple[Figures, list[Row]]:
    """Figures of keyword capture, and the rows judged wrongly."""
    judged = [(row, [one.text for one in captured(row["text"], WORDING)]) for row in rows("capture")]
    figures = precision_recall((bool(row["kept"]), bool(said)) for row, said in judged)
    asked = [(row["kept"], said) for row, said in judged if row["kept"]]
    return {
        "rows": len(judged),
        "languages": len({row["lang"] for row in rows("capture")}),
        **figures,
        "exact": share(sum(kept == said for kept, said in asked), len(asked)),
    }, [row for row, said in judged if row["kept"] != said]


def table(figures: Mapping[str, Figures]) -> None:
    """Print a Markdown table."""
    print("| set | figure | value |\n|---|---|---|")
    for name, each in figures.items():
        for figure, number in each.items():
            print(f"| {name} | {figure.replace('_', ' ')} | {number:g} |")


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print one object")
    parser.add_argument("--misses", action="store_true", help="print the rows judged wrongly too")
    options = parser.parse_args(arguments)
    measured = {"near repeats": near_repeats(), "claims": claims(), "capture": capture()}
    figures = {name: each for name, (each, _) in measured.items()}
    misses = {name: missed for name, (_, missed) in measured.items()}
    if options.json:
        extra = {"misses": misses} if options.misses else {}
        print(json.dumps({**figures, **extra}, ensure_ascii=False, indent=2))
    else:
        table(figures)
        for name, missed in misses.items() if options.misses else ():
            for row in missed:
                print(f"{name}: {json.dumps(row, ensure_ascii=False)}")
    wrong = figures["claims"]["false_merges"] + figures["claims"]["false_supersedes"]
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
