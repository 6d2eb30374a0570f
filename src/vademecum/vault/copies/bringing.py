"""`FileCopies`: copies of the home in a folder, and what a copy brings into it."""

from __future__ import annotations

import os
from pathlib import Path

from vademecum.model.file import Quarantined
from vademecum.vault.conversations.files import BLOTTING
from vademecum.vault.copies import taking
from vademecum.vault.copies.layout import ENDS, checked_place
from vademecum.vault.copies.reading import contents
from vademecum.vault.durable import create_exclusive, make_folders
from vademecum.vault.journals import FileJournal, read_row
from vademecum.vault.locks import Locks
from vademecum.vault.scopes import folder_scope
from vademecum.vault.vocabulary import vocabulary_entries

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from vademecum.model.copies import CopiedFile, HomeCopy
    from vademecum.model.file import AliasEntry
    from vademecum.vault.journals import Row


class FileCopies:
    """Implements `ports.copies.Copies` for the home in a folder."""

    def __init__(self, home: str | os.PathLike[str]) -> None:
        self._home = Path(home)

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
        own = name.partition(".")[0]
        rows = [row for line in ends.splitlines() if (row := read_row(line)) and row.get("id") == own]
        self._add(ENDS, rows[-1:])
        return True

    def add_rows(self, file: CopiedFile) -> None:
        """See `Copies.add_rows`."""
        rows = (read_row(line) for line in file.data.splitlines())
        self._add(file.path, [row for row in rows if row is not None])

    def _add(self, path: str, rows: list[Row]) -> None:
        journal = FileJournal(self._home / "state", path.removeprefix("state/"))
        if rows:
            with journal.hold():
                here = journal.rows()
                for row in rows:
                    if row not in here:
                        journal.append(row)

    def aliases_of(self, file: CopiedFile) -> tuple[AliasEntry, ...]:
        """See `Copies.aliases_of`."""
        path = file.path.removeprefix("memories/")
        scope = folder_scope(path.partition("/")[0])
        found = vocabulary_entries(scope, path, file.data) if scope is not None else ()
        return () if isinstance(found, Quarantined) else found
