"""The steps of an erasure, in an order in which any of them may be the last before a crash.

What is to go is kept in the ledger first, by id and path. Then go the file, the row, the links that others
have to it, and last what the index still holds of it in freed pages. Whoever erases next goes on where a
crash broke off; every step can be done again.
"""

from __future__ import annotations

from datetime import datetime

from vademecum.errors import Busy, Conflict, NotFound, StoreError, VadeError
from vademecum.indexing.entry import body_hash
from vademecum.lifecycle.forgetting import Link, heir, predecessors, unlinked
from vademecum.model.entry import Changes
from vademecum.model.file import Document, Quarantined
from vademecum.model.ledger import Erasure
from vademecum.model.receipt import Relinked
from vademecum.model.record import Entity, Memory
from vademecum.model.value import replace, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from vademecum.engine.parts import Parts
    from vademecum.engine.storing import Storing
    from vademecum.model.answer import Stored
    from vademecum.model.record import MemoryId, Record
    from vademecum.ports.sessions import Row

_TRIES = 5
"""Readings of a neighbour that somebody edits meanwhile."""


@value
class Found:
    """Files that have to do with a record.

    Attributes:
        own: those that hold it; several when a file was copied.
        neighbours: memories whose front matter may name it.
        origins: ids it had where it was imported from, and no other record has.
        unread: files that may name it and cannot be read.
    """

    own: tuple[Document, ...]
    neighbours: tuple[Document, ...]
    origins: tuple[str, ...] = ()
    unread: tuple[str, ...] = ()


