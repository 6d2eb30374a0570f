"""Bytes that are on the disk, whole, when a function returns, and untouched when it raises."""

from __future__ import annotations

import contextlib
import errno
import os
import stat
import time
from contextlib import contextmanager
from functools import partial

from vademecum.errors import VaultError
from vademecum.shadows import be_open, settle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable
    from pathlib import Path

_PREFIX, _SUFFIX = ".vade-", ".tmp"
_TEMP_AGE_S = 3600
"""A write takes milliseconds; what is an hour old was left by a process that died."""

NO_LINK: int = getattr(os, "O_NOFOLLOW", 0)
"""Flag of an opening that refuses a symbolic link, where the system has it. What we keep for ourselves is
never one; a home from elsewhere may hold one that leads to any file of yours."""

_NO_LINKS = {errno.EPERM, errno.ENOTSUP, errno.EOPNOTSUPP, errno.ENOSYS, errno.EMLINK, errno.EACCES}

_REMEDIES = {
    errno.ENOSPC: "the disk is full; free some space and try again",
    errno.EDQUOT: "your disk quota is used up; free some space and try again",
    errno.EROFS: "the disk is read-only; make it writable or choose another home",
    errno.EACCES: "permission is denied; check who owns it",
    errno.EPERM: "the system does not permit it; check its owner and flags",
    errno.EIO: "the disk reports an error; check it and restore from a backup",
    errno.ENAMETOOLONG: "the name is too long for this disk; shorten the title",
    errno.ELOOP: "it is a symbolic link, which is not followed, or links run in a circle; remove it",
    errno.EMFILE: "too many files are open; close some programs and try again",
    errno.ENOTDIR: "a file stands where a folder is needed; move it away",
}


def temporary(folder: Path) -> Path:
    """A new place in a folder for what is not whole yet; a check-up knows by its name what a death leaves."""
    return folder / f"{_PREFIX}{os.urandom(8).hex()}{_SUFFIX}"


def is_temporary(name: str) -> bool:
    """Whether a file or folder of that name is one of ours that was not whole."""
    return name.startswith(_PREFIX) and name.endswith(_SUFFIX)


def is_stale(found: os.stat_result) -> bool:
    """Whether no living write can still need it."""
    # The disk's clock stamps the file; ours is compared with it, with an hour to spare.
    return time.time_ns() / 1e9 - found.st_mtime > _TEMP_AGE_S


def disk_refusal(action: str, path: Path, error: OSError) -> VaultError:
    """The error that says what the disk refused, and what to do.

    Args:
        action: verb in the infinitive, e.g. ``write``.
    """
    return VaultError(f"cannot {action} {path}: {remedy(error)}")


def remedy(error: OSError) -> str:
    """What is the matter with a disk, and what to do."""
    return _REMEDIES.get(error.errno or 0, os.strerror(error.errno) if error.errno else str(error))


def make_folders(folder: Path) -> None:
    """Make a folder and its missing parents, for their owner alone; durable on return.

    Raises:
        VaultError: the disk refuses.
    """
    be_open(folder)
    missing: list[Path] = []
    # `Path.is_dir` raises where permission is missing; here that is found out by making it.
    while not os.path.isdir(folder) and folder != folder.parent:
        missing.append(folder)
        folder = folder.parent
    for each in reversed(missing):
        made = False
        try:
            with contextlib.suppress(FileExistsError):
                each.mkdir(mode=0o700)
                made = True
            sync_folder(each.parent)
        except OSError as error:
            if made:  # so that the next try makes it, and syncs it, anew
                with contextlib.suppress(OSError):
                    each.rmdir()
            raise disk_refusal("make the folder", each, error) from error


def create_exclusive(folder: Path, names: Iterable[str], data: bytes) -> str:
    """Write a new file under the first of `names` that is free.

    Returns:
        The name it got.

    Raises:
        VaultError: the disk refuses, or every name is taken; nothing was created.
    """
    with _temp(folder, data, 0o600) as temp:
        for name in names:
            if _take(temp, folder / name):
                with _told("create", folder / name, undo=(folder / name).unlink):
                    sync_folder(folder)
                    settle(folder / name)
                return name
    raise VaultError(f"every name for the new file exists in {folder}; remove or rename one")


