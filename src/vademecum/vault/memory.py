"""The vault in memory: the same promises and the same answers, without a disk."""

from __future__ import annotations

import hashlib
import itertools
import threading

from vademecum.errors import NotFound
from vademecum.markdown.writing import render
from vademecum.model.fields import Declaration
from vademecum.model.file import (
    TEAM,
    AliasEntry,
    Document,
    FileState,
    Listing,
    Quarantined,
    Stamp,
    in_team,
)
from vademecum.vault.declaring import read_declaration, written_declaration
from vademecum.vault.documents import (
    adopted,
    check_new,
    check_unchanged,
    document,
    drafted,
    folder_for,
    replaced,
    scope_of,
    unwritten,
)
from vademecum.vault.naming import file_names, fold, refuse_twin
from vademecum.vault.paths import ALIASES, FIELDS, RULES, checked, is_note
from vademecum.vault.ruling import read_rule_book
from vademecum.vault.scopes import folder_scope, scope_folder
from vademecum.vault.vocabulary import pairs_of, vocabulary_entries, write_pairs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from datetime import datetime

    from vademecum.model.fields import Pair
    from vademecum.model.file import OthersFile
    from vademecum.model.record import MemoryId, Record, Scope
    from vademecum.model.rules import RuleBook


class MemoryVault:
    """Implements `ports.Vault` and the files of people beside it; for tests, trials and homes that
    are locked.

    `put` and `remove` stand for whatever changes files behind the program's back.

    Args:
        clones: projects whose repository is at hand, so that their memories can be published.
    """

    def __init__(self, clones: Iterable[Scope] = ()) -> None:
        self._files: dict[str, tuple[bytes, Stamp]] = {}
        self._ticks = itertools.count(1)
        self._lock = threading.RLock()
        self._clones = frozenset(clones)

    def put(self, path: str, data: bytes) -> None:
        """Write a file as an editor would, over whatever is there."""
        with self._lock:
            tick = next(self._ticks)
            known = self._files.get(checked(path))
            inode = known[1].inode if known else tick
            self._files[path] = (data, Stamp(len(data), tick, tick, inode))

    def remove(self, path: str) -> None:
        """Delete a file as a person would; nothing happens when there is none."""
        with self._lock:
            self._files.pop(checked(path), None)

    def list(self) -> Listing:
        """See `ports.Listings.list`; everything is always reachable."""
        with self._lock:
            notes = sorted((path, stamp) for path, (_, stamp) in self._files.items() if _is_listed(path))
        return Listing(dict(notes), {}, trace=hashlib.sha256(repr(notes).encode()).hexdigest())

    def list_unless(self, trace: str) -> Listing | None:
        """See `ports.Listings.list_unless`."""
        listing = self.list()
        return None if trace and trace == listing.trace else listing

    def stamps(self, paths: Iterable[str]) -> dict[str, Stamp | None]:
        """See `ports.Vault.stamps`."""
        with self._lock:
            return {path: found[1] if (found := self._files.get(checked(path))) else None for path in paths}

    def read(self, path: str) -> Document | Quarantined | None:
        """See `ports.Vault.read`."""
        found = self._files.get(checked(path))
        return None if found is None else document(path, *found)

    def adopt(self, path: str, new_id: MemoryId, at: datetime) -> Document | Quarantined | None:
        """See `ports.Vault.adopt`."""
        with self._lock:
            found = self.read(path)
            if not isinstance(found, Document) or found.record.id:
                return found
            if in_team(path):
                return unwritten(found, "a look does not write into a team's folder; edit it to give it one")
            self.put(path, adopted(self._files[path][0], found, new_id, at))
            return self.read(path)

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
        with self._lock:
            taken = self._taken(record)
            if alone:
                refuse_twin(
                    record,
                    folder,
                    {fold(path[len(folder) + 1 :]) for path in self._files if path.startswith(f"{folder}/")},
                )
            name = next(iter(file_names(record, taken)))
            self.put(f"{folder}/{name}", data)
            return self._present(f"{folder}/{name}")

    def draft(self, record: Record) -> Document:
        """See `ports.Vault.draft`."""
        with self._lock:
            return drafted(record, self._taken(record))

    def _taken(self, record: Record) -> set[str]:
        top = f"{scope_folder(record.scope)}/"
        return {fold(path.rpartition("/")[2]) for path in self._files if path.startswith(top)}

    def replace(self, path: str, record: Record | bytes, expected: FileState) -> Document:
        """See `ports.Vault.replace`.

        Raises:
            Conflict: the file's bytes are not those of `expected`.
            NotFound: the file is gone.
            InvalidValue: another id or scope than the file's, or what no file may say.
            Unreadable: the file does not parse.
        """
        with self._lock:
            found = self.read(path)
            if found is None:
                raise NotFound(f"{path} is gone; it was moved or deleted")
            original = self._files[path][0]
            data = replaced(original, found, record, expected)
            if data != original:
                self.put(path, data)
            return self._present(path)

    def holding(self, needles: Sequence[bytes], *, shared: bool = False) -> dict[str, frozenset[bytes]]:
        """See `ports.Erasing.holding`."""
        with self._lock:
            notes = sorted((path, data) for path, (data, _) in self._files.items() if _is_listed(path))
        if shared:
            notes = [note for note in notes if in_team(note[0])]
        held = {path: frozenset(needle for needle in needles if needle in data) for path, data in notes}
        return {path: found for path, found in held.items() if found}

    def read_bytes(self, path: str) -> bytes:
        """See `ports.Erasing.read_bytes`."""
        return self._files[path][0] if path in self._files else b""

    def erase(self, path: str, expected: FileState | None) -> int:
        """See `ports.Erasing.erase`.

        Raises:
            Conflict: the file's bytes are not those of `expected`.
            NotFound: the file is gone.
        """
        with self._lock:
            if path not in self._files:
                raise NotFound(f"{path} is gone; it was moved or deleted")
            if expected is not None:
                check_unchanged(path, self._files[path][0], expected)
            self.remove(path)
        return 0

    def rename(self, path: str, expected: FileState) -> Document:
        """See `ports.Erasing.rename`; raises as `erase` does."""
        with self._lock:
            data, document = self._files[path][0], self._present(path)
            check_unchanged(path, data, expected)
            folder, taken = path.rpartition("/")[0], {fold(name.rpartition("/")[2]) for name in self._files}
            name = next(iter(file_names(document.record, taken)))
            self.remove(path)
            self.put(f"{folder}/{name}", data)
            return self._present(f"{folder}/{name}")

    def redact(self, path: str, record: Record | bytes, expected: FileState) -> Document:
        """See `ports.Erasing.redact`; raises as `replace` does."""
        return self.replace(path, record, expected)

    def erase_leavings(self, path: str) -> None:
        """See `ports.Erasing.erase_leavings`; there are none."""
        checked(path)

    def publish(self, path: str, record: Record, expected: FileState) -> Document:
        """See `ports.Sharing.publish`; raises what `replace` does."""
        with self._lock:
            scope = scope_of(path)
            if scope not in self._clones:
                raise NotFound(f"no clone of {scope} is known; run this inside its repository")
            written = self.replace(path, record, expected)
            team = f"{scope_folder(scope)}/{TEAM}"
            taken = {fold(other.rpartition("/")[2]) for other in self._files if other.startswith(f"{team}/")}
            name = path.rpartition("/")[2]
            if fold(name) in taken:
                name = next(iter(file_names(record, taken)))
            self.put(f"{team}/{name}", self._files[written.path][0])
            self.remove(path)
            return self._present(f"{team}/{name}")

    def foreign(self) -> tuple[OthersFile, ...]:
        """See `ports.Foreign.foreign`; there is nothing beside memory."""
        return ()

    def passage(self, place: str, line: int) -> MemoryId | None:
        """See `ports.Foreign.passage`; there is none."""
        return None

    def locate(self, path: str) -> str:
        """See `ports.Sharing.locate`; there is no disk, so it is the path itself."""
        return checked(path)

    def scope_at(self, path: str) -> Scope:
        """See `ports.Sharing.scope_at`."""
        return scope_of(checked(path))

    def _present(self, path: str) -> Document:
        found = self.read(path)
        assert isinstance(found, Document), found
        return found

    def read_aliases(self) -> tuple[tuple[AliasEntry, ...], tuple[Quarantined, ...]]:
        """See `ports.AliasFiles.read_aliases`."""
        entries: list[AliasEntry] = []
        broken: list[Quarantined] = []
        for scope, path in _vocabularies(self._files):
            found = vocabulary_entries(scope, path, self._files[path][0])
            if isinstance(found, Quarantined):
                broken.append(found)
            else:
                entries += found
        return tuple(entries), tuple(broken)

    def write_aliases(self, scope: Scope, entries: Sequence[AliasEntry]) -> None:
        """See `ports.AliasFiles.write_aliases`; a vocabulary that does not parse is never overwritten."""
        pairs = pairs_of(scope, entries)
        path = f"{scope_folder(scope)}/{ALIASES}"
        with self._lock:
            found = self._files.get(path)
            if found is not None or pairs:
                self.put(path, write_pairs(path, found[0] if found else None, pairs))

    def aliases_state(self) -> str:
        """See `ports.AliasFiles.aliases_state`."""
        digest = hashlib.sha256()
        for _, path in _vocabularies(self._files):
            content = self._files[path][0]
            digest.update(b"%s\0%d\0" % (path.encode(), len(content)) + content)
        return digest.hexdigest()

    def read_fields(self) -> Declaration | Quarantined:
        """See `ports.FieldFile.read_fields`."""
        found = self._files.get(FIELDS)
        return read_declaration(found[0]) if found else Declaration()

    def write_fields(self, said: Mapping[Pair, bool | None]) -> Declaration:
        """See `ports.FieldFile.write_fields`."""
        with self._lock:
            found = self._files.get(FIELDS)
            data = written_declaration(found[0] if found else None, said)
            self.put(FIELDS, data)
        written = read_declaration(data)
        assert isinstance(written, Declaration)
        return written

    def fields_state(self) -> str:
        """See `ports.FieldFile.fields_state`."""
        found = self._files.get(FIELDS)
        return hashlib.sha256(found[0]).hexdigest() if found else ""

    def read_rules(self) -> RuleBook | Quarantined:
        """See `ports.RuleFile.read_rules`."""
        found = self._files.get(RULES)
        return read_rule_book(found[0] if found else b"")

    def rules_state(self) -> str:
        """See `ports.RuleFile.rules_state`."""
        found = self._files.get(RULES)
        return hashlib.sha256(found[0]).hexdigest() if found else ""


def _vocabularies(files: Iterable[str]) -> Iterator[tuple[Scope, str]]:
    for path in sorted(files):
        folder, _, name = path.partition("/")
        scope = folder_scope(folder)
        if name == ALIASES and scope is not None:
            yield scope, path


def _is_listed(path: str) -> bool:
    *folders, name = path.split("/")
    hidden = [folder for folder in folders if folder.startswith(".")]
    return is_note(name) and (not hidden or (in_team(path) and len(hidden) == 1))
