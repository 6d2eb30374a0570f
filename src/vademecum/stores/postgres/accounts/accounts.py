"""`PostgresAccounts`, what requests need, and `PostgresOperations`, what the operator needs besides."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from psycopg import errors
from psycopg_pool import ConnectionPool

from vademecum.errors import Conflict, NotFound, Unauthenticated, quoted
from vademecum.model.tenancy import Issuer, TenantId
from vademecum.stores.postgres.accounts.log import LogRows
from vademecum.stores.postgres.accounts.tokens import ACCOUNT, tenant_of
from vademecum.stores.postgres.addressing import checked
from vademecum.stores.postgres.faults import told
from vademecum.stores.postgres.tenancy import Tenancy

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any, Self

    from vademecum.model.tenancy import Tenant
    from vademecum.stores.postgres.tenancy import Pool
    from vademecum.stores.postgres.transaction import Transaction

_ISSUER = "issuer, audience, jwks, tenant_fixed, tenant_claim, user_claim, provision"
_ISSUERS = f"SELECT {_ISSUER} FROM vade.issuer ORDER BY issuer"
_PUT_ISSUER = f"""
INSERT INTO vade.issuer ({_ISSUER}) VALUES (%s, %s, %s, %s, %s, %s, %s)
ON CONFLICT (issuer) DO UPDATE SET audience = excluded.audience, jwks = excluded.jwks,
    tenant_fixed = excluded.tenant_fixed, tenant_claim = excluded.tenant_claim,
    user_claim = excluded.user_claim, provision = excluded.provision
"""
_TENANTS = f"SELECT {ACCOUNT} FROM vade.account WHERE tenant > %s AND NOT deleted ORDER BY tenant LIMIT %s"
_ONE = f"SELECT {ACCOUNT} FROM vade.account WHERE tenant = %(tenant)s AND NOT deleted"
_CREATE = f"""
INSERT INTO vade.account ({ACCOUNT})
VALUES (%(tenant)s, %(created)s, %(suspended)s, %(memories)s, %(bytes)s, %(rate)s)
"""
_CHANGE = """
UPDATE vade.account SET suspended = %(suspended)s, memories = %(memories)s, bytes = %(bytes)s,
    requests_per_minute = %(rate)s
WHERE tenant = %(tenant)s AND NOT deleted
"""
_OWN = """
SELECT c.relname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'tenant'
WHERE c.relnamespace = 'vade'::regnamespace AND c.relkind IN ('r', 'p') AND NOT c.relispartition
    AND c.relname NOT IN ('account', 'closed')
ORDER BY c.relname
"""
_DELETED = """
UPDATE vade.account SET deleted = true, suspended = true, memories = NULL, bytes = NULL,
    requests_per_minute = NULL
