"""`Database`: a pool of connections to a database whose schema and role were found to be right."""

from __future__ import annotations

from typing import TYPE_CHECKING

import psycopg

from vademecum.errors import StoreError
from vademecum.stores.postgres.addressing import checked
from vademecum.stores.postgres.fair_pool import FairPool
from vademecum.stores.postgres.faults import told
from vademecum.stores.postgres.migrating import MIGRATIONS, applied
from vademecum.stores.postgres.remembered import Remembered
from vademecum.stores.postgres.tenancy import Tenancy

if TYPE_CHECKING:
    from typing import Any, Self

    from psycopg import Connection

    from vademecum.model.tenancy import TenantId
    from vademecum.stores.postgres.tenancy import Pool

OLDEST = 15
"""Major version of PostgreSQL that is served at least."""

_STATEMENT_TIMEOUT_S = 30
"""Longest that one statement may take; a recall takes milliseconds, a scrub of a large tenant seconds."""

_LOCK_TIMEOUT_S = 10
_CONNECT_TIMEOUT_S = 5.0
_PREPARED = 400
"""Statements that a connection keeps the plans of; there are about two hundred."""

_ROLE = """
SELECT rolsuper OR rolbypassrls, EXISTS (
    SELECT FROM pg_class WHERE relnamespace = 'vade'::regnamespace AND pg_has_role(relowner, 'USAGE'))
FROM pg_roles WHERE rolname = current_user
"""


class Database:
    """Connections to the database of a service. Shared between threads."""

    def __init__(self, pool: Pool) -> None:
        """Use a pool that is open; see `open`."""
        self._pool = pool
        self._remembered = Remembered()

    @classmethod
    def open(cls, url: str, *, size: int = 16, patience_s: float = _CONNECT_TIMEOUT_S) -> Self:
        """Connect as the role of the application.

        Args:
            url: a connection string of libpq, as URL or as words.
            size: connections at most; whoever comes when all are in use waits.
            patience_s: longest wait for a connection.

        Raises:
            Busy: it cannot be reached.
            InvalidValue: the address is none.
            StoreError: it is too old, its schema is of another version, or the role could see every tenant.
        """
        pool = FairPool(checked(url), size=size, patience_s=patience_s, configure=_configure)
        try:
            with told():
                pool.open(wait=True, timeout=patience_s)
                with pool.connection() as connection:
                    _check(connection)
        except BaseException:
            pool.close()
            raise
        return cls(pool)

    @property
    def pool(self) -> Pool:
        """Where connections come from, for what concerns no tenant."""
        return self._pool

    def tenancy(self, tenant: TenantId) -> Tenancy:
        """Everything of one tenant; cheap.

        Raises:
            InvalidValue: no tenant can be called so.
        """
        return Tenancy(self._pool, tenant, remembered=self._remembered)

    def ping(self) -> None:
        """Ask the server for a sign of life.

        Raises:
            Busy: it gives none.
        """
        with told(), self._pool.connection() as connection:
            connection.execute("SELECT 1")

    def close(self) -> None:
        """Give every connection back to the server; safe to call twice."""
        self._pool.close()


def _configure(connection: Connection[tuple[Any, ...]]) -> None:
    connection.execute(
        f"SET statement_timeout = '{_STATEMENT_TIMEOUT_S}s'; SET lock_timeout = '{_LOCK_TIMEOUT_S}s'; "
        # Planning for a tenant's rows costs as much as reading them, and comes to the same for each of them.
        "SET plan_cache_mode = force_generic_plan; SET client_encoding = 'UTF8'; "
        "SET application_name = 'vade'".encode()
    )
    connection.prepare_threshold = 1
    connection.prepared_max = _PREPARED


def _check(connection: Connection[tuple[Any, ...]]) -> None:
    version = connection.info.server_version // 10_000
    if version < OLDEST:
        raise StoreError(f"the database is PostgreSQL {version}; {OLDEST} or newer is needed")
    try:
        known = applied(connection)
    except psycopg.errors.InsufficientPrivilege as error:
        raise StoreError(
            "the role may not look into the database; name it when you run `vade service migrate`"
        ) from error
    newest = MIGRATIONS[-1].number
    if not known or max(known) != newest:
        raise StoreError(
            f"the database is of schema {max(known, default=0)}, and {newest} is needed; run "
            "`vade service migrate` as its owner, or use the version of vademecum that it is of"
        )
    every, owns = connection.execute(_ROLE).fetchone() or (True, True)
    if every or owns:
        raise StoreError(
            "the role owns the tables, or row-level security does not bind it, so that it could see every "
            "tenant; connect as the role that was named to `vade service migrate`"
        )
