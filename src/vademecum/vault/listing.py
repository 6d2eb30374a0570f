"""One look at the vault's folders, and what the file system says of a file.

Nearly every look finds what the one before it found. So a look only gathers, in loops that run in C, and
digests what it gathered into a *trace*; a listing is made of it only when the trace is another one.
"""

from __future__ import annotations

import contextlib
import errno
import marshal
import os
import stat
from functools import partial
from operator import attrgetter

from vademecum.model.file import Listing, Stamp
from vademecum.text.digest import blake2b
from vademecum.vault.paths import is_note, name_complaint
from vademecum.vault.scopes import folder_scope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from hashlib import blake2b as Digest  # noqa: N812  # the class stands for its instances
    from typing import TypeAlias

    Said: TypeAlias = tuple[int, int, int, int, int, int, int]

LEAVES = "a symbolic link that leaves the vault is not followed"

_BY_DESCRIPTOR = os.stat in os.supports_dir_fd and hasattr(os, "O_DIRECTORY")
_ENTER = os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC if _BY_DESCRIPTOR else 0
_said: Callable[[os.stat_result], Said] = attrgetter(
    "st_size", "st_mtime_ns", "st_ctime_ns", "st_ino", "st_dev", "st_mode", "st_nlink"
)
"""The fields of a `Stamp`, then the mode and the number of names."""

_STAMPED, _MODE, _NAMES = 5, 5, 6
_TRACE_BYTES = 16
_MARSHAL = 2
"""The last version of the encoding that writes equal values alike, however often they are referred to."""


class Look:
    """What the folders below a root hold, gathered once.

    Hidden files and folders are left out, and a link to a folder is never followed: inside the vault the
    folder is met where it stands, and outside of it is nobody's vault.

    Attributes:
        trace: digest of every name and stamp; looks of equal traces make equal listings. Empty where that
            cannot be promised: a folder could not be entered, or a link leads to what was not looked at.
    """

    def __init__(self, root: str) -> None:
        """Look."""
        self._root = root
        self._folders: list[tuple[str, int, list[str], list[Said]]] = []
        self._unreachable: dict[str, str] = {}
        self._linked = False
        digest = blake2b(digest_size=_TRACE_BYTES)
        pending = [""]
        while pending:
            pending += self._folder(pending.pop(), digest)
        self.trace = "" if self._unreachable or self._linked else digest.hexdigest()

    def _folder(self, folder: str, digest: Digest) -> list[str]:
        """Gather one folder (``""`` or ending in ``/``) and return the folders in it."""
        try:
            device, names, said = _gathered(f"{self._root}/{folder}".rstrip("/"), follow=not folder)
        except OSError as error:
            # Also when a file in it may not be asked: nothing here may be believed deleted.
            self._unreachable[folder.rstrip("/")] = error.strerror or str(error)
            return []
        self._folders.append((folder, device, names, said))
        digest.update(marshal.dumps(self._folders[-1], _MARSHAL))
        modes = {each[_MODE] for each in said}
        self._linked |= any(map(stat.S_ISLNK, modes))
        if not any(map(stat.S_ISDIR, modes)):
            return []
        inner = [name for name, each in zip(names, said, strict=True) if stat.S_ISDIR(each[_MODE])]
        return [f"{folder}{name}/" for name in inner if _named_well(folder, name, self._unreachable)]

    def listing(self) -> Listing:
        """Stamps of every note, sorted by path.

        A link to a file counts as the file when it stays inside, and a file of several names is listed once.
        """
        notes = _Notes(self._root, dict(self._unreachable))
        for folder, _, names, said in self._folders:
            for name, each in zip(names, said, strict=True):
                # Nearly every entry is a plainly named note; 20,000 of them leave no time for calls.
                if name.endswith(".md") and stat.S_ISREG(each[_MODE]) and _is_plain(name):
                    notes.add(folder + name, each)
                elif not stat.S_ISDIR(each[_MODE]):
                    notes.other(folder, name, each)
        notes.drop_second_names()
        files = {path: notes.files[path] for path in sorted(notes.files)}
        devices = {folder.rstrip("/"): device for folder, device, _, _ in self._folders}
        return Listing(files, notes.unreachable, devices, self.trace)


def _gathered(place: str, *, follow: bool) -> tuple[int, list[str], list[Said]]:
    """Number of the file system a folder stands on, the names in it, and what is said of each.

    Raises:
        OSError: the folder cannot be entered, or something in it may not be asked for.
    """
    if not _BY_DESCRIPTOR:
        return gathered_by_path(place, follow=follow)
    folder = os.open(place, _ENTER if follow else _ENTER | os.O_NOFOLLOW)
    try:
        names = [name for name in os.listdir(folder) if name[0] != "."]
        ask = partial(os.stat, dir_fd=folder, follow_symlinks=False)
        try:
            said = list(map(_said, map(ask, names)))
        except FileNotFoundError:
            names, said = _still_there(names, ask)
        return os.fstat(folder).st_dev, names, said
    finally:
        os.close(folder)


