"""Reading the catalogue: every function takes a connection and answers one question of a port."""

from __future__ import annotations

from vademecum.errors import UnknownName
from vademecum.model.ask import Corpus, Filters
from vademecum.model.file import AliasEntry, FileState, Quarantined, QuarantineReason
from vademecum.model.record import MemoryId, Scope
from vademecum.stores.codec import (
    ROW_COLUMNS,
    STATE_COLUMNS,
    entry_of,
    path_bytes,
    path_text,
    row_of,
    speakable,
    state_of,
)
from vademecum.stores.local import selecting
from vademecum.stores.local.codec import ROW_TABLES, listed
from vademecum.stores.local.layout import DERIVED, FILES, LANGUAGE, LENGTH, LONGEST, RECORDS, REVIEW, SCOPE

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Sequence

    from vademecum.model.entry import Entry, Row

_SHORTEST_PREFIX = 4
_MOST_HANDLES = 10
_LAST = "\U0010ffff"
_ANY_OF = "IN (SELECT value FROM json_each(?))"
_ENTRIES_AT_ONCE = 256

# Months of negative microseconds round towards the past, as everywhere; SQLite alone rounds towards zero.
_AT = "coalesce(created, updated)"
_SECONDS = f"({_AT} - ({_AT} % 1000000 + 1000000) % 1000000) / 1000000"
_WITHIN = f"AND scope {_ANY_OF}"
_COUNTED = {
    "type": "SELECT type, count(*) FROM record WHERE kind = 'memory' {within} GROUP BY type",
    "status": "SELECT status, count(*) FROM record WHERE kind = 'memory' {within} GROUP BY status",
    "kind": "SELECT kind, count(*) FROM record WHERE true {within} GROUP BY kind",
    "month": f"SELECT strftime('%Y-%m', {_SECONDS}, 'unixepoch') AS month, count(*) FROM record "
    f"WHERE kind = 'memory' AND {_AT} IS NOT NULL {{within}} GROUP BY month",
    "tag": "SELECT tag, count(*) FROM tag JOIN record USING (version) "
    "WHERE kind = 'memory' {within} GROUP BY tag",
    "review": "SELECT review, count(*) FROM record WHERE review IS NOT NULL {within} GROUP BY review",
}
_TALLIES = {
    **{name: text.format(within="") for name, text in _COUNTED.items()},
    "scope": f"SELECT name, n FROM total WHERE sort = '{SCOPE}'",
    "review": f"SELECT name, n FROM total WHERE sort = '{REVIEW}'",
}
_TALLIES_WITHIN = {
    **{name: text.format(within=_WITHIN) for name, text in _COUNTED.items()},
    "scope": f"{_TALLIES['scope']} AND name {_ANY_OF}",
}


def record_count(connection: sqlite3.Connection) -> int:
    """Number of indexed records."""
    return _total(connection, RECORDS)


def _total(connection: sqlite3.Connection, sort: str) -> int:
    row = connection.execute("SELECT n FROM total WHERE sort = ? AND name = ''", (sort,)).fetchone()
    return int(row[0]) if row else 0


def corpus(connection: sqlite3.Connection) -> Corpus:
    """`Statistics.corpus`."""
    rows = connection.execute(
        "SELECT sort, name, n FROM total WHERE sort IN (?, ?, ?) ORDER BY name", (RECORDS, LENGTH, LONGEST)
    ).fetchall()
    single = {sort: n for sort, _, n in rows if sort != LENGTH}
    lengths = {name: n for sort, name, n in rows if sort == LENGTH}
    return Corpus(single.get(RECORDS, 0), lengths, single.get(LONGEST, 0))


def bag_bounds(connection: sqlite3.Connection) -> tuple[int, int]:
    """Number of terms of all records together, and the most that expansions added to any one."""
    rows = connection.execute("SELECT sort, n FROM total WHERE sort IN (?, ?)", (LENGTH, DERIVED)).fetchall()
    terms = sum(n for sort, n in rows if sort == LENGTH)
    return terms, next((n for sort, n in rows if sort == DERIVED), 0)


