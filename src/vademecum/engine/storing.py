"""The one door from use cases to files and index: truth first, then what is derived from it."""

from __future__ import annotations

from contextlib import suppress

from vademecum.engine.reaching import out_of_reach, refuse_foreign, refuse_unmounted
from vademecum.errors import Ambiguous, Busy, NotFound, StoreError, Unreadable, VadeError, quoted
from vademecum.indexing.entry import body_hash
from vademecum.model.answer import Stored
from vademecum.model.ask import Filters
from vademecum.model.entry import Changes, Row
from vademecum.model.file import Document, Quarantined, shown_path
from vademecum.model.record import Kind, MemoryId, Record
from vademecum.model.value import replace
from vademecum.text.lines import shown_key
from vademecum.text.nearest import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from vademecum.engine.parts import Parts

ONCE_MENDED = "once it is mended it is served again"
DRAWN = "the end of the key is drawn anew when it is written, because no readable name is free"
LAGGING = "stored in its file; the index is busy and will catch up at the next question"


class Storing:
    """Finds, writes and rereads records."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts

    def row(self, handle: str) -> Row:
        """The record that an id, a key or a unique prefix of an id means.

        Raises:
            NotFound: nothing has it; the nearest keys are suggested.
            Ambiguous: several have it; all are listed.
            Unreadable: the file of that name cannot be read.
        """
        index = self._parts.index
        wanted = shown_key(handle)
        found = self._standing_at(handle) or (index.resolve(wanted) if wanted else ())
        if len(found) > 1:
            rows = index.rows(found)
            listed = ", ".join(f"{one} ({rows[one].scope}: {rows[one].key})" for one in found if one in rows)
            raise Ambiguous(f"{quoted(wanted)} may mean {listed}; give the id", found)
        rows = index.rows(found)
        if not rows:
            self._refuse_quarantined(wanted)
            raise NotFound(
                f"no memory has the id or key {quoted(wanted)}; `vade list` shows what there is",
                suggestions=self.near(wanted),
            )
        (row,) = rows.values()
        return row

    def _standing_at(self, handle: str) -> tuple[MemoryId, ...]:
        """What stands in a file that is not ours, e.g. ``file:/place#L3-L5``; none for other handles."""
        place, _, lines = handle.removeprefix("file:").partition("#L")
        first = lines.partition("-")[0]
        if not (place.startswith("/") and first.isdecimal()):
            return ()
        found = self._parts.vault.passage(place, int(first))
        return (found,) if found else ()

    def _refuse_quarantined(self, wanted: str) -> None:
        for fault in self._parts.index.quarantined():
            if wanted in (fault.path, key_at(fault.path)):
                raise Unreadable(f"{located(fault)}; {ONCE_MENDED}")

    def near(self, handle: str, kinds: tuple[Kind, ...] = ()) -> tuple[str, ...]:
        """Keys or names among the newest records that resemble a handle, best first."""
        rows, _ = self._parts.index.page(Filters(kinds=kinds), limit=NEAR_KEYS)
        names = [row.card.title if row.kind is Kind.ENTITY else row.key for row in rows]
        return nearest(handle, names)

    def stored(self, record_id: MemoryId) -> Stored:
        """A record as its file says it now.

        Raises:
            NotFound: no record has the id, or its file vanished.
            Unreadable: its file does not parse any more.
        """
        return self.reread(self.row(record_id))

    def reread(self, row: Row) -> Stored:
        """A row's record as its file says it now; raises as `stored` does."""
        return self.answer(self.document(row))

    def changeable(self, handle: str) -> Document:
        """What a handle means, to be written by whoever asks.

        Raises:
            ForbiddenPath: it stands in a file that is not ours.
            NotFound, Ambiguous, Unreadable: as of `row` and `document`.
        """
        row = self.row(handle)
        refuse_foreign(row)
        return self.document(row)

    def document(self, row: Row) -> Document:
        """A row's file; raises as `stored` does."""
        vault = self._parts.vault
        document = vault.read(row.path)
        if isinstance(document, Document) and not document.record.id:
            now = self._parts.now()
            document = vault.adopt(row.path, self._parts.ids.new(now), now)
        if document is None:
            if why := out_of_reach(self._parts, row.path):
                raise Unreadable(f"{row.path} is out of reach: {why}; once it is back it is served again")
            raise NotFound(f"the file {row.path} of {row.key!r} is gone; nothing else holds its text")
        if isinstance(document, Quarantined):
            raise Unreadable(f"{located(document)}; {ONCE_MENDED}")
        return document

    def create(self, record: Record, *, alone: bool = False) -> Stored:
        """Write a new record; it is durable and findable on return.

        Raises:
            Conflict: `alone`, and a file has its readable name already.
            VaultError: the scope's folder is out of reach, or the disk refuses.
        """
        refuse_unmounted(self._parts, record.scope)
        return self.indexed(self._parts.vault.create(record, alone=alone))

    def replace(self, document: Document, record: Record) -> Stored:
        """Write the difference between a document and `record`.

        Raises:
            Conflict: the file changed since `document` was read.
        """
        written = self._parts.vault.replace(document.path, record, document.state)
        self.outgrown(document.record, written.record)
        return self.indexed(written)

    def outgrown(self, before: Record, after: Record) -> None:
        """Keep, by a keyed digest, what a record said before, so that an import knows it once the record is
        forgotten; a ledger that refuses is no reason to refuse the change."""
        said = body_hash(before.body)
        if said != body_hash(after.body):
            with suppress(VadeError):
                self._parts.ledger.outgrow(((before.id, said),))

    def preview(self, record: Record) -> Stored:
        """What `create` would store and where, without writing anything.

        Where the readable name is taken, the path ends in a part of the id, which is another one when it
        is written; the answer says so.
        """
        refuse_unmounted(self._parts, record.scope)
        document = self._parts.vault.draft(record)
        stored = self.answer(document)
        if record.id[-6:].lower() in document.key:
            return replace(stored, warnings=(*stored.warnings, DRAWN))
        return stored

    def indexed(self, document: Document) -> Stored:
        """Tell the index of a document that was read or written just now."""
        return self.all_indexed((document,))[0]

    def all_indexed(self, documents: Sequence[Document]) -> tuple[Stored, ...]:
        """Tell the index of several in one step, so that no question meets one without the others."""
        parts = self._parts
        parts.declaring.look(parts.index)
        unsearched = parts.declaring.meet(parts.index, documents)
        stored = tuple(
            replace(one, warnings=(*one.warnings, *unsearched)) for one in map(self.answer, documents)
        )
        try:
            entries = (parts.entry(document) for document in documents)
            parts.index.apply(Changes(put=tuple(entries)))
        except (Busy, StoreError):
            # The files are the truth and are durable; the next look at them repairs the index.
            return tuple(replace(one, warnings=(*one.warnings, LAGGING), stale=True) for one in stored)
        return stored

    def present(self, path: str) -> Document | None:
        """What a file says now; None when it is gone or cannot be read."""
        document = self._parts.vault.read(path)
        return document if isinstance(document, Document) else None

    def answer(self, document: Document) -> Stored:
        """A document as a caller is told of it."""
        last = document.body_line + max(0, document.record.body.rstrip("\n").count("\n"))
        return Stored(
            record=document.record,
            key=document.key,
            path=shown_path(document.path),
            lines=(document.body_line, last),
            file=self._parts.vault.locate(document.path),
            warnings=document.warnings,
        )


def located(fault: Quarantined) -> str:
    """What is wrong with a file and where, e.g. ``personal/x.md:2: has unresolved merge markers; …``."""
    where = f"{fault.path}:{fault.line}" if fault.line else fault.path
    return f"{where}: {fault.message}"


def key_at(path: str) -> str:
    """The key that the record of a file would have."""
    return shown_key(path.rpartition("/")[2].removesuffix(".md"))


NEAR_KEYS = 200
"""Newest keys among which a mistyped handle is looked for."""
