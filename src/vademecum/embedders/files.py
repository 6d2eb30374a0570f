"""Finding and reading the files of models. Packages that carry them are never loaded: only data are read."""

from __future__ import annotations

import json
from hashlib import sha256
from importlib.util import find_spec
from io import BytesIO
from pathlib import Path
from typing import cast

from vademecum.errors import ModelError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from numpy import float32, int8, uint8
    from numpy.typing import NDArray
    from tokenizers import Tokenizer

    Floats = NDArray[float32]

MOST_BYTES = 1 << 30
"""Of one file. The largest table of word vectors that is of use here is a tenth of it."""


def folder_of(package: str) -> Path | None:
    """Where an installed package lies, without loading it; None when it is not installed."""
    spec = find_spec(package)
    places = list(spec.submodule_search_locations or ()) if spec else []
    return Path(places[0]) if places else None


def stamp(*paths: Path) -> str:
    """Twelve digits that stand for the bytes of some files.

    Raises:
        ModelError: one cannot be read.
    """
    summed = sha256()
    for path in paths:
        summed.update(_bytes(path))
    return summed.hexdigest()[:12]


def tokenizer(path: Path) -> Tokenizer:
    """The tokenizer of a JSON file, without padding, as long as a text is.

    Raises:
        ModelError: it cannot be read.
    """
    from tokenizers import Tokenizer

    data = _bytes(path)
    try:
        found = Tokenizer.from_str(data.decode())
    except Exception as error:  # the library raises a plain `Exception`
        raise _unreadable(path, "no tokenizer") from error
    found.no_padding()
    found.no_truncation()
    return found


def tensors(path: Path) -> dict[str, Floats]:
    """Every tensor of a safetensors file.

    Raises:
        ModelError: it cannot be read.
    """
    import numpy as np
    from safetensors import SafetensorError
    from safetensors.numpy import load

    try:
        found = load(_bytes(path))
    except (SafetensorError, KeyError, ValueError) as error:
        raise _unreadable(path, "no safetensors") from error
    return {name: np.asarray(each) for name, each in found.items()}


def mapped(path: Path) -> NDArray[uint8]:
    """The bytes of a file, read from the disk where they are looked at.

    Raises:
        ModelError: it cannot be read.
    """
    import numpy as np

    try:
        return np.memmap(path, np.uint8, mode="r")
    except (OSError, ValueError) as error:  # an empty file cannot be mapped
        raise _unreadable(path, "nothing that can be read") from error


def table(path: Path) -> NDArray[int8]:
    """The matrix of a file as numpy writes it.

    Raises:
        ModelError: it holds none, or one of other numbers than of eight bits.
    """
    import numpy as np

    data = _bytes(path)
    try:
        found: Any = np.load(BytesIO(data), allow_pickle=False)
    except (ValueError, EOFError) as error:
        raise _unreadable(path, "no matrix") from error
    if getattr(found, "dtype", None) != np.int8 or found.ndim != 2 or 0 in found.shape:
        raise _unreadable(path, "no matrix of numbers of eight bits")
    return cast("NDArray[int8]", found)


def text(path: Path) -> str:
    """The text of a file.

    Raises:
        ModelError: it cannot be read.
    """
    try:
        return _bytes(path).decode()
    except UnicodeDecodeError as error:
        raise _unreadable(path, "no text") from error


def settings(path: Path) -> dict[str, Any]:
    """The object of a JSON file; empty when there is no file.

    Raises:
        ModelError: it holds something else.
    """
    if not path.is_file():
        return {}
    try:
        found = json.loads(_bytes(path))
    except ValueError as error:
        raise _unreadable(path, "no JSON") from error
    if not isinstance(found, dict):
        raise _unreadable(path, "no JSON object")
    return cast("dict[str, Any]", found)


def _bytes(path: Path) -> bytes:
    try:
        if path.stat().st_size > MOST_BYTES:
            raise ModelError(f"{path} is larger than {MOST_BYTES:,} bytes, which no model here is")
        return path.read_bytes()
    except OSError as error:
        raise _unreadable(path, f"nothing that can be read ({error.strerror})") from error


def _unreadable(path: Path, what: str) -> ModelError:
    return ModelError(f"{path} holds {what}; install the package again, or name another folder")