def frequencies(connection: sqlite3.Connection, terms: Sequence[str]) -> dict[str, int]:
    """`Statistics.frequencies`."""
    rows = connection.execute(f"SELECT term, df FROM term WHERE term {_ANY_OF}", (listed(terms),))
    return dict(rows.fetchall())


def expand_prefix(connection: sqlite3.Connection, prefix: str, limit: int) -> tuple[str, ...]:
    """`Statistics.expand_prefix`."""
    if not speakable(prefix):
        return ()
    rows = connection.execute(
        "SELECT term FROM term WHERE term >= ? AND term < ? ORDER BY df DESC, term LIMIT ?",
        (prefix, prefix + _LAST, max(0, limit)),
    )
    return tuple(row[0] for row in rows)


def languages(connection: sqlite3.Connection) -> tuple[str, ...]:
    """`Statistics.languages`."""
    rows = connection.execute("SELECT name FROM total WHERE sort = ? ORDER BY n DESC, name", (LANGUAGE,))
    return tuple(row[0] for row in rows)


def rows(connection: sqlite3.Connection, ids: Sequence[MemoryId]) -> dict[MemoryId, Row]:
    """`Catalogue.rows`."""
    found = connection.execute(
        f"SELECT {ROW_COLUMNS} FROM {ROW_TABLES} WHERE record.id {_ANY_OF}", (listed(ids),)
    )
    by_id = {row.id: row for row in map(row_of, found)}
    return {each: by_id[each] for each in ids if each in by_id}


def resolve(connection: sqlite3.Connection, handle: str) -> tuple[MemoryId, ...]:
    """`Catalogue.resolve`."""
    if not speakable(handle):
        return ()
    for spelling in (handle, handle.upper()):
        if connection.execute("SELECT 1 FROM record WHERE id = ?", (spelling,)).fetchone():
            return (MemoryId(spelling),)
    found = connection.execute(
        "SELECT id FROM detail JOIN record USING (version) WHERE key = ? ORDER BY id LIMIT ?",
        (handle, _MOST_HANDLES),
    ).fetchall()
    if not found and len(handle) >= _SHORTEST_PREFIX:
        upper = handle.upper()
        found = connection.execute(
            "SELECT id FROM record WHERE (id >= ? AND id < ?) OR (id >= ? AND id < ?) ORDER BY id LIMIT ?",
            (handle, handle + _LAST, upper, upper + _LAST, _MOST_HANDLES),
        ).fetchall()
    return tuple(row[0] for row in found)


def page(
    connection: sqlite3.Connection, filters: Filters, limit: int, offset: int
) -> tuple[tuple[Row, ...], int]:
    """`Catalogue.page`."""
    passing, values = selecting.conditions(filters)
    total = connection.execute(f"SELECT count(*) FROM record WHERE {passing}", values).fetchone()[0]
    shown = connection.execute(
        f"SELECT id FROM record WHERE {passing} ORDER BY updated DESC, id LIMIT ? OFFSET ?",
        (*values, max(0, limit), max(0, offset)),
    ).fetchall()
    found = rows(connection, [row[0] for row in shown])
    return tuple(found.values()), total


def repeats(connection: sqlite3.Connection, scope: Scope, body_hash: str) -> tuple[MemoryId, ...]:
    """`Catalogue.repeats`."""
    found = connection.execute(
        f"SELECT id FROM detail JOIN record USING (version) WHERE body_hash = ? AND scope {_ANY_OF} "
        "ORDER BY id",
        (body_hash, listed((scope,))),
    )
    return tuple(row[0] for row in found)


