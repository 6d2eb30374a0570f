"""Reading a copy: file by file, each held against the list that the copy carries."""

from __future__ import annotations

import zipfile
import zlib
from contextlib import ExitStack
from hashlib import sha256

from vademecum.errors import UsageError
from vademecum.model.copies import MANIFEST, CopiedFile
from vademecum.vault.copies.layout import MOST_MANIFEST_BYTES, read_manifest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from typing import IO

    Opening = Callable[[str], IO[bytes]]

_FIRST = ("state/key", "state/tombstones", "state/", "config.toml")
"""What decides what becomes of the rest comes before it."""


def contents(source: Path) -> Iterator[CopiedFile] | None:
    """See `ports.copies.Copies.read`."""
    held = ExitStack()
    opening = _opening(source, held)
    data = _manifest(opening) if opening is not None else None
    listed = read_manifest(data, str(source)) if data is not None else None
    if listed is None or opening is None:
        held.close()
        return None
    return _files(source, opening, listed, held)


def _opening(source: Path, held: ExitStack) -> Opening | None:
    if source.is_dir():
        return lambda path: (source / path).open("rb")
    try:
        with source.open("rb") as stream:
            if stream.read(2) != b"PK":
                return None
        archive = held.enter_context(zipfile.ZipFile(source))
    except (OSError, zipfile.BadZipFile):
        return None
    return archive.open


def _manifest(opening: Opening) -> bytes | None:
    try:
        with opening(MANIFEST) as stream:
            return stream.read(MOST_MANIFEST_BYTES)
    except (OSError, KeyError, zipfile.BadZipFile, zlib.error, RuntimeError):
        return None


def _files(
    source: Path, opening: Opening, listed: dict[str, tuple[int, str]], held: ExitStack
) -> Iterator[CopiedFile]:
    with held:
        for path in sorted(listed, key=_rank):
            size, digest = listed[path]
            try:
                with opening(path) as stream:
                    data = stream.read(size + 1)
            except (OSError, KeyError, zipfile.BadZipFile, zlib.error, RuntimeError, EOFError) as error:
                raise UsageError(
                    f"{path} is missing in {source} or damaged ({error}); use another copy"
                ) from error
            if len(data) != size or sha256(data).hexdigest() != digest:
                raise UsageError(f"{path} in {source} is not what was copied; use another copy")
            yield CopiedFile(path, data)


def _rank(path: str) -> tuple[int, str]:
    return next((n for n, beginning in enumerate(_FIRST) if path.startswith(beginning)), len(_FIRST)), path
