"""Forgetting files that cannot be read as records: whatever they say goes, by path or key."""

from __future__ import annotations

import re

from vademecum.engine.storing import key_at
from vademecum.errors import Ambiguous, VadeError, quoted
from vademecum.indexing.entry import body_hash
from vademecum.model.file import QuarantineReason
from vademecum.model.ledger import Erasure
from vademecum.model.receipt import Forgotten
from vademecum.model.record import Key, Kind, MemoryId
from vademecum.model.value import value
from vademecum.text.lines import shown_key
from vademecum.text.pieces import pieces_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.engine.parts import Parts
    from vademecum.engine.wiping import Wiping
    from vademecum.model.file import Quarantined
    from vademecum.model.receipt import Relinked

_ID = re.compile(r"^id:[ \t]*[\"']?([0-7][0-9A-HJKMNP-TV-Z]{25})\b", re.MULTILINE)
_LOST = "\ufffd"
_ENTITIES = "/entities/"


@value
class Unread:
    """A file that cannot be read as a record, and is to go.

    Attributes:
        text: what can be read of it.
        orphan: its id, where that can be made out and no other file has it.
    """

    forgotten: Forgotten
    text: str
    orphan: MemoryId | None

    @property
    def path(self) -> str:
        """Where it stands in the vault."""
        return self.forgotten.paths[0]

    @property
    def pieces(self) -> tuple[bytes, ...]:
        """Pieces by which its bytes are known again."""
        return pieces_of(self.text.split(_LOST))


class Discarding:
    """Finds and erases such files."""

    def __init__(self, parts: Parts, wiping: Wiping) -> None:
        self._parts = parts
        self._wiping = wiping

    def named(self, handle: str) -> Unread | None:
        """The file of this path or key that cannot be read; None when there is none.

        Raises:
            Ambiguous: several have the key.
        """
        wanted = shown_key(handle)
        faults = self._parts.index.quarantined()
        by_path = [fault for fault in faults if fault.path == handle]
        found = by_path or [fault for fault in faults if key_at(fault.path) == wanted]
        if len(found) > 1:
            listed = ", ".join(fault.path for fault in found)
            raise Ambiguous(f"{quoted(wanted)} may mean {listed}; give the path", ())
        return self._unread(found[0]) if found else None

    def _unread(self, fault: Quarantined) -> Unread:
        text = self._parts.vault.read_bytes(fault.path).decode("utf-8", "replace")
        said = _ID.search(text)
        own = fault.reason is not QuarantineReason.DUPLICATE_ID
        legible = MemoryId(said[1]) if said and own else None
        orphan = legible if legible is not None and self._parts.index.owner(legible) is None else None
        forgotten = Forgotten(
            id=orphan or MemoryId(""),
            key=Key(key_at(fault.path)),
            kind=Kind.ENTITY if _ENTITIES in f"/{fault.path}" else Kind.MEMORY,
            scope=self._parts.vault.scope_at(fault.path),
            paths=(fault.path,),
            unread=fault.message,
        )
        return Unread(forgotten, text, orphan)

    def erase(self, unread: Unread) -> tuple[tuple[Relinked, ...], tuple[str, ...]]:
        """Erase one but for the freed bytes in the index; neighbours that were linked anew, and what to tell.

        Raises:
            VaultError, Busy: the file is read-only, or the disk refuses; it is as it was.
        """
        parts, path, at = self._parts, unread.path, self._parts.now()
        parts.ledger.begin(Erasure(id=MemoryId(path), paths=(path,), at=at, unread=True))
        try:
            links = parts.vault.erase(path, None)
        except VadeError:
            if parts.vault.read(path) is not None:
                parts.ledger.finish(MemoryId(path))
            raise
        told = self._wiping.clear((path,))
        if links:
            told += (f"{path} had {links} more names on the disk; what they name is empty now",)
        if unread.orphan is None:
            return (), told
        parts.ledger.bury((unread.orphan,), body_hash(unread.text), at)
        parts.ledger.bury_earlier(unread.orphan, at)
        found = self._wiping.found(unread.orphan)
        relinked, unwritten = self._wiping.unlink(found, self._wiping.link(unread.orphan, found, None))
        return relinked, (*told, *unwritten)
