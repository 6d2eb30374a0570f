"""Ledgers, ends of conversations and sessions, whose journals are rows."""

from __future__ import annotations

import os
import threading
from contextlib import contextmanager

from vademecum.errors import Busy, VaultError
from vademecum.text.digest import sha256_hex
from vademecum.vault.conversations.ends import Ends
from vademecum.vault.imports import JournalImports
from vademecum.vault.journals import KEY_BYTES, line_of
from vademecum.vault.ledger import KeyedLedger

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Sequence
    from contextlib import AbstractContextManager

    from vademecum.ports.truth import Holding, JournalRows, Row

KEY = "key"
TOMBSTONES, BURIED_TURNS = "tombstones", "buried-turns"
ENDS, IMPORTS, IMPORTED = "conversation-ends", "imports", "imported"
CARRIED = (BURIED_TURNS, ENDS, IMPORTED, IMPORTS, TOMBSTONES)
"""Journals that go with what they speak of; beside them the key, which makes the tombstones count."""

_SESSIONS = "sessions/"
_DIGITS = 24
"""Hex digits of the digest of a session's name that its journal is called by, as on a disk."""


class MemoryJournalRows:
    """Implements `ports.truth.JournalRows` in lists."""

    def __init__(self) -> None:
        self._journals: dict[str, list[Row]] = {}
        self._lock = threading.RLock()

    @contextmanager
    def hold(self) -> Generator[None]:
        """See `JournalRows.hold`; what fails half way is not undone, as nothing here fails."""
        with self._lock:
            yield

    def rows(self, journal: str) -> list[Row]:
        """See `JournalRows.rows`."""
        return list(self._journals.get(journal, ()))

    def size_bytes(self, journal: str) -> int:
        """See `JournalRows.size_bytes`."""
        return sum(map(len, map(line_of, self.rows(journal))))

    def append(self, journal: str, rows: Sequence[Row]) -> None:
        """See `JournalRows.append`."""
        with self._lock:
            self._journals.setdefault(journal, []).extend(rows)

    def rewrite(self, journal: str, rows: Sequence[Row]) -> None:
        """See `JournalRows.rewrite`."""
        self._journals[journal] = list(rows)

    def names(self, beginning: str) -> tuple[str, ...]:
        """See `JournalRows.names`."""
        with self._lock:
            return tuple(sorted(n for n, rows in self._journals.items() if rows and n.startswith(beginning)))


class MemoryHolding:
    """Implements `ports.truth.Holding` for one process alone."""

    def __init__(self) -> None:
        self._held: set[str] = set()
        self._lock = threading.Lock()

    def hold(self, name: str) -> bool:
        """See `Holding.hold`."""
        with self._lock:
            is_free = name not in self._held
            self._held.add(name)
        return is_free

    def let_go(self, name: str) -> None:
        """See `Holding.let_go`."""
        self._held.discard(name)


class RowJournal:
    """Implements `vault.journals.Journal`."""

    def __init__(self, rows: JournalRows, name: str) -> None:
        self._rows = rows
        self._name = name

    def hold(self) -> AbstractContextManager[None]:
        """See `Journal.hold`."""
        return self._rows.hold()

    def rows(self) -> list[Row]:
        """See `Journal.rows`."""
        return self._rows.rows(self._name)

    def size_bytes(self) -> int:
        """See `Journal.size_bytes`."""
        return self._rows.size_bytes(self._name)

    def append(self, row: Row) -> None:
        """See `Journal.append`."""
        self._rows.append(self._name, [row])

    def rewrite(self, rows: Sequence[Row]) -> None:
        """See `Journal.rewrite`."""
        self._rows.rewrite(self._name, rows)


