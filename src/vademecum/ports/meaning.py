"""What turns texts into vectors."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence


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

    def embed(self, texts: Sequence[str]) -> bytes:
        """A row for each text: `dimension` numbers as little-endian 32-bit floats, of length 1, or all 0 for
        a text in which nothing is known.

        Raises:
            ModelError: the model did not answer, or not with such rows.
        """
        ...

    def fitted(self, texts: Iterable[str]) -> Embedder:
        """The embedder for a store that holds these texts; itself when what a store holds changes nothing."""
        ...
