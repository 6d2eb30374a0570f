"""Reading an index: every function answers one question of a port in a transaction."""

from __future__ import annotations

from vademecum.errors import UnknownName
from vademecum.model.file import FileState, Quarantined, QuarantineReason
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
from vademecum.stores.postgres import selecting, totals
from vademecum.stores.postgres.bounding import bounded
from vademecum.stores.postgres.rows import DETAIL, ROW_TABLES

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from vademecum.model.ask import Filters
    from vademecum.model.entry import Entry, Row
    from vademecum.stores.postgres.remembered import Remembered
    from vademecum.stores.postgres.transaction import Transaction

_SHORTEST_PREFIX = 4
_ROW_BYTES = 3_072
_MOST_HANDLES = 10
_LAST = "\U0010ffff"
_ENTRIES_AT_ONCE = 256

_FREQUENCIES = """
SELECT posting.term, sum(posting.n)::bigint FROM vade.posting
WHERE posting.tenant = %(tenant)s AND posting.term = ANY(%(terms)s::text[]) GROUP BY posting.term
"""
# A term that was cut ends in its digest, behind a sign that nothing searched for holds.
_EXPAND = """
SELECT posting.term FROM vade.posting
WHERE posting.tenant = %(tenant)s AND posting.term >= %(prefix)s AND posting.term < %(behind)s
AND strpos(posting.term, chr(1)) = 0
GROUP BY posting.term ORDER BY sum(posting.n) DESC, posting.term LIMIT %(most)s
"""
_ROWS = f"""
SELECT {ROW_COLUMNS} FROM {ROW_TABLES}
WHERE record.tenant = %(tenant)s AND record.id = ANY(%(ids)s::text[])
"""
_PRESENT = "SELECT FROM vade.record WHERE record.tenant = %(tenant)s AND record.id = %(id)s"
_OF_DETAIL, _OF_FACET = (
    f"LATERAL (SELECT * FROM vade.record AS one WHERE one.tenant = %(tenant)s "
    f"AND one.version = {table}.version LIMIT 1) AS record"
    for table in ("detail", "facet")
)
_KEYED = f"""
SELECT record.id FROM vade.detail, {_OF_DETAIL}
WHERE detail.tenant = %(tenant)s AND detail.key = %(key)s ORDER BY record.id LIMIT %(most)s
"""
_BEGUN = """
SELECT record.id FROM vade.record WHERE record.tenant = %(tenant)s AND (
    (record.id >= %(first)s AND record.id < %(behind)s)
    OR (record.id >= %(upper)s AND record.id < %(upper_behind)s))
ORDER BY record.id LIMIT %(most)s
"""
_COUNT = "SELECT count(*) FROM vade.record WHERE record.tenant = %(tenant)s AND "
_SHOWN = "SELECT record.id FROM vade.record WHERE record.tenant = %(tenant)s AND "
_NEWEST_FIRST = " ORDER BY record.updated DESC NULLS LAST, record.id LIMIT %(limit)s OFFSET %(offset)s"
_REPEATS = f"""
SELECT record.id FROM vade.detail, {_OF_DETAIL}
WHERE detail.tenant = %(tenant)s AND detail.body_hash = %(body_hash)s AND record.scope = %(scope)s
ORDER BY record.id
"""
_NAMED = f"""
SELECT facet.name, record.id FROM vade.facet, {_OF_FACET}
WHERE facet.tenant = %(tenant)s AND facet.sort = 'name' AND facet.name = ANY(%(forms)s::text[])
"""
_ANY_NAME = "SELECT FROM vade.facet WHERE facet.tenant = %(tenant)s AND facet.sort = 'name' LIMIT 1"
_OF_SCOPES = " AND record.scope = ANY(%(scopes)s::text[])"
_STATES = f"SELECT file.path, {STATE_COLUMNS} FROM vade.file WHERE file.tenant = %(tenant)s"
_STATE = f"SELECT {STATE_COLUMNS} FROM vade.file WHERE file.tenant = %(tenant)s AND file.path = %(path)s"
_OWNER = f"""
SELECT detail.path FROM vade.record, {DETAIL}
WHERE record.tenant = %(tenant)s AND record.id = %(id)s
"""
# What a team shares and what others keep stands below a hidden folder.
_FILE_OF = f"""
SELECT detail.path FROM vade.record, {DETAIL}
WHERE record.tenant = %(tenant)s AND record.scope = %(scope)s AND position('/.'::bytea IN detail.path) = 0
LIMIT 1
"""
_QUARANTINED = """
SELECT file.path, file.reason, file.message, file.line FROM vade.file
WHERE file.tenant = %(tenant)s AND file.reason IS NOT NULL ORDER BY file.path
"""
_ENTRIES = f"""
SELECT {ROW_COLUMNS} FROM {ROW_TABLES}
WHERE record.tenant = %(tenant)s AND file.path > %(path)s AND file.version IS NOT NULL
ORDER BY file.path LIMIT %(most)s
"""
_RECORDS = "FROM vade.record WHERE record.tenant = %(tenant)s"
_MEMORIES = f"{_RECORDS} AND record.kind = 'memory'"
_AT = "coalesce(record.created, record.updated)"
# Whole seconds, rounded towards the past; an interval of months would know no year beyond 9999.
_MONTH = f"to_char(to_timestamp(floor({_AT} / 1000000.0)) AT TIME ZONE 'UTC', 'YYYY-MM')"
_WITHIN = "AND record.scope = ANY(%(scopes)s::text[])"
_COUNTED = {
    "type": f"SELECT record.type, count(*) {_MEMORIES} {{within}} GROUP BY record.type",
    "status": f"SELECT record.status, count(*) {_MEMORIES} {{within}} GROUP BY record.status",
    "kind": f"SELECT record.kind, count(*) {_RECORDS} {{within}} GROUP BY record.kind",
    "month": f"SELECT {_MONTH}, count(*) {_MEMORIES} AND {_AT} IS NOT NULL {{within}} GROUP BY 1",
    "tag": f"""
        SELECT facet.name, count(*) FROM vade.facet, {_OF_FACET}
        WHERE facet.tenant = %(tenant)s AND facet.sort = 'tag' AND record.kind = 'memory' {{within}}
        GROUP BY facet.name
        """,
    "review": f"""
        SELECT record.review, count(*) {_RECORDS} AND record.review IS NOT NULL {{within}}
        GROUP BY record.review
        """,
}
_TOTALS = """
SELECT coalesce(total.whole, total.name), total.n FROM vade.total
WHERE total.tenant = %(tenant)s AND total.sort = '{sort}'
"""
_TALLIES = {
    **{name: text.format(within="") for name, text in _COUNTED.items()},
    "review": _TOTALS.format(sort="review"),
    "scope": _TOTALS.format(sort="scope"),
}
_TALLIES_WITHIN = {
    **{name: text.format(within=_WITHIN) for name, text in _COUNTED.items()},
    "scope": _TALLIES["scope"] + "AND coalesce(total.whole, total.name) = ANY(%(scopes)s::text[])",
}
_LINGERING = """
SELECT posting.term FROM vade.posting
WHERE posting.tenant = %(tenant)s AND posting.term = ANY(%(terms)s::text[])
UNION
SELECT facet.name FROM vade.facet
WHERE facet.tenant = %(tenant)s AND facet.sort = ANY('{tag,about,name}'::text[])
AND facet.name = ANY(%(terms)s::text[])
"""


