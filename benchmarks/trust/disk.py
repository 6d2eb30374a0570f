"""A disk on which one step goes wrong: it refuses, fills up, loses what was not synced, or its process dies.

What is under test is not changed: the few calls by which it reaches a disk are counted, and one of them is
answered otherwise. A clean run tells how many there are, so that every one of them can have its turn.
"""

from __future__ import annotations

import errno
import os
import shutil
import stat
import tempfile
from collections.abc import Callable
from enum import Enum
from pathlib import Path
from typing import Any

_WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT
_AT_A_NAME = ("link", "replace", "rename", "unlink", "remove", "mkdir", "rmdir", "chmod", "truncate")
_AT_A_FILE = ("write", "fsync", "fchmod", "ftruncate")


class Fault(Enum):
    """What goes wrong at a step."""

    FULL = errno.ENOSPC
    DENIED = errno.EACCES
    READ_ONLY = errno.EROFS
    BROKEN = errno.EIO
    DEATH = "dies before it"
    LOSS = "dies before it, and what was not synced is lost"
    CLOCK = "goes on, and the clock goes back a day"


class Disk:
    """The calls of this process that reach a folder; for a process that ends afterwards, as a fork does.

    Args:
        root: what stands outside is left alone.
        fault: what goes wrong.
        at: the step, from 0; a full or read-only disk stays so behind it. None lets all of them pass.

    Attributes:
        steps: that were reached, each by its call and the name that it was about.
        is_past: the clock has gone back.
    """

    def __init__(self, root: Path, fault: Fault | None = None, at: int | None = None) -> None:
        self.steps: list[str] = []
        self.is_past = False
        self._root = os.path.realpath(root)
        self._fault, self._at = fault, at
        self._open: dict[int, str] = {}
        # Beside the folder: a second name of a file needs the same disk.
        self._aside = tempfile.mkdtemp(prefix="aside-", dir=os.path.dirname(self._root))
        self._undo: list[tuple[str, Callable[[], None]]] = []
        self._unsynced: dict[tuple[int, int], tuple[int, bytes]] = {}
        self._real = {name: getattr(os, name) for name in (*_AT_A_NAME, *_AT_A_FILE, "open", "close")}

    def take_over(self) -> None:
        """Stand between this process and its disk, until it ends."""
        for name in _AT_A_NAME:
            setattr(os, name, self._named(name))
        for name in _AT_A_FILE:
            setattr(os, name, self._filed(name))
        for name, call in (("open", self._opened), ("close", self._closed)):
            setattr(os, name, call)

    def lose(self) -> None:
        """Let the power fail: whatever was not synced is as it was before."""
        for descriptor, before in self._unsynced.values():
            self._real["ftruncate"](descriptor, 0)
            os.pwrite(descriptor, before, 0)
        for _, undo in reversed(self._undo):
            undo()

    def _reach(self, step: str) -> None:
        """One more step, which may be the one."""
        number = len(self.steps)
        self.steps.append(step)
        if self._at is None or number < self._at:
            return
        if self._fault is Fault.CLOCK:
            self.is_past = True
        elif self._fault is not None and isinstance(self._fault.value, int):
            stays = self._fault in (Fault.FULL, Fault.READ_ONLY)
            # What is full or read-only can still be tidied up and read.
            if number == self._at or (stays and not step.startswith(("unlink", "remove", "fsync", "rmdir"))):
                raise OSError(self._fault.value, os.strerror(self._fault.value))
        elif number == self._at:
            if self._fault is Fault.LOSS:
                self.lose()
            os._exit(9)

    def _inside(self, path: Any) -> str | None:
        if isinstance(path, int):
            return self._open.get(path)
        place = os.path.abspath(os.fspath(path))
        return place if place.startswith(self._root + os.sep) else None

    # ── calls by a name ──────────────────────────────────────────────────────────────────────────

    def _named(self, name: str) -> Callable[..., Any]:
        def call(path: Any, *rest: Any, **more: Any) -> Any:
            place = self._inside(path)
            if place is None or more.get("dir_fd") is not None:
                return self._real[name](path, *rest, **more)
            target = os.path.abspath(os.fspath(rest[0])) if name in ("link", "replace", "rename") else place
            self._reach(f"{name} {os.path.basename(target)}")
            keep = self._kept(target)
            moved = self._kept(place) if name in ("replace", "rename") else None
            done = self._real[name](path, *rest, **more)
            self._undo.append((os.path.dirname(target), lambda: self._put_back(target, keep)))
            if moved is not None:
                self._undo.append((os.path.dirname(place), lambda: self._put_back(place, moved)))
            return done

        return call

    def _kept(self, place: str) -> str | None:
        """What stands at a place now, under another name outside; None for nothing."""
        try:
            found = os.lstat(place)
        except OSError:
            return None
        if stat.S_ISDIR(found.st_mode):
            return ""
        kept = os.path.join(self._aside, str(len(os.listdir(self._aside))))
        try:
            self._real["link"](place, kept)
        except OSError:
            shutil.copy2(place, kept)
        return kept

    def _put_back(self, place: str, kept: str | None) -> None:
        if kept == "":
            os.path.isdir(place) or self._real["mkdir"](place)
        elif kept is None and os.path.isdir(place):
            shutil.rmtree(place)
        else:
            if os.path.lexists(place):
                self._real["unlink"](place)
            if kept is not None:
                os.path.isdir(os.path.dirname(place)) and self._real["link"](kept, place)

    # ── calls by a descriptor ────────────────────────────────────────────────────────────────────

    def _opened(self, path: Any, flags: int, mode: int = 0o777, *, dir_fd: int | None = None) -> int:
        place = self._inside(path) if dir_fd is None else None
        if place is None:
            return int(self._real["open"](path, flags, mode, dir_fd=dir_fd))
        is_new = bool(flags & os.O_CREAT) and not os.path.lexists(place)
        if flags & _WRITES:
            self._reach(f"open {os.path.basename(place)}")
        descriptor = int(self._real["open"](path, flags, mode))
        self._open[descriptor] = place
        if is_new:
            self._undo.append((os.path.dirname(place), lambda: self._put_back(place, None)))
        return descriptor

    def _closed(self, descriptor: int) -> None:
        self._open.pop(descriptor, None)
        self._real["close"](descriptor)

    def _filed(self, name: str) -> Callable[..., Any]:
        def call(descriptor: int, *rest: Any) -> Any:
            place = self._open.get(descriptor)
            if place is None:
                return self._real[name](descriptor, *rest)
            self._reach(f"{name} {os.path.basename(place)}")
            if name in ("write", "ftruncate"):
                self._note(descriptor)
            elif name == "fsync":
                self._settle(descriptor, place)
            return self._real[name](descriptor, *rest)

        return call

    def _note(self, descriptor: int) -> None:
        """Remember what stood in a file before it was written to."""
        found = os.fstat(descriptor)
        key = (found.st_dev, found.st_ino)
        if key not in self._unsynced:
            spare = self._real["open"](f"/proc/self/fd/{descriptor}", os.O_RDWR)
            self._unsynced[key] = spare, os.pread(spare, found.st_size, 0)

    def _settle(self, descriptor: int, place: str) -> None:
        """What was written to a file, or the names in a folder, are on the disk."""
        found = os.fstat(descriptor)
        if stat.S_ISDIR(found.st_mode):
            self._undo = [(folder, undo) for folder, undo in self._undo if folder != place]
        elif (kept := self._unsynced.pop((found.st_dev, found.st_ino), None)) is not None:
            self._real["close"](kept[0])
