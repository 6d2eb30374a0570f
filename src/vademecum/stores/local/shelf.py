"""Which generation is current: a cache folder that several processes share.

`CURRENT` names it and is only ever replaced as a whole, so a look at that file's stamp tells whether
another process has put a new generation in place.
"""

from __future__ import annotations

import os
import sqlite3
from _thread import RLock
from contextlib import suppress

from vademecum.errors import StoreError
from vademecum.stores.local.faults import Damaged, translate
from vademecum.stores.local.generation import PREFIX, Generation

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

_CURRENT = "CURRENT"
_YOUNG_NS = 60 * 10**9
_FORGOTTEN_NS = 3_600 * 10**9
"""A crash leaves its generation behind; a plain start clears that away, more patient than a rebuild is."""

_TRIES = 8
_LONGEST_NAME = 64

Seen = tuple[int, int, int]


class Shelf:
    """Follows `CURRENT`.

    Args:
        folder: the cache folder.
        clock_ns: nanoseconds since the epoch.
        kind: class of the generations.
    """

    def __init__(self, folder: str, clock_ns: Callable[[], int], kind: type[Generation]) -> None:
        self._folder = folder
        self._kind = kind
        self._clock_ns = clock_ns
        self._current = os.path.join(folder, _CURRENT)
        self._lock = RLock()
        self._open: Generation | None = None
        self._seen: Seen | None = None
        self._pid = os.getpid()
        self._inherited: list[Generation] = []
        self._closed = False

    @property
    def folder(self) -> str:
        """The cache folder."""
        return self._folder

    def current(self) -> Generation:
        """The current generation, opened; made when there is none or the one there is damaged.

        Raises:
            StoreError: the folder cannot be written, or the index was closed.
        """
        known = self._open
        if known is not None and self._seen == self._look() and self._pid == os.getpid():
            return known
        with self._lock:
            return self._follow()

    def _look(self) -> Seen | None:
        try:
            stat = os.stat(self._current)
        except OSError:
            return None
        return stat.st_ino, stat.st_mtime_ns, stat.st_size

    def _follow(self) -> Generation:
        if self._closed:
            raise StoreError("the index is closed; open it again")
        if self._pid != os.getpid():
            self._leave_to_parent()
        for _ in range(_TRIES):
            seen = self._look()
            name = self._read()
            if (
                seen is not None
                and self._open is not None
                and self._open.name == name
                and self._open.is_there()
            ):
                self._seen = seen
                return self._open
            try:
                generation = self._take(name)
            except Damaged:
                self._supersede(name)
                continue
            except StoreError:
                if self._read() != name:
                    continue  # a rebuild swept it away between our reading its name and opening it
                raise
            self._swap(generation, seen)
            return generation
        raise StoreError(f"the index in {self._folder} changes faster than it can be opened; try again")

    def _take(self, name: str) -> Generation:
        if not _is_name(name):
            raise Damaged("no generation is named")
        try:
            return self._kind.open(os.path.join(self._folder, name))
        except sqlite3.Error as error:
            raise translate(error, self._folder) from error

    def _swap(self, generation: Generation, seen: Seen | None) -> None:
        before, self._open, self._seen = self._open, generation, seen
        if before is not None:
            before.close()
        else:
            self._sweep("", _FORGOTTEN_NS)

    def _leave_to_parent(self) -> None:
        """After a fork: SQLite connections belong to the parent, and closing them here could harm it."""
        if self._open is not None:
            self._inherited.append(self._open)
        self._open, self._pid = None, os.getpid()

    def replace(self, damaged: Generation) -> None:
        """Put an empty generation in the place of a damaged one, unless somebody did so before."""
        with self._lock:
            if self._read() == damaged.name:
                self._supersede(damaged.name)

    def start(self) -> Generation:
        """An unpublished generation for building in bulk.

        Raises:
            StoreError: the folder cannot be written.
        """
        try:
            return self._kind.create(self._folder, bulk=True)
        except (OSError, sqlite3.Error) as error:
            raise self._unwritable(error) from error

    def publish(self, generation: Generation) -> None:
        """Make a built generation current and drop what it replaces."""
        with self._lock:
            before = self._read()
            try:
                self._write(generation.name)
            except OSError as error:
                raise self._unwritable(error) from error
            self.current()
            self._sweep(before, _YOUNG_NS)

    def sweep(self) -> bool:
        """Delete every generation but the current one; False when a young one, somebody's rebuild, stays."""
        with self._lock:
            self._sweep("", _YOUNG_NS)
            keep = self._read()
            return all(name == keep or not name.startswith(PREFIX) for name in os.listdir(self._folder))

    def close(self) -> None:
        """Release everything."""
        with self._lock:
            self._closed = True
            before, self._open = self._open, None
            if before is not None:
                before.close()

    def _supersede(self, name: str) -> None:
        """Write a new empty generation's name, if `CURRENT` still says `name`."""
        try:
            fresh = self._kind.create(self._folder)
            fresh.close()
            won = self._write_first(fresh.name) if not name else self._read() == name
            if won and name:
                self._write(fresh.name)
        except (OSError, sqlite3.Error) as error:
            raise self._unwritable(error) from error
        if not won:
            fresh.remove()
        elif _is_name(name):
            Generation.discard(os.path.join(self._folder, name))

    def _read(self) -> str:
        """What `CURRENT` says, empty when there is none."""
        try:
            with open(self._current, "rb") as file:
                return file.read(_LONGEST_NAME).decode("ascii", "replace") or "?"
        except FileNotFoundError:
            return ""
        except OSError as error:
            raise self._unwritable(error) from error

    def _write(self, name: str) -> None:
        os.replace(self._draft(name), self._current)

    def _write_first(self, name: str) -> bool:
        """Write `CURRENT` where there is none; False when another process was faster."""
        draft = self._draft(name)
        try:
            os.link(draft, self._current)
        except FileExistsError:
            return False
        except OSError:
            # No hard links here: the last of several first starts wins, the others follow it.
            os.replace(draft, self._current)
            return True
        finally:
            with suppress(FileNotFoundError):
                os.unlink(draft)
        return True

    def _draft(self, name: str) -> str:
        draft = os.path.join(self._folder, f"{_CURRENT}.{name}")
        with open(draft, "w", encoding="ascii") as file:
            file.write(name)
        return draft

    def _sweep(self, replaced: str, young_ns: int) -> None:
        """Delete what nobody will open again. A young generation may be somebody's rebuild."""
        now_ns = self._clock_ns()
        keep = self._read()
        try:
            names = os.listdir(self._folder)
        except OSError:
            return
        for name in names:
            path = os.path.join(self._folder, name)
            if name.startswith(PREFIX):
                if name != keep and (name == replaced or Generation.age_ns(path, now_ns) > young_ns):
                    Generation.discard(path)
            elif name.startswith(f"{_CURRENT}."):
                with suppress(OSError):
                    if now_ns - os.stat(path).st_mtime_ns > young_ns:
                        os.unlink(path)

    def _unwritable(self, error: Exception) -> StoreError:
        return StoreError(
            f"cannot use the index folder {self._folder}: {error}; make it writable, free space, or choose "
            "another cache folder"
        )


class Single:
    """Stands in for a shelf while one generation is built."""

    def __init__(self, generation: Generation) -> None:
        self._generation = generation
        self.folder = generation.folder

    def current(self) -> Generation:
        """That generation."""
        return self._generation

    def replace(self, damaged: Generation) -> None:
        """Nothing replaces it; the rebuild fails and the old generation stays."""
        raise StoreError(f"the new index in {damaged.folder} broke while it was built; rebuild it again")

    def sweep(self) -> bool:
        """There is no other."""
        return True

    def close(self) -> None:
        """Its builder closes it."""


def _is_name(name: str) -> bool:
    return name.startswith(PREFIX) and name[len(PREFIX) :].isalnum()