def frequencies(transaction: Transaction, terms: Sequence[str]) -> dict[str, int]:
    """`Statistics.frequencies`."""
    if not terms:
        return {}
    found = dict(transaction.all(_FREQUENCIES, terms=selecting.spoken(terms)))
    return {term: found[key] for term in terms if speakable(term) and (key := bounded(term)) in found}


def expand_prefix(transaction: Transaction, prefix: str, limit: int) -> tuple[str, ...]:
    """`Statistics.expand_prefix`; terms that are too long to be kept whole are left out."""
    if not speakable(prefix):
        return ()
    rows = transaction.all(_EXPAND, prefix=prefix, behind=prefix + _LAST, most=max(0, limit))
    return tuple(term for (term,) in rows)


def languages(transaction: Transaction) -> tuple[str, ...]:
    """`Statistics.languages`."""
    found = totals.of_sort(transaction, totals.LANGUAGE)
    return tuple(sorted(found, key=lambda name: (-found[name], name)))


def lingering(transaction: Transaction, terms: Sequence[str]) -> frozenset[str]:
    """`Statistics.lingering`."""
    found = {name for (name,) in transaction.all(_LINGERING, terms=selecting.spoken(terms))}
    return frozenset(term for term in terms if speakable(term) and bounded(term) in found)


def rows(transaction: Transaction, ids: Sequence[MemoryId]) -> dict[MemoryId, Row]:
    """`Catalogue.rows`."""
    wanted = [each for each in dict.fromkeys(ids) if speakable(each)]
    if not wanted:
        return {}
    by_id = {row.id: row for row in map(row_of, transaction.all(_ROWS, ids=wanted))}
    return {each: by_id[each] for each in wanted if each in by_id}