class Wiping:
    """Does the steps, and finishes what was broken off."""

    def __init__(self, parts: Parts, storing: Storing) -> None:
        self._parts = parts
        self._storing = storing

    def found(self, record: MemoryId, origins: Sequence[str] = ()) -> Found:
        """Every file that holds the record or may name it.

        Args:
            record: its id.
            origins: ids it had where it was imported from.
        """
        own: list[Document] = []
        neighbours: list[Document] = []
        unread: list[str] = []
        shared: set[bytes] = set()
        named = record.encode()
        for path, held in self._parts.vault.holding([named, *map(str.encode, origins)]).items():
            document = self._parts.vault.read(path)
            if isinstance(document, Document) and document.record.id == record:
                own.append(document)
                continue
            shared |= held
            if named not in held or document is None:
                continue
            if isinstance(document, Quarantined):
                unread.append(path)
            elif isinstance(document.record, Memory):
                neighbours.append(document)
        alone = tuple(one for one in origins if one.encode() not in shared)
        return Found(tuple(own), tuple(neighbours), alone, tuple(unread))

    def bury(self, found: Found, record: MemoryId, at: datetime) -> tuple[str, ...]:
        """Give whatever the files of a record say a tombstone; returns the digests of what had none."""
        ledger = self._parts.ledger
        digests = dict.fromkeys(known_by(document.record) for document in found.own)
        fresh = tuple(digest for digest in digests if ledger.buried(digest) is None)
        for digest in digests:
            ledger.bury((record, *found.origins), digest, at)
        return fresh

    def link(self, record: MemoryId, found: Found, stated: MemoryId | None) -> Link:
        """How the chain is to be joined around a record.

        Args:
            record: what is to go.
            found: its files and neighbours.
            stated: what it says took its place.
        """
        memories = [document.record for document in found.neighbours if isinstance(document.record, Memory)]
        after = heir(memories, record, stated)
        before = tuple(one for one in predecessors(memories, record) if one != after)
        return Link(gone=record, before=before, after=after)

    def plan(self, found: Found, link: Link) -> tuple[Relinked, ...]:
        """What would become of the neighbours."""
        planned = [(document, unlinked(_memory(document), link)[1]) for document in found.neighbours]
        return tuple(_relinked(document, changes) for document, changes in planned if changes)

    def erase(self, documents: Iterable[Document]) -> tuple[str, ...]:
        """Erase files; returns what has to be told of them.

        Raises:
            Conflict, VaultError, Busy: one of them cannot be erased; those before it are.
        """
        told: list[str] = []
        for document in documents:
            try:
                links = self._parts.vault.erase(document.path, document.state)
            except NotFound:
                continue
            if links:
                told.append(
                    f"{document.path} had {links} more names on the disk; what they name is empty now"
                )
        return tuple(told)

    def unlink(self, found: Found, link: Link) -> tuple[tuple[Relinked, ...], tuple[str, ...]]:
        """Take the record out of its neighbours, its successor first; what could not be written is told."""
        done: list[Relinked] = []
        told = [f"{path} may name it and cannot be read" for path in found.unread]
        for document in sorted(found.neighbours, key=lambda one: one.record.id != link.after):
            try:
                changes = self._unlinked(document, link)
            except VadeError as error:
                told.append(f"{document.path} still names it: {error.message}")
                continue
            if changes:
                done.append(_relinked(document, changes))
        return tuple(done), tuple(
            f"{each}; once that is mended, `vade forget` goes on with it" for each in told
        )

    def _unlinked(self, document: Document, link: Link) -> tuple[str, ...]:
        for attempt in range(_TRIES):
            changed, changes = unlinked(_memory(document), link)
            if not changes:
                return ()
            try:
                self._storing.replace(document, replace(changed, updated=self._parts.now()))
            except Conflict:
                again = self._storing.present(document.path)
                if again is None or attempt == _TRIES - 1:
                    raise
                document = again
            else:
                return changes
        return ()

    def rewritten(
        self, document: Document, write: Callable[[], tuple[Document, tuple[str, ...]]]
    ) -> tuple[Stored, Document, tuple[str, ...]]:
        """Let a file say less than it did; the ledger knows of it until `finish`.

        Args:
            document: the file as it was.
            write: writes it over its old bytes, and says what has to be told of that.

        Raises:
            VadeError: what `write` raises; the file is as it was left.
        """
        ledger, record, at = self._parts.ledger, document.record.id, self._parts.now()
        ledger.begin(Erasure(id=record, paths=(document.path,), at=at, whole=False))
        try:
            after, told = write()
        except VadeError:
            present = self._storing.present(document.path)
            if present is not None and present.state.sha256 == document.state.sha256:
                ledger.finish(record)
            raise
        stored = self._storing.indexed(after)
        # Names of files tell of what was in them; from here on the id is enough to go on.
        ledger.begin(Erasure(id=record, paths=(), at=at, whole=False))
        ledger.disown(record)
        self._parts.open_scanner().erase_drafts(record.encode())
        return stored, after, told

    def clear(self, paths: Iterable[str]) -> tuple[str, ...]:
        """Take files that are gone out of the index; an index that is busy learns of it at the next look."""
        try:
            self._parts.index.apply(Changes(gone=tuple(paths)))
        except (Busy, StoreError) as error:
            return (f"the index was not told yet: {error.message}",)
        return ()

    def scrub(self) -> tuple[str, ...]:
        """Write the index and the journals of sessions anew, without what is gone; what is the matter when
        that cannot be done."""
        told: list[str] = []
        try:
            self._unsay()
        except VadeError as error:
            told.append(f"a session may still say it: {error.message}; `vade forget` goes on with it")
        try:
            self._parts.index.scrub()
        except (Busy, StoreError) as error:
            told.append(
                f"the index still holds freed bytes of it: {error.message}; `vade forget` goes on with it"
            )
        return tuple(told)

    def _unsay(self) -> None:
        """Blot out what sessions said, have not written yet, and is forgotten since."""
        ledger = self._parts.ledger

        def stays(row: Row) -> bool:
            text = str(row.get("text") or "")
            buried = ledger.buried(body_hash(text)) if text else None
            return buried is None or datetime.fromisoformat(str(row["at"])) > buried.at

        self._parts.open_sessions().retain(stays)

    def complete(self) -> tuple[tuple[Erasure, ...], tuple[str, ...]]:
        """Finish what earlier runs began; returns what is finished, and what keeps the rest from it.

        Raises:
            VadeError: a file of it cannot be erased, or the index not be written anew.
        """
        ledger = self._parts.ledger
        begun = [erasure for erasure in ledger.unfinished() if not erasure.conversation]
        kept = {erasure.id: self._resume(erasure) for erasure in begun}
        if begun:
            self._unsay()
            self._parts.index.scrub()
        done = tuple(erasure for erasure in begun if not kept[erasure.id])
        for erasure in done:
            ledger.finish(erasure.id)
        return done, tuple(told for each in kept.values() for told in each)

    def _resume(self, erasure: Erasure) -> tuple[str, ...]:
        """Go on with one; what keeps it from being finished."""
        vault = self._parts.vault
        for path in erasure.paths:
            vault.erase_leavings(path)
        if erasure.unread:
            self._resume_unread(erasure)
            return ()
        found = self.found(erasure.id)
        if not erasure.whole:
            self._resume_redaction(erasure, found.own)
            return ()
        self.bury(found, erasure.id, erasure.at)  # the crash may have come before the tombstone
        self.erase(found.own)
        self._parts.ledger.bury_earlier(erasure.id, erasure.at)
        self._tell_of((*erasure.paths, *(document.path for document in found.own)))
        _, told = self.unlink(found, self.link(erasure.id, found, erasure.after))
        self._parts.open_scanner().erase_drafts(erasure.id.encode())
        return told

    def _resume_unread(self, erasure: Erasure) -> None:
        """Erase a file that still cannot be read; one that can is another one, or was mended."""
        for path in erasure.paths:
            if isinstance(self._parts.vault.read(path), Quarantined):
                self._parts.vault.erase(path, None)
        self._tell_of(erasure.paths)

    def _resume_redaction(self, erasure: Erasure, own: Sequence[Document]) -> None:
        """Tell the index what the file says now, and let go a name that told the secret."""
        renamed = [document for document in own if document.path not in erasure.paths]
        for document in own:
            if document not in renamed and any(one.state.sha256 == document.state.sha256 for one in renamed):
                self.erase((document,))
            else:
                self._storing.indexed(document)
        self._tell_of(erasure.paths)
        self._parts.ledger.disown(erasure.id)
        self._parts.open_scanner().erase_drafts(erasure.id.encode())

    def _tell_of(self, paths: Iterable[str]) -> None:
        """Let the index forget files that are gone."""
        gone = dict.fromkeys(path for path in paths if self._parts.vault.read(path) is None)
        self._parts.index.apply(Changes(gone=tuple(gone)))


def known_by(record: Record) -> str:
    """The digest under which a record is buried, and by which an import knows it again: of its body, or of
    what it is called where it has none."""
    if record.body.strip():
        return body_hash(record.body)
    return body_hash(record.name if isinstance(record, Entity) else record.title or "")


def _memory(document: Document) -> Memory:
    assert isinstance(document.record, Memory)
    return document.record


def _relinked(document: Document, changes: tuple[str, ...]) -> Relinked:
    return Relinked(id=document.record.id, key=document.key, change="; ".join(changes))
