"""One writer at a time in each scope's folder, across threads and processes.

A replacement reads, compares and renames; without the lock two processes could both find the file as they
expect it, and the slower rename would silently undo the faster one. The operating system drops the lock
when its process dies, so that none is ever left behind and none needs to be judged stale.
"""

from __future__ import annotations

import importlib
import os
import time
from contextlib import contextmanager

from vademecum.durable import NO_LINK, disk_refusal, make_folders
from vademecum.errors import Busy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator
    from pathlib import Path
    from typing import Any

# Windows has locks of its own, reached by a library that takes 70 ms to import.
_fcntl: Any = importlib.import_module("fcntl") if os.name == "posix" else None

DEADLINE_S = 10.0
"""A write holds the lock for two or three fsyncs, some 30 ms on a slow disk; hundreds of writers fit."""

_FIRST_PAUSE_S = 0.001
_LONGEST_PAUSE_S = 0.02


class Locks:
    """Lock files, one a scope, in a folder beside the vault; they are never deleted."""

    def __init__(self, folder: Path, *, deadline_s: float = DEADLINE_S) -> None:
        self._folder = folder
        self._deadline_s = deadline_s

    @contextmanager
    def hold(self, scope_folder: str) -> Generator[None]:
        """Hold one scope's lock.

        Raises:
            Busy: another writer held it past the deadline.
            VaultError: the lock file cannot be made (full, read-only).
        """
        path = self._folder / f"{scope_folder}.lock"
        make_folders(self._folder)
        if _fcntl is None:
            with self._portable(path):
                yield
            return
        try:
            descriptor = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC | NO_LINK, 0o600)
        except OSError as error:
            raise disk_refusal("lock", path, error) from error
        try:
            self._wait(descriptor, path)
            yield
        finally:
            os.close(descriptor)

    def _wait(self, descriptor: int, path: Path) -> None:
        # Each holder opens the file anew, so that threads of one process exclude each other as well.
        give_up = time.monotonic() + self._deadline_s
        pause_s = _FIRST_PAUSE_S
        while True:
            try:
                _fcntl.flock(descriptor, _fcntl.LOCK_EX | _fcntl.LOCK_NB)
            except BlockingIOError:
                if time.monotonic() > give_up:
                    raise Busy(f"another process is writing ({path.name}); try again") from None
                time.sleep(pause_s)
                pause_s = min(pause_s * 2, _LONGEST_PAUSE_S)
            except OSError as error:
                raise disk_refusal("lock", path, error) from error
            else:
                return

    @contextmanager
    def _portable(self, path: Path) -> Generator[None]:
        from filelock import FileLock, Timeout

        try:
            with FileLock(path, timeout=self._deadline_s):
                yield
        except Timeout:
            raise Busy(f"another process is writing ({path.name}); try again") from None