def gathered_by_path(place: str, *, follow: bool) -> tuple[int, list[str], list[Said]]:
    """The same where no folder can be held open (Windows); it may be exchanged between two looks at it.

    Raises:
        OSError: as there.
    """
    if not follow and os.path.islink(place):
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), place)
    names = [name for name in os.listdir(place) if name[0] != "."]
    names, said = _still_there(names, lambda name: os.lstat(f"{place}/{name}"))
    return os.stat(place).st_dev, names, said


def _still_there(names: Sequence[str], ask: Callable[[str], os.stat_result]) -> tuple[list[str], list[Said]]:
    """Names that are not gone since the folder was read, and what is said of each."""
    found: dict[str, Said] = {}
    for name in names:
        with contextlib.suppress(FileNotFoundError):
            found[name] = _said(ask(name))
    return list(found), list(found.values())


class _Notes:
    """The notes of one listing, and why others are none."""

    def __init__(self, root: str, unreachable: dict[str, str]) -> None:
        self._root = root
        self.files: dict[str, Stamp] = {}
        self.unreachable = unreachable
        self._links: list[str] = []
        self._named_twice = False

    def add(self, path: str, said: Said) -> None:
        """Take a file that is a note."""
        self.files[path] = Stamp._make(said[:_STAMPED])
        self._named_twice |= said[_NAMES] > 1

    def other(self, folder: str, name: str, said: Said) -> None:
        """Take what is neither a plainly named file nor a folder for what it is."""
        linked = stat.S_ISLNK(said[_MODE])
        if linked and os.path.isdir(f"{self._root}/{folder}{name}"):
            if not stays_inside(f"{self._root}/{folder}{name}", self._root):
                self.unreachable[folder + name] = LEAVES
        elif not folder and folder_scope(name) is not None:
            self.unreachable[name] = "a file stands where a scope's folder was; move it away"
        elif is_note(name) and _named_well(folder, name, self.unreachable):
            if linked:
                self._link(folder, folder + name)
            elif stat.S_ISREG(said[_MODE]):
                self.add(folder + name, said)

    def _link(self, folder: str, path: str) -> None:
        try:
            self.files[path] = stamp_of(f"{self._root}/{path}", self._root)
            self._links.append(path)
        except FileNotFoundError:
            return  # gone since the folder was read
        except OSError as error:
            self.unreachable[folder.rstrip("/")] = error.strerror or str(error)

    def drop_second_names(self) -> None:
        """Keep one name of each file: its own before a link to it, and of two of its own the first."""
        if not self._links and not self._named_twice:
            return
        links = frozenset(self._links)
        kept: set[tuple[int, int]] = set()
        for path in sorted(self.files, key=lambda path: (path in links, path)):
            file = (self.files[path].device, self.files[path].inode)
            if file in kept:
                del self.files[path]
            elif file[1]:  # 0 where the platform numbers no files
                kept.add(file)


def _named_well(folder: str, name: str, unreachable: dict[str, str]) -> bool:
    """Whether a name may be part of a path; it is told as unreachable when not."""
    complaint = name_complaint(name)
    if complaint is None and not folder and name[0] == "~":
        complaint = "it begins with ~"
    if complaint is not None:
        shown = (folder + name).encode("utf-8", "backslashreplace").decode()
        unreachable[shown] = f"the name cannot be used: {complaint}; rename it"
    return complaint is None


def _is_plain(name: str) -> bool:
    return name.isprintable() and name[0] not in ".~" and "\\" not in name and ":" not in name


def stamp_of(path: str, root: str) -> Stamp:
    """Stamp of a file; of the link itself when it leads nowhere or out of the vault.

    Raises:
        OSError: the file system refuses, or there is no file.
    """
    found = os.lstat(path)  # a hook asks this of every hit
    if stat.S_ISLNK(found.st_mode) and stays_inside(path, root):
        # A link to nowhere is listed as itself, so that reading it can say what is the matter.
        with contextlib.suppress(OSError):
            found = os.stat(path)
    if stat.S_ISDIR(found.st_mode):
        raise FileNotFoundError(f"{path} is a folder")
    return stamp(found)


def stamp(found: os.stat_result) -> Stamp:
    """What is remembered of what the file system said."""
    return Stamp(found.st_size, found.st_mtime_ns, found.st_ctime_ns, found.st_ino, found.st_dev)


def stays_inside(path: str, root: str) -> bool:
    """Whether a path, its links resolved, lies in the vault."""
    real_root = os.path.realpath(root)
    real = os.path.realpath(path)
    return real == real_root or real.startswith(real_root.rstrip("/") + "/")


def folder_stays_inside(folders: Sequence[str], root: str) -> bool:
    """Whether no folder on the way is a link that leaves the vault; without links nothing is resolved."""
    place = root
    for name in folders:
        place += "/" + name
        if os.path.islink(place):
            return stays_inside(root + "/" + "/".join(folders), root)
    return True
