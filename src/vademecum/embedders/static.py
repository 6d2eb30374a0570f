"""A table of token vectors, pooled: the meaning of a text is that of its tokens, the rare ones before all.

No neural network runs, so a second is enough for thousands of texts. What is rare is counted in the store
itself: names and dates that stand in every turn otherwise make all vectors alike (docs/meaning.md).
"""

from __future__ import annotations

from vademecum.embedders.files import folder_of, settings, stamp, tensors, tokenizer
from vademecum.embedders.rows import unit
from vademecum.errors import ModelError
from vademecum.text.digest import sha256_hex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from pathlib import Path

    from numpy import int64
    from numpy.typing import NDArray
    from tokenizers import Tokenizer

    from vademecum.embedders.files import Floats

    Counts = NDArray[int64]
    Cutter = Callable[[Sequence[str]], list[list[int]]]

BATCH = 512
"""Texts at a time, which bounds memory."""

MOST_CHARACTERS = 20_000
"""Of a text; what is longer is embedded by passages, and the average of a book means nothing."""

FEWEST = 3
"""Texts that must hold a token before its rarity says so."""

STEPS = 10
"""Of rarity, to 1: coarser than what one text more or less changes once a few hold a token, and than what
logarithms of two machines differ by."""

WORDLLAMA = ("weights/l2_supercat_256.safetensors", "tokenizers/l2_supercat_tokenizer_config.json")


class StaticEmbedder:
    """`ports.Embedder` over a table.

    Args:
        name: what ids begin with.
        cut: gives for each of some texts the rows that it is made of.
        table: a row a token.
        fit: what each token counts, a byte each in `STEPS` of its rarity; empty for all alike.
        temper: power of its rarity by which a token counts.
    """

    def __init__(
        self, name: str, cut: Cutter, table: Floats, fit: bytes = b"", *, temper: float = 1.0
    ) -> None:
        self._name = name
        self._cut = cut
        self._table = table
        self.fit = fit
        self._temper = temper
        self._rarities = _rarities(fit, temper) if fit else None
        # What the fit comes to, which is more than the fit: vectors by another power of it are others.
        told = "" if self._rarities is None else f"+{sha256_hex(self._rarities.tobytes())[:12]}"
        self.id = f"{name}{told}"

    @property
    def dimension(self) -> int:
        """See `ports.Embedder.dimension`."""
        return int(self._table.shape[1])

    def embed(self, texts: Sequence[str], *, questions: bool = False) -> bytes:
        """See `ports.Embedder.embed`."""
        rows = [self._rows(texts[start : start + BATCH]) for start in range(0, len(texts), BATCH)]
        return b"".join(each.astype("<f4").tobytes() for each in rows)

    def fitted(self, texts: Iterable[str]) -> StaticEmbedder:
        """The same table with what is rare in these texts: ln(1 + (n - d + ½)/(d + ½)) for a token that d
        of n texts hold.

        It is kept beside the texts, and must not tell what one of them said after that is gone: a token that
        fewer than `FEWEST` hold counts as one that none holds, and rarity is told in steps.
        """
        import numpy as np

        number = 0
        holding = np.zeros(len(self._table), np.int64)
        batch: list[str] = []
        for text in texts:
            batch.append(text)
            if len(batch) == BATCH:
                number += self._count(batch, holding)
                batch = []
        number += self._count(batch, holding)
        holding = np.where(holding < FEWEST, 0, holding)
        rarities = np.log1p(np.maximum(0, number - holding + 0.5) / (holding + 0.5))
        fit = np.clip(np.rint(rarities * STEPS), 1, 255).astype(np.uint8).tobytes()
        return StaticEmbedder(self._name, self._cut, self._table, fit, temper=self._temper)

    def refitted(self, fit: bytes) -> StaticEmbedder:
        """See `ports.Embedder.refitted`; a fit to another table leaves this one as it is."""
        known = fit if len(fit) == len(self._table) else b""
        return StaticEmbedder(self._name, self._cut, self._table, known, temper=self._temper)

    def _count(self, texts: Sequence[str], holding: Counts) -> int:
        for ids in self._ids(texts):
            holding[list(set(ids))] += 1
        return len(texts)

    def _ids(self, texts: Sequence[str]) -> list[list[int]]:
        spoken = [text[:MOST_CHARACTERS].encode(errors="replace").decode() for text in texts]
        return self._cut(spoken)

    def _rows(self, texts: Sequence[str]) -> Floats:
        import numpy as np

        each = self._ids(texts)
        rows = np.zeros((len(texts), self.dimension), np.float32)
        told = [place for place, ids in enumerate(each) if ids]
        if told:
            flat = np.fromiter((one for place in told for one in each[place]), np.int64)
            vectors = self._table[flat].astype(np.float32)
            if self._rarities is not None:
                vectors *= self._rarities[flat, None]
            starts = np.cumsum([0, *(len(each[place]) for place in told[:-1])])
            rows[told] = np.add.reduceat(vectors, starts, axis=0)
        return unit(rows)


def _rarities(fit: bytes, temper: float) -> Floats:
    import numpy as np

    # Rounded, because powers of two machines may differ in the last place.
    told = (np.frombuffer(fit, np.uint8) / STEPS) ** temper
    return np.round(told, 3).astype(np.float32)


def wordllama() -> StaticEmbedder | None:
    """The table that the wheel of wordllama carries; None when it is not installed.

    Raises:
        ModelError: what is installed cannot be read.
    """
    folder = folder_of("wordllama")
    if folder is None:
        return None
    table, words = (folder / each for each in WORDLLAMA)
    return _read(f"wordllama-256:{stamp(table, words)}", table, words)


def model2vec(folder: Path) -> StaticEmbedder:
    """The model of a folder as model2vec writes it.

    Raises:
        ModelError: there is none, or it is one whose weights or tokens are kept in another way.
    """
    table, words = folder / "model.safetensors", folder / "tokenizer.json"
    settings(folder / "config.json")
    return _read(f"model2vec:{stamp(table, words)}", table, words)


def _read(name: str, table: Path, words: Path) -> StaticEmbedder:
    import numpy as np

    found = tensors(table)
    held = found.get("embedding.weight", found.get("embeddings"))
    if held is None or held.ndim != 2 or 0 in held.shape:
        raise ModelError(f"{table} holds no table of embeddings; a model in model2vec's form is expected")
    try:
        if "mapping" in found:
            held = held[found["mapping"].astype("int64")]
        weights = found.get("weights")
        if weights is not None:
            held = held * weights.astype(held.dtype)[: len(held), None]
    except (IndexError, ValueError) as error:
        raise _damaged(table) from error
    if not np.isfinite(held).all():
        raise _damaged(table)
    return StaticEmbedder(name, _cutter(tokenizer(words), len(held)), held)


def _damaged(path: Path) -> ModelError:
    return ModelError(f"{path} is damaged; install the package again, or name another folder")


def _cutter(tokens: Tokenizer, known: int) -> Cutter:
    """Cuts texts as a tokenizer does; tokens behind the table's last row are left out."""

    def cut(texts: Sequence[str]) -> list[list[int]]:
        found = tokens.encode_batch_fast(texts, add_special_tokens=False)
        return [[one for one in each.ids if one < known] for each in found]

    return cut
