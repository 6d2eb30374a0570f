"""The steps of an erasure, in an order in which any of them may be the last before a crash.

What is to go is kept in the ledger first, by id and path. Then go the file, the row, the links that others
have to it, and last what the index still holds of it in freed pages. Whoever erases next goes on where a
crash broke off; every step can be done again.
"""

from __future__ import annotations

from vademecum.errors import Busy, Conflict, NotFound, StoreError, VadeError
from vademecum.lifecycle.forgetting import Link, heir, predecessors, unlinked
from vademecum.model.entry import Changes
from vademecum.model.file import Document
from vademecum.model.receipt import Relinked
from vademecum.model.record import Memory
from vademecum.model.value import replace, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from vademecum.engine.parts import Parts
    from vademecum.engine.storing import Storing
    from vademecum.model.ledger import Erasure
    from vademecum.model.record import MemoryId

_TRIES = 5
"""Readings of a neighbour that somebody edits meanwhile."""


@value
class Found:
    """Files that have to do with a record.

    Attributes:
        own: those that hold it; several when a file was copied.
        neighbours: memories whose front matter may name it.
    """

    own: tuple[Document, ...]
    neighbours: tuple[Document, ...]


class Wiping:
    """Does the steps, and finishes what was broken off."""

    def __init__(self, parts: Parts, storing: Storing) -> None:
        self._parts = parts
        self._storing = storing

    def found(self, record: MemoryId) -> Found:
        """Every file that holds the record or may name it."""
        own: list[Document] = []
        neighbours: list[Document] = []
        for path in self._parts.vault.holding([record.encode()]):
            document = self._parts.vault.read(path)
            if not isinstance(document, Document):
                continue
            if document.record.id == record:
                own.append(document)
            elif isinstance(document.record, Memory):
                neighbours.append(document)
        return Found(tuple(own), tuple(neighbours))

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
        told: list[str] = []
        for document in sorted(found.neighbours, key=lambda one: one.record.id != link.after):
            try:
                changes = self._unlinked(document, link)
            except VadeError as error:
                told.append(f"{document.path} still names it: {error.message}")
                continue
            if changes:
                done.append(_relinked(document, changes))
        return tuple(done), tuple(told)

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

    def clear(self, paths: Iterable[str]) -> tuple[str, ...]:
        """Take files that are gone out of the index; an index that is busy learns of it at the next look."""
        try:
            self._parts.index.apply(Changes(gone=tuple(paths)))
        except (Busy, StoreError) as error:
            return (f"the index was not told yet: {error.message}",)
        return ()

    def scrub(self) -> tuple[str, ...]:
        """Write the index anew, without what is gone; what is the matter when that cannot be done."""
        try:
            self._parts.index.scrub()
        except (Busy, StoreError) as error:
            return (
                f"the index still holds freed bytes of it: {error.message}; `vade forget` goes on with it",
            )
        return ()

    def complete(self) -> tuple[MemoryId, ...]:
        """Finish what earlier runs began.

        Raises:
            VadeError: a file of it cannot be erased, or the index not be written anew.
        """
        ledger = self._parts.ledger
        begun = ledger.unfinished()
        for erasure in begun:
            self._resume(erasure)
        if begun:
            self._parts.index.scrub()
        for erasure in begun:
            ledger.finish(erasure.id)
        return tuple(erasure.id for erasure in begun)

    def _resume(self, erasure: Erasure) -> None:
        vault = self._parts.vault
        for path in erasure.paths:
            vault.erase_leavings(path)
        if not erasure.whole:
            return
        found = self.found(erasure.id)
        self.erase(found.own)
        gone = {*erasure.paths, *(document.path for document in found.own)}
        self._parts.index.apply(Changes(gone=tuple(path for path in gone if vault.read(path) is None)))
        self.unlink(found, self.link(erasure.id, found, erasure.after))
        self._parts.open_scanner().erase_drafts(erasure.id.encode())


def _memory(document: Document) -> Memory:
    assert isinstance(document.record, Memory)
    return document.record


def _relinked(document: Document, changes: tuple[str, ...]) -> Relinked:
    return Relinked(id=document.record.id, key=document.key, change="; ".join(changes))
