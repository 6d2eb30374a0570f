"""Reads every byte of a home and of what is derived from it, to see what an erased text has left."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path

from vademecum.blotting import erase_file
from vademecum.durable import remedy
from vademecum.errors import VaultError
from vademecum.model.receipt import Place, Scan
from vademecum.vault.git import find_repository
from vademecum.vault.reader import look, look_apart
from vademecum.vault.replays import FOLDER as REPLAYS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from vademecum.vault.reader import Looked

DRAFTS = "vade-edit-"
"""How the folders begin in which `vade edit` puts a copy for an editor."""

_DERIVED = "cache"
_FLAGS = os.O_RDONLY | os.O_CLOEXEC | os.O_NONBLOCK | os.O_NOFOLLOW
_BEYOND = (
    "backups, file-system snapshots, copies that a sync service or another computer took, and blocks that a "
    "flash or copy-on-write disk has not reused yet"
)


class FileScanner:
    """Implements `ports.Scanner`.

    Args:
        home: folder of all memories.
        cache: folder of the derived data.
        drafts: folder in which editors' copies are made.
    """

    def __init__(
        self,
        home: str | os.PathLike[str],
        cache: str | os.PathLike[str],
        drafts: str | os.PathLike[str] | None = None,
    ) -> None:
        self._home = os.fspath(home)
        self._cache = os.fspath(cache)
        self._drafts = os.fspath(drafts or tempfile.gettempdir())

    def scan(self, needles: Sequence[bytes], files: Sequence[str] = ()) -> Scan:
        """See `ports.Scanner.scan`."""
        found: dict[str, frozenset[bytes]] = {}
        unread: dict[str, str] = {}
        places: list[Place] = []
        for name, root, paths in self._places():
            number = size = 0
            for path, looked in _looked(name, paths, needles):
                if isinstance(looked, FileNotFoundError):
                    continue
                if isinstance(looked, OSError):
                    unread[_told(name, root, path)] = remedy(looked)
                    continue
                length, held = looked
                number, size = number + 1, size + length
                if held:
                    found[_told(name, root, path)] = held
            places.append(Place(name=name, files=number, bytes=size))
        beyond = self._beyond(files)
        return Scan(places=tuple(places), found=dict(sorted(found.items())), unread=unread, beyond=beyond)

    def erase_drafts(self, needle: bytes) -> int:
        """See `ports.Scanner.erase_drafts`."""
        drafts = [path for path in self._draft_files() if needle in _bytes_of(path)]
        for path in drafts:
            erase_file(Path(path))
        for path in _below(os.path.join(self._home, "state", REPLAYS)):
            try:
                erase_file(Path(path))
            except VaultError:
                if os.path.lexists(path):  # else it ran out of time meanwhile
                    raise
        return len(drafts)

    def _places(self) -> Iterator[tuple[str, str, Iterator[str]]]:
        yield "home", self._home, _below(self._home)
        yield _DERIVED, self._cache, _below(self._cache)
        yield "drafts", self._drafts, self._draft_files()

    def _draft_files(self) -> Iterator[str]:
        for folder in sorted(Path(self._drafts).glob(f"{DRAFTS}*")):
            if folder.is_dir() and not folder.is_symlink():
                yield from _below(os.fspath(folder))

    def _beyond(self, files: Sequence[str]) -> tuple[str, ...]:
        folders = [os.path.dirname(file) for file in files] or [os.path.join(self._home, "memories")]
        found = filter(None, map(find_repository, dict.fromkeys(map(os.path.realpath, folders))))
        repositories = dict.fromkeys(repository.common_dir for repository in found)
        histories = (
            f"the git repository {folder} and its clones, whose history keeps what was committed"
            for folder in repositories
        )
        return (*histories, _BEYOND)


class NothingToScan:
    """Implements `ports.Scanner` for a home that is in memory alone."""

    def scan(self, needles: Sequence[bytes], files: Sequence[str] = ()) -> Scan:
        """See `ports.Scanner.scan`."""
        del needles, files
        return Scan(places=(), found={}, unread={}, beyond=())

    def erase_drafts(self, needle: bytes) -> int:
        """See `ports.Scanner.erase_drafts`."""
        del needle
        return 0


def _told(name: str, root: str, path: str) -> str:
    return f"{name}/{path[len(root) :].replace(os.sep, '/').lstrip('/')}"


def _below(folder: str) -> Iterator[str]:
    """Regular files below a folder, and folders that cannot be entered; links are not followed. Paths are
    texts, as there may be a million."""
    pending = [folder]
    while pending:
        place = pending.pop()
        try:
            with os.scandir(place) as listed:
                entries = sorted(listed, key=_name)
        except (FileNotFoundError, NotADirectoryError):
            continue
        except OSError:
            yield place  # whoever reads it is told why that cannot be
            continue
        yield from [entry.path for entry in entries if entry.is_file(follow_symlinks=False)]
        pending += [entry.path for entry in reversed(entries) if entry.is_dir(follow_symlinks=False)]


def _name(entry: os.DirEntry[str]) -> str:
    return entry.name


def _looked(
    name: str, paths: Iterator[str], needles: Sequence[bytes]
) -> Iterable[tuple[str, Looked | OSError]]:
    """Each file and what is in it; of what is derived, where databases are open, by a process of its own."""
    if name == _DERIVED:
        return look_apart(list(paths), needles).items()
    return ((path, _tried(path, needles)) for path in paths)


def _tried(path: str, needles: Sequence[bytes]) -> Looked | OSError:
    try:
        return look(path, needles)
    except OSError as error:
        return error


def _bytes_of(path: str) -> bytes:
    try:
        with os.fdopen(os.open(path, _FLAGS), "rb") as file:
            return file.read()
    except OSError:
        return b""
