"""One atomic step of the catalogue: records, files and statistics move together."""

from __future__ import annotations

from collections import Counter

from vademecum.model.file import AliasEntry, FileState, Quarantined, Stamp
from vademecum.model.postings import Field, Postings, decode_counts
from vademecum.stores.codec import languages_of, names_of, path_bytes, stated_of
from vademecum.stores.local import census, deriving, edge_changing, fields, vector_rows
from vademecum.stores.local.codec import detail_values, record_values, state_values
from vademecum.stores.local.head import Head, read_head
from vademecum.stores.local.layout import (
    DERIVED,
    FILES,
    LANGUAGE,
    LENGTH,
    LONGEST,
    RECORDS,
    REVIEW,
    SCOPE,
)
from vademecum.text.passages import digest

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Mapping, Sequence

    from vademecum.model.entry import Changes, Entry
    from vademecum.ports.deriving import Compile
    from vademecum.stores.deriving import Step
    from vademecum.stores.local.head import Connection

_NEVER_SEEN = FileState(Stamp(0, 0, 0, 0), "", racy=True)
"""State of a file that could not even be looked at: no stamp equals it, so the next sync tries again."""

_PUT_RECORD = "INSERT INTO record VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_PUT_FILE = "INSERT INTO file VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
_ADD_TERM = "INSERT INTO term VALUES (?, ?) ON CONFLICT (term) DO UPDATE SET df = df + excluded.df"
_ADD_TOTAL = "INSERT INTO total VALUES (?, ?, ?) ON CONFLICT (sort, name) DO UPDATE SET n = n + excluded.n"
_RAISE_TOTAL = (
    "INSERT INTO total VALUES (?, ?, ?) ON CONFLICT (sort, name) DO UPDATE SET n = max(n, excluded.n)"
)


def apply_changes(connection: Connection, changes: Changes, compiled: Compile | None = None) -> None:
    """Do it, inside the caller's transaction.

    Args:
        connection: its connection.
        changes: what shall change.
        compiled: makes rules of a book; without it nothing is derived.
    """
    step = _Step(connection, read_head(connection), deriving.step(connection, compiled))
    for path in changes.gone:
        step.vacate(path_bytes(path))
    for entry in changes.put:
        step.put(entry)
    for path, state in changes.touched:
        step.touch(path_bytes(path), state)
    for quarantined, seen in changes.quarantine:
        step.quarantine(quarantined, seen or _NEVER_SEEN)
    step.finish()


def add_statistics(
    connection: sqlite3.Connection, terms: Mapping[str, int], totals: Mapping[tuple[str, str], int]
) -> None:
    """Add what a step has counted, in the order of the keys; what comes to nothing goes.

    Args:
        connection: of the caller's transaction.
        terms: stem -> change of the number of records that hold it.
        totals: sort and name -> change.
    """
    counted = sorted((term, number) for term, number in terms.items() if number)
    connection.executemany(_ADD_TERM, counted)
    lost = [(term,) for term, number in counted if number < 0]
    connection.executemany("DELETE FROM term WHERE term = ? AND df <= 0", lost)
    connection.executemany(_ADD_TOTAL, sorted((*name, number) for name, number in totals.items() if number))
    connection.execute("DELETE FROM total WHERE n = 0")


def replace_vocabulary(connection: sqlite3.Connection, entries: Sequence[AliasEntry], state: str) -> None:
    """Put the derived vocabulary in place of the old one, inside the caller's transaction."""
    # Cutting words needs tables that no other write and no read needs.
    from vademecum.stores.vocabulary import leading_words

    kept = _same_beginning(connection, entries)  # an addition to a long vocabulary writes its own lines only
    connection.execute("DELETE FROM alias WHERE position >= ?", (kept,))
    connection.execute("DELETE FROM alias_word WHERE position >= ?", (kept,))
    for position, entry in enumerate(entries[kept:], start=kept):
        connection.execute(
            "INSERT INTO alias VALUES (?, ?, ?, ?)", (position, entry.scope, entry.alias, entry.target)
        )
        connection.executemany(
            "INSERT INTO alias_word VALUES (?, ?)", [(word, position) for word in leading_words(entry)]
        )
    connection.execute("UPDATE head SET vocabulary = ?, changes = changes + 1", (state,))


def _same_beginning(connection: sqlite3.Connection, entries: Sequence[AliasEntry]) -> int:
    """How many entries stand in the store already as they are given, from the first on."""
    stored = connection.execute("SELECT scope, alias, target FROM alias ORDER BY position")
    same = 0
    for columns, entry in zip(stored, entries, strict=False):
        if columns != (entry.scope, entry.alias, entry.target):
            break
        same += 1
    return same


