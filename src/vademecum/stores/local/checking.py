"""Faults of a generation: does everything that is stored twice agree?"""

from __future__ import annotations

from collections import Counter

from vademecum.model.edges import FIRST_DERIVED
from vademecum.model.postings import Postings, decode_counts
from vademecum.stores.codec import languages_of
from vademecum.stores.local import census, vector_rows, vector_signs
from vademecum.stores.local.faults import EngineDamaged
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

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Iterator

    from vademecum.stores.local.generation import Generation

_TOO_MANY_WAITING = 20_000
"""More than twice what the largest import lets wait."""

_HOMELESS = "version NOT IN (SELECT version FROM record)"
_ORPHANS = {
    "records without details": "record WHERE version NOT IN (SELECT version FROM detail)",
    "details without a record": f"detail WHERE {_HOMELESS}",
    "records without a file": "detail LEFT JOIN file USING (path) WHERE file.version IS NOT detail.version",
    "files without their record": f"file WHERE version IS NOT NULL AND {_HOMELESS}",
    "tags without a record": f"tag WHERE {_HOMELESS}",
    "mentions without a record": f"about WHERE {_HOMELESS}",
    "names without a record": f"name_form WHERE {_HOMELESS}",
    "fields without a record": f"stated WHERE {_HOMELESS}",
    "nodes without a record": "vertex WHERE id NOT IN (SELECT id FROM record)",
    "records without a node": "record WHERE id NOT IN (SELECT id FROM vertex)",
    "names without a node": "vertex_form WHERE id NOT IN (SELECT id FROM vertex)",
    "traits without a node": "trait WHERE id NOT IN (SELECT id FROM vertex)",
    "places of rules without a node": "stand WHERE id NOT IN (SELECT id FROM vertex)",
    "edges to nowhere by a rule": (
        f"edge WHERE position >= {FIRST_DERIVED} AND substr(object, 2) NOT IN (SELECT id FROM vertex)"
    ),
    "edges without a node": "edge WHERE id NOT IN (SELECT id FROM vertex)",
}


def faults(generation: Generation) -> tuple[str, ...]:
    """One line each; empty when sound."""
    return found_by(generation, _orphans, _statistics)


def found_by(
    generation: Generation, *looks: Callable[[sqlite3.Connection], Iterator[str]]
) -> tuple[str, ...]:
    """Faults of any generation: of its pages, else what the looks at its tables find, and its engine's."""
    with generation.catalogue.reading() as connection:
        if broken := _broken_pages(connection):
            return broken
        head = read_head(connection)
        lines = [line for look in looks for line in look(connection)]
        lines += vector_rows.faults(generation, connection)
        lines += vector_signs.faults(generation, connection)
        return (*lines, *_engine_faults(generation, connection, head))


def _broken_pages(connection: sqlite3.Connection) -> tuple[str, ...]:
    """What the database itself finds wrong; the first ten lines."""
    lines = [line for (line,) in connection.execute("PRAGMA quick_check(10)") if line != "ok"]
    return tuple(f"catalogue: {line}" for line in lines)


def _orphans(connection: sqlite3.Connection) -> Iterator[str]:
    for what, where in _ORPHANS.items():
        number = connection.execute(f"SELECT count(*) FROM {where}").fetchone()[0]
        if number:
            yield f"catalogue: {number} {what}"


def _statistics(connection: sqlite3.Connection) -> Iterator[str]:
    terms: Counter[str] = Counter()
    totals = census.of_all(connection)
    totals[FILES, ""] = connection.execute("SELECT count(*) FROM file").fetchone()[0]
    for encoded, lengths, rest, scope, review in connection.execute(
        "SELECT postings, lengths, rest, scope, review FROM record JOIN detail USING (version)"
    ):
        terms.update(term for term, _ in Postings(encoded))
        totals.update([(RECORDS, ""), (SCOPE, scope), *([(REVIEW, review)] if review is not None else [])])
        totals.update({(LENGTH, field.value): number for field, number in decode_counts(lengths)})
        totals.update((LANGUAGE, language) for language in languages_of(rest))
    if dict(connection.execute("SELECT term, df FROM term").fetchall()) != dict(terms):
        yield "catalogue: document frequencies differ from the records'"
    stored = {
        (sort, name): n
        for sort, name, n in connection.execute(
            "SELECT sort, name, n FROM total WHERE sort NOT IN (?, ?)", (LONGEST, DERIVED)
        )
    }
    if stored != {name: n for name, n in totals.items() if n}:
        yield "catalogue: totals differ from the records'"


def _engine_faults(generation: Generation, connection: sqlite3.Connection, head: Head) -> Iterator[str]:
    """Whether the engine has what was handed over to it, for tables `record` and `dead`."""
    try:
        view = generation.lexical.view(head)
    except EngineDamaged as fault:
        yield f"lexical index: {fault}"
        return
    least, most, waiting = connection.execute(
        "SELECT count(*) FILTER (WHERE version <= ?1), count(*) FILTER (WHERE version <= ?1) + "
        "(SELECT count(*) FROM dead), count(*) FILTER (WHERE version > ?1) FROM record",
        (view.version if view else 0,),
    ).fetchone()
    # A record that goes while a flush runs may be listed as dead without ever having been handed over.
    if view is not None and not least <= view.live() <= most:
        yield f"lexical index: {view.live()} records where {least} to {most} were handed over"
    if waiting > _TOO_MANY_WAITING:
        yield f"lexical index: {waiting} records wait to be handed over; is the disk full?"
