"""Vectors alone, and vectors joined with words by their ranks: the two ways that most systems take."""

from __future__ import annotations

from contextlib import contextmanager

from vademecum.bench.methods.bm25 import best_sessions
from vademecum.bench.methods.fts5 import Fts5
from vademecum.embedders.rows import likeness

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator

    from vademecum.bench.methods.fts5 import FilledFts5
    from vademecum.bench.task import Store
    from vademecum.ports.meaning import Embedder

RRF_K = 60
"""Of reciprocal rank fusion; the value of its authors, which nearly everybody takes."""

JOINED = 1_000
"""Ranks of either list that are joined, which is all of them in most stores."""


class Dense:
    """The passages whose vectors are most like the question's, every token counting alike.

    Args:
        embedder: as it is, not fitted to the store.
    """

    name = "dense"

    def __init__(self, embedder: Embedder) -> None:
        self._embedder = embedder

    @contextmanager
    def filled(self, store: Store, units: tuple[str, ...]) -> Generator[FilledDense]:
        del units  # sessions are ranked by their passages
        yield FilledDense(self._embedder, store)


class FilledDense:
    """A row for every passage of one store."""

    def __init__(self, embedder: Embedder, store: Store) -> None:
        self._embedder = embedder
        self._passages = store.passages
        self._rows = embedder.embed([passage.text for passage in store.passages])

    def ask(self, question: str, unit: str, limit: int) -> list[str]:
        scores = likeness(self._rows, self._embedder.embed([question], questions=True))
        ordered = sorted(range(len(scores)), key=lambda place: (-scores[place], place))
        if unit != "session":
            return [self._passages[place].id for place in ordered[:limit]]
        return best_sessions([(self._passages[place].session, scores[place]) for place in ordered])[:limit]


class Rrf:
    """Reciprocal rank fusion of FTS5 over English stems and of vectors.

    Args:
        embedder: as `Dense` takes it.
    """

    name = "rrf"

    def __init__(self, embedder: Embedder) -> None:
        self._dense = Dense(embedder)
        self._words = Fts5("porter unicode61")

    @contextmanager
    def filled(self, store: Store, units: tuple[str, ...]) -> Generator[FilledRrf]:
        with self._words.filled(store, units) as words, self._dense.filled(store, units) as dense:
            yield FilledRrf(words, dense)


class FilledRrf:
    """Both of one store."""

    def __init__(self, words: FilledFts5, dense: FilledDense) -> None:
        self._both = (words, dense)

    def ask(self, question: str, unit: str, limit: int) -> list[str]:
        scores: dict[str, float] = {}
        for each in self._both:
            for rank, name in enumerate(each.ask(question, unit, max(JOINED, limit)), start=1):
                scores[name] = scores.get(name, 0.0) + 1.0 / (RRF_K + rank)
        return sorted(scores, key=lambda name: (-scores[name], name))[:limit]
