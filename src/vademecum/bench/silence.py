"""Whether nothing is said where nothing is known: answerable questions against three kinds that are not.

``removed-gold``: what answers is taken out of the store; its neighbours still talk about the same thing.
``swapped``: what another store is asked, with the names of this one's people. ``world``: general knowledge
and small talk.
Every passage is a memory here, for it is memories that are recalled unasked.
"""

from __future__ import annotations

import re

from vademecum.bench.measures import auroc, mean, threshold
from vademecum.bench.methods.bm25 import Bm25
from vademecum.bench.methods.method import DEPTH
from vademecum.bench.methods.own import Recall
from vademecum.bench.reading.files import DATA, text_file
from vademecum.bench.rows import Row
from vademecum.bench.task import ALL
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from vademecum.bench.methods.bm25 import FilledBm25
    from vademecum.bench.methods.own import FilledMemories
    from vademecum.bench.task import Gold, Store, Task
    from vademecum.model.answer import Hit

    Say = Callable[[str], None]

PROTOCOL = "silence"
ANSWERABLE = "answerable"
CONSTRUCTIONS = ("removed-gold", "swapped", "world")
METHODS = ("vademecum", "half", "coverage", "bm25")
HALF = 0.5
"""Share of a topic's terms that the floor `half` wants in one memory."""

LOST = 0.05
"""Share of answerable questions that a bar may lose."""

ENOUGH = 100
"""Answerable questions of other stores by which a bar is drawn; with fewer, those of its own count too."""


@value(kw_only=True)
class Trial:
    """One question put to one store.

    Attributes:
        kind: `ANSWERABLE` or one of `CONSTRUCTIONS`.
        scores: method -> how sure it is that the best thing it found answers; higher is surer.
        told: `recall` said something.
    """

    store: str
    question: str
    kind: str
    scores: Mapping[str, float]
    told: bool


def world() -> list[str]:
    """Questions that no memory answers, in a dozen languages."""
    return [line for line in text_file(DATA / "world.txt").splitlines() if line.strip()]


def trials(task: Task, say: Say) -> list[Trial]:
    """Put every question to every store that it concerns."""
    made: list[Trial] = []
    plain = Bm25(0.2)
    stores = list(task.stores)
    for number, store in enumerate(stores):
        say(f"{PROTOCOL} {number + 1}/{len(stores)}: {store.id}")
        with Recall.memories(store) as own, plain.filled(store, ("memory",)) as words:
            asking = _Asking(store, own, words)
            for question in store.questions:
                gold = question.golds.get(ALL)
                if gold:
                    made += asking.with_and_without(question.text, gold)
            other = stores[(number + 1) % len(stores)]
            if other is not store:
                made += [asking.trial(text, "swapped") for text in swapped(other, store)]
            made += [asking.trial(text, "world") for text in world()]
    return made


def swapped(other: Store, store: Store) -> list[str]:
    """What is asked of another store, as if it were asked of this one."""
    names = {
        theirs: store.names[min(place, len(store.names) - 1)]
        for place, theirs in enumerate(other.names if store.names else ())
    }
    texts = [question.text for question in other.questions if ALL in question.golds]
    if not names:
        return texts
    anybody = re.compile(rf"\b({'|'.join(map(re.escape, names))})\b")
    return [anybody.sub(lambda found: names[found[1]], text) for text in texts]


class _Asking:
    """A store that is asked in each method's way."""

    def __init__(self, store: Store, own: FilledMemories, words: FilledBm25) -> None:
        self._store, self._own, self._words = store.id, own, words
        self._ids = [passage.id for passage in store.passages]

    def with_and_without(self, question: str, gold: Gold) -> list[Trial]:
        """A question to the whole store, and to the store without what answers it."""
        return [self.trial(question, ANSWERABLE), self.trial(question, "removed-gold", gold)]

    def trial(self, question: str, kind: str, without: Gold | None = None) -> Trial:
        gone = without or {}
        sure = self._own.likelihoods(question)
        recalled = self._own.hits(question, DEPTH, floored=True)
        found = self._own.hits(question, DEPTH, floored=False)
        told = [hit for hit in recalled if self._own.ids[hit.key] not in gone]
        seen = [hit for hit in found if self._own.ids[hit.key] not in gone]
        covered = max((_covered(hit) for hit in seen), default=0.0)
        best = [s for p, s in self._words.scores(question).items() if self._ids[p] not in gone]
        return Trial(
            store=self._store,
            question=question,
            kind=kind,
            scores={
                "vademecum": max((each for one, each in sure.items() if one not in gone), default=0.0),
                "half": covered if covered >= HALF else 0.0,
                "coverage": covered,
                "bm25": max(best, default=0.0),
            },
            told=bool(told),
        )


def _covered(hit: Hit) -> float:
    return hit.covered / hit.terms if hit.terms else 0.0


def rows(made: Sequence[Trial]) -> list[Row]:
    """A row for each construction and method. The product and the floor `half` draw their own line; of the
    plain scores it is drawn on the other stores, where at most one answerable question in twenty is lost."""
    answerable = [trial for trial in made if trial.kind == ANSWERABLE]
    speaks = {method: _speaking(method, answerable) for method in METHODS}
    told: list[Row] = []
    for kind in CONSTRUCTIONS:
        nothing = [trial for trial in made if trial.kind == kind]
        for method in METHODS if nothing else ():
            figures = {
                "n_answerable": len(answerable),
                "auroc": round(auroc(_scores(answerable, method), _scores(nothing, method)), 4),
                "lost_percent": _percent(not speaks[method](one) for one in answerable),
                "false_recalls_percent": _percent(speaks[method](one) for one in nothing),
            }
            told.append(
                Row(protocol=PROTOCOL, method=method, construction=kind, n=len(nothing), figures=figures)
            )
    return told


@value
class Tenth:
    """Questions of which the product was about as sure that it can answer.

    Attributes:
        told: how sure on average, in percent.
        true: how many of them something answers, in percent.
    """

    questions: int
    told: float
    true: float


def reliability(made: Sequence[Trial]) -> list[Tenth]:
    """The tenths of probability that hold questions, least sure first. What was asked of a store without what
    answers is left out: every answerable question would count twice."""
    tenths: list[list[Trial]] = [[] for _ in range(10)]
    for trial in made:
        if trial.kind != "removed-gold":
            tenths[min(9, int(10 * trial.scores["vademecum"]))].append(trial)
    return [
        Tenth(
            len(each),
            round(100 * mean([one.scores["vademecum"] for one in each]), 2),
            _percent(one.kind == ANSWERABLE for one in each),
        )
        for each in tenths
        if each
    ]


def _scores(made: Iterable[Trial], method: str) -> list[float]:
    return [trial.scores[method] for trial in made]


def _speaking(method: str, answerable: Sequence[Trial]) -> Callable[[Trial], bool]:
    """Whether a method would say something."""
    if method == "vademecum":
        return lambda trial: trial.told
    if method == "half":
        return lambda trial: trial.scores["half"] > 0.0
    bars: dict[str, float] = {}
    for store in {trial.store for trial in answerable}:
        elsewhere = [one for one in answerable if one.store != store]
        bars[store] = threshold(_scores(elsewhere if len(elsewhere) >= ENOUGH else answerable, method), LOST)
    return lambda trial: trial.scores[method] >= bars.get(trial.store, 0.0)


def _percent(said: Iterable[bool]) -> float:
    return round(100 * mean([float(one) for one in said]), 2)
