"""Which embedder the settings come to."""

from __future__ import annotations

import os
from importlib.util import find_spec

from vademecum.errors import ModelError
from vademecum.model.vectors import Lacking

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from vademecum.ports.meaning import Embedder

AUTO, NONE, ENDPOINT, FOLDER = "auto", "none", "endpoint", "model2vec"

ENDPOINT_S = 10.0
"""Longest wait for the vectors of a portion of texts, in the background."""

_NEEDED = ("numpy", "tokenizers", "safetensors", "wordllama")
_NEEDED_TO_ASK = {"numpy": "meaning", "httpx": "models"}
"""Package that `endpoint` needs -> the extra that brings it."""

_OFF = Lacking("", wanted=False)
_NOT_INSTALLED = Lacking(
    "what shares no word with a question is not found; `pip install 'vademecum[meaning]'`", wanted=False
)

Setting = str | int | bool


def named(setting: Callable[[str], Setting]) -> str:
    """The name of the embedder that is wanted; for `auto` the default one where its extra is installed."""
    name = str(setting("embedder"))
    if name != AUTO:
        return name
    return "static" if all(map(find_spec, _NEEDED)) else NONE


def lacking(setting: Callable[[str], Setting], environ: Mapping[str, str]) -> Lacking | None:
    """Why there is no embedder, as far as that can be told without loading one.

    Args:
        setting: gives the value of a setting by its name.
        environ: where the key is looked up under the name that the settings give it.
    """
    wanted = named(setting)
    if wanted == NONE:
        return _NOT_INSTALLED if setting("embedder") == AUTO else _OFF
    if wanted == FOLDER:
        folder = str(setting("meaning.folder"))
        if not folder:
            return Lacking("meaning.folder is not set; `vade config set meaning.folder …`")
        if not os.path.isdir(folder):
            return Lacking(f"meaning.folder is set to {folder}, where no folder is")
    if wanted == ENDPOINT:
        return _unasked(setting, environ)
    return None


def _unasked(setting: Callable[[str], Setting], environ: Mapping[str, str]) -> Lacking | None:
    for name in ("meaning.url", "meaning.name"):
        if not setting(name):
            return Lacking(f"{name} is not set; `vade config set {name} …`")
    variable = str(setting("meaning.key_variable"))
    key = environ.get(variable, "").strip() if variable else ""
    if variable and not key:
        return Lacking(f"the variable {variable}, which holds the key, is empty or not set")
    if not all(" " < char <= "~" for char in key):
        return Lacking(f"the key in {variable} holds characters that no header can carry")
    for package, extra in _NEEDED_TO_ASK.items():
        if find_spec(package) is None:
            return Lacking(f"{package} is missing; `pip install 'vademecum[{extra}]'`")
    return None


def embedder(setting: Callable[[str], Setting], environ: Mapping[str, str]) -> Embedder | Lacking:
    """The embedder that the settings name, or why there is none; loads it.

    Raises:
        ModelError: what is installed cannot be read.
    """
    if (why := lacking(setting, environ)) is not None:
        return why
    wanted = named(setting)
    if wanted == ENDPOINT:
        return _endpoint(setting, environ)
    from pathlib import Path

    from vademecum.embedders.opening import opened

    return opened(wanted, Path(str(setting("meaning.folder"))) if wanted == FOLDER else None)


def _endpoint(setting: Callable[[str], Setting], environ: Mapping[str, str]) -> Embedder | Lacking:
    from vademecum.embedders.endpoint import Endpoint, EndpointEmbedder

    variable = str(setting("meaning.key_variable"))
    endpoint = Endpoint(
        url=str(setting("meaning.url")),
        model=str(setting("meaning.name")),
        key=environ.get(variable, "").strip() if variable else "",
        deadline_s=ENDPOINT_S,
    )
    try:
        return EndpointEmbedder(endpoint)
    except ModelError as error:
        return Lacking(error.message)
