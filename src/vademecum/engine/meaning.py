"""What is like a text by its meaning, beside what shares its words.

Nothing waits for it: texts are embedded after they were kept (`engine.embedding`), what has no vector yet is
found by its words, and a model that fails or is late leaves an answer by words that says so. Nothing is
loaded before the first question to a store that holds vectors.
"""

from __future__ import annotations

from vademecum.errors import VadeError
from vademecum.model.ask import Filters
from vademecum.model.value import field, value
from vademecum.model.vectors import ALIKE, Lacking, rounded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from datetime import timedelta
    from typing import Any

    from vademecum.engine.embedding import Texts
    from vademecum.model.record import MemoryId
    from vademecum.model.vectors import Coverage, Space
    from vademecum.ports import Clock, Deadlines, Embedder, Index, Vectors


CHANNEL = "meaning"
"""Name of the deadline."""

FRESH = 32
"""Texts without a vector for which a command loads no model, which takes a third of a second: fewer are found
by their words, and embedded with the next."""

_REPLACED = "vectors are of another embedder by now, for the settings were changed; begin this process anew"


@value(kw_only=True)
class Embedding:
    """What the stores of one home share.

    Attributes:
        lacking: says why there is no embedder, as far as that is known without loading one; None when there
            is one.
        open_embedder: gives the embedder that the settings name, before it is fitted, or why there is none.
        open_deadlines: gives what bounds a wait.
        deadline_s: longest wait for the vector of a question; None for a model that is a table and never
            late, which is not asked in a thread of its own.
        clock: of the home.
    """

    lacking: Callable[[], Lacking | None]
    open_embedder: Callable[[], Embedder | Lacking]
    open_deadlines: Callable[[], Deadlines]
    deadline_s: float | None
    clock: Clock


@value(kw_only=True)
class Alike:
    """What was found.

    Attributes:
        found: key -> likeness, 1 for the same text and about 0 for nothing in common; best first where the
            nearest were asked for.
        why: why a model that there is did not answer, empty when it did.
        partial: more than a few fresh texts have no vector yet.
    """

    found: dict[Any, float] = field(default_factory=dict)
    why: str = ""
    partial: bool = False


