"""An embedder of no model at all: words as points, by their letters. For tests and for homes in memory."""

from __future__ import annotations

import math
import re
import struct

from vademecum.text.digest import blake2b

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

_WORD = re.compile(r"\w+")


class HashedEmbedder:
    """`ports.Embedder` that knows only which words two texts share.

    Args:
        dimension: numbers of a vector.
    """

    fit = b""

    def __init__(self, dimension: int = 64) -> None:
        self._dimension = dimension

    @property
    def id(self) -> str:
        """See `ports.Embedder.id`."""
        return f"hashed-{self._dimension}"

    @property
    def dimension(self) -> int:
        """See `ports.Embedder.dimension`."""
        return self._dimension

    def embed(self, texts: Sequence[str], *, questions: bool = False) -> bytes:
        """See `ports.Embedder.embed`."""
        return b"".join(map(self._row, texts))

    def fitted(self, texts: Iterable[str]) -> HashedEmbedder:
        """See `ports.Embedder.fitted`."""
        return self

    def refitted(self, fit: bytes) -> HashedEmbedder:
        """See `ports.Embedder.refitted`."""
        return self

    def _row(self, text: str) -> bytes:
        row = [0.0] * self._dimension
        for word in _WORD.findall(text.casefold()):
            number = int.from_bytes(blake2b(word.encode(errors="replace"), digest_size=8).digest(), "little")
            row[number % self._dimension] += 1.0 if number >> 63 else -1.0
        length = math.sqrt(sum(one * one for one in row)) or 1.0
        return struct.pack(f"<{self._dimension}f", *(one / length for one in row))
