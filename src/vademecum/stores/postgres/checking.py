"""Faults of an index: does everything that is stored twice agree?"""

from __future__ import annotations

from collections import Counter

from vademecum.model.postings import Field, Postings, decode_counts
from vademecum.stores.codec import languages_of
from vademecum.stores.postgres import totals, vector_rows
from vademecum.stores.postgres.bounding import bounded
from vademecum.stores.postgres.rows import DETAIL

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from vademecum.stores.postgres.head import Head
    from vademecum.stores.postgres.transaction import Transaction

_RECORDLESS = (
    "NOT EXISTS (SELECT FROM vade.record "
    "WHERE record.tenant = %(tenant)s AND record.version = {table}.version OFFSET 0)"
)
_ORPHANS = {
    "records without details": """
        vade.record WHERE record.tenant = %(tenant)s AND NOT EXISTS (
            SELECT FROM vade.detail
            WHERE detail.tenant = %(tenant)s AND detail.version = record.version OFFSET 0)
        """,
    "records without a file": """
        vade.detail LEFT JOIN LATERAL (
            SELECT one.version FROM vade.file AS one
            WHERE one.tenant = %(tenant)s AND one.path = detail.path LIMIT 1) AS file ON TRUE
        WHERE detail.tenant = %(tenant)s AND file.version IS DISTINCT FROM detail.version
        """,
    **{
        f"{what} without a record": f"vade.{table} WHERE {table}.tenant = %(tenant)s AND "
        f"{table}.version IS NOT NULL AND {_RECORDLESS.format(table=table)}"
        for table, what in (
            ("detail", "details"),
            ("file", "files"),
            ("facet", "tags and names"),
            ("stated", "fields"),
        )
    },
}
_NODELESS = (
    "NOT EXISTS (SELECT FROM vade.vertex "
    "WHERE vertex.tenant = %(tenant)s AND vertex.id = {table}.id OFFSET 0)"
)
_ORPHANS.update(
    {
        f"{what} without a node": f"vade.{table} WHERE {table}.tenant = %(tenant)s AND "
        f"{_NODELESS.format(table=table)}"
        for table, what in (
            ("record", "records"),
            ("vertex_form", "names"),
            ("edge", "edges"),
            ("trait", "traits"),
            ("stand", "places of rules"),
        )
    }
)
_ORPHANS["nodes without a record"] = """
    vade.vertex WHERE vertex.tenant = %(tenant)s AND NOT EXISTS (
        SELECT FROM vade.record WHERE record.tenant = %(tenant)s AND record.id = vertex.id OFFSET 0)
    """
_RECORDS = f"""
SELECT record.version, record.postings, record.lengths, record.scope, record.review, detail.rest
FROM vade.record, {DETAIL}
WHERE record.tenant = %(tenant)s AND record.version > %(after)s ORDER BY record.version LIMIT %(most)s
"""
_TERMS = """
SELECT posting.term, sum(posting.n)::bigint, sum(octet_length(posting.entries))::bigint FROM vade.posting
WHERE posting.tenant = %(tenant)s GROUP BY posting.term
"""
_TOTALS = "SELECT total.sort, total.name, total.n FROM vade.total WHERE total.tenant = %(tenant)s"
_FILES = "SELECT count(*) FROM vade.file WHERE file.tenant = %(tenant)s"
_AT_ONCE = 1_000


def faults(transaction: Transaction, head: Head) -> tuple[str, ...]:
    """One line each; empty when sound."""
    return (
        *_orphans(transaction),
        *_statistics(transaction, head),
        *vector_rows.faults(transaction, vector_rows.MEMORIES, "record"),
    )


def _orphans(transaction: Transaction) -> Iterator[str]:
    for what, where in _ORPHANS.items():
        (number,) = transaction.one(f"SELECT count(*) FROM {where}") or (0,)
        if number:
            yield f"catalogue: {number} {what}"


def _statistics(transaction: Transaction, head: Head) -> Iterator[str]:
    terms: Counter[str] = Counter()
    lengths: Counter[str] = Counter()
    counted = totals.Totals()
    records = 0
    for encoded, of_fields, scope, review, rest in _records(transaction):
        records += 1
        terms.update(bounded(term) for term, _ in Postings(encoded))
        lengths.update({field.value: number for field, number in decode_counts(of_fields)})
        counted.count(1, scope, review, languages_of(rest))
    (files,) = transaction.one(_FILES) or (0,)
    if (head.records, head.files) != (records, files):
        yield f"head: {head.records} records in {head.files} files where {records} in {files} are stored"
    if head.lengths != "".join(
        f"{field.value}{lengths[field.value]}" for field in Field if lengths[field.value]
    ):
        yield "head: lengths differ from the records'"
    stored = transaction.all(_TERMS)
    if {term: number for term, number, _ in stored} != dict(terms):
        yield "postings: document frequencies differ from the records'"
    if any(number * 10 != size for _, number, size in stored):
        yield "postings: rows of another length than their number of entries"
    kept = {(sort, name): n for sort, name, n in transaction.all(_TOTALS) if sort != totals.CENSUS}
    if kept != counted.changes:
        yield "totals: numbers differ from the records'"


def _records(transaction: Transaction) -> Iterator[tuple[str, str, str, str | None, str]]:
    after = 0
    while found := transaction.all(_RECORDS, after=after, most=_AT_ONCE):
        for _, encoded, lengths, scope, review, rest in found:
            yield encoded, lengths, scope, review, rest
        after = found[-1][0]