class Meaning:
    """The meanings of one store's texts. Safe to share between threads.

    Args:
        vectors: gives the store's vectors.
        texts: of the store.
        embedding: what the stores share.
    """

    def __init__(self, vectors: Callable[[], Vectors[Any, Any]], texts: Texts, embedding: Embedding) -> None:
        self._vectors = vectors
        self._texts = texts
        self._embedding = embedding
        self._present: Embedder | None = None
        self._asked: tuple[Space | None, str, bytes] = (None, "", b"")
        self._fault = ""
        self._loaded = False
        self._held = False

    def of(self, index: Index) -> Meaning:
        """The same for another index of memories."""
        return memories(index, self._embedding)

    def nearest(self, text: str, among: Any, limit: int) -> Alike:
        """What is most like a text, best first.

        Args:
            text: an utterance.
            among: which may answer: `Filters` of memories, a `Fence` of turns.
            limit: how many.
        """
        return self._answered(
            text, lambda model, row: dict(self._vectors().nearest(model, row, among, limit))
        )

    def likenesses(self, text: str, keys: Sequence[Any]) -> Alike:
        """How like a text these are, those of them that have a vector, in their order."""
        return self._answered(text, lambda model, row: self._vectors().likenesses(model, row, keys))

    def _answered(self, text: str, ask: Callable[[str, bytes], dict[Any, int]]) -> Alike:
        if (lacking := self._embedding.lacking()) is not None:
            return Alike(why=lacking.reason if lacking.wanted else "")
        try:
            vectors = self._vectors()
            space = vectors.space()
            if space is None:
                return Alike()
            row, why = self._row(text, space)
            found = ask(space.model, row) if row else {}
            coverage = vectors.coverage()
            partial = coverage.of - coverage.present >= FRESH
        except VadeError as error:  # whatever is wrong with vectors, words answer
            return Alike(why=error.message)
        alike = {key: product / ALIKE for key, product in found.items()}
        return Alike(found=alike, why=why, partial=partial)

    def _row(self, text: str, space: Space) -> tuple[bytes, str]:
        """The row of a question, empty when nothing is known of it or there is none, and why."""
        known_space, known_text, row = self._asked
        if (known_space, known_text) == (space, text):
            return row, ""
        embedder = self._fitted_to(space)
        if isinstance(embedder, Lacking):
            return b"", embedder.reason if embedder.wanted else ""
        if self._is_replaced(embedder, space):
            return b"", _REPLACED
        if embedder.id != space.model:
            return b"", ""  # what is stored is of another model, and is being embedded anew
        rows, why = self._within(lambda: embedder.embed([text], questions=True))
        if rows is None:
            return b"", f"the embedder {why}"
        (row,) = rounded(rows, len(rows) // 4) or [b""]
        if row and len(row) != space.dimension:
            return (
                b"",
                "the model gives other vectors than are kept; `vade reindex` makes all anew",
            )
        self._asked = (space, text, row)
        return row, ""

    def _within(self, embed: Callable[[], bytes]) -> tuple[bytes | None, str]:
        seconds = self._embedding.deadline_s
        if seconds is None:
            return embed(), ""
        return self._embedding.open_deadlines().within(CHANNEL, seconds, embed)

    def embedder(self) -> Embedder | Lacking:
        """The embedder as it was fitted to this store, or as it is when it was not, or why there is none.

        Raises:
            ModelError: what is installed cannot be read.
        """
        return self._fitted_to(self._vectors().space())

    def _fitted_to(self, space: Space | None) -> Embedder | Lacking:
        given = self._embedding.open_embedder()
        if isinstance(given, Lacking):
            return given
        self._loaded = True
        if space is None or not space.fit:
            return given
        if self._present is None or self._present.id != space.model:
            self._present = given.refitted(space.fit)
        return self._present

    def _is_replaced(self, embedder: Embedder, space: Space | None) -> bool:
        """Whether the vectors were of this embedder and are of another by now.

        Then a process with later settings has made them others. Were this one to take them back, each would
        drop what the other has made for as long as both are there.
        """
        is_ours = space is not None and embedder.id == space.model
        self._held = self._held or is_ours
        return self._held and space is not None and not is_ours

    def lacking(self) -> Lacking | None:
        """Why there is no embedder, as far as that is known without loading one; None when there is one."""
        return self._embedding.lacking()

    def model(self) -> str | None:
        """Id of the embedder that the vectors are of; None where there never were any."""
        space = self._vectors().space()
        return space.model if space is not None else None

    def coverage(self) -> Coverage:
        """How much of the store has vectors."""
        return self._vectors().coverage()

    @property
    def fault(self) -> str:
        """Why the last texts could not be embedded; empty when they could."""
        return self._fault

    def embed(
        self, spare: timedelta | None, *, least: int = 0, progress: Callable[[int, int], None] | None = None
    ) -> bool:
        """Embed what has no vectors.

        Args:
            spare: time by the home's clock after which nothing more is begun; None for as long as it takes.
            least: where fewer lack vectors no model is loaded for them.
            progress: called with (embedded, of all).

        Returns:
            Whether nothing is left that could be done now.
        """
        if self._embedding.lacking() is not None:
            return True
        try:
            coverage = self.coverage()
            if not self._loaded and coverage.of - coverage.present < least:
                return True
            from vademecum.engine.embedding import Portions

            vectors = self._vectors()
            space = vectors.space()
            embedder = self._fitted_to(space)
            self._fault = ""
            if isinstance(embedder, Lacking):
                return True
            if self._is_replaced(embedder, space):
                self._fault = _REPLACED
                return True
            return Portions(vectors, self._texts, self._embedding.clock).run(embedder, spare, progress)
        except VadeError as error:  # tried again the next time
            self._fault = error.message
            return True

    def embedded(self, progress: Callable[[int, int], None] | None) -> str:
        """Embed everything; why that could not be done, or empty."""
        self.embed(None, progress=progress)
        return f"what texts mean is not kept: {self._fault}" if self._fault else ""


def memories(index: Index, embedding: Embedding) -> Meaning:
    """What memories are like."""
    return Meaning(index.vectors, MemoryTexts(index), embedding)


class MemoryTexts:
    """The texts of an index of memories."""

    def __init__(self, index: Index) -> None:
        self._index = index

    def sample(self, number: int) -> Iterator[str]:
        rows, _ = self._index.page(Filters(), limit=number)
        return (f"{row.card.title}\n{row.card.text}" for row in rows)

    def read(self, keys: Sequence[tuple[MemoryId, int]]) -> Iterator[tuple[int, str, str]]:
        rows = self._index.rows([id for id, _ in keys])
        for id, version in keys:
            row = rows.get(id)
            if row is not None and row.version == version:
                yield version, row.card.title, row.card.text
