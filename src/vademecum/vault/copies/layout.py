"""Which files of a home a copy holds, and the list that it carries of them."""

from __future__ import annotations

import json
import os
import re
from typing import cast

from vademecum.errors import ForbiddenPath, UsageError
from vademecum.sealing.layout import KEY as SEALED_KEY
from vademecum.sealing.layout import MARK, SEALED, is_sealed
from vademecum.vault.paths import checked
from vademecum.vault.replays import FOLDER as REPLAYS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any

KIND = "vademecum-copy"
VERSION = 1

SETTINGS, KEY = "config.toml", "state/key"
TOMBSTONES, BURIED_TURNS = "state/tombstones.jsonl", "state/buried-turns.jsonl"
ENDS = "state/conversation-ends.jsonl"
_OWN = ("/locks/", f"/{REPLAYS}/")
"""Folders of the state that are of no use elsewhere."""

CARRIED = (KEY, TOMBSTONES, BURIED_TURNS, ENDS, "state/imports.jsonl", "state/imported.jsonl")
"""State that goes with what it speaks of. The key makes the tombstones count where they are brought to."""

MOST_MANIFEST_BYTES = 256 * 1024**2

_PLACES = re.compile(
    r"memories/.+|conversations/[0-9]{4}/[0-9a-f]{24}\.(?:jsonl|torn)|state/[^/]+|state/sessions/[0-9a-f]+\.jsonl"
    r"|config\.toml|sealed\.json|key\.age|sealed/[0-9a-f]{2}/[0-9a-f]{40}\.age"
)
_NOT_KEPT = re.compile(r"\.vade-.*\.tmp|.*\.lock")
"""Names of what a running write leaves for a moment, and of locks."""


def checked_place(path: str) -> str:
    """The path itself, if a copy may hold a file there.

    Raises:
        ForbiddenPath: it leads out of the home, or is no place of one.
    """
    if _PLACES.fullmatch(checked(path)) is None:
        raise ForbiddenPath(f"{path[:100]!r} is no place of a home")
    return path


def files_of(home: str, *, whole: bool) -> Iterator[str]:
    """Paths of a home's files that a copy holds, state first and then sorted.

    The ends of conversations come before the conversations: these only grow, so that a file is never shorter
    than the end that is known of it.
    """
    if is_sealed(home):
        yield from [path for path in (MARK, SEALED_KEY) if _is_file(home, path)]
        yield from sorted(_below(home, SEALED))
        return
    state = list(_below(home, "state")) if whole else [path for path in CARRIED if _is_file(home, path)]
    yield from sorted(path for path in state if not any(folder in path for folder in _OWN))
    yield from [SETTINGS] if _is_file(home, SETTINGS) else []
    yield from sorted(_below(home, "memories"))
    yield from sorted(_below(home, "conversations"))


def _is_file(home: str, path: str) -> bool:
    return os.path.isfile(os.path.join(home, path)) and not os.path.islink(os.path.join(home, path))


def _below(home: str, folder: str) -> Iterator[str]:
    """Regular files below a folder that a copy may hold; links are not followed."""
    try:
        entries = list(os.scandir(os.path.join(home, folder)))
    except (FileNotFoundError, NotADirectoryError):
        return
    for entry in entries:
        path = f"{folder}/{entry.name}"
        if entry.is_dir(follow_symlinks=False):
            yield from _below(home, path)
        elif entry.is_file(follow_symlinks=False) and not _NOT_KEPT.fullmatch(entry.name) and _holdable(path):
            yield path


def _holdable(path: str) -> bool:
    try:
        checked_place(path)
    except ForbiddenPath:
        return False
    return True


def manifest(files: Mapping[str, tuple[int, str]]) -> bytes:
    """The list of a copy: path -> size and SHA-256. Equal homes give equal bytes."""
    listed = {path: {"size": size, "sha256": digest} for path, (size, digest) in sorted(files.items())}
    return (json.dumps({"kind": KIND, "version": VERSION, "files": listed}, indent=1) + "\n").encode()


def read_manifest(data: bytes, source: str) -> dict[str, tuple[int, str]] | None:
    """Path -> size and SHA-256 of every file of a copy; None when the bytes are no list of one.

    Raises:
        UsageError: it is of another version, or names a file that no copy may hold.
    """
    try:
        said: object = json.loads(data)
    except (ValueError, RecursionError):
        return None
    copy = cast("dict[str, Any]", said) if isinstance(said, dict) else {}
    if copy.get("kind") != KIND:
        return None
    files = copy.get("files")
    if copy.get("version") != VERSION or not isinstance(files, dict):
        raise UsageError(f"{source} was made by another version; update this program to read it")
    read: dict[str, tuple[int, str]] = {}
    for path, file in cast("dict[str, Any]", files).items():
        try:
            read[checked_place(path)] = (int(file["size"]), str(file["sha256"]))
        except (ForbiddenPath, TypeError, KeyError, ValueError) as error:
            raise UsageError(f"{source} lists {path[:100]!r}, which no copy of a home holds") from error
    return read
