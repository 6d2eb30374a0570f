"""Every system on every store of a task: filled, asked through its own door, measured."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path

from rivals.processes import size
from rivals.rival import CannotRun, Late, Note, Opened, Refused, Rival, Schema
from vademecum.bench.measures import of_ranking, p95
from vademecum.bench.retrieval import Answer, Run, golds, rows
from vademecum.bench.rows import Row
from vademecum.bench.task import ALL, Passage, Store, Task
from vademecum.model.value import replace, value

Say = Callable[[str], None]

SHOWN = 10
"""Results asked for: what an agent is shown at once. What comes later counts as not found."""

MOST_LATE = 3
"""Questions in a row without an answer in time after which no more are asked."""

DEEPER = ("r@20", "hit@20")
"""Measures that look further than that."""


@value(kw_only=True)
class Outcome:
    """What became of one system on a task.

    Attributes:
        failed: why it could not be measured, instead of a row with figures.
        refused: questions that it answered with an error, the first of them with its words.
        load: what the system's load was over the last minute, at the start and at the end.
    """

    rival: Rival
    rows: tuple[Row, ...] = ()
    failed: CannotRun | None = None
    refused: tuple[str, ...] = ()
    load: tuple[float, float] = (0.0, 0.0)


@value(kw_only=True)
class Filling:
    """What one store cost.

    Attributes:
        index_s: from texts at hand until all can be found.
        disk: bytes of all it keeps, the notes included.
    """

    index_s: float
    disk: int
    schema: Schema | None
    answers: tuple[Answer, ...]
    refused: tuple[str, ...]


def unit_of(task: Task) -> str:
    """What is one note: a memory, or where there are only turns, their session."""
    return "memory" if "memory" in task.units else "session"


def compare(task: Task, rivals: Sequence[Rival], work: Path, say: Say) -> list[Outcome]:
    """One outcome for each system, in their order.

    All of them go through a store before the next one comes, so that whatever else the machine does meets all
    alike. Who fails once is left out from there on.

    Args:
        work: a folder in which homes are made and stay.
    """
    unit = unit_of(task)
    filled: dict[str, list[Filling]] = {key_of(rival): [] for rival in rivals}
    failed: dict[str, CannotRun] = {}
    load: dict[str, tuple[float, float]] = {}
    for number, store in enumerate(task.stores, 1):
        for rival in rivals:
            key = key_of(rival)
            if key in failed:
                continue
            say(f"{task.protocol} {number}/{len(task.stores)}: {rival.name}, {rival.door}")
            begun = os.getloadavg()[0]
            home = work / f"{task.protocol}-{number}-{rivals.index(rival)}"
            try:
                filled[key].append(_measured(rival, store, unit, home))
            except CannotRun as error:
                failed[key] = error
            load[key] = (load.get(key, (begun, 0.0))[0], os.getloadavg()[0])
    return [_outcome(task, unit, one, filled[key_of(one)], failed.get(key_of(one)), load) for one in rivals]


def key_of(rival: Rival) -> str:
    """What tells a system and its door from the others."""
    return f"{rival.name} ({rival.door})"


def _measured(rival: Rival, store: Store, unit: str, home: Path) -> Filling:
    home.mkdir(parents=True)
    notes, ids = notes_of(store, unit)
    begun = time.perf_counter()
    try:
        rival.fill(notes, home)
    except Refused as error:
        raise CannotRun("fill", str(error)) from error
    index_s = time.perf_counter() - begun
    refused: list[str] = []
    with rival.opened(home) as opened:
        answers = tuple(_answers(opened, store, unit, ids, refused))
        schema = opened.schema
    return Filling(index_s=index_s, disk=size(home), schema=schema, answers=answers, refused=tuple(refused))


def notes_of(store: Store, unit: str) -> tuple[list[Note], Mapping[str, str]]:
    """A note for each memory or each session, and the id of what it holds by its name."""
    held: dict[str, list[Passage]] = {}
    for passage in store.passages:
        held.setdefault(passage.session if unit == "session" else passage.id, []).append(passage)
    ids = {f"note-{place:05}": one for place, one in enumerate(held, 1)}
    return [Note(name=name, passages=tuple(held[one])) for name, one in ids.items()], ids


def _answers(
    opened: Opened, store: Store, unit: str, ids: Mapping[str, str], refused: list[str]
) -> Iterator[Answer]:
    sessions = {passage.id: passage.session for passage in store.passages}
    asking = _Asking(opened, refused)
    for question in store.questions[:1]:
        asking.ask(question.text)  # a first answer warms what stays warm for its users too
        refused.clear()
    for question in store.questions:
        begun = time.perf_counter()
        found = asking.ask(question.text)
        ms = (time.perf_counter() - begun) * 1000
        ranked = tuple(dict.fromkeys(ids[name] for name in found if name in ids))
        wanted = golds(question, unit, sessions)
        measured = {category: of_ranking(ranked, gold) for category, gold in wanted.items()}
        yield Answer(question=question.id, ranked=ranked, measured=measured, ms=ms)


class _Asking:
    """Asks one question after the other, and gives up on who answers none any more."""

    def __init__(self, opened: Opened, refused: list[str]) -> None:
        self._opened = opened
        self._refused = refused
        self._late = 0

    def ask(self, question: str) -> list[str]:
        try:
            found = self._opened.ask(question, SHOWN)
        except Refused as error:
            self._refused.append(f"{question}: {error}")
            self._late = self._late + 1 if isinstance(error, Late) else 0
            if self._late == MOST_LATE:
                raise CannotRun("ask", f"{MOST_LATE} times in a row: {error}") from error
            return []
        except (KeyError, TypeError, ValueError) as error:
            raise CannotRun("ask", f"answered in another form than its version does ({error!r})") from error
        self._late = 0
        return found


def _outcome(
    task: Task,
    unit: str,
    rival: Rival,
    filled: Sequence[Filling],
    failed: CannotRun | None,
    load: Mapping[str, tuple[float, float]],
) -> Outcome:
    key = key_of(rival)
    if failed is not None:
        return Outcome(rival=rival, failed=failed, load=load[key])
    run = Run(method=key, unit=unit, answers=tuple(answer for one in filled for answer in one.answers))
    refused = tuple(told for one in filled for told in one.refused)
    measured = [_shown(row) for row in rows(replace(task, units=(unit,)), [run])]
    costs = _costs(run, filled, len(refused))
    told = [
        replace(row, figures=dict(row.figures) | costs) if row.category == ALL else row for row in measured
    ]
    return Outcome(rival=rival, rows=tuple(told), refused=refused, load=load[key])


def _shown(row: Row) -> Row:
    return replace(row, figures={name: of for name, of in row.figures.items() if name not in DEEPER})


def _costs(run: Run, filled: Sequence[Filling], refused: int) -> dict[str, float]:
    """What it took, besides what it found; indexing and disk of all stores together."""
    times = [answer.ms for answer in run.answers if answer.ms is not None]
    costs: dict[str, float] = {
        "p95_ms": round(p95(times), 3),
        "index_s": round(sum(one.index_s for one in filled), 2),
        "disk_mb": round(sum(one.disk for one in filled) / 1e6, 2),
        "refused": refused,
    }
    schema = filled[0].schema
    if schema is not None:
        costs |= {"tools": schema.tools, "schema_kb": round(schema.size / 1000, 1)}
    return costs
