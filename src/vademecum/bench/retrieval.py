"""Asking every method every question of a task, and measuring what came back."""

from __future__ import annotations

import statistics
import time
from collections import defaultdict

from vademecum.bench.measures import interval, mean, of_ranking, within_budget
from vademecum.bench.methods.method import DEPTH, SHOWN
from vademecum.bench.rows import Row
from vademecum.bench.task import ALL
from vademecum.model.value import value
from vademecum.retrieval.packing import estimate_tokens

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

    from vademecum.bench.methods.method import Filled, Method
    from vademecum.bench.task import Gold, Question, Store, Task

    Say = Callable[[str], None]

SHOWN_MEASURES = ("r@1", "r@5", "r@10", "r@20", "hit@1", "hit@5", "hit@10", "mrr", "ndcg@10")
WITH_INTERVAL = ("r@5", "r@10", "mrr")

TIMED = 4
"""One question of so many is asked a second time, for the clock; a median needs no more."""


@value(kw_only=True)
class Answer:
    """What a method answered to one question.

    Attributes:
        measured: category -> measures.
        ms: time until the best ten were there, where it was taken.
    """

    question: str
    ranked: tuple[str, ...]
    measured: Mapping[str, Mapping[str, float]]
    ms: float | None


@value(kw_only=True)
class Run:
    """A method through a whole task, in one unit."""

    method: str
    unit: str
    answers: tuple[Answer, ...]


def run(task: Task, methods: Sequence[Method], budget: int | None, say: Say) -> list[Run]:
    """Every method on every store, store by store, so that whatever else the machine does meets all alike.

    Args:
        budget: tokens within which recall is measured too.
        say: is told how far it is.
    """
    answers: dict[tuple[str, str], list[Answer]] = defaultdict(list)
    for number, store in enumerate(task.stores, 1):
        for method in methods:
            say(f"{task.protocol} {number}/{len(task.stores)}: {method.name}")
            with method.filled(store, task.units) as filled:
                for unit in task.units:
                    answers[method.name, unit] += _asked(filled, store, unit, budget)
    return [Run(method=name, unit=unit, answers=tuple(told)) for (name, unit), told in answers.items()]


def _asked(filled: Filled, store: Store, unit: str, budget: int | None) -> Iterator[Answer]:
    sessions = {passage.id: passage.session for passage in store.passages}
    sizes: dict[str, int] = defaultdict(int)
    for passage in store.passages if budget else ():
        sizes[passage.session if unit == "session" else passage.id] += estimate_tokens(passage.text)
    for place, question in enumerate(store.questions):
        ms = _timed(filled, question.text, unit) if place % TIMED == 0 else None
        ranked = filled.ask(question.text, unit, DEPTH)
        measured: dict[str, dict[str, float]] = {}
        for category, gold in golds(question, unit, sessions).items():
            measured[category] = of_ranking(ranked, gold)
            if budget:
                measured[category]["in_budget"] = within_budget(ranked, gold, sizes, budget)
        yield Answer(question=question.id, ranked=tuple(ranked), measured=measured, ms=ms)


def _timed(filled: Filled, question: str, unit: str) -> float:
    begun = time.perf_counter()
    filled.ask(question, unit, SHOWN)
    return (time.perf_counter() - begun) * 1000


def golds(question: Question, unit: str, sessions: Mapping[str, str]) -> Mapping[str, Gold]:
    """Category -> what answers a question there: passages, or the sessions in which they stand.

    Args:
        sessions: passage -> its session.
    """
    if unit != "session":
        return question.golds
    return {
        category: {sessions[one]: 1.0 for one in gold} for category, gold in question.golds.items() if gold
    }


def rows(task: Task, runs: Sequence[Run]) -> list[Row]:
    """A row for each unit, method and category that has questions."""
    return [
        row
        for unit in task.units
        for category in task.categories
        for one in runs
        if one.unit == unit and (row := _row(task, one, category)) is not None
    ]


def _row(task: Task, one: Run, category: str) -> Row | None:
    told = [answer for answer in one.answers if category in answer.measured]
    if not told:
        return None
    measured = [answer.measured[category] for answer in told]
    names = [name for name in (*SHOWN_MEASURES, "in_budget") if name in measured[0]]
    figures = {name: _percent(mean([each[name] for each in measured])) for name in names}
    for name in WITH_INTERVAL if category == ALL else ():
        low, high = interval([each[name] for each in measured])
        figures |= {f"{name}_low": _percent(low), f"{name}_high": _percent(high)}
    times = [answer.ms for answer in told if answer.ms is not None]
    if times:
        figures["p50_ms"] = round(statistics.median(times), 3)
    return Row(
        protocol=task.protocol,
        method=one.method,
        unit=one.unit,
        category=category,
        n=len(told),
        figures=figures,
    )


def _percent(share: float) -> float:
    return round(100 * share, 2)