def replace_file(path: Path, data: bytes, *, mode: int, guard: Callable[[], None]) -> None:
    """Put new bytes in the place of a file in one step; a reader sees the old or the new.

    Args:
        guard: called at the last moment; what it raises stops the replacement.

    Raises:
        VaultError: the disk refuses; the file is as it was.
    """
    with _temp(path.parent, data, mode) as temp, _undoing(path) as undo:
        guard()
        try:
            temp.replace(path)
        except OSError as error:
            raise disk_refusal("write", path, error) from error
        with _told("write", path, undo=undo):
            sync_folder(path.parent)
            settle(path)


@contextmanager
def _told(action: str, path: Path, *, undo: Callable[[], None]) -> Generator[None]:
    """What a disk refuses that has a new name already is undone, and told as that."""
    try:
        yield
    except (OSError, VaultError) as error:
        with contextlib.suppress(OSError, VaultError):
            undo()
            settle(path)
        if isinstance(error, OSError):
            raise disk_refusal(action, path, error) from error
        raise


@contextmanager
def _undoing(path: Path) -> Generator[Callable[[], None]]:
    """What undoes a replacement of which nobody knows whether it lasts. What cannot be read now stays
    replaced: then the new bytes are the only ones that are left."""
    try:
        former = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    except FileNotFoundError:
        yield path.unlink
        return
    except OSError:
        yield lambda: None
        return
    try:
        yield partial(_put_back, path, former)
    finally:
        os.close(former)


def _put_back(path: Path, former: int) -> None:
    found = os.fstat(former)
    with _temp(path.parent, os.pread(former, found.st_size, 0), stat.S_IMODE(found.st_mode)) as temp:
        temp.replace(path)


@contextmanager
def _temp(folder: Path, data: bytes, mode: int) -> Generator[Path]:
    """A synced file of these bytes beside its destination, gone when the block ends."""
    temp = temporary(folder)
    try:
        try:
            descriptor = os.open(temp, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
            try:
                write_all(descriptor, data)
                os.fchmod(descriptor, mode)
                os.fsync(descriptor)
            finally:
                os.close(descriptor)
        except OSError as error:
            raise disk_refusal("write in", folder, error) from error
        yield temp
    finally:
        with contextlib.suppress(OSError):
            temp.unlink(missing_ok=True)


def write_all(descriptor: int, data: bytes) -> None:
    """Write all of it, where the system takes only a part at a time.

    Raises:
        OSError: the disk refuses.
    """
    view = memoryview(data)
    while view:
        view = view[os.write(descriptor, view) :]


def _take(temp: Path, target: Path) -> bool:
    """Give the temp file its name unless somebody has it; True when it worked."""
    try:
        os.link(temp, target)
    except FileExistsError:
        return False
    except OSError as error:
        if error.errno not in _NO_LINKS:
            raise disk_refusal("create", target, error) from error
        return _take_without_links(temp, target)
    return True


def _take_without_links(temp: Path, target: Path) -> bool:
    # exFAT and some mounts know no links: reserve the name with an empty file, then rename over it. A crash
    # between the two leaves an empty note, which is named in `doctor` and served to nobody.
    try:
        os.close(os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600))
    except FileExistsError:
        return False
    except OSError as error:
        raise disk_refusal("create", target, error) from error
    try:
        temp.replace(target)
    except OSError as error:
        with contextlib.suppress(OSError):
            target.unlink()
        raise disk_refusal("create", target, error) from error
    return True


def sync_folder(folder: Path) -> None:
    """Make the names in a folder durable, where the system can sync folders at all."""
    try:
        descriptor = os.open(folder, os.O_RDONLY | os.O_CLOEXEC)
    except PermissionError:  # Windows opens no folders
        return
    try:
        os.fsync(descriptor)
    except OSError as error:
        if error.errno not in {errno.EINVAL, errno.ENOTSUP, errno.EBADF}:
            raise
    finally:
        os.close(descriptor)


def remove_stale_temps(folder: Path, names: Iterable[str]) -> None:
    """Remove our own temp files among `names` that no living write can still need."""
    for name in names:
        if is_temporary(name):
            with contextlib.suppress(OSError):
                if is_stale((folder / name).stat()):
                    (folder / name).unlink()
