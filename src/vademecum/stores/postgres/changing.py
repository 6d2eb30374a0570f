"""One atomic step of an index: records, files and statistics move together."""

from __future__ import annotations

from collections import Counter
from itertools import chain

from vademecum.model.file import FileState, Stamp
from vademecum.model.postings import Field, Postings, decode_counts
from vademecum.model.value import replace
from vademecum.stores.codec import languages_of, path_bytes
from vademecum.stores.postgres import deriving, edge_rows, fields, posting_rows, vector_rows
from vademecum.stores.postgres.head import put_head
from vademecum.stores.postgres.rows import DETAIL, detail_values, facets_of, record_values, state_values
from vademecum.stores.postgres.selecting import ABOUT, NAME, TAG, spoken
from vademecum.stores.postgres.totals import Totals
from vademecum.text.passages import digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import Any

    from vademecum.model.entry import Changes, Entry
    from vademecum.model.file import Quarantined
    from vademecum.ports.deriving import Compile
    from vademecum.stores.deriving import Step as Following
    from vademecum.stores.postgres.head import Head
    from vademecum.stores.postgres.posting_rows import Weighing
    from vademecum.stores.postgres.transaction import Transaction

_NEVER_SEEN = FileState(Stamp(0, 0, 0, 0), "", racy=True)
"""State of a file that could not even be looked at: no stamp equals it, so the next sync tries again."""

_AT_ONCE = 512
"""Entries written together, which bounds what is held in memory beside them."""

_RECORD = (
    "version", "confidence", "created", "updated", "valid_from", "valid_until", "expires", "pinned",
    "explicit", "doubted", "id", "kind", "scope", "type", "status", "superseded_by", "review", "lengths",
    "postings",
)  # fmt: skip
_DETAIL = ("version", "key", "body_hash", "path", "rest")
_FILE = (
    "path", "version", "size", "mtime_ns", "ctime_ns", "inode", "device", "sha256", "racy", "reason",
    "message", "line",
)  # fmt: skip
_FACET = ("sort", "name", "version")

_HELD = f"""
SELECT file.path, record.version, record.id, record.scope, record.review, record.lengths, record.postings,
    detail.rest
FROM vade.file
LEFT JOIN LATERAL (
    SELECT * FROM vade.record AS one WHERE one.tenant = %(tenant)s AND one.version = file.version LIMIT 1
) AS record ON TRUE
LEFT JOIN {DETAIL} ON TRUE
WHERE file.tenant = %(tenant)s AND file.path = ANY(%(paths)s::bytea[])
"""
_ELSEWHERE = f"""
SELECT record.id, record.version, detail.path FROM vade.record, {DETAIL}
WHERE record.tenant = %(tenant)s AND record.id = ANY(%(ids)s::text[])
"""
_TOUCH = """
UPDATE vade.file SET size = %(size)s, mtime_ns = %(mtime_ns)s, ctime_ns = %(ctime_ns)s, inode = %(inode)s,
    device = %(device)s, sha256 = %(sha256)s, racy = %(racy)s
WHERE tenant = %(tenant)s AND path = %(path)s
"""
_REMOVE_FILES = "DELETE FROM vade.file WHERE tenant = %(tenant)s AND path = ANY(%(paths)s::bytea[])"
_REMOVE = (
    "DELETE FROM vade.record WHERE tenant = %(tenant)s AND version = ANY(%(versions)s::bigint[])",
    "DELETE FROM vade.detail WHERE tenant = %(tenant)s AND version = ANY(%(versions)s::bigint[])",
)
# Whatever is of these versions goes; the names say where in the index it stands.
_REMOVE_FACETS = """
DELETE FROM vade.facet
WHERE tenant = %(tenant)s AND sort = ANY(%(sorts)s::text[]) AND name = ANY(%(names)s::text[])
AND version = ANY(%(versions)s::bigint[])
"""
_TABLES = (
    "record", "detail", "file", "facet", "posting", "total", "alias", "alias_word", "vertex", "vertex_form",
    "edge", "stated", "declared", "trait", "stand", "crowd", "rule_book",
)  # fmt: skip
"""All that `empty` takes away; vectors go by themselves."""


