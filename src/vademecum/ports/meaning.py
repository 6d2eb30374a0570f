"""What turns texts into vectors, and what keeps vectors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, TypeVar

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vademecum.model.vectors import Coverage, Embedded, Space

Key = TypeVar("Key")
"""What names a record, or a turn."""

Key_co = TypeVar("Key_co", covariant=True)
"""The same, where it is only told."""

Among_contra = TypeVar("Among_contra", contravariant=True)
"""Which of them may answer."""


class Embedder(Protocol):
    """Gives texts of like meaning like vectors, and the same text always the same one."""

    @property
    def id(self) -> str:
        """Names the model and whatever else its vectors depend on: those of another id cannot be compared."""
        ...

    @property
    def dimension(self) -> int:
        """Numbers of a vector."""
        ...

    @property
    def fit(self) -> bytes:
        """What `fitted` learned, for `refitted`; empty when it was not fitted or what a store holds changes
        nothing."""
        ...

    def embed(self, texts: Sequence[str], *, questions: bool = False) -> bytes:
        """A row for each text: `dimension` numbers as little-endian 32-bit floats, of length 1, or all 0 for
        a text in which nothing is known.

        Args:
            texts: in any language; nothing about them can go wrong.
            questions: they are asked, and not kept; some models were taught to read those otherwise.

        Raises:
            ModelError: the model did not answer, or not with such rows.
        """
        ...

    def fitted(self, texts: Iterable[str]) -> Embedder:
        """The embedder for a store that holds these texts; itself when what a store holds changes nothing."""
        ...

    def refitted(self, fit: bytes) -> Embedder:
        """The embedder that had this `fit`, or one of another id when it cannot be had any more."""
        ...


class Nearness(Protocol[Key, Among_contra]):
    """Says what is like a row, which `model.vectors.rounded` makes; likeness is what `product` gives."""

    def space(self) -> Space | None:
        """What the vectors are of; None when there never were any."""
        ...

    def coverage(self) -> Coverage:
        """How much has vectors."""
        ...

    def nearest(self, model: str, row: bytes, among: Among_contra, limit: int) -> tuple[tuple[Key, int], ...]:
        """What is most like a row among all that pass, with its likeness: that of its best passage. Best
        first, equal ones by key; nothing when the vectors are of another model. Of hundreds of thousands of
        rows one in a hundred of the best may be missed, always the same."""
        ...

    def likenesses(self, model: str, row: bytes, keys: Sequence[Key]) -> dict[Key, int]:
        """Likeness of those of the keys that have a vector of the model."""
        ...


class VectorWriter(Protocol[Key_co]):
    """Keeps vectors. They go with the version they were made of: a later one has none until they are put."""

    def begin(self, space: Space) -> None:
        """Be of this space from now on; vectors of another model or dimension are dropped."""
        ...

    def lacking(self, limit: int, after: int = 0) -> tuple[tuple[Key_co, int], ...]:
        """What has no vectors yet, with its version, oldest version first, of those later than one."""
        ...

    def put(self, model: str, vectors: Sequence[Embedded]) -> None:
        """Keep these. Those of a version that is gone, and all when the space is of another model by now, are
        left out.

        Raises:
            Busy: another process held the write lock past the deadline.
            StoreError: the store is damaged; a rebuild repairs it.
        """
        ...


class Vectors(Nearness[Key, Among_contra], VectorWriter[Key], Protocol[Key, Among_contra]):
    """All parts together."""
