"""Which embedder a name means, and what to install when it is not there."""

from __future__ import annotations

from vademecum.model.vectors import Lacking

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

    from vademecum.ports.meaning import Embedder

EXTRAS = {"static": "meaning", "minilm": "minilm", "multilingual": "multilingual", "model2vec": "meaning"}
"""Embedder -> the extra that brings what it needs."""


def opened(name: str, folder: Path | None = None) -> Embedder | Lacking:
    """The embedder of a name, as it is before it is fitted to a store.

    Args:
        name: one of `EXTRAS`.
        folder: of the model, for `model2vec`; that of a table of one's own (`benchmarks/distil.py`) too.

    Raises:
        ModelError: what is installed cannot be read.
    """
    try:
        found = _found(name, folder)
    except ImportError as error:
        return Lacking(f"{error.name or 'a library'} is missing; {_install(name)}")
    return found or Lacking(f"the package that carries the model is missing; {_install(name)}")


def _found(name: str, folder: Path | None) -> Embedder | None:
    match name:
        case "static":
            from vademecum.embedders.static import wordllama

            return wordllama()
        case "minilm":
            from vademecum.embedders.onnx import minilm

            return minilm()
        case "multilingual":
            from vademecum.embedders.e5 import multilingual

            return multilingual()
        case _:
            from vademecum.embedders.distilled import WORDS, distilled
            from vademecum.embedders.static import model2vec

            assert folder is not None
            return distilled(folder) if (folder / WORDS).is_file() else model2vec(folder)


def _install(name: str) -> str:
    return f"`pip install 'vademecum[{EXTRAS[name]}]'`"
