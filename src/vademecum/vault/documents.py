"""Bytes of one path to what the vault answers for it; the same for a disk and for memory."""

from __future__ import annotations

import hashlib

from vademecum.errors import Conflict, InvalidValue, LimitExceeded, Unreadable
from vademecum.markdown.bounds import MAX_FILE_BYTES
from vademecum.markdown.forms import is_ulid
from vademecum.markdown.outcome import Fault
from vademecum.markdown.reading import parse
from vademecum.model.file import Document, FileState, Quarantined, Stamp
from vademecum.model.record import PERSONAL, Entity, Key, Kind, MemoryId, Record, Scope
from vademecum.model.value import replace
from vademecum.text.lines import one_line, shown_key
from vademecum.vault.paths import SUFFIX
from vademecum.vault.scopes import folder_scope, misspelt, scope_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import datetime

ENTITIES = "entities"
UNNAMED = "note"
"""Key of a file whose name has nothing to see."""

_CROCKFORD = "0123456789ABCDEFGHJKMNPQRSTVWXYZ"
_TIME_DIGITS = 10


def scope_of(path: str) -> Scope:
    """Scope of the folder a path stands in; personal when no folder says otherwise."""
    top, slash, _ = path.partition("/")
    return (folder_scope(top) if slash else None) or PERSONAL


def folder_for(record: Record) -> str:
    """Folder, relative to the vault, in which a new record's file is made."""
    folder = scope_folder(record.scope)
    return f"{folder}/{ENTITIES}" if isinstance(record, Entity) else folder


def check_new(record: Record) -> None:
    """Refuse a record that no new file can be made for.

    Raises:
        InvalidValue: it has no id, or its scope has no folder.
    """
    if not is_ulid(record.id):
        raise InvalidValue("id", "a new record needs a ULID")
    if folder_scope(scope_folder(record.scope)) != record.scope:
        raise InvalidValue("scope", f"{record.scope!r} is no scope; use personal, project:<key> or org:<key>")


def document(path: str, data: bytes, stamp: Stamp, *, racy: bool = False) -> Document | Quarantined:
    """Parse one file's bytes, by the folder it stands in."""
    parts = path.split("/")
    key = shown_key(parts[-1].removesuffix(SUFFIX)) or UNNAMED
    scope = scope_of(path)
    kind = Kind.ENTITY if ENTITIES in parts[:-1] else Kind.MEMORY
    parsed = parse(data, scope=scope, fallback_kind=kind, fallback_name=key)
    if isinstance(parsed, Fault):
        return Quarantined(path, parsed.reason, parsed.message, parsed.line)
    state = FileState(stamp, hashlib.sha256(data).hexdigest(), racy)
    warnings = parsed.warnings
    if len(parts) > 1 and misspelt(parts[0]):
        warnings += (f"folder {one_line(parts[0])} is no scope folder; served as personal",)
    return Document(parsed.record, path, Key(key), scope, state, warnings, parsed.body_line)


def adopted(original: bytes, found: Document, new_id: MemoryId, at: datetime) -> bytes:
    """The file with an id, and with times and an entity's kind and name where it has none."""
    from vademecum.markdown.revising import revise

    before = found.record
    after = replace(
        before, id=new_id, created=before.created or at, updated=before.updated or before.created or at
    )
    return revise(original, before, after, also=("kind", "name") if isinstance(after, Entity) else ())


def drafted(record: Record, taken: Collection[str]) -> Document:
    """The document that a new file would be, with the path and key it would have.

    Args:
        record: what the file would say.
        taken: folded names (`naming.fold`) that exist in the scope already.
    """
    from vademecum.markdown.writing import render
    from vademecum.vault.naming import file_names

    check_new(record)
    data = render(record)
    path = f"{folder_for(record)}/{next(file_names(record, taken))}"
    found = document(path, data, Stamp(len(data), 0, 0, 0), racy=True)
    assert isinstance(found, Document), found
    return found


def unwritten(found: Document, reason: str) -> Document:
    """The document of a file that cannot be given an id: one made from its path stands in for it.

    The stand-in is the same at every look, so that links to it hold while the file stays where it is.
    """
    warning = f"the file could not be given an id ({reason}); it is known by its path until it can"
    record = replace(found.record, id=stand_in(found.path))
    return replace(found, record=record, warnings=(*found.warnings, warning))


def stand_in(path: str) -> MemoryId:
    """The id of what stands at a path and has none: it begins with ten zeros, a moment no real id carries."""
    number = int.from_bytes(hashlib.sha256(path.encode()).digest()[:10], "big")
    # 80 bits make sixteen letters of five bits.
    letters = "".join(_CROCKFORD[number >> shift & 31] for shift in range(75, -1, -5))
    return MemoryId("0" * _TIME_DIGITS + letters)


def check_unchanged(path: str, data: bytes, expected: FileState) -> None:
    """Let a change to a file go on.

    Raises:
        Conflict: the file's bytes are not those the caller read.
    """
    if hashlib.sha256(data).hexdigest() != expected.sha256:
        raise Conflict(f"{path} changed since it was read; read it again and repeat the change")


def replaced(
    original: bytes, found: Document | Quarantined, record: Record | bytes, expected: FileState
) -> bytes:
    """The file with the difference to `record` written into it, or `record` itself when it is bytes.

    Raises:
        Conflict: the bytes are not the expected ones.
        InvalidValue: the file belongs to another record, or the new bytes are none.
        LimitExceeded: larger than a file may be.
        Unreadable: the file does not parse.
    """
    from vademecum.markdown.revising import revise

    check_unchanged(found.path, original, expected)
    if isinstance(found, Quarantined):
        raise Unreadable(f"{found.path} cannot be edited: {found.message}")
    if isinstance(record, bytes):
        return _rewritten(found, record)
    if found.record.id and found.record.id != record.id:
        raise InvalidValue("id", f"{found.path} holds {found.record.id}; the id of a file never changes")
    return revise(original, found.record, record)


def _rewritten(found: Document, data: bytes) -> bytes:
    if len(data) > MAX_FILE_BYTES:
        raise LimitExceeded(f"the file would be larger than {MAX_FILE_BYTES >> 20} MiB; split the text")
    new = document(found.path, data, found.state.stamp)
    if isinstance(new, Quarantined):
        line = f"line {new.line}: " if new.line else ""
        raise InvalidValue("content", f"{line}{new.message}")
    if found.record.id and found.record.id != new.record.id:
        raise InvalidValue("id", f"{found.path} holds {found.record.id}; the id of a file never changes")
    return data
