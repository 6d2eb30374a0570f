"""Journals: small rows of JSON, one a line, in a file of the home's state or in memory."""

from __future__ import annotations

import json
import os
import threading
from contextlib import contextmanager
from typing import cast

from vademecum.blotting import erase_leavings, replace_blotting
from vademecum.durable import NO_LINK, create_exclusive, disk_refusal, make_folders, sync_folder, write_all
from vademecum.errors import VaultError
from vademecum.shadows import settle
from vademecum.vault.locks import Locks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Sequence
    from contextlib import AbstractContextManager
    from pathlib import Path
    from typing import Any, Protocol

    Row = dict[str, Any]

    class Journal(Protocol):
        """Rows in the order in which they were added."""

        def hold(self) -> AbstractContextManager[None]:
            """Nobody else writes meanwhile."""
            ...

        def rows(self) -> list[Row]:
            """Every row; a line that a crash tore is left out."""
            ...

        def size_bytes(self) -> int:
            """About how much it holds."""
            ...

        def append(self, row: Row) -> None:
            """Add a row; the caller holds the journal."""
            ...

        def rewrite(self, rows: Sequence[Row]) -> None:
            """Put these in the place of all, and blot out what was there; the caller holds the journal."""
            ...


KEY_BYTES = 32
"""As long as the digest that it keys (RFC 2104, section 3)."""

_LOCK = "ledger"
_APPEND = os.O_RDWR | os.O_CREAT | os.O_APPEND | os.O_CLOEXEC | NO_LINK


class MemoryJournal:
    """Rows in a list."""

    def __init__(self) -> None:
        self._rows: list[Row] = []
        self._lock = threading.RLock()

    @contextmanager
    def hold(self) -> Generator[None]:
        """See `Journal.hold`."""
        with self._lock:
            yield

    def rows(self) -> list[Row]:
        """See `Journal.rows`."""
        return list(self._rows)

    def size_bytes(self) -> int:
        """See `Journal.size_bytes`."""
        return sum(map(len, map(line_of, self._rows)))

    def append(self, row: Row) -> None:
        """See `Journal.append`."""
        self._rows.append(row)

    def rewrite(self, rows: Sequence[Row]) -> None:
        """See `Journal.rewrite`."""
        self._rows = list(rows)


class FileJournal:
    """Rows in a file that its owner alone may read. Reading makes nothing.

    Args:
        state: folder of the home's state.
        name: of the file.
        durable: a row is on the disk when `append` returns.
        cleans: what a crash left in the folder goes when the journal is written anew. Only for one whose
            lock is the lock of everything that writes there.
    """

    def __init__(self, state: Path, name: str, *, durable: bool = True, cleans: bool = False) -> None:
        self._state = state
        self._path = state / name
        self._durable = durable
        self._cleans = cleans
        self._read: tuple[tuple[int, int, int], list[Row]] | None = None

    @contextmanager
    def hold(self) -> Generator[None]:
        """See `Journal.hold`.

        Raises:
            Busy: another process held it past the deadline.
            VaultError: the disk refuses.
        """
        with Locks(self._state / "locks").hold(_LOCK):
            yield

    def rows(self) -> list[Row]:
        """See `Journal.rows`.

        Raises:
            VaultError: the file is there and cannot be read.
        """
        try:
            found = self._path.stat()
            seen = (found.st_ino, found.st_size, found.st_mtime_ns)
            # An import asks once for every memory; only appending and replacing change a journal.
            if self._read is None or self._read[0] != seen:
                self._read = (seen, rows_in(self._path.read_bytes()))
        except FileNotFoundError:
            return []
        except OSError as error:
            raise disk_refusal("read", self._path, error) from error
        return list(self._read[1])

    def size_bytes(self) -> int:
        """See `Journal.size_bytes`."""
        try:
            return self._path.stat().st_size
        except OSError:
            return 0

    def append(self, row: Row) -> None:
        """See `Journal.append`; one write, so that a crash tears no other line.

        Raises:
            VaultError: the disk refuses.
        """
        make_folders(self._state)
        try:
            fresh = not self._path.exists()
            descriptor = os.open(self._path, _APPEND, 0o600)
            try:
                size = os.fstat(descriptor).st_size
                torn = size > 0 and os.pread(descriptor, 1, size - 1) != b"\n"
                write_all(descriptor, (b"\n" if torn else b"") + line_of(row))
                if self._durable:
                    os.fsync(descriptor)
            finally:
                os.close(descriptor)
            if fresh:
                sync_folder(self._state)
            if self._durable:
                settle(self._path)
        except OSError as error:
            raise disk_refusal("write", self._path, error) from error

    def rewrite(self, rows: Sequence[Row]) -> None:
        """See `Journal.rewrite`.

        Raises:
            VaultError: the disk refuses.
        """
        make_folders(self._state)
        data = b"".join(map(line_of, rows))
        if self._cleans:
            erase_leavings(self._state)
        if self._path.exists():
            replace_blotting(self._path, data, mode=0o600, guard=lambda: None)
        elif rows:
            create_exclusive(self._state, [self._path.name], data)


def read_key(state: Path) -> bytes | None:
    """The key of a home; None when it has none yet.

    Raises:
        VaultError: it cannot be read, or is none.
    """
    path = state / "key"
    try:
        key = bytes.fromhex(path.read_text("ascii").strip())
    except FileNotFoundError:
        return None
    except ValueError:
        key = b""
    except OSError as error:
        raise disk_refusal("read", path, error) from error
    if len(key) != KEY_BYTES:
        raise VaultError(
            f"{path} is damaged; restore it from a backup, or delete it, after which what was forgotten may "
            "be imported again"
        )
    return key


def make_key(state: Path) -> bytes:
    """The key of a home, made where there is none; its owner alone may read it.

    Raises:
        VaultError: the disk refuses.
    """
    key = read_key(state)
    if key is not None:
        return key
    make_folders(state)
    fresh = os.urandom(KEY_BYTES)
    try:
        create_exclusive(state, ["key"], fresh.hex().encode() + b"\n")
    except VaultError:
        if (other := read_key(state)) is not None:  # another process was faster
            return other
        raise
    return fresh


def rows_in(data: bytes) -> list[Row]:
    """The rows of a journal's bytes; a line that a crash tore is left out."""
    return [row for line in data.splitlines() if (row := read_row(line)) is not None]


def line_of(row: Row) -> bytes:
    """A row as its line, the end included."""
    return json.dumps(row, separators=(",", ":")).encode() + b"\n"


def read_row(line: bytes) -> Row | None:
    """One line of a journal; None when a crash tore it."""
    try:
        row = json.loads(line)
    except ValueError:
        return None
    return cast("Row", row) if isinstance(row, dict) else None
