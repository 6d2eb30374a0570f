"""`PostgresJournalRows`: journals in the table ``journal_row``."""

from __future__ import annotations

import json
from contextlib import contextmanager
from threading import Lock

from vademecum.stores.postgres.truth import heads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Generator, Sequence

    from vademecum.ports.truth import Row
    from vademecum.stores.postgres.tenancy import Tenancy
    from vademecum.stores.postgres.transaction import Transaction

_HEAD = "SELECT began, rows, size FROM vade.journal WHERE tenant = %(tenant)s AND name = %(name)s"
_ROWS = """
SELECT line FROM vade.journal_row
WHERE tenant = %(tenant)s AND name = %(name)s AND number > %(after)s ORDER BY number
"""
_PUT = """
INSERT INTO vade.journal (tenant, name, began, rows, size)
VALUES (%(tenant)s, %(name)s, %(began)s, %(rows)s, %(size)s)
ON CONFLICT (tenant, name) DO UPDATE SET
    began = excluded.began, rows = excluded.rows, size = excluded.size
"""
_ERASE_ROWS = "DELETE FROM vade.journal_row WHERE tenant = %(tenant)s AND name = %(name)s"
_ERASE = "DELETE FROM vade.journal WHERE tenant = %(tenant)s AND name = %(name)s"
_NAMES = """
SELECT name FROM vade.journal
WHERE tenant = %(tenant)s AND rows > 0 AND starts_with(name, %(beginning)s) ORDER BY name
"""


class PostgresJournalRows:
    """Implements `ports.truth.JournalRows` for one person's own part of a tenant.

    What was read of a journal is remembered, and only what was added since is read of it.
    """

    def __init__(self, tenancy: Tenancy) -> None:
        """Speak for a tenant; nothing is asked yet."""
        self._tenancy = tenancy
        self._read: dict[str, tuple[int, list[Row]]] = {}
        self._lock = Lock()

    @contextmanager
    def hold(self) -> Generator[None]:
        """See `JournalRows.hold`."""
        with self._tenancy.changing():
            self._tenancy.write(heads.lock)
            yield

    def rows(self, journal: str) -> list[Row]:
        """See `JournalRows.rows`."""
        return self._tenancy.read(lambda transaction: self._rows(transaction, journal))

    def _rows(self, transaction: Transaction, journal: str) -> list[Row]:
        began, number, _ = transaction.one(_HEAD, name=journal) or (0, 0, 0)
        with self._lock:
            known, rows = self._read.get(journal, (0, []))
        if known != began or len(rows) > number:
            rows = []
        if len(rows) < number:
            found = transaction.all(_ROWS, name=journal, after=len(rows))
            rows = [*rows, *(json.loads(line) for (line,) in found)]
        if not transaction.writes:  # what is not kept yet may never be
            with self._lock:
                self._read[journal] = (began, rows)
        return list(rows)

    def size_bytes(self, journal: str) -> int:
        """See `JournalRows.size_bytes`."""
        found = self._tenancy.read(lambda transaction: transaction.one(_HEAD, name=journal))
        return found[2] if found else 0

    def append(self, journal: str, rows: Sequence[Row]) -> None:
        """See `JournalRows.append`."""

        def append(transaction: Transaction) -> None:
            change = heads.next_change(transaction)
            began, number, size = transaction.one(_HEAD, name=journal) or (change, 0, 0)
            _add(transaction, journal, rows, (began, number, size))

        self._tenancy.write(append)

    def rewrite(self, journal: str, rows: Sequence[Row]) -> None:
        """See `JournalRows.rewrite`."""

        def rewrite(transaction: Transaction) -> None:
            change = heads.next_change(transaction)
            transaction.run(_ERASE_ROWS, name=journal)
            transaction.run(_ERASE, name=journal)
            if rows:
                _add(transaction, journal, rows, (change, 0, 0))

        self._tenancy.write(rewrite, repeatable=True)

    def names(self, beginning: str) -> tuple[str, ...]:
        """See `JournalRows.names`."""
        rows = self._tenancy.read(lambda transaction: transaction.all(_NAMES, beginning=beginning))
        return tuple(name for (name,) in rows)


def _add(transaction: Transaction, journal: str, rows: Sequence[Row], head: tuple[int, int, int]) -> None:
    began, number, size = head
    lines = [json.dumps(row, separators=(",", ":")).encode() + b"\n" for row in rows]
    added = [(journal, number + n, line) for n, line in enumerate(lines, 1)]
    transaction.copy("journal_row", ("name", "number", "line"), added)
    values = {"began": began, "rows": number + len(lines), "size": size + sum(map(len, lines))}
    transaction.run(_PUT, name=journal, **values)