WHERE tenant = %(tenant)s
"""
_USAGE = "SELECT count(*), coalesce(sum(size), 0)::bigint FROM vade.note WHERE tenant = %(tenant)s"
_PEOPLE = "SELECT space FROM vade.person_space WHERE tenant = %(tenant)s ORDER BY space"
_TABLE = re.compile(r"[a-z_]+", re.ASCII)


class PostgresAccounts(LogRows):
    """Implements `ports.tenancy.Accounts`. Shared between threads."""

    def __init__(self, pool: Pool, space_of: Callable[[str, str], str]) -> None:
        """Ask by the connections of an open pool.

        Args:
            pool: where connections come from.
            space_of: under which name (tenant, user) keeps alone what is personal.
        """
        super().__init__(lambda tenant: Tenancy(pool, tenant), space_of)
        self._pool = pool

    def issuers(self) -> tuple[Issuer, ...]:
        """See `ports.tenancy.Issuers.issuers`."""
        return tuple([Issuer(**dict(zip(_FIELDS, row, strict=True))) for row in self._all(_ISSUERS, ())])

    def put_issuer(self, issuer: Issuer) -> None:
        """See `ports.tenancy.Issuers.put_issuer`. The application may not.

        Raises:
            StoreError: the role is not the owner.
        """
        self._run(_PUT_ISSUER, tuple([getattr(issuer, name) for name in _FIELDS]))

    def drop_issuer(self, issuer: str) -> bool:
        """See `ports.tenancy.Issuers.drop_issuer`. For the application there is none that it may drop."""
        return self._run("DELETE FROM vade.issuer WHERE issuer = %s", (issuer,)) > 0

    def usage(self, tenant: TenantId) -> tuple[int, int]:
        """See `ports.tenancy.Accounts.usage`."""
        memories = size = 0
        for space in self._spaces(tenant):
            counted = self._of(space).read(lambda now: now.one(_USAGE)) or (0, 0)
            memories, size = memories + counted[0], size + counted[1]
        return memories, size

    def _spaces(self, tenant: TenantId) -> list[TenantId]:
        """Names under which anything of a tenant stands: its own, and those of its people."""
        return [tenant, *[TenantId(name) for (name,) in self._of(tenant).read(lambda now: now.all(_PEOPLE))]]

    def _all(self, statement: str, values: Sequence[object]) -> list[tuple[Any, ...]]:
        with told(), self._pool.connection() as connection:
            return connection.execute(statement.encode(), values).fetchall()

    def _run(self, statement: str, values: Sequence[object]) -> int:
        with told(), self._pool.connection() as connection:
            return connection.execute(statement.encode(), values).rowcount


_FIELDS = ("issuer", "audience", "jwks", "tenant", "tenant_claim", "user_claim", "provision")
"""Fields of `Issuer` in the order of its columns."""


class PostgresOperations(PostgresAccounts):
    """Implements `ports.tenancy.Operations`, as the owner of the tables."""

    @classmethod
    def open(cls, owner_url: str, space_of: Callable[[str, str], str]) -> Self:
        """Connect as the owner.

        Args:
            owner_url: connection string of the role that the schema was migrated as.
            space_of: under which name (tenant, user) keeps alone what is personal.

        Raises:
            Busy: the database cannot be reached.
            InvalidValue: the address is none.
        """
        pool: Pool = ConnectionPool(
            checked(owner_url),
            min_size=1,
            max_size=2,
            timeout=5,
            kwargs={"autocommit": True, "connect_timeout": 5, "application_name": "vade-service"},
            open=False,
            name="vade-operator",
        )
        try:
            with told():
                pool.open(wait=True, timeout=5)
        except BaseException:
            pool.close()
            raise
        return cls(pool, space_of)

    def close(self) -> None:
        """Give the connections back; safe to call twice."""
        self._pool.close()

    def create(self, tenant: Tenant) -> None:
        """See `ports.tenancy.Tenants.create`."""
        taken = Conflict(f"the tenant id {quoted(tenant.id)} is taken; choose another one")

        def work(now: Transaction) -> None:
            try:
                now.run(_CREATE, created=tenant.created, **_state(tenant))
            except errors.UniqueViolation:
                raise taken from None

        try:
            self._of(tenant.id).write(work)
        except Unauthenticated:  # it was deleted
            raise taken from None

    def change(self, tenant: Tenant) -> None:
        """See `ports.tenancy.Tenants.change`."""
        if not self._of(tenant.id).write(lambda now: now.run(_CHANGE, **_state(tenant)), repeatable=True):
            raise NotFound(
                f"there is no tenant {quoted(tenant.id)}; `vade service tenant list` shows those there are"
            )

    def delete(self, tenant: TenantId) -> None:
        """See `ports.tenancy.Tenants.delete`."""
        self._of(tenant).close(lambda now: now.run(_DELETED))
        for space in reversed(self._spaces(tenant)):  # the list of them goes last
            self._of(space).close(_emptied)

    def tenants(self, *, after: str = "", limit: int = 100) -> tuple[Tenant, ...]:
        """See `ports.tenancy.Tenants.tenants`."""
        return tuple([tenant_of(row) for row in self._all(_TENANTS, (after, limit))])

    def tenant(self, tenant: TenantId) -> Tenant | None:
        """See `ports.tenancy.Tenants.tenant`."""
        row = self._of(tenant).read(lambda now: now.one(_ONE))
        return tenant_of(row) if row is not None else None


def _emptied(now: Transaction) -> None:
    for (table,) in now.all(_OWN):
        assert _TABLE.fullmatch(table)
        now.run(f"DELETE FROM vade.{table} WHERE tenant = %(tenant)s")


def _state(tenant: Tenant) -> dict[str, object]:
    quota = tenant.quota
    return {
        "suspended": tenant.suspended,
        "memories": quota.memories,
        "bytes": quota.bytes,
        "rate": quota.requests_per_minute,
    }
