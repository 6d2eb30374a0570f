"""Connections to one catalogue: a small pool, snapshots for reading, one writer at a time."""

from __future__ import annotations

# `threading` is 1,700 lines more, which every cold prompt would load for a lock.
import sqlite3
from _thread import _local, allocate_lock  # pyright: ignore[reportPrivateUsage]  # it has no other name
from contextlib import contextmanager

from vademecum.stores.local.head import Connection
from vademecum.stores.local.layout import FIRST_HEAD, MEMORIES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator

    from vademecum.stores.local.layout import Scheme

BUSY_TIMEOUT_S = 20.0
"""Eight writers at once made one wait 4.4 s (docs/benchmarks.md); several times that is a deadlock."""

_POOL = 8
_CACHE_KIB = (
    16_384  # two hundred scattered rows of 100,000 are read a fifth faster than with the default 2 MiB
)
_JOURNAL_BYTES = 64 << 20  # a bulk import must not leave its journal's size behind


class Catalogue:
    """A SQLite file shared by threads and processes. A thread borrows a connection for one step."""

    def __init__(self, path: str, *, bulk: bool = False) -> None:
        """Remember where the file is.

        Args:
            path: the database.
            bulk: the file is being built and worth nothing until `settle`: no waiting for the disk.
        """
        self.path = path
        self._bulk = bulk
        self._lock = allocate_lock()
        self._idle: list[Connection] = []
        self._held = _local()  # the connection inside this thread's snapshot
        self._closed = False

    @classmethod
    def create(
        cls, path: str, store: str, lexical_folder: str, *, bulk: bool = False, scheme: Scheme = MEMORIES
    ) -> Catalogue:
        """Make an empty catalogue."""
        made = cls(path, bulk=bulk)
        connection = made._connect()
        connection.execute("PRAGMA journal_mode = WAL")
        connection.execute("BEGIN IMMEDIATE")
        for table in scheme.tables:
            connection.execute(table)
        connection.execute(FIRST_HEAD, (store, scheme.layout, lexical_folder))
        connection.execute("COMMIT")
        made._give_back(connection)
        return made

    @contextmanager
    def reading(self) -> Generator[Connection]:
        """A connection inside a snapshot: all statements see one state; writers are not hindered.

        Inside of one, the same thread gets the same snapshot again.
        """
        held: Connection | None = getattr(self._held, "connection", None)
        if held is not None:
            yield held
            return
        connection = self._borrow()
        try:
            connection.execute("BEGIN")
            connection.steady = True
            self._held.connection = connection
            yield connection
        finally:
            connection.steady = False
            self._held.connection = connection.head = None
            self._end(connection, "ROLLBACK")

    @contextmanager
    def writing(self, *, waits: bool = True) -> Generator[Connection]:
        """A connection that holds the write lock; all or nothing.

        `BEGIN IMMEDIATE` because a transaction that reads first and writes later fails at once, without
        waiting, when another writer came between.

        Args:
            waits: for another writer, until the deadline; else it fails at once.
        """
        connection = self._borrow()
        ending = "ROLLBACK"
        try:
            if not waits:
                connection.execute("PRAGMA busy_timeout = 0")
            try:
                connection.execute("BEGIN IMMEDIATE")
            finally:
                if not waits:
                    connection.execute(f"PRAGMA busy_timeout = {BUSY_TIMEOUT_S * 1000:.0f}")
            yield connection
            connection.execute("COMMIT")
            ending = ""
        finally:
            self._end(connection, ending)

    def compact(self) -> bool:
        """Write every page anew, without those that were freed, and empty the journal.

        Returns:
            False when somebody reads from an older state, which keeps the journal from being emptied.
        """
        connection = self._borrow()
        try:
            connection.execute("VACUUM")
            blocked, _, _ = connection.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchone()
        finally:
            self._give_back(connection)
        return not blocked

    def settle(self) -> None:
        """Make everything written durable; ends the bulk mode's carelessness."""
        connection = self._borrow()
        try:
            connection.execute("PRAGMA synchronous = FULL")
            connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        finally:
            connection.close()

    def close(self) -> None:
        """Close idle connections; those in use are closed when they come back."""
        with self._lock:
            self._closed = True
            idle, self._idle = self._idle, []
        for connection in idle:
            connection.close()

    def _connect(self) -> Connection:
        connection = sqlite3.connect(
            self.path,
            timeout=BUSY_TIMEOUT_S,
            isolation_level=None,
            check_same_thread=False,
            factory=Connection,
        )
        try:
            connection.execute(f"PRAGMA synchronous = {'OFF' if self._bulk else 'NORMAL'}")
            connection.execute(f"PRAGMA journal_size_limit = {_JOURNAL_BYTES}")
            connection.execute(f"PRAGMA cache_size = -{_CACHE_KIB}")
            # What was erased must not survive in free pages.
            connection.execute("PRAGMA secure_delete = ON")
        except sqlite3.Error:
            connection.close()
            raise
        return connection

    def _borrow(self) -> Connection:
        with self._lock:
            if self._idle:
                return self._idle.pop()
        return self._connect()

    def _end(self, connection: Connection, ending: str) -> None:
        try:
            if ending and connection.in_transaction:
                connection.execute(ending)
        except sqlite3.Error:
            connection.close()
            return
        self._give_back(connection)

    def _give_back(self, connection: Connection) -> None:
        with self._lock:
            if not self._closed and len(self._idle) < _POOL:
                self._idle.append(connection)
                return
        connection.close()
