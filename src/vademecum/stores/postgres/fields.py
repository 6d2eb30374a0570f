"""`PostgresFields`: `ports.Fields` over the rows of one tenant, and how a record's fields are written."""

from __future__ import annotations

from vademecum.model.fields import ALIASES, ENTITY, MEMORY, NAME, TEXT, Declaration, Pair, declaration_of
from vademecum.stores.codec import path_text, speakable
from vademecum.stores.postgres.bounding import bounded
from vademecum.stores.postgres.head import grow

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vademecum.stores.postgres.transaction import Reading, Transaction, Writing

_OF_EVERY_RECORD = (TEXT, NAME, ALIASES)
_GENERAL = {MEMORY: "memory", ENTITY: "entity"}

_DECLARED = "SELECT said, state FROM vade.declared WHERE tenant = %(tenant)s"
_DECLARE = """
INSERT INTO vade.declared VALUES (%(tenant)s, %(said)s, %(state)s)
ON CONFLICT (tenant) DO UPDATE SET said = excluded.said, state = excluded.state
"""
_PUT = "INSERT INTO vade.stated VALUES (%(tenant)s, %(field)s, %(version)s, %(whole)s) ON CONFLICT DO NOTHING"
_REMOVE = "DELETE FROM vade.stated WHERE tenant = %(tenant)s AND version = ANY(%(versions)s::bigint[])"

# As a label, "Memory" is both every memory and, to whoever uses it so, a label of pages.
_PATHS = """
SELECT detail.path FROM vade.record
JOIN vade.detail ON detail.tenant = %(tenant)s AND detail.version = record.version
WHERE record.tenant = %(tenant)s AND (record.kind = %(kind)s OR record.type = %(type)s)
"""
_STATING = f"""{_PATHS} AND record.version IN (
    SELECT stated.version FROM vade.stated WHERE stated.tenant = %(tenant)s AND stated.field = %(field)s)
"""
_USES = """
SELECT CASE record.kind WHEN 'memory' THEN %(memory)s ELSE vertex.label END COLLATE "C" AS label,
    coalesce(stated.whole, stated.field) COLLATE "C" AS field, count(*)
FROM vade.stated
JOIN vade.record ON record.tenant = %(tenant)s AND record.version = stated.version
JOIN vade.vertex ON vertex.tenant = %(tenant)s AND vertex.id = record.id
WHERE stated.tenant = %(tenant)s
GROUP BY 1, 2 ORDER BY 1, 2
"""


class PostgresFields:
    """The fields of an index in a database."""

    def __init__(self, read: Reading, write: Writing) -> None:
        """Remember how it is read and written."""
        self._read = read
        self._write = write

    def declared(self) -> Declaration:
        return declaration_of(self._row()[0])

    def state(self) -> str:
        return self._row()[1]

    def _row(self) -> tuple[str, str]:
        row = self._read(lambda sql: sql.once("declared", lambda: sql.one(_DECLARED)))
        said, state = row or ("", "")
        return said, state

    def put(self, declaration: Declaration, state: str) -> None:
        self._write(lambda transaction: declare(transaction, declaration, state))

    def stating(self, pairs: Sequence[Pair]) -> tuple[str, ...]:
        def question(transaction: Transaction) -> tuple[str, ...]:
            return tuple(sorted({path for pair in pairs for path in _paths(transaction, pair)}))

        return self._read(question)

    def uses(self) -> dict[Pair, int]:
        rows = self._read(lambda transaction: transaction.all(_USES, memory=MEMORY))
        return {Pair(label, field): number for label, field, number in rows}


def declare(transaction: Transaction, declaration: Declaration, state: str) -> None:
    """`Fields.put`, inside a change of the index."""
    transaction.run(_DECLARE, said=declaration.encoded, state=state)
    grow(transaction)


def _paths(transaction: Transaction, pair: Pair) -> Iterator[str]:
    if not (speakable(pair.label) and speakable(pair.field)):
        return
    statement = _PATHS if pair.field in _OF_EVERY_RECORD else _STATING
    rows = transaction.all(
        statement,
        kind=_GENERAL.get(pair.label, ""),
        type=pair.label.casefold(),
        field=bounded(pair.field),
    )
    for (path,) in rows:
        yield path_text(path)


def put(transaction: Transaction, stated: Sequence[tuple[int, Sequence[str]]]) -> None:
    """Write which fields records state.

    Args:
        transaction: in which to write.
        stated: version of a record -> the fields.
    """
    rows = [
        {"field": (key := bounded(field)), "version": version, "whole": None if key == field else field}
        for version, fields in stated
        for field in fields
    ]
    if rows:
        transaction.many(_PUT, rows)


def remove(transaction: Transaction, versions: Sequence[int]) -> None:
    """Take away what `put` wrote."""
    if versions:
        transaction.run(_REMOVE, versions=list(versions))