def apply_changes(
    transaction: Transaction,
    head: Head,
    changes: Changes,
    weighing: Weighing,
    compiled: Compile | None = None,
) -> None:
    """Do it, inside the caller's transaction.

    Args:
        transaction: in which to write.
        head: of the index, locked.
        changes: what shall change.
        weighing: by which terms are weighed.
        compiled: makes rules of a book; without it nothing is derived.
    """
    step = _Step(transaction, head, weighing, deriving.step(transaction, compiled))
    step.vacate([path_bytes(path) for path in changes.gone])
    for entries in _batches(changes.put):
        step.put(entries)
    step.touch(changes.touched)
    for quarantined, seen in changes.quarantine:
        step.quarantine(quarantined, seen or _NEVER_SEEN)
    step.finish()


def empty(transaction: Transaction) -> None:
    """Take away everything, inside the caller's transaction and behind the lock of the head."""
    for table in _TABLES:
        transaction.run(f"DELETE FROM vade.{table} WHERE tenant = %(tenant)s")
    vector_rows.empty(transaction, vector_rows.MEMORIES)


def size_bytes(transaction: Transaction) -> int:
    """Bytes of the rows of a tenant, without those of their indexes."""
    sizes = [
        transaction.one(
            f"SELECT coalesce(sum(pg_column_size({table}.*)), 0) FROM vade.{table} "
            f"WHERE {table}.tenant = %(tenant)s"
        )
        for table in ("head", *_TABLES)
    ]
    return sum(int(row[0]) for row in sizes if row)


def _batches(entries: Iterable[Entry]) -> Iterator[list[Entry]]:
    """Entries in portions in which no id and no path stands twice."""
    batch: list[Entry] = []
    ids, paths = set[str](), set[str]()
    for entry in entries:
        if len(batch) == _AT_ONCE or entry.id in ids or entry.path in paths:
            yield batch
            batch, ids, paths = [], set[str](), set[str]()
        batch.append(entry)
        ids.add(entry.id)
        paths.add(entry.path)
    if batch:
        yield batch