def named(
    connection: sqlite3.Connection, forms: Sequence[str], scopes: Sequence[Scope]
) -> dict[str, tuple[MemoryId, ...]]:
    """`Catalogue.named`."""
    sql = f"SELECT form, id FROM name_form JOIN record USING (version) WHERE form {_ANY_OF}"
    values = [listed(forms)]
    if scopes:
        sql += f" AND scope {_ANY_OF}"
        values.append(listed(scopes))
    found: dict[str, list[MemoryId]] = {}
    for form, id in connection.execute(f"{sql} ORDER BY form, id", values):
        found.setdefault(form, []).append(id)
    return {form: tuple(ids) for form, ids in found.items()}


def tally(connection: sqlite3.Connection, attribute: str, scopes: Sequence[Scope]) -> dict[str, int]:
    """`Catalogue.tally`."""
    statement = (_TALLIES_WITHIN if scopes else _TALLIES).get(attribute)
    if statement is None:
        raise UnknownName("attribute", attribute)
    return dict(sorted(connection.execute(statement, (listed(scopes),) if scopes else ()).fetchall()))


def states(connection: sqlite3.Connection) -> dict[str, FileState]:
    """`Manifest.states`."""
    found = connection.execute(f"SELECT path, {STATE_COLUMNS} FROM file")
    return {path_text(columns[0]): state_of(columns[1:]) for columns in found}


def state(connection: sqlite3.Connection, path: str) -> FileState | None:
    """`Manifest.state`."""
    found = connection.execute(
        f"SELECT {STATE_COLUMNS} FROM file WHERE path = ?", (path_bytes(path),)
    ).fetchone()
    return state_of(found) if found else None


def known_files(connection: sqlite3.Connection) -> int:
    """`Manifest.known_files`."""
    return _total(connection, FILES)


def owner(connection: sqlite3.Connection, record: MemoryId) -> str | None:
    """`Manifest.owner`."""
    if not speakable(record):
        return None
    found = connection.execute(
        "SELECT path FROM record JOIN detail USING (version) WHERE id = ?", (record,)
    ).fetchone()
    return path_text(found[0]) if found else None


def file_of(connection: sqlite3.Connection, scope: Scope) -> str | None:
    """`Manifest.file_of`; the kinds are named so that an index finds the scope."""
    found = connection.execute(
        "SELECT path FROM record JOIN detail USING (version) "
        "WHERE kind IN ('memory', 'entity') AND scope = ? AND instr(path, ?) = 0 LIMIT 1",
        (scope, b"/."),  # what a team shares and what others keep stands below a hidden folder
    ).fetchone()
    return path_text(found[0]) if found else None


def quarantined(connection: sqlite3.Connection) -> tuple[Quarantined, ...]:
    """`Manifest.quarantined`."""
    found = connection.execute(
        "SELECT path, reason, message, line FROM file WHERE reason IS NOT NULL ORDER BY path"
    )
    return tuple(
        Quarantined(path_text(path), QuarantineReason(reason), message, line)
        for path, reason, message, line in found
    )


def matching(
    connection: sqlite3.Connection, words: Sequence[str], scopes: Sequence[Scope]
) -> tuple[AliasEntry, ...]:
    """`Vocabulary.matching`."""
    sql = (
        "SELECT scope, alias, target FROM alias WHERE position IN "
        f"(SELECT position FROM alias_word WHERE word {_ANY_OF})"
    )
    values = [listed(words)]
    if scopes:
        sql += f" AND scope {_ANY_OF}"
        values.append(listed(scopes))
    found = connection.execute(f"{sql} ORDER BY position", values)
    return tuple(AliasEntry(*columns) for columns in found)


def entries_after(connection: sqlite3.Connection, path: bytes) -> list[Entry]:
    """The next entries by path; empty at the end."""
    from vademecum.stores.local import edge_lookups  # no recall walks over everything

    found = connection.execute(
        f"SELECT {ROW_COLUMNS} FROM {ROW_TABLES} WHERE file.path > ? AND file.version IS NOT NULL "
        "ORDER BY file.path LIMIT ?",
        (path, _ENTRIES_AT_ONCE),
    )
    return edge_lookups.placed(connection, [entry_of(columns) for columns in found])
