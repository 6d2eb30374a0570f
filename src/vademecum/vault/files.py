"""The vault on a disk.

A recall on unchanged files lists them and asks for stamps, so what reads and writes records is imported
where it is used: it costs a cold start 30 ms.
"""

from __future__ import annotations

import os
import time
from contextlib import contextmanager

from vademecum.errors import Busy, Conflict, ForbiddenPath, NotFound, Unreadable, VadeError, VaultError
from vademecum.model.file import Document, FileState, Listing, Quarantined, Stamp
from vademecum.model.value import replace
from vademecum.shadows import be_open, settle_by_hand
from vademecum.vault.alias_files import AliasFolder
from vademecum.vault.field_file import FieldFolder
from vademecum.vault.listing import LEAVES, Look, stamp_of, stays_inside
from vademecum.vault.paths import checked
from vademecum.vault.rule_file import RuleFolder
from vademecum.vault.scopes import scope_folder
from vademecum.vault.seeing import Seen, see

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Sequence
    from datetime import datetime
    from pathlib import Path

    from vademecum.model.record import MemoryId, Record, Scope
    from vademecum.vault.erasing import FileEraser

UNSEEN = Stamp(-1, 0, 0, 0)
"""Stamp of a file that may be there but cannot be looked at; equal to no real one."""

_ADOPTIONS = 3


def ensure_home(home: str | os.PathLike[str]) -> None:
    """Make the folders of a home that are missing, for their owner alone; only a writer calls this.

    Raises:
        VaultError: the disk refuses.
    """
    missing = [name for name in ("memories/personal", "state") if not os.path.isdir(os.path.join(home, name))]
    if missing:
        from pathlib import Path

        from vademecum.durable import make_folders

        for name in missing:
            make_folders(Path(home, name))


