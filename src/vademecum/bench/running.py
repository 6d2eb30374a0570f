"""One order to measure, carried out: which protocols, on which data, against what."""

from __future__ import annotations

import shlex

from vademecum.bench import retrieval, silence, speed
from vademecum.bench.methods.method import Skipped
from vademecum.bench.methods.table import BASELINES, baselines, own
from vademecum.bench.reading import beir, locomo, longmemeval, paraphrase
from vademecum.errors import InvalidValue, NotFound
from vademecum.model.value import value
from vademecum.text.nearest import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from vademecum.bench.retrieval import Run
    from vademecum.bench.rows import Row
    from vademecum.bench.silence import Trial
    from vademecum.bench.task import Task

    Say = Callable[[str], None]

READERS: Mapping[str, Callable[[Path | None, str | None], Task]] = {
    locomo.PROTOCOL: locomo.read,
    longmemeval.PROTOCOL: longmemeval.read,
    beir.PROTOCOL: beir.read,
    paraphrase.PROTOCOL: paraphrase.read,
}
EVERYTHING = "all"
PROTOCOLS = (*READERS, silence.PROTOCOL, speed.PROTOCOL, EVERYTHING)
BUDGETS = {"1k": 1024, "2k": 2048, "4k": 4096, "8k": 8192}


@value(kw_only=True)
class Order:
    """What is to be measured.

    Attributes:
        protocol: one of `PROTOCOLS`.
        data: file or folder of the data set; our own samples when not given.
        split: ``dev`` or ``test``; everything when not given.
        budget: one of `BUDGETS`.
        baselines: names of `BASELINES`.
    """

    protocol: str
    data: Path | None = None
    split: str | None = None
    budget: str | None = None
    baselines: tuple[str, ...] = BASELINES

    @property
    def command(self) -> str:
        """The command line that orders this."""
        parts = ["vade", "bench", self.protocol]
        parts += ["--data", str(self.data)] if self.data else []
        parts += ["--split", self.split] if self.split else []
        parts += ["--budget", self.budget] if self.budget else []
        if self.baselines != BASELINES:
            parts += ["--baseline", ",".join(self.baselines)]
        return shlex.join(parts)


@value(kw_only=True)
class Measured:
    """What came of an order.

    Attributes:
        sources: protocol -> the data it was measured on.
        skipped: what was asked for and could not run, with the reason.
        runs: protocol -> every ranking.
        trials: every question of `silence`.
    """

    order: Order
    rows: tuple[Row, ...]
    sources: Mapping[str, str]
    skipped: tuple[Skipped, ...]
    runs: Mapping[str, Sequence[Run]]
    trials: tuple[Trial, ...] = ()


def named_baselines(text: str) -> tuple[str, ...]:
    """The baselines of a list with commas.

    Raises:
        InvalidValue: one of them is none.
    """
    names = tuple(dict.fromkeys(name.strip() for name in text.split(",") if name.strip()))
    for name in names:
        if name not in BASELINES:
            suggestions = nearest(name, BASELINES) or BASELINES[:3]
            known = ", ".join(BASELINES)
            raise InvalidValue("baseline", f"{name!r} is none of {known}", suggestions=suggestions)
    return names


def measure(order: Order, say: Say) -> Measured:
    """Carry out an order.

    Args:
        say: is told what goes on.

    Raises:
        NotFound: the data is not there. With ``all`` a protocol without data is skipped instead.
        InvalidValue, LimitExceeded: the data is something else.
    """
    wanted = PROTOCOLS[:-1] if order.protocol == EVERYTHING else (order.protocol,)
    gathering = _Gathering(order, say)
    for protocol in wanted:
        try:
            gathering.add(protocol)
        except NotFound as error:
            if order.protocol != EVERYTHING:
                raise
            gathering.skipped.append(Skipped(protocol, error.message))
    return gathering.measured()


class _Gathering:
    def __init__(self, order: Order, say: Say) -> None:
        self._order, self._say = order, say
        self._rows: list[Row] = []
        self._sources: dict[str, str] = {}
        self._runs: dict[str, Sequence[Run]] = {}
        self._trials: tuple[Trial, ...] = ()
        self._baselines, self.skipped = baselines(order.baselines)

    def add(self, protocol: str) -> None:
        """Measure by one more protocol."""
        order = self._order
        if protocol == silence.PROTOCOL:
            task = self._stores(locomo.PROTOCOL if order.data else paraphrase.PROTOCOL)
            self._trials = tuple(silence.trials(task, self._say))
            self._rows += silence.rows(self._trials)
        elif protocol == speed.PROTOCOL:
            task = paraphrase.read(None, None)
            self._rows += speed.rows(task, [*own(), *self._baselines], self._say)
        else:
            task = READERS[protocol](order.data, order.split)
            methods = [*own(), *self._baselines]
            budget = BUDGETS[order.budget] if order.budget else None
            runs = retrieval.run(task, methods, budget, self._say)
            self._runs[protocol] = runs
            self._rows += retrieval.rows(task, runs)
        self._sources[protocol] = task.source

    def _stores(self, protocol: str) -> Task:
        """Stores for `silence`; ours are joined by the sample dialogues, so that there is another to ask."""
        task = READERS[protocol](self._order.data, self._order.split)
        if self._order.data:
            return task
        from vademecum.model.value import replace

        more = locomo.read(None, None)
        return replace(task, stores=[*task.stores, *more.stores], source=f"{task.source}; {more.source}")

    def measured(self) -> Measured:
        return Measured(
            order=self._order,
            rows=tuple(self._rows),
            sources=self._sources,
            skipped=tuple(self.skipped),
            runs=self._runs,
            trials=self._trials,
        )
