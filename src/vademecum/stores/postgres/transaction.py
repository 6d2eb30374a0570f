"""`Transaction`: what one transaction may ask, in the name of one tenant."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from psycopg import Connection

    from vademecum.model.tenancy import TenantId


class Transaction:
    """Statements of one transaction. Each of them names the tenant as ``%(tenant)s``, which is bound here.

    Attributes:
        kept: what was read of a state that does not change any more; empty and unused where `writes`.
    """

    __slots__ = ("_connection", "kept", "tenant", "writes")

    def __init__(self, connection: Connection[tuple[Any, ...]], tenant: TenantId, *, writes: bool) -> None:
        """Speak on a connection on which the transaction was begun and the tenant set."""
        self._connection = connection
        self.tenant = tenant
        self.writes = writes
        self.kept: dict[object, Any] = {}

    def all(self, statement: str, **values: object) -> list[tuple[Any, ...]]:
        """Every row, as columns."""
        with self._connection.cursor(binary=True) as cursor:
            return cursor.execute(statement.encode(), {"tenant": self.tenant, **values}).fetchall()

    def one(self, statement: str, **values: object) -> tuple[Any, ...] | None:
        """The first row, None when there is none."""
        with self._connection.cursor(binary=True) as cursor:
            return cursor.execute(statement.encode(), {"tenant": self.tenant, **values}).fetchone()

    def run(self, statement: str, **values: object) -> int:
        """Do it, and say how many rows it touched."""
        with self._connection.cursor(binary=True) as cursor:
            return cursor.execute(statement.encode(), {"tenant": self.tenant, **values}).rowcount

    def many(self, statement: str, rows: Iterable[Mapping[str, object]]) -> None:
        """Do it once for each of the rows, in their order, in few exchanges with the server."""
        with self._connection.cursor(binary=True) as cursor:
            cursor.executemany(statement.encode(), [{"tenant": self.tenant, **row} for row in rows])

    def copy(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
        """Add rows to a table, in few exchanges with the server; the tenant goes before each of them.

        PostgreSQL copies nothing into a table with row-level security, so these are inserted.
        """
        into = f"INSERT INTO vade.{table} (tenant, {', '.join(columns)}) VALUES (%s{', %s' * len(columns)})"
        with self._connection.cursor(binary=True) as cursor:
            cursor.executemany(into.encode(), [(self.tenant, *row) for row in rows])
