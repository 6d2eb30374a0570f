"""`PostgresHolding`: names that one process holds, told by an advisory lock that ends with its connection."""

from __future__ import annotations

import secrets
import threading

import psycopg

from vademecum.stores.postgres.faults import told
from vademecum.stores.postgres.truth import heads

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from psycopg import Connection

    from vademecum.stores.postgres.tenancy import Tenancy
    from vademecum.stores.postgres.transaction import Transaction

_HELD = "SELECT holder FROM vade.held WHERE tenant = %(tenant)s AND name = %(name)s"
_IS_DEAD = "SELECT pg_try_advisory_xact_lock(%(holder)s)"
_HOLD = """
INSERT INTO vade.held (tenant, name, holder) VALUES (%(tenant)s, %(name)s, %(holder)s)
ON CONFLICT (tenant, name) DO UPDATE SET holder = excluded.holder
"""
_LET_GO = "DELETE FROM vade.held WHERE tenant = %(tenant)s AND name = %(name)s AND holder = %(holder)s"


class Life:
    """What tells other processes that this one lives: a lock on a number, held by a connection of its own.

    The connection is opened by whoever asks first. Where it was lost, what the process held may be taken by
    another one until it is asked for again.
    """

    def __init__(self, url: str) -> None:
        """Remember where the database is.

        Args:
            url: a connection string of the application.
        """
        self._url = url
        self._number = secrets.randbits(62)
        self._connection: Connection[tuple[Any, ...]] | None = None
        self._lock = threading.Lock()

    def number(self) -> int:
        """The number, under a lock that this process holds.

        Raises:
            Busy: the database cannot be reached.
        """
        with self._lock, told():
            if self._connection is not None and not _answers(self._connection):
                self._connection.close()
                self._connection = None
            if self._connection is None:
                self._connection = psycopg.connect(self._url, autocommit=True)
                self._connection.execute("SELECT pg_advisory_lock(%s)", (self._number,))
            return self._number

    def close(self) -> None:
        """End the lock; safe to call twice."""
        with self._lock:
            if self._connection is not None:
                self._connection.close()
                self._connection = None


def _answers(connection: Connection[tuple[Any, ...]]) -> bool:
    try:
        connection.execute("SELECT 1")
    except psycopg.Error:
        return False
    return True


class PostgresHolding:
    """Implements `ports.truth.Holding` for one person's own part of a tenant."""

    def __init__(self, tenancy: Tenancy, life: Life) -> None:
        """Speak for a tenant; nothing is asked yet."""
        self._tenancy = tenancy
        self._life = life

    def hold(self, name: str) -> bool:
        """See `Holding.hold`."""
        own = self._life.number()

        def hold(transaction: Transaction) -> bool:
            heads.lock(transaction)
            found = transaction.one(_HELD, name=name)
            if found is not None and (
                found[0] == own or transaction.one(_IS_DEAD, holder=found[0]) != (True,)
            ):
                return False
            transaction.run(_HOLD, name=name, holder=own)
            return True

        return self._tenancy.write(hold)

    def let_go(self, name: str) -> None:
        """See `Holding.let_go`."""
        own = self._life.number()
        self._tenancy.write(
            lambda transaction: transaction.run(_LET_GO, name=name, holder=own), repeatable=True
        )
