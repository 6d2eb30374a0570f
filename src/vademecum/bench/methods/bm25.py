"""BM25 over English Snowball stems, exact and without any index: the textbook's formula."""

from __future__ import annotations

import math
from collections import Counter
from contextlib import contextmanager

from vademecum.bench.methods.words import asked, english_stems, words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator

    from vademecum.bench.task import Store

K1 = 1.2
BEST_OF = (1.0, 0.5, 0.25)
"""A session's score: its best passages, each worth half of the one before."""


class Bm25:
    """BM25 with a given length normalisation.

    Attributes:
        b: 0.2 suits turns, which are short; 0.75 is the textbook's.
    """

    def __init__(self, b: float) -> None:
        self.b = b
        self.name = f"bm25-b{b:g}"

    @contextmanager
    def filled(self, store: Store, units: tuple[str, ...]) -> Generator[FilledBm25]:
        del units  # sessions are ranked by their passages
        yield FilledBm25(store, self.b)


class FilledBm25:
    """Postings of one store."""

    def __init__(self, store: Store, b: float) -> None:
        self._passages = store.passages
        self._stems = english_stems
        self._postings: dict[str, list[tuple[int, int]]] = {}
        lengths: list[int] = []
        for place, passage in enumerate(store.passages):
            stems = self._stems(words(passage.text))
            lengths.append(len(stems))
            for stem, count in Counter(stems).items():
                self._postings.setdefault(stem, []).append((place, count))
        average = sum(lengths) / max(1, len(lengths)) or 1.0
        self._damping = [K1 * (1.0 - b + b * length / average) for length in lengths]

    def scores(self, question: str) -> dict[int, float]:
        """Place of every passage that holds a word of the question -> its score."""
        total: dict[int, float] = {}
        number = len(self._passages)
        for stem in dict.fromkeys(self._stems(asked(question))):
            postings = self._postings.get(stem, ())
            worth = math.log(1.0 + (number - len(postings) + 0.5) / (len(postings) + 0.5)) * (K1 + 1.0)
            for place, count in postings:
                total[place] = total.get(place, 0.0) + worth * count / (count + self._damping[place])
        return total

    def ask(self, question: str, unit: str, limit: int) -> list[str]:
        scores = self.scores(question)
        ordered = sorted(scores, key=lambda place: (-scores[place], place))
        if unit != "session":
            return [self._passages[place].id for place in ordered[:limit]]
        return best_sessions([(self._passages[place].session, scores[place]) for place in ordered])[:limit]


def best_sessions(ordered: list[tuple[str, float]]) -> list[str]:
    """Sessions by their best passages.

    Args:
        ordered: session and score of each passage, best first.
    """
    best: dict[str, list[float]] = {}
    for session, score in ordered:
        best.setdefault(session, []).append(score)
    totals = {
        session: sum(share * score for share, score in zip(BEST_OF, scores, strict=False))
        for session, scores in best.items()
    }
    return sorted(totals, key=lambda session: -totals[session])
