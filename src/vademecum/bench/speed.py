"""How long indexing and answering take, beside FTS5 over the same texts in the same minute.

The large stores of `benchmarks/speed.py` are another matter: here is what a person's own store costs.
"""

from __future__ import annotations

import gc
import statistics
import time

from vademecum.bench.measures import p95
from vademecum.bench.methods.method import SHOWN
from vademecum.bench.rows import Row
from vademecum.bench.task import ALL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from vademecum.bench.methods.method import Filled, Method
    from vademecum.bench.task import Store, Task

    Say = Callable[[str], None]

PROTOCOL = "speed"
MOST_QUESTIONS = 200
REPETITIONS = 3


def rows(task: Task, methods: Sequence[Method], say: Say) -> list[Row]:
    """Times of every method on the first store of a task, for each of its units."""
    store = next(iter(task.stores))
    told: list[Row] = []
    for method in methods:
        say(f"{PROTOCOL}: {method.name}")
        begun = time.perf_counter()
        with method.filled(store, task.units) as filled:
            index_ms = (time.perf_counter() - begun) * 1000
            told += [_row(store, method.name, filled, unit, index_ms) for unit in task.units]
    return told


def _row(store: Store, method: str, filled: Filled, unit: str, index_ms: float) -> Row:
    questions = store.questions[:MOST_QUESTIONS]
    times: list[float] = []
    gc.collect()
    for turn in range(REPETITIONS + 1):
        for question in questions:
            begun = time.perf_counter()
            filled.ask(question.text, unit, SHOWN)
            if turn:  # the first round warms every cache
                times.append((time.perf_counter() - begun) * 1000)
    figures = {
        "passages": len(store.passages),
        "p50_ms": round(statistics.median(times), 3),
        "p95_ms": round(p95(times), 3),
        "index_ms": round(index_ms, 1),
    }
    return Row(protocol=PROTOCOL, method=method, unit=unit, category=ALL, n=len(questions), figures=figures)
