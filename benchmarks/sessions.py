"""How often the answer to a finished utterance was waiting, what that saved, and whether it was right.

Replays dialogues of LoCoMo (Maharana et al., ACL 2024), one session a dialogue, over a home that holds what
the data set observes of its speakers. Every utterance is cut into partials word by word, as a recogniser
gives them, and its end is found after a pause. Each answer that was waiting is compared with the one of a
session that heard no partial. With `--questions` the questions of the data set are spoken instead of the
talk; with `--no-pause` the recogniser says nothing between the last word and the end.

    python benchmarks/sessions.py PATH [--dialogues 2] [--turns 150] [--questions] [--no-pause]
"""

from __future__ import annotations

import argparse
import json
import statistics
import tempfile
import time
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import vademecum
from vademecum.model.session import Snapshot, Verdict
from vademecum.model.value import value

START = datetime(2026, 3, 2, 9, tzinfo=UTC)
PAUSE_S = 0.4
"""Silence after which a recogniser sends the same words again; its end of speech comes twice as late."""


class Clock:
    """Stands until it is told to go on."""

    def __init__(self) -> None:
        self.at = START

    def __call__(self) -> datetime:
        """The present."""
        return self.at

    def go_on(self, seconds: float) -> None:
        """Let time pass."""
        self.at += timedelta(seconds=seconds)


@value(kw_only=True)
class Heard:
    """One finished utterance.

    Attributes:
        overlap: a rule that asks for a third of the words only would have served the snapshot.
        overlap_same: and with the facts of the direct answer.
    """

    served: bool
    same: bool
    looks: int
    waiting_ms: float
    direct_ms: float
    looks_ms: float
    facts: int
    overlap: bool
    overlap_same: bool


def main() -> None:
    """Replay and print the table."""
    arguments = _arguments()
    data = json.loads(arguments.path.read_text())
    heard: list[Heard] = []
    for dialogue in data[: arguments.dialogues]:
        heard += list(_replayed(dialogue, arguments))
    for name, shown in _table(heard):
        print(f"| {name} | {shown} |")


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("path", type=Path)
    parser.add_argument("--dialogues", type=int, default=2)
    parser.add_argument("--turns", type=int, default=150)
    parser.add_argument("--questions", action="store_true")
    parser.add_argument("--no-pause", action="store_true")
    parser.add_argument("--words-per-second", type=float, default=3.0)
    return parser.parse_args()


def _replayed(dialogue: dict[str, Any], arguments: argparse.Namespace) -> Iterator[Heard]:
    clock = Clock()
    with tempfile.TemporaryDirectory() as folder, vademecum.open(folder, now=clock) as vade:
        for speaker, text in _observed(dialogue):
            vade.remember(text, about=[speaker])
        spoken = vade.session("spoken", zone="UTC", dry_run=True, extract=False)
        direct = vade.session("direct", zone="UTC", dry_run=True, extract=False)
        said = _questions(dialogue) if arguments.questions else _utterances(dialogue)
        for text in said[: arguments.turns]:
            yield _heard(text, spoken, direct, clock, arguments)


def _heard(text: str, spoken: Any, direct: Any, clock: Clock, arguments: argparse.Namespace) -> Heard:
    words = text.split()
    partials = [" ".join(words[: number + 1]) for number in range(len(words))]
    looks, looks_ms, waiting = 0, 0.0, None
    for number, partial in enumerate([*partials, text]):
        pause = number == len(partials)
        if pause and arguments.no_pause:
            break
        clock.go_on(PAUSE_S if pause else 1 / arguments.words_per_second)
        begun = time.perf_counter()
        heard = spoken.partial(partial)
        looks_ms += (time.perf_counter() - begun) * 1000
        looks += heard.verdict is Verdict.FIRE
        waiting = heard.snapshot or waiting
    clock.go_on(PAUSE_S)
    begun = time.perf_counter()
    turn = spoken.final(text)
    middle = time.perf_counter()
    answer = direct.final(text).snapshot
    ended = time.perf_counter()
    overlap = waiting is not None and bool(waiting.facts) and _third(waiting, answer)
    return Heard(
        served=turn.prepared,
        same=turn.snapshot.facts == answer.facts,
        looks=looks,
        waiting_ms=(middle - begun) * 1000,
        direct_ms=(ended - middle) * 1000,
        looks_ms=looks_ms,
        facts=len(answer.facts),
        overlap=overlap,
        overlap_same=overlap and waiting is not None and _ids(waiting) == _ids(answer),
    )


def _third(waiting: Snapshot, answer: Snapshot) -> bool:
    """The founding planner's rule: three times the words in common are as many as the words asked for."""
    asked = set(" ".join(answer.plan.lexical_queries).casefold().split())
    held = set(" ".join(waiting.plan.lexical_queries).casefold().split())
    return bool(asked) and 3 * len(asked & held) >= len(asked)


def _ids(snapshot: Snapshot) -> list[str]:
    return [fact.id for fact in snapshot.facts]


def _observed(dialogue: dict[str, Any]) -> list[tuple[str, str]]:
    found: dict[str, str] = {}
    for session in dialogue["observation"].values():
        for speaker, facts in session.items():
            for text, _ in facts:
                found.setdefault(text, speaker)
    return [(speaker, text) for text, speaker in found.items()]


def _utterances(dialogue: dict[str, Any]) -> list[str]:
    talk = dialogue["conversation"]
    sessions = sorted(
        (name for name in talk if name.startswith("session_") and isinstance(talk[name], list)),
        key=lambda name: int(name.removeprefix("session_")),
    )
    return [turn["text"] for name in sessions for turn in talk[name] if turn.get("text", "").strip()]


def _questions(dialogue: dict[str, Any]) -> list[str]:
    return [asked["question"] for asked in dialogue["qa"]]


def _table(heard: Sequence[Heard]) -> Iterator[tuple[str, str]]:
    served = [one for one in heard if one.served]
    found = [one for one in heard if one.facts]
    overlap = [one for one in found if one.overlap]
    yield "finished utterances, with something known", f"{len(heard)}, {len(found)}"
    yield "looks ahead each", f"{statistics.mean(one.looks for one in heard):.1f}"
    yield "answer was waiting", _share(len(served), len(heard))
    yield "… where something is known", _share(sum(one.served for one in found), len(found))
    yield (
        "waiting answer has the facts of the direct one",
        _share(sum(one.same for one in served), len(served)),
    )
    yield "finished utterance, answer waiting, ms (median)", _median([one.waiting_ms for one in served])
    yield "finished utterance, answered directly, ms (median)", _median([one.direct_ms for one in served])
    yield "heard ahead of it, all partials together, ms (median)", _median([one.looks_ms for one in heard])
    yield "a third of the words would have served", _share(len(overlap), len(found))
    yield (
        "… with the facts of the direct answer",
        _share(sum(one.overlap_same for one in overlap), len(overlap)),
    )


def _share(part: int, whole: int) -> str:
    return f"{part} of {whole} ({part / whole:.0%})" if whole else "none"


def _median(numbers: Sequence[float]) -> str:
    return f"{statistics.median(numbers):.2f}" if numbers else "none"


if __name__ == "__main__":
    main()