def shown_rows(
    transaction: Transaction, ids: Sequence[MemoryId], remembered: Remembered
) -> dict[MemoryId, Row]:
    """`Catalogue.rows`, for whoever shows what was found: what few questions find is found by many."""
    if transaction.writes:
        return rows(transaction, ids)
    kept = transaction.kept
    found = rows(transaction, [each for each in ids if ("row", each) not in kept])
    kept |= {("row", each): row for each, row in found.items()}
    if found:
        remembered.grown(kept, sum([_ROW_BYTES + len(row.card.text) for row in found.values()]))
    return {each: kept["row", each] for each in ids if ("row", each) in kept}


def resolve(transaction: Transaction, handle: str) -> tuple[MemoryId, ...]:
    """`Catalogue.resolve`."""
    if not speakable(handle):
        return ()
    for spelling in dict.fromkeys((handle, handle.upper())):
        if transaction.one(_PRESENT, id=spelling) is not None:
            return (MemoryId(spelling),)
    found = transaction.all(_KEYED, key=handle, most=_MOST_HANDLES)
    if not found and len(handle) >= _SHORTEST_PREFIX:
        upper = handle.upper()
        found = transaction.all(
            _BEGUN,
            first=handle,
            behind=handle + _LAST,
            upper=upper,
            upper_behind=upper + _LAST,
            most=_MOST_HANDLES,
        )
    return tuple(id for (id,) in found)


def page(transaction: Transaction, filters: Filters, limit: int, offset: int) -> tuple[tuple[Row, ...], int]:
    """`Catalogue.page`."""
    passing, values = selecting.conditions(filters)
    (total,) = transaction.one(_COUNT + passing, **values) or (0,)
    shown = transaction.all(
        _SHOWN + passing + _NEWEST_FIRST, **values, limit=max(0, limit), offset=max(0, offset)
    )
    return tuple(rows(transaction, [id for (id,) in shown]).values()), total


def repeats(transaction: Transaction, scope: Scope, body_hash: str) -> tuple[MemoryId, ...]:
    """`Catalogue.repeats`."""
    if not (speakable(scope) and speakable(body_hash)):
        return ()
    return tuple(id for (id,) in transaction.all(_REPEATS, scope=scope, body_hash=body_hash))


def named(
    transaction: Transaction, forms: Sequence[str], scopes: Sequence[Scope]
) -> dict[str, tuple[MemoryId, ...]]:
    """`Catalogue.named`."""
    by_key = {bounded(form): form for form in forms if speakable(form)}
    if not by_key or not transaction.once("any names", lambda: transaction.one(_ANY_NAME) is not None):
        return {}
    values = {"scopes": [scope for scope in scopes if speakable(scope)]} if scopes else {}
    statement = _NAMED + _OF_SCOPES if scopes else _NAMED
    found: dict[str, list[MemoryId]] = {}
    for key, id in transaction.all(statement, forms=list(by_key), **values):
        found.setdefault(by_key[key], []).append(id)
    return {form: tuple(sorted(found[form])) for form in sorted(found)}


def tally(transaction: Transaction, attribute: str, scopes: Sequence[Scope]) -> dict[str, int]:
    """`Catalogue.tally`."""
    statement = (_TALLIES_WITHIN if scopes else _TALLIES).get(attribute)
    if statement is None:
        raise UnknownName("attribute", attribute)
    values = {"scopes": [scope for scope in scopes if speakable(scope)]} if scopes else {}
    return dict(sorted(transaction.all(statement, **values)))


def states(transaction: Transaction) -> dict[str, FileState]:
    """`Manifest.states`."""
    return {path_text(columns[0]): state_of(columns[1:]) for columns in transaction.all(_STATES)}


def state(transaction: Transaction, path: str) -> FileState | None:
    """`Manifest.state`."""
    found = transaction.one(_STATE, path=path_bytes(path))
    return state_of(found) if found else None


def owner(transaction: Transaction, record: MemoryId) -> str | None:
    """`Manifest.owner`."""
    found = transaction.one(_OWNER, id=record) if speakable(record) else None
    return path_text(found[0]) if found else None


def file_of(transaction: Transaction, scope: Scope) -> str | None:
    """`Manifest.file_of`."""
    found = transaction.one(_FILE_OF, scope=scope) if speakable(scope) else None
    return path_text(found[0]) if found else None


def quarantined(transaction: Transaction) -> tuple[Quarantined, ...]:
    """`Manifest.quarantined`."""
    found: list[tuple[bytes, str, str, int | None]] = transaction.once(
        "quarantined", lambda: transaction.all(_QUARANTINED)
    )
    return tuple(
        Quarantined(path_text(path), QuarantineReason(reason), message, line)
        for path, reason, message, line in found
    )


def entries_after(transaction: Transaction, path: bytes) -> list[Entry]:
    """The next entries by path, without their part of the graph; empty at the end."""
    return [entry_of(columns) for columns in transaction.all(_ENTRIES, path=path, most=_ENTRIES_AT_ONCE)]
