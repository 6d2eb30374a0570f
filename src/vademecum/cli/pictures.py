"""Pictures written to where somebody wants them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vademecum.errors import Conflict, VaultError, quoted

if TYPE_CHECKING:
    from pathlib import Path

_BEGINNING = b"<svg"


def write_picture(path: Path, svg: str) -> None:
    """Write a picture, over an older one too, and over nothing else.

    Raises:
        Conflict: something stands there that is no picture.
        VaultError: it cannot be written.
    """
    try:
        if path.exists() and not _is_picture(path):
            raise Conflict(f"{quoted(str(path))} exists and is no SVG; choose another name", path=str(path))
        path.write_text(svg, encoding="utf-8", newline="\n")
    except OSError as error:
        raise VaultError(f"{quoted(str(path))} cannot be written: {error.strerror or error}") from error


def _is_picture(path: Path) -> bool:
    with path.open("rb") as file:
        head = file.read(len(_BEGINNING))
    return head in (b"", _BEGINNING)
