"""`FileCopies`: copies of the home in a folder, and what a copy brings into it."""

from __future__ import annotations

import os
from functools import partial
from pathlib import Path

from vademecum.durable import create_exclusive, make_folders, replace_file
from vademecum.errors import Conflict
from vademecum.model.file import Quarantined
from vademecum.vault.conversations.files import BLOTTING
from vademecum.vault.copies import merging, taking
from vademecum.vault.copies.layout import BURIED_TURNS, ENDS, SETTINGS, TOMBSTONES, checked_place
from vademecum.vault.copies.reading import contents
from vademecum.vault.journals import FileJournal, line_of, rows_in
from vademecum.vault.locks import Locks
from vademecum.vault.scopes import folder_scope
from vademecum.vault.vocabulary import vocabulary_entries

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from vademecum.model.copies import BroughtRules, CopiedFile, HomeCopy
    from vademecum.model.fields import Declaration
    from vademecum.model.file import AliasEntry
    from vademecum.vault.journals import Row


class FileCopies:
    """Implements `ports.copies.Copies` for the home in a folder.

    Args:
        home: the folder.
        before_settings: called before settings of a copy are put there.
    """

    def __init__(
        self, home: str | os.PathLike[str], before_settings: Callable[[], None] = lambda: None
    ) -> None:
        self._home = Path(home)
        self._before_settings = before_settings
        self._ends: tuple[bytes, dict[str, Row]] = (b"", {})

    def take(self, target: str, *, whole: bool) -> HomeCopy:
        """See `Copies.take`."""
        return taking.take(self._home, Path(target).expanduser(), whole=whole)

    def read(self, source: str) -> Iterator[CopiedFile] | None:
        """See `Copies.read`."""
        return contents(Path(source).expanduser())

    def place(self, file: CopiedFile) -> bool:
        """See `Copies.place`."""
        path = self._home / checked_place(file.path)
        if os.path.lexists(path):
            return False
        if file.path == SETTINGS:
            self._before_settings()
        make_folders(path.parent)
        create_exclusive(path.parent, [path.name], file.data)
        return True

    def present(self, path: str) -> bytes | None:
        """See `Copies.present`."""
        try:
            return (self._home / checked_place(path)).read_bytes()
        except FileNotFoundError:
            return None

    def place_conversation(self, file: CopiedFile, ends: bytes) -> bool:
        """See `Copies.place_conversation`."""
        name = checked_place(file.path).rpartition("/")[2]
        with Locks(self._home / "state" / "locks").hold(BLOTTING):
            if any(self._home.glob(f"conversations/*/{name}")) or not self.place(file):
                return False
        end = self._new_ends(ends).get(name.partition(".")[0])
        if end is not None:
            journal = self._journal(ENDS)
            with journal.hold():
                journal.append(end)
        return True

    def _new_ends(self, ends: bytes) -> dict[str, Row]:
        """Conversation -> the last row about it in a copy, where this home does not have that row. Told apart
        once a copy: to read both journals for each conversation takes the square of their number."""
        if self._ends[0] is not ends:
            last = {str(row.get("id")): row for row in rows_in(ends)}
            here = set(map(line_of, self._journal(ENDS).rows()))
            self._ends = (ends, {own: row for own, row in last.items() if line_of(row) not in here})
        return self._ends[1]

    def add_rows(self, file: CopiedFile) -> None:
        """See `Copies.add_rows`."""
        journal = self._journal(file.path)
        with journal.hold():
            here = set(map(line_of, journal.rows()))
            for row in rows_in(file.data):
                if line_of(row) not in here:
                    journal.append(row)

    def _journal(self, path: str) -> FileJournal:
        """A journal of the home's state; as where it is kept, only a tombstone waits for the disk."""
        lasting = path in (TOMBSTONES, BURIED_TURNS)
        return FileJournal(self._home / "state", path.removeprefix("state/"), durable=lasting)

    def aliases_of(self, file: CopiedFile) -> tuple[AliasEntry, ...]:
        """See `Copies.aliases_of`."""
        return entries_of(file)

    def fields_of(self, file: CopiedFile) -> Declaration | None:
        """See `Copies.fields_of`."""
        return merging.fields_of(file)

    def add_rules(self, file: CopiedFile) -> BroughtRules:
        """See `Copies.add_rules`."""
        path = self._home / checked_place(file.path)
        with Locks(self._home / "state" / "locks").hold(path.name):
            before = path.read_bytes()
            merged, brought = merging.merged_rules(before, file.data)
            if merged != before:
                mode = path.stat().st_mode & 0o777
                replace_file(path, merged, mode=mode, guard=partial(_check_same, path, before))
        return brought


def _check_same(path: Path, before: bytes) -> None:
    if path.read_bytes() != before:
        raise Conflict(f"{path.name} was changed by somebody else a moment ago; nothing was added")


def entries_of(file: CopiedFile) -> tuple[AliasEntry, ...]:
    """Entries of a vocabulary of a copy; none when it does not parse."""
    path = file.path.removeprefix("memories/")
    scope = folder_scope(path.partition("/")[0])
    found = vocabulary_entries(scope, path, file.data) if scope is not None else ()
    return () if isinstance(found, Quarantined) else found
