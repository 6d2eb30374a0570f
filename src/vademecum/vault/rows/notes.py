"""Notes that are rows: listed, read, made and changed."""

from __future__ import annotations

from vademecum.errors import NotFound
from vademecum.markdown.writing import render
from vademecum.model.file import Document, FileState, Listing, Quarantined, Stamp, in_team
from vademecum.vault.documents import (
    adopted,
    check_new,
    document,
    drafted,
    folder_for,
    replaced,
    unwritten,
)
from vademecum.vault.naming import file_names, fold, refuse_twin
from vademecum.vault.paths import checked, is_note
from vademecum.vault.scopes import scope_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import datetime

    from vademecum.model.record import MemoryId, Record
    from vademecum.ports.truth import FileRows


class RowNotes:
    """Implements `ports.Vault`, but for what erases."""

    _rows: FileRows

    def list(self) -> Listing:
        """See `ports.Listings.list`; everything is always reachable."""
        # The revision first: what changes meanwhile is listed twice rather than never.
        trace = self._rows.revision()
        notes = {path: stamp for path, stamp in self._rows.stamps().items() if is_listed(path)}
        return Listing(notes, {}, trace=trace)

    def list_unless(self, trace: str) -> Listing | None:
        """See `ports.Listings.list_unless`."""
        return None if trace and trace == self._rows.revision() else self.list()

    def stamps(self, paths: Iterable[str]) -> dict[str, Stamp | None]:
        """See `ports.Vault.stamps`."""
        wanted = [checked(path) for path in paths]
        found = self._rows.stamps(wanted)
        return {path: found.get(path) for path in wanted}

    def read(self, path: str) -> Document | Quarantined | None:
        """See `ports.Vault.read`."""
        found = self._found(path)
        return None if found is None else document(path, *found)

    def _found(self, path: str) -> tuple[bytes, Stamp] | None:
        return self._rows.contents([checked(path)]).get(path)

    def _present(self, path: str) -> Document:
        found = self.read(path)
        assert isinstance(found, Document), found
        return found

    def put(self, path: str, data: bytes) -> None:
        """Write a file over whatever is there, whether it can be read as a record or not."""
        self._rows.put(checked(path), data, fold(path.rpartition("/")[2]))

    def adopt(self, path: str, new_id: MemoryId, at: datetime) -> Document | Quarantined | None:
        """See `ports.Vault.adopt`."""

        def adopt() -> Document | Quarantined | None:
            found = self.read(path)
            if not isinstance(found, Document) or found.record.id:
                return found
            if in_team(path):
                return unwritten(found, "a look does not write into a team's folder; edit it to give it one")
            self.put(path, adopted(self._bytes(path), found, new_id, at))
            return self.read(path)

        return self._rows.whole(path, adopt)

    def _bytes(self, path: str) -> bytes:
        """What a file says.

        Raises:
            NotFound: it is gone.
        """
        found = self._found(path)
        if found is None:
            raise NotFound(f"{path} is gone; it was moved or deleted")
        return found[0]

    def create(self, record: Record, *, alone: bool = False) -> Document:
        """See `ports.Vault.create`.

        Raises:
            Conflict: `alone`, and the readable name is taken.
            InvalidValue: the record has no id, no known scope, or says what no file may say.
            LimitExceeded: larger than a file may be.
        """
        check_new(record)
        data = render(record)
        folder = folder_for(record)

        def create() -> Document:
            taken = self._taken(record)
            if alone:
                own = {name for path, name in taken.items() if path.startswith(f"{folder}/")}
                refuse_twin(record, folder, own)
            path = f"{folder}/{next(iter(file_names(record, set(taken.values()))))}"
            self.put(path, data)
            return self._present(path)

        return self._rows.whole(folder, create)

    def draft(self, record: Record) -> Document:
        """See `ports.Vault.draft`."""
        check_new(record)
        return drafted(record, set(self._taken(record).values()))

    def _taken(self, record: Record, folder: str = "") -> dict[str, str]:
        """Paths that have a name which the record's file may get -> that name, folded.

        Args:
            record: what is to be named.
            folder: where; the folder of the record's scope when not given.
        """
        names = [fold(name) for name in file_names(record)]
        found = self._rows.named(folder or scope_folder(record.scope), names)
        return {path: fold(path.rpartition("/")[2]) for path in found}

    def replace(self, path: str, record: Record | bytes, expected: FileState) -> Document:
        """See `ports.Vault.replace`.

        Raises:
            Conflict: the file's bytes are not those of `expected`.
            NotFound: the file is gone.
            InvalidValue: another id or scope than the file's, or what no file may say.
            Unreadable: the file does not parse.
        """
        return self._rows.whole(path, lambda: self._replace(path, record, expected))

    def _replace(self, path: str, record: Record | bytes, expected: FileState) -> Document:
        found = self._found(path)
        if found is None:
            raise NotFound(f"{path} is gone; it was moved or deleted")
        data = replaced(found[0], document(path, *found), record, expected)
        if data != found[0]:
            self.put(path, data)
        return self._present(path)


def is_listed(path: str) -> bool:
    """Whether a look at the vault shows what stands there."""
    *folders, name = path.split("/")
    hidden = [folder for folder in folders if folder.startswith(".")]
    return is_note(name) and (not hidden or (in_team(path) and len(hidden) == 1))
