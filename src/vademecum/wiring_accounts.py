"""A database becomes the accounts of a service: for its operator, and for the requests that it serves."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Generator

    from vademecum.identity.administering import Tenantry
    from vademecum.ports.tenancy import Operations


def migrate(owner_url: str, role: str) -> tuple[str, ...]:
    """Bring the schema of a database up to date.

    Args:
        owner_url: connection string of a role that owns the schema, or may make it.
        role: what the service connects as; it is granted what it needs and no more.

    Returns:
        Names of the steps that were run.

    Raises:
        Busy: the database cannot be reached.
        StoreError: a step failed; what was run before stays.
    """
    from vademecum.stores.postgres.migrating import migrate as run

    return run(owner_url, role)


@contextmanager
def operating(owner_url: str) -> Generator[tuple[Tenantry, Operations]]:
    """What the operator may change, and the accounts as the operator sees them.

    Raises:
        Busy: the database cannot be reached.
    """
    from vademecum.identity.administering import Tenantry
    from vademecum.identity.derivation import Derivation
    from vademecum.stores.postgres.accounts.accounts import PostgresOperations
    from vademecum.wiring import SystemClock

    operations = PostgresOperations.open(owner_url)
    try:
        yield Tenantry(operations, SystemClock(), Derivation()), operations
    finally:
        operations.close()
