"""Embedding what a store holds, a portion at a time, so that it can stop between any two."""

from __future__ import annotations

from itertools import islice

from vademecum.model.vectors import Embedded, Space, rounded
from vademecum.text.passages import digest, passages

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from datetime import timedelta
    from typing import Any, Protocol

    from vademecum.ports import Clock, Embedder, Vectors

    class Texts(Protocol):
        """What a store has vectors of."""

        def sample(self, number: int) -> Iterator[str]:
            """So many texts, or all."""
            ...

        def read(self, keys: Sequence[tuple[Any, int]]) -> Iterator[tuple[int, str, str]]:
            """Version, title and text of those that can be read and still are of that version."""
            ...


FEWEST, MOST = 16, 256
"""Texts of a portion. It begins with few, which the slowest model embeds in less than a second, and doubles
as long as a portion takes less than `QUICK_S`: a table of vectors takes that for the most."""

QUICK_S = 0.1

SAMPLE = 4_096
"""Texts by which an embedder is fitted, a second's work. Ten turns of a dialogue already tell three quarters
of what all of them tell of rarity."""

GROWTH = 4
"""An embedder is fitted again when there are so many times more texts than then, or so many times fewer.
Fitted to a quarter of the turns of a dialogue it finds 51.8 % of the evidence among the first five, fitted to
all 53.1 (docs/meaning.md)."""


class Portions:
    """Embeds what lacks vectors in a store.

    Args:
        vectors: of the store.
        texts: of the store.
        clock: of the home.
    """

    def __init__(self, vectors: Vectors[Any, Any], texts: Texts, clock: Clock) -> None:
        self._vectors = vectors
        self._texts = texts
        self._clock = clock

    def run(
        self,
        embedder: Embedder,
        spare: timedelta | None,
        progress: Callable[[int, int], None] | None = None,
    ) -> bool:
        """Embed until nothing lacks a vector or the time is over; whether nothing is left that could be done,
        which is so too where nothing that lacks a vector could be read.

        Args:
            embedder: as it is fitted to the store now.
            spare: see `Meaning.embed`.
            progress: called with (embedded, of all).

        Raises:
            ModelError: the model did not answer.
            Busy, StoreError: the store cannot be written.
        """
        begun = self._clock.now()
        embedder = self._in_space(embedder)
        if self._vectors.coverage().is_whole:
            return True  # looking for what lacks one reads every record
        number, after, kept = FEWEST, 0, 0
        while lacking := self._vectors.lacking(number, after):
            at = self._clock.now()
            kept += self._portion(embedder, lacking)
            if progress is not None:
                coverage = self._vectors.coverage()
                progress(coverage.present, coverage.of)
            after = lacking[-1][1]
            now = self._clock.now()
            if (now - at).total_seconds() < QUICK_S:
                number = min(MOST, 2 * number)
            if spare is not None and now - begun >= spare:
                return not kept or not self._vectors.lacking(1, after)
        return True

    def _in_space(self, embedder: Embedder) -> Embedder:
        """The embedder of the vectors there are; where there are none, or it is to be fitted again, of new
        ones."""
        space, number = self._vectors.space(), self._vectors.coverage().of
        if not number or (space is not None and _is_of(space, embedder) and not _outgrown(space, number)):
            return embedder
        fitted = embedder.fitted(islice(self._texts.sample(SAMPLE), SAMPLE))
        texts = number if fitted.fit else 0
        wanted = Space(model=fitted.id, dimension=fitted.dimension, texts=texts, fit=fitted.fit)
        if wanted != space:  # also where only `texts` differs: else it would be fitted at every run
            self._vectors.begin(wanted)
        return fitted

    def _portion(self, embedder: Embedder, lacking: Sequence[tuple[Any, int]]) -> int:
        """Embed what can be read of these; how many that are.

        No call is of more passages than a portion has texts: a server has a deadline for each, and a few long
        texts may be hundreds of passages.
        """
        read = list(self._texts.read(lacking))
        pieces = [passages(text, title) for _, title, text in read]
        flat = [piece for each in pieces for piece in each]
        at_once = max(FEWEST, len(lacking))
        told = [embedder.embed(flat[start : start + at_once]) for start in range(0, len(flat), at_once)]
        rows = iter(rounded(b"".join(told), embedder.dimension) if flat else [])
        self._vectors.put(
            embedder.id,
            [
                Embedded(version, digest(text, title), tuple(islice(rows, len(each))))
                for (version, title, text), each in zip(read, pieces, strict=True)
            ],
        )
        return len(read)


def _is_of(space: Space, embedder: Embedder) -> bool:
    """Whether vectors can be compared with those of an embedder; a server may give other ones under the same
    name, of which only their length tells."""
    return space.model == embedder.id and space.dimension == embedder.dimension


def _outgrown(space: Space, number: int) -> bool:
    """Whether what the store held when the embedder was fitted says little of what it holds now."""
    return bool(space.texts) and not space.texts <= GROWTH * number <= GROWTH * GROWTH * space.texts
