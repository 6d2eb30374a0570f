"""What pages load: style, script and sign, each named by its content, so that a browser keeps it."""

from __future__ import annotations

from functools import cache
from hashlib import sha256
from importlib.resources import files
from typing import TYPE_CHECKING

from vademecum.model.value import value

if TYPE_CHECKING:
    from collections.abc import Mapping

_TYPES = {
    "page.css": "text/css; charset=utf-8",
    "page.js": "text/javascript; charset=utf-8",
    "sign.svg": "image/svg+xml; charset=utf-8",
}


@value
class Asset:
    """One file.

    Attributes:
        href: where pages find it; its content decides the name.
        type: its media type.
    """

    href: str
    type: str
    content: bytes


@cache
def assets() -> Mapping[str, Asset]:
    """Every file by its name."""
    return {name: _read(name, kind) for name, kind in _TYPES.items()}


def _read(name: str, kind: str) -> Asset:
    content = (files("vademecum.web.pages") / "assets" / name).read_bytes()
    return Asset(f"/assets/{sha256(content).hexdigest()[:12]}/{name}", kind, content)