class _Step:
    """Statistics are gathered here and written once, in the order of their keys."""

    def __init__(
        self, transaction: Transaction, head: Head, weighing: Weighing, following: Following | None
    ) -> None:
        self._sql = transaction
        self._head = head
        self._weighing = weighing
        self._following = following
        self._version = head.last_version
        self._totals = Totals()
        self._lengths: Counter[Field] = Counter(dict(decode_counts(head.lengths)))
        self._records = self._files = 0
        self._longest = head.longest

    def put(self, entries: Sequence[Entry]) -> None:
        """Entries with an id and a path of their own each."""
        ids = [entry.id for entry in entries]
        if self._following:
            self._following.before(ids)
        numbered = list(enumerate(entries, start=self._version + 1))
        self._version += len(entries)
        elsewhere = {id: (version, path) for id, version, path in self._sql.all(_ELSEWHERE, ids=ids)}
        if elsewhere and vector_rows.space(self._sql, vector_rows.MEMORIES):
            self._carry(numbered, {id: version for id, (version, _) in elsewhere.items()})
        postings = posting_rows.Step(self._weighing)
        left = dict.fromkeys(path for _, path in elsewhere.values())
        self.vacate(
            [*left, *(path for entry in entries if (path := path_bytes(entry.path)) not in left)], postings
        )
        for version, entry in numbered:
            postings.put(version, entry)
        with self._sql.unawaited():
            self._insert(numbered)
            postings.write(self._sql)

    def _carry(self, numbered: Sequence[tuple[int, Entry]], before: dict[str, int]) -> None:
        """Let the vectors of a text that is the same go with its record."""
        for version, entry in numbered:
            if entry.id in before:
                read = digest(entry.card.text, entry.card.title)
                vector_rows.carry(self._sql, before[entry.id], version, read)

    def _insert(self, numbered: Sequence[tuple[int, Entry]]) -> None:
        entries = [entry for _, entry in numbered]
        sql = self._sql
        sql.copy("record", _RECORD, [record_values(*one) for one in numbered])
        sql.copy("detail", _DETAIL, [detail_values(*one) for one in numbered])
        sql.copy(
            "file",
            _FILE,
            [
                (path_bytes(entry.path), version, *state_values(entry.state), None, None, None)
                for version, entry in numbered
            ],
        )
        facets = [
            (sort, name, version)
            for version, entry in numbered
            for sort, name in _facets(entry.folded_tags, entry.about, entry.name_forms)
        ]
        if facets:
            sql.copy("facet", _FACET, facets)
        edge_rows.put(sql, entries)
        fields.put(sql, [(version, entry.stated) for version, entry in numbered if entry.stated])
        self._files += len(entries)
        for entry in entries:
            self._totals.put(entry)
            self._count(1, entry.lengths)

    def touch(self, touched: Sequence[tuple[str, FileState]]) -> None:
        names = _FILE[2:9]
        rows = [
            {"path": path_bytes(path), **dict(zip(names, state_values(state), strict=True))}
            for path, state in touched
        ]
        if rows:
            self._sql.many(_TOUCH, rows)

    def quarantine(self, quarantined: Quarantined, state: FileState) -> None:
        path = path_bytes(quarantined.path)
        self.vacate([path])
        message = quarantined.message.encode("utf-8", "replace").decode("utf-8").replace("\0", "")
        reason = (quarantined.reason.value, message, quarantined.line)
        self._sql.copy("file", _FILE, [(path, None, *state_values(state), *reason)])
        self._files += 1

    def vacate(self, paths: Sequence[bytes], postings: posting_rows.Step | None = None) -> None:
        """Forget files and the records they held.

        Args:
            paths: of the files; those that are not known are nothing.
            postings: takes the terms away later; done at once when not given.
        """
        if not paths:
            return
        held = self._sql.all(_HELD, paths=list(paths))
        if not held:
            return
        self._sql.run(_REMOVE_FILES, paths=[columns[0] for columns in held])
        self._files -= len(held)
        if records := [columns[1:] for columns in held if columns[1] is not None]:
            step = postings or posting_rows.Step(self._weighing)
            self._remove(records, step)
            if postings is None:
                step.write(self._sql)

    def _remove(self, records: Sequence[Sequence[Any]], postings: posting_rows.Step) -> None:
        ids, versions = [columns[1] for columns in records], [columns[0] for columns in records]
        if self._following:
            self._following.before(ids)
        self._totals.remove(self._sql, ids)
        facets: set[tuple[str, str]] = set()
        for version, _, scope, review, lengths, encoded, rest in records:
            postings.remove(version, Postings(encoded))
            self._totals.count(-1, scope, review, languages_of(rest))
            self._count(-1, lengths)
            facets.update(_facets(*facets_of(rest)))
        with self._sql.unawaited():
            for statement in _REMOVE:
                self._sql.run(statement, versions=versions)
            if facets:
                sorts, names = (sorted(set(texts)) for texts in zip(*facets, strict=True))
                self._sql.run(_REMOVE_FACETS, sorts=sorts, names=names, versions=versions)
            edge_rows.remove(self._sql, ids)
            fields.remove(self._sql, versions)
            vector_rows.drop(self._sql, vector_rows.MEMORIES, versions)

    def _count(self, sign: int, lengths: str) -> None:
        self._records += sign
        terms = 0
        for field, number in decode_counts(lengths):
            self._lengths[field] += sign * number
            terms += number
        self._longest = max(self._longest, terms)

    def finish(self) -> None:
        if self._following:
            self._following.settle()
        lengths = "".join([f"{field.value}{n}" for field in Field if (n := self._lengths[field])])
        head = replace(
            self._head,
            last_version=self._version,
            records=self._head.records + self._records,
            files=self._head.files + self._files,
            longest=self._longest,
            lengths=lengths,
        )
        with self._sql.unawaited():
            self._totals.write(self._sql)
            put_head(self._sql, head)


def _facets(tags: Iterable[str], about: Iterable[str], names: Iterable[str]) -> Iterator[tuple[str, str]]:
    """Sort and name of each row of ``facet``, each once."""
    return chain.from_iterable(
        ((sort, name) for name in spoken(texts))
        for sort, texts in ((TAG, tags), (ABOUT, about), (NAME, names))
    )
