"""Bytes that are overwritten on the disk before their file goes.

A disk that writes elsewhere (copy on write, flash) keeps the old blocks until it needs them, and a snapshot
keeps them for good; nothing that a program does to a file changes that.
"""

from __future__ import annotations

import contextlib
import os

from vademecum.durable import disk_refusal, is_temporary, replace_file, sync_folder, temporary
from vademecum.shadows import settle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

_AT_ONCE = 1 << 20
_OPEN = os.O_WRONLY | os.O_CLOEXEC | os.O_NOFOLLOW


def blot_out(descriptor: int) -> None:
    """Overwrite every byte of an open file with zeros, on the disk, then make it empty.

    Raises:
        OSError: the disk refuses.
    """
    left = os.fstat(descriptor).st_size
    os.lseek(descriptor, 0, os.SEEK_SET)
    while left:
        left -= os.write(descriptor, bytes(min(left, _AT_ONCE)))
    os.fsync(descriptor)
    os.ftruncate(descriptor, 0)
    os.fsync(descriptor)


def erase_file(place: Path) -> int:
    """Take a file out of its folder, blot it out and delete it.

    It first gets the name of a temporary file, so that nobody reads it half overwritten, and whoever comes
    after a crash finds it by `erase_leavings`.

    Returns:
        How many other names the file had; they stay, and what they name is empty.

    Raises:
        VaultError: the disk refuses.
    """
    hidden = temporary(place.parent)
    try:
        descriptor = os.open(place, _OPEN)
    except OSError as error:
        raise disk_refusal("erase", place, error) from error
    try:
        place.replace(hidden)
        sync_folder(place.parent)
        names = os.fstat(descriptor).st_nlink
        blot_out(descriptor)
        hidden.unlink()
        sync_folder(place.parent)
    except OSError as error:
        raise disk_refusal("erase", place, error) from error
    finally:
        os.close(descriptor)
    settle(place)
    return max(0, names - 1)


def replace_blotting(path: Path, data: bytes, *, mode: int, guard: Callable[[], None]) -> None:
    """As `durable.replace_file`, and the bytes that were there are blotted out.

    Raises:
        VaultError: the disk refuses; the file is as it was, unless only the blotting failed.
    """
    try:
        before = os.open(path, _OPEN)
    except OSError as error:
        raise disk_refusal("write", path, error) from error
    former = temporary(path.parent)
    try:
        # The second name lets the next run find the old bytes after a crash; not every disk has such names.
        with contextlib.suppress(OSError):
            os.link(path, former)
        replace_file(path, data, mode=mode, guard=guard)
        try:
            blot_out(before)
        except OSError as error:
            raise disk_refusal("blot out what was in", path, error) from error
    finally:
        os.close(before)
        with contextlib.suppress(OSError):
            former.unlink(missing_ok=True)


def erase_leavings(folder: Path) -> None:
    """Blot out the temporary files that a crash left in a folder in which nobody else writes now.

    Raises:
        VaultError: the disk refuses.
    """
    try:
        names = sorted(os.listdir(folder))
    except (FileNotFoundError, NotADirectoryError):
        return
    except OSError as error:
        raise disk_refusal("look into", folder, error) from error
    for name in names:
        if is_temporary(name):
            erase_leaving(folder / name)


def erase_leaving(place: Path) -> None:
    """Blot out a temporary file and delete it. A process that died between giving a file its name and taking
    the temporary one away left two names of one file: then only the name goes.

    Raises:
        VaultError: the disk refuses.
    """
    try:
        descriptor = os.open(place, _OPEN)
        try:
            # With another name it may be the second name of a file that is served.
            if os.fstat(descriptor).st_nlink == 1:
                blot_out(descriptor)
        finally:
            os.close(descriptor)
        place.unlink()
        sync_folder(place.parent)
    except FileNotFoundError:
        return
    except OSError as error:
        raise disk_refusal("erase", place, error) from error


def needles_in(data: bytes, needles: Iterable[bytes]) -> frozenset[bytes]:
    """Those of the needles that stand in some bytes."""
    return frozenset([needle for needle in needles if needle in data])
