"""Measure what a change does to what was told before: labelled scenarios, each run through the real engine.

    python benchmarks/changes.py [--json] [--misses]

A scenario of ``benchmarks/labelled/changes.jsonl`` tells memories, lets something happen to them, says which
ought to be in doubt afterwards, and asks. What is measured, by kind of scenario:

- doubts: of the memories marked, how many ought to be (precision); of those that ought to be, how many are
  (recall); the memories that nothing was said to happen to count against precision when they are marked;
- stale: answers with something that no longer holds and bears no mark, of all questions that have such;
- right: questions that are answered with everything that ought to be told;
- silent: questions that nothing kept answers, and that got no answer.

Everything stands in memory: the shipped vault and index under the shipped engine, on a clock of its own.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from vademecum import Vade
from vademecum.engine.reading import IN_DOUBT
from vademecum.model.policy import Policy
from vademecum.model.record import Memory, Relation
from vademecum.model.value import field, value
from vademecum.stores.memory.index import MemoryIndex
from vademecum.vault.memory import MemoryVault
from vademecum.vault.scopes import parse_scope
from vademecum.wiring import UlidIds, open_with

LABELLED = Path(__file__).parent / "labelled" / "changes.jsonl"
KINDS = ("change", "contradiction", "absence", "deletion")
BEGINNING = datetime(2025, 9, 1, 12, tzinfo=UTC)
SCOPES = ["all"]

Row = Mapping[str, Any]

_COUNTED = (
    "right_marks",
    "marks",
    "due",
    "stale",
    "may_be_stale",
    "right",
    "asked",
    "silent",
    "unanswerable",
)


class Clock:
    """Stands until a scenario goes on."""

    def __init__(self) -> None:
        self.at = BEGINNING

    def now(self) -> datetime:
        return self.at


@value
class Told:
    """What became of one scenario, by what it calls its memories.

    Attributes:
        marked: memories in doubt at the end.
        answers: for each question the names of what was told, those in doubt with a ``?`` behind.
    """

    marked: frozenset[str]
    answers: tuple[frozenset[str], ...]


@value
class Tally:
    """Counts of one kind of scenario."""

    scenarios: int = 0
    counts: dict[str, int] = field(default_factory=lambda: dict.fromkeys(_COUNTED, 0))

    def share(self, part: str, whole: str) -> float:
        """One count of another, 1.0 of nothing."""
        return round(self.counts[part] / self.counts[whole], 4) if self.counts[whole] else 1.0


def rows() -> list[Row]:
    """The scenarios."""
    return [json.loads(line) for line in LABELLED.read_text(encoding="utf-8").splitlines()]


def opened(clock: Clock) -> Vade:
    """An empty home in memory: the shipped vault and index under the shipped engine."""
    return open_with(
        vault=MemoryVault(),
        index=MemoryIndex(),
        policy=Policy(sync_interval_s=0.0),
        language="en",
        clock=clock,
        ids=UlidIds(),
        read_scope=lambda text: parse_scope(text, None),
    )


class Stage:
    """A home in memory in which one scenario happens."""

    def __init__(self) -> None:
        self._clock = Clock()
        self.vade: Vade = opened(self._clock)
        self._ids: dict[str, str] = {}

    def told(self, row: Row) -> Told:
        """Let a scenario happen."""
        for link in row.get("links", ()):
            self._link(link)
        for name, given in row["told"].items():
            self._remember(name, given)
        for step in row["then"]:
            self._do(dict(step))
        names = {id: name for name, id in self._ids.items()}
        marked = frozenset(
            name
            for name, id in self._ids.items()
            if (memory := self._memory(id)) is not None and memory.needs_review is not None
        )
        return Told(marked, tuple(self._answer(ask["text"], names) for ask in row["asks"]))

    def _answer(self, text: str, names: Mapping[str, str]) -> frozenset[str]:
        hits = self.vade.recall(text, scopes=SCOPES).hits
        return frozenset(
            names.get(hit.id, hit.key) + ("?" if IN_DOUBT in (hit.mark or "") else "")
            for hit in hits
            if hit.kind.value == "memory"
        )

    def _memory(self, id: str) -> Memory | None:
        if not any(item.id == id for item in self.vade.list(include="all", scopes=SCOPES, limit=100).items):
            return None
        record = self.vade.get(id).record
        return record if isinstance(record, Memory) else None

    def _remember(self, name: str, given: Row) -> None:
        self._clock.at += timedelta(minutes=1)
        fields = self._fields(given)
        self._ids[name] = self.vade.remember(fields.pop("text"), **fields).memory.record.id

    def _fields(self, given: Row) -> dict[str, Any]:
        fields = {name: _moment(name, value) for name, value in given.items() if name != "from"}
        fields["text"] = fields["text"].format_map(self._ids)
        if "relations" in fields:
            fields["relations"] = [
                Relation(predicate=predicate, object=object.format_map(self._ids))
                for predicate, object in fields["relations"]
            ]
        if "from" in given:
            fields |= {"source": "inference", "ref": f"memory:{self._ids[given['from']]}"}
        return fields

    def _link(self, link: Sequence[Any]) -> None:
        subject, predicate, object, *times = link
        if subject == "alias":
            self.vade.add_entity(predicate, label="Person", aliases=[object])
            return
        since, until = (_moment("since", time) for time in (*times, None, None)[:2])
        self.vade.link(subject, predicate, object, since=since, until=until)

    def _do(self, step: dict[str, Any]) -> None:
        self._clock.at += timedelta(days=1)
        verb = step.pop("do")
        match verb:
            case "remember":
                self._remember(step.pop("as"), step)
            case "supersede":
                old, name = self._ids[step.pop("of")], step.pop("as")
                fields = self._fields(step)
                self._ids[name] = self.vade.supersede(old, fields.pop("text"), **fields).memory.record.id
            case "link":
                self._link(step["link"])
            case "unlink":
                self.vade.unlink(*step["link"])
            case "wait":
                self._clock.at += timedelta(days=step["days"])
            case _:
                getattr(self.vade, verb)(self._ids[step["of"]])


def _moment(name: str, value: Any) -> Any:
    timely = name in ("since", "until", "valid_from", "valid_until", "expires") and value
    return datetime.fromisoformat(value).replace(tzinfo=UTC) if timely else value


def judged(row: Row, told: Told) -> tuple[dict[str, int], list[str]]:
    """The counts of one scenario, and in words what was wrong with it."""
    due = frozenset(row["doubted"])
    counts = dict.fromkeys(_COUNTED, 0)
    counts |= {"marks": len(told.marked), "due": len(due), "right_marks": len(told.marked & due)}
    wrong = [f"missed: {name}" for name in sorted(due - told.marked)]
    wrong += [f"marked: {name}" for name in sorted(told.marked - due)]
    for ask, answer in zip(row["asks"], told.answers, strict=True):
        stale, right = set(ask["stale"]) & answer, set(ask["right"])
        said = {name.removesuffix("?") for name in answer}
        counts["may_be_stale"] += bool(ask["stale"])
        counts["stale"] += bool(stale)
        wrong += [f"stale: {name} to {ask['text']}" for name in sorted(stale)]
        if right:
            counts["asked"] += 1
            counts["right"] += right <= said
            wrong += [f"not told: {name} to {ask['text']}" for name in sorted(right - said)]
        else:
            counts["unanswerable"] += 1
            counts["silent"] += not said
            wrong += [f"told: {name} to {ask['text']}" for name in sorted(said)]
    return counts, wrong


def measured() -> tuple[dict[str, Tally], list[tuple[Row, list[str]]]]:
    """Tallies by kind and of all, and the scenarios in which something was wrong."""
    tallies = {kind: Tally() for kind in (*KINDS, "all")}
    misses: list[tuple[Row, list[str]]] = []
    for row in rows():
        counts, wrong = judged(row, Stage().told(row))
        for kind in (row["kind"], "all"):
            before = tallies[kind]
            summed = {name: before.counts[name] + counts[name] for name in _COUNTED}
            tallies[kind] = Tally(before.scenarios + 1, summed)
        if wrong:
            misses.append((row, wrong))
    return tallies, misses


def figures(tally: Tally) -> dict[str, float]:
    """What is published of a tally."""
    return {
        "scenarios": tally.scenarios,
        "doubts_due": tally.counts["due"],
        "precision": tally.share("right_marks", "marks"),
        "recall": tally.share("right_marks", "due"),
        "stale": tally.counts["stale"],
        "may_be_stale": tally.counts["may_be_stale"],
        "right": tally.counts["right"],
        "asked": tally.counts["asked"],
        "silent": tally.counts["silent"],
        "unanswerable": tally.counts["unanswerable"],
    }


def table(all_figures: Mapping[str, Mapping[str, float]]) -> None:
    """Print a Markdown table."""
    print("| kind | scenarios | doubts due | precision | recall | stale told | right told | silent |")
    print("|---|---|---|---|---|---|---|---|")
    for kind, one in all_figures.items():
        print(
            f"| {kind} | {one['scenarios']} | {one['doubts_due']} | {one['precision']:.0%} "
            f"| {one['recall']:.0%} | {one['stale']} of {one['may_be_stale']} "
            f"| {one['right']} of {one['asked']} | {one['silent']} of {one['unanswerable']} |"
        )


def main(arguments: Sequence[str] | None = None) -> int:
    """Measure and print; the status is 1 when anything stale was told as if it held."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--json", action="store_true", help="print one object")
    parser.add_argument("--misses", action="store_true", help="print what was wrong, scenario by scenario")
    options = parser.parse_args(arguments)
    tallies, misses = measured()
    found = {kind: figures(tally) for kind, tally in tallies.items()}
    if options.json:
        extra = {"misses": [{"what": row["what"], "wrong": wrong} for row, wrong in misses]}
        print(json.dumps({**found, **(extra if options.misses else {})}, ensure_ascii=False, indent=2))
    else:
        table(found)
        for row, wrong in misses if options.misses else ():
            print(f"{row['kind']}, {row['lang']}, {row['what']}: {'; '.join(wrong)}")
    return 1 if found["all"]["stale"] else 0


if __name__ == "__main__":
    sys.exit(main())
