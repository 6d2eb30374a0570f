"""Journals of running sessions, each held by a lock that the system drops when its process dies."""

from __future__ import annotations

import contextlib
import threading
from contextlib import ExitStack
from pathlib import Path

from vademecum.blotting import erase_file
from vademecum.durable import disk_refusal
from vademecum.errors import Busy
from vademecum.text.digest import sha256_hex
from vademecum.vault.journals import FileJournal
from vademecum.vault.locks import Locks

TYPE_CHECKING = False
if TYPE_CHECKING:
    import os
    from collections.abc import Callable

    from vademecum.vault.journals import Row

_DIGITS = 24
"""Hex digits of the digest of a session's name that its file is called by."""


class FileSessionJournals:
    """One file a session below the home's state; it is gone once all it held is written for good.

    Args:
        state: folder of the home's state.
    """

    def __init__(self, state: str | os.PathLike[str]) -> None:
        self._folder = Path(state) / "sessions"

    def open(self, session: str) -> HeldJournal:
        """See `ports.SessionJournals.open`."""
        try:
            return self._held(sha256_hex(session.encode("utf-8", "surrogatepass"))[:_DIGITS])
        except Busy:
            raise _taken(session) from None

    def left(self) -> tuple[HeldJournal, ...]:
        """See `ports.SessionJournals.left`."""
        found: list[HeldJournal] = []
        for name in self._names():
            with contextlib.suppress(Busy):
                journal = self._held(name)
                if journal.rows():
                    found.append(journal)
                else:
                    journal.close()
        return tuple(found)

    def retain(self, stays: Callable[[Row], bool]) -> None:
        """See `ports.SessionJournals.retain`."""
        for name in self._names():
            _retain(self._journal(name), self._folder / f"{name}.jsonl", stays)

    def _names(self) -> list[str]:
        try:
            return sorted(path.stem for path in self._folder.glob("*.jsonl"))
        except OSError as error:
            raise disk_refusal("list", self._folder, error) from error

    def _journal(self, name: str) -> FileJournal:
        return FileJournal(self._folder, f"{name}.jsonl")

    def _held(self, name: str) -> HeldJournal:
        stack = ExitStack()
        stack.enter_context(Locks(self._folder / "locks", deadline_s=0.0).hold(name))
        return HeldJournal(self._journal(name), self._folder / f"{name}.jsonl", stack)


class HeldJournal:
    """Implements `ports.SessionJournal` over a file."""

    def __init__(self, journal: FileJournal, path: Path, held: ExitStack) -> None:
        self._journal = journal
        self._path = path
        self._stack = held

    def rows(self) -> list[Row]:
        """See `ports.SessionJournal.rows`."""
        return self._journal.rows()

    def append(self, row: Row) -> None:
        """See `ports.SessionJournal.append`."""
        with self._journal.hold():  # somebody who forgets may be writing it anew
            self._journal.append(row)

    def retain(self, stays: Callable[[Row], bool]) -> None:
        """See `ports.SessionJournal.retain`."""
        _retain(self._journal, self._path, stays)

    def close(self) -> None:
        """See `ports.SessionJournal.close`."""
        self._stack.close()


def _retain(journal: FileJournal, path: Path, stays: Callable[[Row], bool]) -> None:
    if all(map(stays, journal.rows())):
        return
    with journal.hold():
        left = [row for row in journal.rows() if stays(row)]
        if left:
            journal.rewrite(left)
        elif path.exists():
            erase_file(path)


class MemorySessionJournals:
    """Journals that end with their process; a session that was dropped is told so by `drop`."""

    def __init__(self) -> None:
        self._rows: dict[str, list[Row]] = {}
        self._held: set[str] = set()
        self._lock = threading.Lock()

    def open(self, session: str) -> MemorySessionJournal:
        """See `ports.SessionJournals.open`."""
        with self._lock:
            if session in self._held:
                raise _taken(session)
            self._held.add(session)
        return MemorySessionJournal(self._rows.setdefault(session, []), lambda: self.drop(session))

    def left(self) -> tuple[MemorySessionJournal, ...]:
        """See `ports.SessionJournals.left`."""
        with self._lock:
            names = sorted(name for name, rows in self._rows.items() if rows and name not in self._held)
        return tuple(self.open(name) for name in names)

    def retain(self, stays: Callable[[Row], bool]) -> None:
        """See `ports.SessionJournals.retain`."""
        for rows in list(self._rows.values()):
            rows[:] = filter(stays, rows)

    def drop(self, session: str) -> None:
        """Let go of a session's journal, as the system does when a process dies."""
        self._held.discard(session)


class MemorySessionJournal:
    """Implements `ports.SessionJournal` over a list."""

    def __init__(self, rows: list[Row], drop: Callable[[], None]) -> None:
        self._rows = rows
        self._drop = drop

    def rows(self) -> list[Row]:
        """See `ports.SessionJournal.rows`."""
        return list(self._rows)

    def append(self, row: Row) -> None:
        """See `ports.SessionJournal.append`."""
        self._rows.append(row)

    def retain(self, stays: Callable[[Row], bool]) -> None:
        """See `ports.SessionJournal.retain`."""
        self._rows[:] = filter(stays, self._rows)

    def close(self) -> None:
        """See `ports.SessionJournal.close`."""
        self._drop()


def _taken(session: str) -> Busy:
    return Busy(f"a session named {session!r} is open already; close it, or name this one otherwise")
