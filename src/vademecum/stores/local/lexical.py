"""The tantivy index of one generation: opened lazily, known by its stamp, written under its own lock.

A *stamp* is a marker document that every flush replaces. It ties a commit of the engine to the state of
the catalogue that announced it; an index with another stamp (copied, restored, half deleted, left over from
a crash) is not believed.
"""

from __future__ import annotations

import os
from _thread import allocate_lock
from contextlib import suppress

from vademecum.model.value import field, value
from vademecum.stores.local.faults import EngineDamaged, engine_faults

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    import tantivy

    from vademecum.stores.local.head import Head

BAG, FACET, VERSION, UPDATED, BEGAN = "bag", "facet", "version", "updated", "began"
EVERY = "every"
_STAMP = "stamp"
_PASSING = "passing"
_HEAP_BYTES = 24_000_000
"""Memory of the one indexing thread. Twice as much was no faster at 100,000 records."""

_LONGEST_FACET = 200


def facet(attribute: str, value: str) -> str:
    """The engine's term for one attribute of a record."""
    if len(value) > _LONGEST_FACET:
        # The engine silently drops terms beyond 64 KiB, and a hand-written tag may be any length.
        import hashlib

        value = hashlib.sha256(value.encode("utf-8", "surrogatepass")).hexdigest()
    return f"{attribute}\x1f{value}"


ALWAYS = -(1 << 62)
"""When that began which does not say when: earlier than any date."""


@value
class Stored:
    """A record as the engine takes it; times in microseconds since the epoch."""

    version: int
    bag: str
    facets: Sequence[str]
    updated: int | None
    began: int


@value
class Hits:
    """Result of one search.

    Attributes:
        versions: best first.
        lowest: score of the last one.
        complete: nothing else matches.
    """

    versions: list[int]
    lowest: float
    complete: bool


@value
class View:
    """One commit of the engine, matched with the catalogue's state.

    Attributes:
        version: the engine knows every record up to this one.
        total: documents in its statistics, deleted ones included and markers left out.
        markers: those of flushes, deleted ones included; they hold no term.
        counted: what `begun` has counted.
    """

    searcher: tantivy.Searcher
    schema: tantivy.Schema
    folder: str
    stamp: str
    version: int
    total: int
    markers: int
    counted: dict[int, int] = field(default_factory=dict, compare=False)

    def search(self, query: tantivy.Query, limit: int) -> Hits:
        """The best documents.

        Raises:
            EngineDamaged: the engine fails.
        """
        depth = min(limit, self.total + 2)  # the engine reserves memory for as many as it is asked for
        with engine_faults():
            found = self.searcher.search(query, depth, count=False).hits
            versions = self.searcher.fast_field_values(VERSION, [address for _, address in found])
        # The marker of a flush carries no version.
        held = [int(version) for version in versions if version is not None]
        return Hits(held, found[-1][0] if found else 0.0, len(found) < depth)

    def begun(self, by: int) -> int:
        """Number of documents that had begun to hold by then, deleted ones included now and then.

        Counting 100,000 takes 0.8 ms, so it is done once a moment.
        """
        if by not in self.counted:
            import tantivy

            between = tantivy.Query.range_query(self.schema, BEGAN, tantivy.FieldType.Integer, None, by)
            with engine_faults():
                found = self.searcher.search(between, 1, count=True)
            self.counted[by] = found.count  # type: ignore[attr-defined]  # the library's stub lacks it
        return self.counted[by]

    def frequencies(self, column: str, terms: Iterable[str]) -> dict[str, int]:
        """Number of documents with each term, deleted ones included."""
        with engine_faults():
            return {term: self.searcher.doc_freq(column, term) for term in terms}

    def terms_with_prefix(self, prefix: str) -> list[str]:
        """Every term of the bag that begins with `prefix`."""
        with engine_faults():
            return [term for term, _ in self.searcher.terms_with_prefix(BAG, prefix)]

    def live(self) -> int:
        """Documents that are not deleted, the stamp left out."""
        return self.searcher.num_docs - 1


