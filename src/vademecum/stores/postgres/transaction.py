"""`Transaction`: what one transaction may ask, in the name of one tenant."""

from __future__ import annotations

from contextlib import contextmanager

from vademecum.stores.postgres.remembered import Kept

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
    from typing import Any, Protocol, TypeAlias, TypeVar

    from psycopg import Connection

    from vademecum.model.tenancy import TenantId
    from vademecum.stores import edges

    T = TypeVar("T")

    Reading: TypeAlias = edges.Reading["Transaction"]
    """Puts a question to the rows of the tenant, on one state of them."""

    class Writing(Protocol):
        """Changes the index in one step, with its head locked; it may be called several times."""

        def __call__(self, change: Callable[[Transaction], T], /) -> T: ...


class Transaction:
    """Statements of one transaction. Each of them names the tenant as ``%(tenant)s``, which is bound here.

    Attributes:
        kept: what was read of a state that does not change any more; unused where `writes`.
        head: the head of the index in that state (`head.Head`, which knows transactions), once it was read.
    """

    __slots__ = ("_connection", "_cursor", "head", "kept", "tenant", "writes")

    def __init__(self, connection: Connection[tuple[Any, ...]], tenant: TenantId, *, writes: bool) -> None:
        """Speak on a connection on which the transaction was begun and the tenant set."""
        self._connection = connection
        self._cursor = connection.cursor(
            binary=True
        )  # one for all of them: making one costs a fifth of a read
        self.tenant = tenant
        self.writes = writes
        self.kept = Kept()
        self.head: Any = None

    @property
    def connection(self) -> Connection[tuple[Any, ...]]:
        """What it speaks on, for a library that adds statements of its own to the transaction."""
        return self._connection

    def all(self, statement: str, **values: object) -> list[tuple[Any, ...]]:
        """Every row, as columns."""
        return self._cursor.execute(statement.encode(), {"tenant": self.tenant, **values}).fetchall()

    def one(self, statement: str, **values: object) -> tuple[Any, ...] | None:
        """The first row, None when there is none."""
        return self._cursor.execute(statement.encode(), {"tenant": self.tenant, **values}).fetchone()

    def once(self, key: object, ask: Callable[[], T]) -> T:
        """What `ask` answers, asked once for each state."""
        if self.writes:
            return ask()
        if key not in self.kept:
            self.kept[key] = ask()
        answer: T = self.kept[key]
        return answer

    @contextmanager
    def unawaited(self) -> Generator[None]:
        """What is done inside is sent without waiting for one statement before the next.

        Whoever asks something waits for the answer, and `run` counts nothing."""
        with self._connection.pipeline():
            yield

    def run(self, statement: str, **values: object) -> int:
        """Do it, and say how many rows it touched."""
        return self._cursor.execute(statement.encode(), {"tenant": self.tenant, **values}).rowcount

    def many(self, statement: str, rows: Iterable[Mapping[str, object]]) -> None:
        """Do it once for each of the rows, in their order, in few exchanges with the server."""
        self._cursor.executemany(statement.encode(), [{"tenant": self.tenant, **row} for row in rows])

    def copy(self, table: str, columns: Sequence[str], rows: Iterable[Sequence[object]]) -> None:
        """Add rows to a table, in few exchanges with the server; the tenant goes before each of them.

        PostgreSQL copies nothing into a table with row-level security, so these are inserted.
        """
        into = f"INSERT INTO vade.{table} (tenant, {', '.join(columns)}) VALUES (%s{', %s' * len(columns)})"
        self._cursor.executemany(into.encode(), [(self.tenant, *row) for row in rows])
