"""The vault in memory: the same promises and the same answers, without a disk."""

from __future__ import annotations

import hashlib
import itertools
import threading

from vademecum.model.file import Stamp
from vademecum.model.value import replace
from vademecum.vault.paths import checked
from vademecum.vault.rows.vault import RowVault

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import TypeVar

    from vademecum.model.file import Listing
    from vademecum.model.record import Scope

    T = TypeVar("T")


class MemoryFileRows:
    """Implements `ports.truth.FileRows` in two dictionaries.

    Attributes:
        files: path -> bytes and stamp, open to tests.
    """

    def __init__(self) -> None:
        self.files: dict[str, tuple[bytes, Stamp]] = {}
        self._names: dict[str, str] = {}
        self._versions: dict[str, list[bytes]] = {}
        self._ticks = itertools.count(1)
        self._revision = 1
        self._lock = threading.RLock()

    def whole(self, path: str, work: Callable[[], T]) -> T:
        """See `FileWhole.whole`; what fails half way is not undone, as nothing here fails."""
        with self._lock:
            return work()

    def revision(self) -> str:
        """See `FileReading.revision`."""
        return str(self._revision)

    def stamps(self, paths: Sequence[str] | None = None) -> dict[str, Stamp]:
        """See `FileReading.stamps`."""
        with self._lock:
            wanted = sorted(self.files) if paths is None else sorted(self.files.keys() & set(paths))
            return {path: self.files[path][1] for path in wanted}

    def contents(self, paths: Sequence[str]) -> dict[str, tuple[bytes, Stamp]]:
        """See `FileReading.contents`."""
        return {path: found for path in paths if (found := self.files.get(path)) is not None}

    def named(self, folder: str, names: Sequence[str]) -> tuple[str, ...]:
        """See `FileReading.named`."""
        beginning, wanted = f"{folder}/" if folder else "", set(names)
        with self._lock:
            found = [path for path, name in self._names.items() if name in wanted]
        return tuple(sorted(path for path in found if path.startswith(beginning)))

    def holding(self, needles: Sequence[bytes]) -> dict[str, frozenset[bytes]]:
        """See `FileReading.holding`."""
        with self._lock:
            files = sorted((path, data) for path, (data, _) in self.files.items())
        held = {path: frozenset(needle for needle in needles if needle in data) for path, data in files}
        return {path: found for path, found in held.items() if found}

    def versions(self, path: str) -> tuple[bytes, ...]:
        """See `FileReading.versions`."""
        return tuple(self._versions.get(path, ()))

    def put(self, path: str, data: bytes, name: str) -> None:
        """See `FileChanging.put`."""
        with self._lock:
            tick = next(self._ticks)
            known = self.files.get(path)
            if known is not None:
                self._versions.setdefault(path, []).append(known[0])
            self.files[path] = (data, Stamp(len(data), tick, tick, known[1].inode if known else tick))
            self._names[path] = name
            self._revision += 1

    def move(self, path: str, to: str, name: str) -> None:
        """See `FileChanging.move`."""
        with self._lock:
            data, versions = self.files[path][0], self._versions.get(path)
            self.erase(path)
            self.put(to, data, name)
            if versions:
                self._versions[to] = versions

    def erase(self, path: str) -> None:
        """See `FileChanging.erase`."""
        with self._lock:
            self._names.pop(path, None)
            self._versions.pop(path, None)
            if self.files.pop(path, None) is not None:
                self._revision += 1

    def erase_versions(self, path: str) -> None:
        """See `FileChanging.erase_versions`."""
        self._versions.pop(path, None)


class MemoryVault(RowVault):
    """For tests, trials and homes that are locked.

    `put` and `remove` stand for whatever changes files behind the program's back.

    Args:
        clones: projects whose repository is at hand, so that their memories can be published.
    """

    def __init__(self, clones: Iterable[Scope] = ()) -> None:
        rows = MemoryFileRows()
        super().__init__(rows, clones)
        self._files = rows.files

    def list(self) -> Listing:
        """See `ports.Listings.list`; its trace tells of every stamp, whoever changed one."""
        listing = super().list()
        seen = repr(tuple(listing.files.items())).encode()
        return replace(listing, trace=hashlib.sha256(seen).hexdigest())

    def list_unless(self, trace: str) -> Listing | None:
        """See `ports.Listings.list_unless`; a look costs nothing here, so there is one."""
        listing = self.list()
        return None if trace and trace == listing.trace else listing

    def remove(self, path: str) -> None:
        """Delete a file as a person would; nothing happens when there is none."""
        self._rows.erase(checked(path))
