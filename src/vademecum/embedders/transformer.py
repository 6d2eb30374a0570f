"""A transformer of BERT's kind on numpy: numbers of tokens in, a vector for each token out."""

from __future__ import annotations

from typing import cast

from vademecum.embedders.fourbit import unpacked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from vademecum.embedders.files import Floats
    from vademecum.embedders.fourbit import FourBit

# Abramowitz and Stegun, Handbook of Mathematical Functions, 7.1.26: erf to 1.5e-7, which numpy does not have.
_ERF = (1.061405429, -1.453152027, 1.421413741, -0.284496736, 0.254829592)
_ERF_STEP = 0.3275911


class _Dense:
    """Weights and a bias, over which rows are taken to rows of another width.

    Args:
        names: of the tensors; several are laid side by side.
    """

    def __init__(self, file: FourBit, names: Sequence[str], width: int) -> None:
        import numpy as np

        told = [unpacked(file.rows(f"{name}.w", width)) for name in names]
        self._weights = np.ascontiguousarray(np.concatenate(told).T)
        self._bias = np.concatenate([file.floats(f"{name}.b") for name in names])

    def __call__(self, rows: Floats) -> Floats:
        found: Floats = rows @ self._weights + self._bias
        return found


class _Norm:
    """Makes rows comparable: mean 0 and variance 1, then a scale and a shift for each column."""

    def __init__(self, file: FourBit, name: str) -> None:
        self._scale = file.floats(f"{name}.w")
        self._shift = file.floats(f"{name}.b")
        self._near_zero = file.shape.near_zero

    def __call__(self, rows: Floats) -> Floats:
        import numpy as np

        rows = rows - rows.mean(axis=1, keepdims=True)
        spread = (rows * rows).mean(axis=1, keepdims=True) + np.float32(self._near_zero)
        found: Floats = rows / np.sqrt(spread) * self._scale + self._shift
        return found


class _Layer:
    """Every token looks at all others, then is thought over by itself."""

    def __init__(self, file: FourBit, number: int) -> None:
        name, width = f"l{number}", file.shape.width
        self._heads = file.shape.heads
        self._seen = _Dense(file, [f"{name}.{each}" for each in "qkv"], width)
        self._joined = _Dense(file, [f"{name}.ao"], width)
        self._joined_norm = _Norm(file, f"{name}.aln")
        self._inner = _Dense(file, [f"{name}.fi"], width)
        self._outer = _Dense(file, [f"{name}.fo"], len(file.floats(f"{name}.fi.b")))
        self._outer_norm = _Norm(file, f"{name}.oln")

    def __call__(self, rows: Floats) -> Floats:
        rows = self._joined_norm(rows + self._joined(self._looked(rows)))
        return self._outer_norm(rows + self._outer(_bent(self._inner(rows))))

    def _looked(self, rows: Floats) -> Floats:
        """For each token the others' values, by how much they concern it, a part for each head."""
        import numpy as np

        size = rows.shape[1] // self._heads
        query, key, told = self._seen(rows).reshape(len(rows), 3, self._heads, size).transpose(1, 2, 0, 3)
        shares = query @ key.transpose(0, 2, 1) / np.float32(size**0.5)
        shares = np.exp(shares - shares.max(axis=2, keepdims=True))
        shares /= shares.sum(axis=2, keepdims=True)
        found: Floats = (shares @ told).transpose(1, 0, 2).reshape(rows.shape)
        return found


class Transformer:
    """The network of a file.

    Raises:
        ModelError: a part of it is missing.
    """

    def __init__(self, file: FourBit) -> None:
        shape = file.shape
        self._words = file.rows("emb.word", shape.width)
        places = file.floats("emb.pos").reshape(-1, shape.width)
        self._places = places + file.floats("emb.type")[: shape.width]
        self._norm = _Norm(file, "emb.ln")
        self._layers = [_Layer(file, number) for number in range(shape.layers)]

    def __call__(self, tokens: Sequence[int]) -> Floats:
        """A row for each of the tokens of a text."""
        told: Any = unpacked(self._words[list(tokens)]) + self._places[: len(tokens)]
        rows = self._norm(told)
        for layer in self._layers:
            rows = layer(rows)
        return rows


def _bent(rows: Floats) -> Floats:
    """The smooth step by which what is negative counts little (GELU)."""
    import numpy as np

    far = np.abs(rows) * np.float32(0.5**0.5)
    step = 1 / (1 + np.float32(_ERF_STEP) * far)
    series = np.zeros_like(step)
    for factor in _ERF:
        series = (series + np.float32(factor)) * step
    found: Any = rows * (1 + np.copysign(1 - series * np.exp(-far * far), rows)) / 2
    return cast("Floats", found)
