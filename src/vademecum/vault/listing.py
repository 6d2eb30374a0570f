"""One look at the vault's folders, and what the file system says of a file."""

from __future__ import annotations

import contextlib
import os
import stat

from vademecum.model.file import Listing, Stamp
from vademecum.vault.paths import is_note, name_complaint
from vademecum.vault.scopes import folder_scope

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

LEAVES = "a symbolic link that leaves the vault is not followed"


def list_notes(root: str) -> Listing:
    """Stamps of every note below `root`, sorted by path; hidden folders are left out.

    A link to a folder is never followed: inside the vault the folder is listed where it stands, and
    outside of it is nobody's vault. A link to a file counts as the file when it stays inside, and a file of
    several names is listed once.
    """
    walk = _Walk(root)
    pending = [""]
    while pending:
        pending += walk.folder(pending.pop())
    walk.drop_second_names()
    files = {path: walk.files[path] for path in sorted(walk.files)}
    return Listing(files, walk.unreachable, walk.devices)


class _Walk:
    """The state of one listing."""

    def __init__(self, root: str) -> None:
        self._root = root
        self.files: dict[str, Stamp] = {}
        self.unreachable: dict[str, str] = {}
        self.devices: dict[str, int] = {}
        self._links: list[str] = []
        self._named_twice = False

    def folder(self, folder: str) -> list[str]:
        """List one folder (``""`` or ending in ``/``) and return the folders in it."""
        below: list[str] = []
        try:
            self.devices[folder.rstrip("/")] = os.stat(self._root + "/" + folder).st_dev
            with os.scandir(self._root + "/" + folder) as entries:
                for entry in entries:
                    name = entry.name
                    # Nearly every entry is a plainly named note; 20,000 of them leave no time for calls.
                    if name.endswith(".md") and entry.is_file(follow_symlinks=False) and _is_plain(name):
                        self._note(entry, folder + name)
                    elif name[0] != ".":
                        self._other(entry, folder, below)
        except OSError as error:
            # Also when a file in it may not be asked: nothing here may be believed deleted.
            self.unreachable[folder.rstrip("/")] = error.strerror or str(error)
        return below

    def _other(self, entry: os.DirEntry[str], folder: str, below: list[str]) -> None:
        name = entry.name
        if entry.is_dir(follow_symlinks=False):
            if self._named_well(folder, name):
                below.append(f"{folder}{name}/")
        # `DirEntry.is_dir` raises for a link in a circle, which would hide the whole folder.
        elif os.path.isdir(entry.path):
            if not stays_inside(entry.path, self._root):
                self.unreachable[folder + name] = LEAVES
        elif not folder and folder_scope(name) is not None:
            self.unreachable[name] = "a file stands where a scope's folder was; move it away"
        elif is_note(name) and self._named_well(folder, name):
            self._note(entry, folder + name)

    def _note(self, entry: os.DirEntry[str], path: str) -> None:
        try:
            if entry.is_symlink():
                self.files[path] = stamp_of(entry.path, self._root)
                self._links.append(path)
                return
            found = entry.stat(follow_symlinks=False)
            if stat.S_ISREG(found.st_mode):
                self.files[path] = stamp(found)
                self._named_twice |= found.st_nlink > 1
        except FileNotFoundError:
            return  # gone since the folder was read

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

    def _named_well(self, folder: str, name: str) -> bool:
        complaint = name_complaint(name)
        if complaint is None and not folder and name[0] == "~":
            complaint = "it begins with ~"
        if complaint is not None:
            shown = (folder + name).encode("utf-8", "backslashreplace").decode()
            self.unreachable[shown] = f"the name cannot be used: {complaint}; rename it"
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