class FileVault(AliasFolder, FieldFolder, RuleFolder):
    """Implements `ports.Vault`, `ports.AliasFiles`, `ports.FieldFile` and `ports.RuleFile` on a folder, for
    threads and processes at once.

    Opening, listing and reading create nothing. Every path is relative to the root with POSIX separators;
    one that leads out of it raises `ForbiddenPath`.

    Args:
        root: ``<home>/memories``; it need not exist.
        locks: folder of the lock files; ``<home>/state/locks`` unless given.
        now_ns: the disk's clock in nanoseconds since the epoch, only ever compared with files' times.
    """

    def __init__(
        self,
        root: str | os.PathLike[str],
        *,
        locks: str | os.PathLike[str] | None = None,
        now_ns: Callable[[], int] = time.time_ns,
    ) -> None:
        self._root = os.fspath(root)
        self._locks = locks or os.path.join(os.path.dirname(self._root), "state", "locks")
        self._now_ns = now_ns
        # folder -> its modification time and the folded names in it, kept under the scope's lock
        self._names: dict[str, tuple[int, set[str]]] = {}

    @contextmanager
    def _hold(self, scope_folder: str) -> Generator[None]:
        """Write in a scope's folder alone; what the disk refuses there is told as such.

        Raises:
            Busy: another process held the lock past the deadline.
            VaultError: the disk refuses, or the vault's folder is not there.
        """
        from pathlib import Path

        from vademecum.durable import disk_refusal
        from vademecum.vault.locks import Locks

        be_open(self._root)
        # Whoever made the folder anew would make every other record count as deleted.
        if not os.path.isdir(self._root):
            raise VaultError(
                f"the folder {self._root} is not there; mount its drive, restore it, or make it to begin anew"
            )
        with Locks(Path(self._locks)).hold(scope_folder):
            try:
                yield
            except OSError as error:
                raise disk_refusal("write in", Path(self._root, scope_folder), error) from error

    def list(self) -> Listing:
        """See `ports.Listings.list`; a root that does not exist is unreachable, it may be unmounted."""
        return self._own_listing(self._own_look())

    def list_unless(self, trace: str) -> Listing | None:
        """See `ports.Listings.list_unless`."""
        look = self._own_look()
        return None if trace and trace == look.trace else self._own_listing(look)

    def _own_look(self) -> Look:
        be_open(self._root)
        return Look(self._root)

    def _own_listing(self, look: Look) -> Listing:
        settle_by_hand(self._root)  # something was changed, and perhaps not by us
        return look.listing()

    def stamps(self, paths: Iterable[str]) -> dict[str, Stamp | None]:
        """See `ports.Vault.stamps`; `UNSEEN` where something else than absence hides the file."""
        return {path: self._stamp(path) for path in paths}

    def _stamp(self, path: str) -> Stamp | None:
        try:
            root, inner = self._place(checked(path))
            return stamp_of(f"{root}/{inner}", root)
        except (FileNotFoundError, NotADirectoryError):
            there = os.path.isdir(self._root)
            return None if there else UNSEEN
        except OSError:
            return UNSEEN

    def read(self, path: str) -> Document | Quarantined | None:
        """See `ports.Vault.read`."""
        seen = self._see(path)
        return _document(path, seen) if isinstance(seen, Seen) else seen

    def _place(self, path: str) -> tuple[str, str]:
        """The folder that a path may not leave, and the path below it."""
        return self._root, path

    def _see(self, path: str) -> Seen | Quarantined | None:
        root, inner = self._place(path)
        seen = see(root, inner, self._now_ns)
        if inner == path or not isinstance(seen, Quarantined):
            return seen
        return replace(seen, path=path)

    def locate(self, path: str) -> str:
        """See `ports.Sharing.locate`."""
        root, inner = self._place(checked(path))
        return os.path.join(root, inner)

    def scope_at(self, path: str) -> Scope:
        """See `ports.Sharing.scope_at`."""
        from vademecum.vault.documents import scope_of

        return scope_of(checked(path))

    def adopt(self, path: str, new_id: MemoryId, at: datetime) -> Document | Quarantined | None:
        """See `ports.Vault.adopt`; a file that cannot be written gets a stand-in id and a warning.

        Raises:
            Busy: another process held the lock past the deadline.
        """
        from vademecum.vault import documents

        for _ in range(_ADOPTIONS):
            found = self.read(path)
            if not isinstance(found, Document) or found.record.id:
                return found
            try:
                return self._adopt(path, new_id, at)
            except Busy:
                raise
            except (Conflict, NotFound):
                continue  # somebody saved or removed it meanwhile: look again
            except VadeError as error:
                return documents.unwritten(found, error.message)
        found = self.read(path)
        return documents.unwritten(found, "it keeps changing") if isinstance(found, Document) else found

    def _adopt(self, path: str, new_id: MemoryId, at: datetime) -> Document | Quarantined:
        from vademecum.vault.documents import adopted, scope_of

        with self._hold(scope_folder(scope_of(path))):
            seen = self._present(path)
            found = _document(path, seen)
            if isinstance(found, Quarantined) or found.record.id:
                return found
            from vademecum.durable import replace_file

            return self._put(path, seen, adopted(seen.data, found, new_id, at), replace_file)

    def create(self, record: Record, *, alone: bool = False) -> Document:
        """See `ports.Vault.create`.

        Raises:
            Conflict: `alone`, and the readable name is taken.
            InvalidValue: the record has no id, no known scope, or says what no file may say.
            LimitExceeded: larger than a file may be.
            Busy: another process held the lock past the deadline.
            VaultError: the disk refuses (full, read-only); nothing was created.
        """
        from vademecum.durable import create_exclusive
        from vademecum.markdown.writing import render
        from vademecum.vault.documents import ENTITIES, check_new, folder_for
        from vademecum.vault.naming import file_names, fold, refuse_twin

        check_new(record)
        data = render(record)
        scope, folder = scope_folder(record.scope), folder_for(record)
        with self._hold(scope):
            place = self._writable_folder(folder)
            # A key is unique within its scope: memories and entities do not take each other's.
            own, other = self._taken(folder), self._taken(scope if folder != scope else f"{scope}/{ENTITIES}")
            if alone:
                refuse_twin(record, folder, own)
            name = create_exclusive(place, file_names(record, own, other), data)
            own.add(fold(name))
            self._names[folder] = (place.stat().st_mtime_ns, own)
        return self._written(f"{folder}/{name}", data)

    def draft(self, record: Record) -> Document:
        """See `ports.Vault.draft`; raises what `create` does."""
        from vademecum.vault.documents import ENTITIES, drafted
        from vademecum.vault.naming import fold

        scope = scope_folder(record.scope)
        folders = (scope, f"{scope}/{ENTITIES}")
        return drafted(record, {fold(name) for folder in folders for name in self._names_in(folder)})

    def _names_in(self, folder: str) -> Sequence[str]:
        place = os.path.join(self._root, folder)
        try:
            return os.listdir(place)
        except FileNotFoundError:
            return ()
        except OSError as error:
            from pathlib import Path

            from vademecum.durable import disk_refusal

            raise disk_refusal("look into", Path(place), error) from error

    def _writable_folder(self, folder: str) -> Path:
        from pathlib import Path

        from vademecum.durable import make_folders

        place = Path(self._root, folder)
        if not stays_inside(os.fspath(place), self._root):
            raise ForbiddenPath(f"nothing is written to {folder}: {LEAVES}")
        make_folders(place)
        return place

    def _taken(self, folder: str) -> set[str]:
        """Folded names in a folder, read anew only when its modification time moved.

        A name made by an editor in the same tick as our own write is missed; that costs a twin at most,
        never a file, because creation itself is exclusive.
        """
        from pathlib import Path

        from vademecum.durable import disk_refusal, remove_stale_temps
        from vademecum.vault.naming import fold

        place = Path(self._root, folder)
        try:
            moment = place.stat().st_mtime_ns
            known = self._names.get(folder)
            if known is not None and known[0] == moment:
                return known[1]
            names = [each.name for each in os.scandir(place)]
        except FileNotFoundError:
            return set()
        except OSError as error:
            raise disk_refusal("look into", place, error) from error
        remove_stale_temps(place, names)
        taken = {fold(name) for name in names}
        self._names[folder] = (moment, taken)
        return taken

    def replace(self, path: str, record: Record | bytes, expected: FileState) -> Document:
        """See `ports.Vault.replace`.

        Raises:
            Conflict: the file's bytes are not those of `expected`.
            NotFound: the file is gone.
            InvalidValue: another id or scope than the file's, or what no file may say.
            Unreadable: the file does not parse.
            Busy: another process held the lock past the deadline.
            VaultError: the disk refuses; the file is as it was.
        """
        from vademecum.durable import replace_file

        return self._replaced(path, record, expected, replace_file)

    def _replaced(
        self, path: str, record: Record | bytes, expected: FileState, write: Callable[..., None]
    ) -> Document:
        from vademecum.vault.documents import replaced, scope_of

        with self._hold(scope_folder(scope_of(checked(path)))):
            seen = self._present(path)
            data = replaced(seen.data, _document(path, seen), record, expected)
            return self._put(path, seen, data, write)

    def holding(self, needles: Sequence[bytes], *, shared: bool = False) -> dict[str, frozenset[bytes]]:
        """See `ports.Erasing.holding`."""
        paths = self._shared_files() if shared else self._own_files()
        return self._eraser.holding(((path, "/".join(self._place(path))) for path in paths), needles)

    def _own_files(self) -> Iterable[str]:
        """Paths of the notes that may be written, wherever they stand."""
        return self.list().files

    def _shared_files(self) -> Iterable[str]:
        """Paths of the notes that stand outside of the root."""
        return ()

    def read_bytes(self, path: str) -> bytes:
        """See `ports.Erasing.read_bytes`."""
        return self._eraser.read_bytes(path)

    def erase(self, path: str, expected: FileState | None) -> int:
        """See `ports.Erasing.erase`; raises `Busy` when another process held the lock past the deadline."""
        return self._eraser.erase(path, expected)

    def redact(self, path: str, record: Record | bytes, expected: FileState) -> Document:
        """See `ports.Erasing.redact`; raises as `replace` does."""
        from vademecum.blotting import replace_blotting

        return self._replaced(path, record, expected, replace_blotting)

    def rename(self, path: str, expected: FileState) -> Document:
        """See `ports.Erasing.rename`; raises as `erase` does."""
        from vademecum.vault.documents import scope_of

        with self._hold(scope_folder(scope_of(checked(path)))):
            name, data = self._eraser.rename(path, expected)
        return self._written(f"{path.rpartition('/')[0]}/{name}", data)

    def erase_leavings(self, path: str) -> None:
        """See `ports.Erasing.erase_leavings`."""
        self._eraser.erase_leavings(path)

    @property
    def _eraser(self) -> FileEraser:
        from vademecum.vault.erasing import FileEraser

        return FileEraser(self._place, self._see, self._hold)

    def _present(self, path: str) -> Seen:
        seen = self._see(path)
        if seen is None:
            raise NotFound(f"{path} is gone; it was moved or deleted")
        if isinstance(seen, Quarantined):
            raise Unreadable(f"{path} cannot be edited: {seen.message}")
        return seen

    def _put(self, path: str, seen: Seen, data: bytes, write: Callable[..., None]) -> Document:
        if data == seen.data:
            return self._written(path, data, racy=seen.racy)
        from vademecum.vault.erasing import check_writable

        check_writable(path, seen.place)

        def unchanged() -> None:
            again = self._see(path)
            if not isinstance(again, Seen) or again.data != seen.data:
                raise Conflict(f"{path} changed while it was being written; read it again and repeat")

        write(seen.place, data, mode=seen.mode, guard=unchanged)
        return self._written(path, data)

    def _written(self, path: str, data: bytes, *, racy: bool = True) -> Document:
        """The document of bytes that were just written; racy, since the next write may follow at once."""
        from vademecum.vault.documents import document

        found = document(path, data, self._stamp(path) or UNSEEN, racy=racy)
        assert isinstance(found, Document), found
        return found


def _document(path: str, seen: Seen) -> Document | Quarantined:
    from vademecum.vault.documents import document

    return document(path, seen.data, seen.stamp, racy=seen.racy)