class _Step:
    """Statistics are gathered here and written once, in the order of their keys."""

    def __init__(self, connection: sqlite3.Connection, head: Head, following: Step | None) -> None:
        self._sql = connection
        self._following = following
        self._version = head.last_version
        self._engine_knows = head.known_to_engine
        self._terms: Counter[str] = Counter()
        self._totals: Counter[tuple[str, str]] = Counter()
        self._longest = self._derived = 0

    def put(self, entry: Entry) -> None:
        if self._following:
            self._following.before((entry.id,))
        elsewhere = self._sql.execute(
            "SELECT path, version FROM detail JOIN record USING (version) WHERE id = ?", (entry.id,)
        ).fetchone()
        self._version += 1
        if elsewhere:
            read = digest(entry.card.text, entry.card.title)
            vector_rows.carry(self._sql, elsewhere[1], self._version, read)
            self.vacate(elsewhere[0])
        path = path_bytes(entry.path)
        self.vacate(path)
        self._insert(self._version, entry)
        self._put_file(path, self._version, *state_values(entry.state), None, None, None)

    def _put_file(self, *columns: object) -> None:
        self._sql.execute(_PUT_FILE, columns)
        self._totals[FILES, ""] += 1

    def _insert(self, version: int, entry: Entry) -> None:
        self._sql.execute(_PUT_RECORD, record_values(version, entry))
        self._sql.execute("INSERT INTO detail VALUES (?, ?, ?, ?, ?)", detail_values(version, entry))
        for statement, texts in (
            ("INSERT OR IGNORE INTO tag VALUES (?1, ?2)", entry.folded_tags),
            ("INSERT OR IGNORE INTO about VALUES (?1, ?2)", entry.about),
            ("INSERT OR IGNORE INTO name_form VALUES (?2, ?1)", entry.name_forms),
        ):
            if texts:
                self._sql.executemany(statement, [(version, text) for text in texts])
        edge_changing.put(self._sql, entry)
        fields.put(self._sql, version, entry.stated)
        self._terms.update([term for term, _ in entry.postings])
        self._totals.update(census.of_entry(entry))
        self._count(1, entry.lengths, entry.languages, entry.scope, entry.review)

    def touch(self, path: bytes, state: FileState) -> None:
        self._sql.execute(
            "UPDATE file SET size = ?, mtime_ns = ?, ctime_ns = ?, inode = ?, device = ?, "
            "sha256 = ?, racy = ? WHERE path = ?",
            (*state_values(state), path),
        )

    def quarantine(self, quarantined: Quarantined, state: FileState) -> None:
        path = path_bytes(quarantined.path)
        self.vacate(path)
        message = quarantined.message.encode("utf-8", "replace").decode("utf-8")
        reason = (quarantined.reason.value, message, quarantined.line)
        self._put_file(path, None, *state_values(state), *reason)

    def vacate(self, path: bytes) -> None:
        """Forget the file and the record it held."""
        held = self._sql.execute("SELECT version FROM file WHERE path = ?", (path,)).fetchone()
        if held is None:
            return
        self._sql.execute("DELETE FROM file WHERE path = ?", (path,))
        self._totals[FILES, ""] -= 1
        if held[0] is not None:
            self._remove(held[0])

    def _remove(self, version: int) -> None:
        id, postings, lengths, rest, scope, review = self._sql.execute(
            "SELECT id, postings, lengths, rest, scope, review FROM record JOIN detail USING (version) "
            "WHERE version = ?",
            (version,),
        ).fetchone()
        if self._following:
            self._following.before((id,))
        self._terms.subtract([term for term, _ in Postings(postings)])
        self._count(-1, lengths, languages_of(rest), scope, review)
        for statement in (
            "DELETE FROM record WHERE version = ?",
            "DELETE FROM detail WHERE version = ?",
            "DELETE FROM tag WHERE version = ?",
            "DELETE FROM about WHERE version = ?",
        ):
            self._sql.execute(statement, (version,))
        self._sql.executemany(
            "DELETE FROM name_form WHERE form = ? AND version = ?",
            [(name, version) for name in names_of(rest)],
        )
        self._totals.subtract(census.of_record(self._sql, id))
        edge_changing.remove(self._sql, id)
        fields.remove(self._sql, version, stated_of(rest))
        if version <= self._engine_knows:
            self._sql.execute("INSERT INTO dead VALUES (?, '')", (version,))

    def _count(
        self, sign: int, lengths: str, languages: Sequence[str], scope: str, review: str | None
    ) -> None:
        self._totals[RECORDS, ""] += sign
        self._totals[SCOPE, scope] += sign
        if review is not None:
            self._totals[REVIEW, review] += sign
        terms = 0
        for field, number in decode_counts(lengths):
            self._totals[LENGTH, field.value] += sign * number
            terms += number
            if field is Field.EXPANSION:
                self._derived = max(self._derived, number)
        self._longest = max(self._longest, terms)
        for language in languages:
            self._totals[LANGUAGE, language] += sign

    def finish(self) -> None:
        if self._following:
            self._following.settle()
        add_statistics(self._sql, self._terms, self._totals)
        bounds = ((LONGEST, "", self._longest), (DERIVED, "", self._derived))
        self._sql.executemany(_RAISE_TOTAL, bounds)
        self._sql.execute(
            "UPDATE head SET changes = changes + 1, last_version = ?, trace = ''", (self._version,)
        )
