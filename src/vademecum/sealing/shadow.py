"""`Shadow`: what is made durable in an open home is sealed on the disk before it counts."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
from pathlib import Path

from vademecum.blotting import erase_file
from vademecum.durable import disk_refusal, is_temporary, make_folders, replace_file
from vademecum.sealing.ciphering import Plain, name_of, seal
from vademecum.sealing.layout import OPEN, SEALED, locked

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterator

    from vademecum.sealing.layout import Opened

_LOCK = "sealing.lock"
_GONE = (errno.ENOENT, errno.ENOTDIR, errno.ELOOP)
"""Why a file cannot be opened that is not there any more, or is a link now, which is not followed."""

LOCKS = "locks"
"""Folders of a home whose files are of no use later."""


class Shadow:
    """The sealed side of an open home. Shared between threads; other processes have one of their own.

    Args:
        opened: the home.
    """

    def __init__(self, opened: Opened) -> None:
        self._opened = opened
        self._root = opened.home + os.sep

    def standing(self) -> None:
        """Be sure that the home is open still.

        Raises:
            Locked: it was locked meanwhile; what would be written now would stay in the open.
        """
        if not os.path.lexists(os.path.join(self._opened.folder, OPEN)):
            raise locked(self._opened.sealed)

    def settle(self, place: str) -> None:
        """Seal a file as it is now, or let go of the sealed one of a file that is gone; durable on return.

        Raises:
            Locked: the home was locked meanwhile.
            VaultError: the disk refuses.
        """
        if self._is_kept(place):
            with self._alone():
                self._settle(place)

    def settle_all(self, last: Callable[[], None] = lambda: None) -> int:
        """Seal whatever differs: what was edited by hand, and what needs not be durable at once.

        Args:
            last: done while nobody else can seal anything.

        Returns:
            How many files were sealed or let go of.

        Raises:
            Locked, VaultError: as `settle`.
        """
        with self._alone():
            number = 0
            expected = set(self._opened.unread)
            for place in plain_files(self._opened.home):
                sealed = self._sealed(place)
                expected.add(sealed.name)
                if not _same_time(place, sealed):
                    self._settle(place)
                    number += 1
            for sealed in sealed_files(self._opened.sealed):
                if sealed.name not in expected and not is_temporary(sealed.name):
                    _erase(sealed)
                    number += 1
            last()
            return number

    def _settle(self, place: str) -> None:
        sealed = self._sealed(place)
        try:
            descriptor = os.open(place, os.O_RDONLY | os.O_CLOEXEC | os.O_NOFOLLOW)
        except OSError as error:
            if error.errno not in _GONE:  # it is there, and cannot be read now: what is sealed of it stays
                raise
            _erase(sealed)
            return
        with os.fdopen(descriptor, "rb") as file:
            found, data = os.fstat(file.fileno()), file.read()
        if not stat.S_ISREG(found.st_mode):
            return
        plain = Plain(self._path(place), data)
        content = seal(plain, recipient=self._opened.recipient, naming=self._opened.naming)
        make_folders(sealed.parent)
        replace_file(sealed, content, mode=0o600, guard=lambda: None)
        with contextlib.suppress(OSError):  # else it is sealed once more by the next `settle_all`
            os.utime(sealed, ns=(found.st_mtime_ns, found.st_mtime_ns))

    def _sealed(self, place: str) -> Path:
        return place_of(self._opened.sealed, name_of(self._opened.naming, self._path(place)))

    def _path(self, place: str) -> str:
        return place.removeprefix(self._root).replace(os.sep, "/")

    def _is_kept(self, place: str) -> bool:
        parts = place.removeprefix(self._root).split(os.sep)
        return place.startswith(self._root) and _may_be_kept(parts)

    @contextlib.contextmanager
    def _alone(self) -> Generator[None]:
        """So that of two who seal one file the later one seals what the earlier one wrote, too."""
        from filelock import FileLock

        self.standing()
        lock = FileLock(os.path.join(self._opened.folder, _LOCK), mode=0o600)
        try:
            lock.acquire()
        except OSError as error:  # it was locked at this very moment
            raise locked(self._opened.sealed) from error
        try:
            self.standing()
            yield
        except OSError as error:
            raise disk_refusal("encrypt what is in", Path(self._opened.home), error) from error
        finally:
            lock.release()


def plain_files(home: str) -> Iterator[str]:
    """Places of the files of a home that are sealed.

    Raises:
        VaultError: a folder cannot be read; what is in it is not gone.
    """
    for folder, folders, names in os.walk(home, onerror=_refuse):
        folders[:] = sorted(one for one in folders if one != LOCKS)
        for name in sorted(names):
            place = os.path.join(folder, name)
            with contextlib.suppress(FileNotFoundError):  # it went meanwhile
                if not is_temporary(name) and stat.S_ISREG(os.lstat(place).st_mode):
                    yield place


def _refuse(error: OSError) -> None:
    if not isinstance(error, FileNotFoundError):  # a folder that went meanwhile
        raise disk_refusal("read", Path(error.filename or ""), error)


def sealed_files(home: str) -> Iterator[Path]:
    """Sealed files of a home."""
    root = Path(home, SEALED)
    if root.is_dir():
        yield from sorted(one for one in root.glob("*/*") if one.is_file())


def place_of(home: str, name: str) -> Path:
    """Where a sealed file stands; a 256th of all in a folder."""
    return Path(home, SEALED, name[:2], name)


def _may_be_kept(parts: list[str]) -> bool:
    return not is_temporary(parts[-1]) and LOCKS not in parts[:-1]


def _same_time(place: str, sealed: Path) -> bool:
    try:
        return os.stat(sealed).st_mtime_ns == os.lstat(place).st_mtime_ns
    except FileNotFoundError:
        return False


def _erase(sealed: Path) -> None:
    """Overwrite and delete a sealed file, if it is there."""
    if os.path.lexists(sealed):
        erase_file(sealed)
