"""Reading a copy: file by file, each held against the list that the copy carries."""

from __future__ import annotations

import zipfile
import zlib
from contextlib import ExitStack
from hashlib import sha256

from vademecum.errors import UsageError
from vademecum.model.copies import MANIFEST, CopiedFile
from vademecum.model.value import value
from vademecum.sealing.layout import MARK
from vademecum.vault.copies.layout import MOST_MANIFEST_BYTES, read_manifest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path
    from typing import IO

    Opening = Callable[[str], IO[bytes]]
    Listed = dict[str, tuple[int, str]]
    Copy = tuple[Opening, Listed]


@value(kw_only=True)
class MemberFault:
    """Why a file of a copy cannot be had from it."""

    is_missing: bool
    why: str


_FIRST = ("state/key", "state/tombstones", "state/", "config.toml")
"""What decides what becomes of the rest comes before it."""


def contents(source: Path, *, sealed: bool = False) -> Iterator[CopiedFile] | None:
    """See `ports.copies.Copies.read`.

    Args:
        sealed: whether a copy of an encrypted home will do, of which nothing can be read.
    """
    held = ExitStack()
    copy = open_copy(source, held)
    if copy is None:
        held.close()
        return None
    if not sealed and is_sealed_copy(copy[1]):
        held.close()
        raise UsageError(
            f"{source} is a copy of an encrypted home; `vade backup restore` makes a home of it, and what "
            "`vade export` writes from there can be imported"
        )
    return _files(source, copy, held)


def open_copy(source: Path, held: ExitStack) -> Copy | None:
    """How a member of a copy is opened, and the copy's list; None when the source is no copy.

    Args:
        source: folder or archive.
        held: keeps the archive open until it is closed.

    Raises:
        UsageError: the list is of another version, or names a file that no copy may hold.
    """
    opening = _opening(source, held)
    data = _manifest(opening) if opening is not None else None
    listed = read_manifest(data, str(source)) if data is not None else None
    return None if listed is None or opening is None else (opening, listed)


def is_sealed_copy(listed: Listed) -> bool:
    """Whether a copy is one of an encrypted home."""
    return MARK in listed


def in_order(listed: Listed) -> list[str]:
    """Paths of a copy in the order in which they are read."""
    return sorted(listed, key=_rank)


def member(opening: Opening, path: str, size: int, digest: str) -> bytes | MemberFault:
    """The bytes of one file of a copy, or why they are not those that were copied."""
    try:
        with opening(path) as stream:
            data = stream.read(size + 1)
    except (FileNotFoundError, KeyError):
        return MemberFault(is_missing=True, why="it is not in the copy")
    except (OSError, zipfile.BadZipFile, zlib.error, RuntimeError, EOFError) as error:
        return MemberFault(is_missing=False, why=str(error))
    if len(data) != size or sha256(data).hexdigest() != digest:
        return MemberFault(is_missing=False, why="its bytes are not those that were copied")
    return data


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


def _files(source: Path, copy: Copy, held: ExitStack) -> Iterator[CopiedFile]:
    opening, listed = copy
    with held:
        for path in in_order(listed):
            data = member(opening, path, *listed[path])
            if isinstance(data, MemberFault):
                raise UsageError(
                    f"{path} of {source} is not what was copied: {data.why}; use another copy "
                    "(`vade backup verify` names all that is lost)"
                )
            yield CopiedFile(path, data)


def _rank(path: str) -> tuple[int, str]:
    return next((n for n, beginning in enumerate(_FIRST) if path.startswith(beginning)), len(_FIRST)), path