@value
class Segment:
    """A part of the index that never changes, but for what is deleted in it.

    Attributes:
        documents: deleted ones included.
    """

    id: str
    documents: int
    deleted: int


class Lexical:
    """Access to the engine; shared by threads."""

    def __init__(self, parent: str) -> None:
        self._parent = parent
        self._lock = allocate_lock()
        self._index: tuple[str, tantivy.Index] | None = None
        self._view: View | None = None

    def view(self, head: Head) -> View | None:
        """The engine's present commit; None when the catalogue has handed it nothing yet.

        Raises:
            EngineDamaged: the engine cannot be opened, or its stamp is not the catalogue's.
        """
        if not head.stamp:
            return None
        known = self._view
        if known and known.folder == head.folder and known.stamp in (head.stamp, head.next_stamp):
            return known
        with self._lock, engine_faults():
            self._view = self._reload(head)
            return self._view

    def _reload(self, head: Head) -> View:
        self._expect(head)
        index = self._open(head.folder)
        index.reload()
        searcher = index.searcher()
        stamps = {head.stamp: head.lexical, head.next_stamp: head.next_lexical}
        for stamp, version in stamps.items():
            if stamp and _holds_stamp(searcher, index.schema, stamp):
                total, markers = (searcher.doc_freq(FACET, each) for each in (EVERY, _STAMP))
                return View(searcher, index.schema, head.folder, stamp, version, total, markers)
        raise EngineDamaged(f"{head.folder} carries a foreign stamp")

    def _expect(self, head: Head) -> None:
        """An index that was once committed must be there: the library would quietly create an empty one."""
        if head.stamp and not os.path.isfile(os.path.join(self._parent, head.folder, "meta.json")):
            raise EngineDamaged(f"{head.folder} is gone")

    def _open(self, folder: str) -> tantivy.Index:
        """Open or create; the library decides by the presence of its own file."""
        if self._index is None or self._index[0] != folder:
            import tantivy

            path = os.path.join(self._parent, folder)
            os.makedirs(path, exist_ok=True)
            index = tantivy.Index(_schema(), path)
            index.config_reader("manual")
            self._index = (folder, index)
        return self._index[1]

    def writer(self, head: Head) -> LexicalWriter | None:
        """The right to write; None while another process or thread has it.

        The engine's own lock file decides. It belongs to an open file, so it ends with its process.

        Raises:
            EngineDamaged: the folder cannot be opened.
        """
        with self._lock:
            with engine_faults():
                self._expect(head)
                index = self._open(head.folder)
            try:
                writer = index.writer(_HEAP_BYTES, num_threads=1)
                return LexicalWriter(os.path.join(self._parent, head.folder), index, writer)
            except (ValueError, OSError):
                return None

    def close(self) -> None:
        """Forget what is open."""
        with self._lock:
            self._index = self._view = None