class RowKey:
    """The key of a home, read once."""

    def __init__(self, rows: JournalRows) -> None:
        self._rows = rows
        self._known: bytes | None = None

    def known(self) -> bytes | None:
        """The key; None when the home has none yet.

        Raises:
            VaultError: it is none.
        """
        if self._known is None:
            for row in self._rows.rows(KEY):
                self._known = key_of(str(row.get(KEY)))
        return self._known

    def made(self) -> bytes:
        """The key, made where there is none.

        Raises:
            Busy, StoreError, VaultError: the rows cannot be written or read.
        """
        if (known := self.known()) is not None:
            return known
        with self._rows.hold():
            if not self._rows.rows(KEY):
                self._rows.append(KEY, [{KEY: os.urandom(KEY_BYTES).hex()}])
        made = self.known()
        assert made is not None
        return made


def key_of(text: str) -> bytes:
    """The key that a text says in hex digits.

    Raises:
        VaultError: it says none.
    """
    try:
        key = bytes.fromhex(text.strip())
    except ValueError:
        key = b""
    if len(key) != KEY_BYTES:
        raise VaultError(
            "the key of this home is damaged; restore it from a backup, or erase the journal `key`, after "
            "which what was forgotten may be imported again"
        )
    return key


def row_ledger(rows: JournalRows) -> KeyedLedger:
    """The ledger of a home whose journals are rows."""
    key = RowKey(rows)
    return KeyedLedger(
        (
            RowJournal(rows, TOMBSTONES),
            RowJournal(rows, "erasures"),
            RowJournal(rows, "requests"),
            RowJournal(rows, "shown"),
            RowJournal(rows, "earlier"),
            RowJournal(rows, BURIED_TURNS),
        ),
        key.known,
        key.made,
    )


def row_imports(rows: JournalRows) -> JournalImports:
    """The ledger of imports of a home whose journals are rows."""
    return JournalImports(RowJournal(rows, IMPORTS), RowJournal(rows, IMPORTED), RowKey(rows).made)


def row_ends(rows: JournalRows) -> Ends:
    """The ends of conversations of a home whose journals are rows."""
    return Ends(RowJournal(rows, ENDS))


class RowSessionJournals:
    """Implements `ports.SessionJournals`.

    Args:
        rows: journals, one a session.
        holding: tells which sessions have a process that lives.
    """

    def __init__(self, rows: JournalRows, holding: Holding) -> None:
        self._rows = rows
        self._holding = holding

    def open(self, session: str) -> RowSessionJournal:
        """See `ports.SessionJournals.open`."""
        name = _SESSIONS + sha256_hex(session.encode("utf-8", "surrogatepass"))[:_DIGITS]
        if not self._holding.hold(name):
            raise Busy(f"a session named {session!r} is open already; close it, or name this one otherwise")
        return self._journal(name)

    def left(self) -> tuple[RowSessionJournal, ...]:
        """See `ports.SessionJournals.left`."""
        found = (name for name in self._rows.names(_SESSIONS) if self._holding.hold(name))
        return tuple(map(self._journal, found))

    def retain(self, stays: Callable[[Row], bool]) -> None:
        """See `ports.SessionJournals.retain`."""
        for name in self._rows.names(_SESSIONS):
            self._journal(name).retain(stays)

    def _journal(self, name: str) -> RowSessionJournal:
        return RowSessionJournal(RowJournal(self._rows, name), lambda: self._holding.let_go(name))


class RowSessionJournal:
    """Implements `ports.SessionJournal`."""

    def __init__(self, journal: RowJournal, let_go: Callable[[], None]) -> None:
        self._journal = journal
        self._let_go = let_go

    def rows(self) -> list[Row]:
        """See `ports.SessionJournal.rows`."""
        return self._journal.rows()

    def append(self, row: Row) -> None:
        """See `ports.SessionJournal.append`."""
        self._journal.append(row)

    def retain(self, stays: Callable[[Row], bool]) -> None:
        """See `ports.SessionJournal.retain`."""
        with self._journal.hold():
            rows = self._journal.rows()
            left = [row for row in rows if stays(row)]
            if len(left) < len(rows):
                self._journal.rewrite(left)

    def close(self) -> None:
        """See `ports.SessionJournal.close`."""
        self._let_go()