class LexicalWriter:
    """One flush."""

    def __init__(self, folder: str, index: tantivy.Index, writer: tantivy.IndexWriter) -> None:
        self._folder = folder
        self._index = index
        self._writer = writer

    def holds(self, stamp: str) -> bool:
        """Whether the last commit carries this stamp."""
        with engine_faults():
            self._index.reload()
            return bool(stamp) and _holds_stamp(self._index.searcher(), self._index.schema, stamp)

    def tidy(self) -> None:
        """Remove what a crashed flush left behind.

        The engine numbers its commits on from the last durable one, so the crashed commit's list of deleted
        documents has the name that the next one will want, and the engine refuses to overwrite a file.
        """
        with engine_faults():
            self._writer.garbage_collect_files()
        for name in os.listdir(self._folder):
            if name.startswith(".tmp"):
                with suppress(OSError):
                    os.unlink(os.path.join(self._folder, name))

    def segments(self) -> list[Segment]:
        """Those of the last commit, or of a merge since."""
        import json

        with open(os.path.join(self._folder, "meta.json"), "rb") as file:
            told = json.load(file)["segments"]
        gone = [one["deletes"]["num_deleted_docs"] if one["deletes"] else 0 for one in told]
        return [Segment(one["segment_id"], one["max_doc"], n) for one, n in zip(told, gone, strict=True)]

    def is_bare(self) -> bool:
        """Whether the folder holds the files of the last commit's segments and no others.

        A file is called after its segment, the segment in ``meta.json`` after the same number with hyphens.
        """
        segments = {one.id.replace("-", "") for one in self.segments()}
        names = [name for name in os.listdir(self._folder) if name != "meta.json" and name[0] != "."]
        return all(name.partition(".")[0] in segments for name in names)

    def clear(self) -> None:
        """Drop everything."""
        with engine_faults():
            self._writer.delete_all_documents()

    def remove(self, versions: Sequence[int]) -> None:
        """Drop versions. By query: deletion by term takes every number for a signed one and finds nothing."""
        import tantivy

        with engine_faults():
            self._writer.delete_documents_by_query(
                tantivy.Query.term_set_query(self._index.schema, VERSION, list(versions))
            )

    def add(self, stored: Stored) -> None:
        """Take one version."""
        import tantivy

        document = tantivy.Document()
        document.add_unsigned(VERSION, stored.version)
        document.add_text(BAG, stored.bag)
        document.add_text(FACET, EVERY)
        for each in stored.facets:
            document.add_text(FACET, each)
        if stored.updated is not None:
            document.add_integer(UPDATED, stored.updated)
        document.add_integer(BEGAN, stored.began)
        with engine_faults():
            self._writer.add_document(document)

    def pad(self, deleted: int) -> None:
        """Commit, with a segment of one more marker and as many documents as are deleted at once."""
        import tantivy

        marker, passing = tantivy.Document(), tantivy.Document()
        for document in (marker, passing):
            document.add_text(FACET, _STAMP)
        passing.add_text(FACET, _PASSING)
        with engine_faults():
            for _ in range(deleted):
                self._writer.add_document(passing)
            if deleted:
                self._writer.delete_documents_by_term(FACET, _PASSING)
            self._writer.add_document(marker)
            self._writer.commit()

    def commit(self, stamp: str) -> None:
        """Make it durable under a new stamp."""
        import tantivy

        marker = tantivy.Document()
        marker.add_text(FACET, _STAMP)
        marker.add_text(FACET, facet(_STAMP, stamp))
        with engine_faults():
            self._writer.delete_documents_by_term(FACET, _STAMP)
            self._writer.add_document(marker)
            self._writer.commit()

    def close(self) -> None:
        """Let merges finish, so that segments stay few, and give the lock back.

        What was not committed is gone. A merge that fails leaves its segments apart.
        """
        with suppress(EngineDamaged), engine_faults():
            self._writer.wait_merging_threads()


def _holds_stamp(searcher: tantivy.Searcher, schema: tantivy.Schema, stamp: str) -> bool:
    # A search, because a document frequency still counts markers that a later flush has deleted.
    import tantivy

    query = tantivy.Query.term_query(schema, FACET, facet(_STAMP, stamp), "basic")
    return bool(searcher.search(query, 1, count=False).hits)


def _schema() -> tantivy.Schema:
    import tantivy

    builder = tantivy.SchemaBuilder()
    builder.add_unsigned_field(VERSION, indexed=True, fast=True)
    builder.add_integer_field(UPDATED, indexed=True, fast=True)
    builder.add_integer_field(BEGAN, indexed=True, fast=True)
    builder.add_text_field(BAG, tokenizer_name="whitespace", index_option="freq")
    builder.add_text_field(FACET, tokenizer_name="raw", index_option="basic")
    return builder.build()
