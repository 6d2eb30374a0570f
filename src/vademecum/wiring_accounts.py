"""A database becomes a service: accounts for its operator, and all that requests and jobs need."""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

from vademecum.model.value import value

if TYPE_CHECKING:
    from collections.abc import Callable, Generator

    from vademecum.identity.administering import Tenantry
    from vademecum.identity.derivation import Derivation
    from vademecum.model.tenancy import TenantId
    from vademecum.ports import Clock, Ids
    from vademecum.ports.jobs import Jobs
    from vademecum.ports.replays import Replays
    from vademecum.ports.tenancy import Accounts, Operations
    from vademecum.settings import Settings
    from vademecum.stores.postgres.jobs.queue import Worker
    from vademecum.wiring_service import Service


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
    from vademecum.stores.postgres.jobs.queue import prepare
    from vademecum.stores.postgres.migrating import migrate as run

    steps = run(owner_url, role)
    return (*steps, "queue") if prepare(owner_url, role) else steps


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
    from vademecum.wiring_spaces import space_name

    operations = PostgresOperations.open(owner_url, space_name)
    try:
        yield Tenantry(operations, SystemClock(), Derivation()), operations
    finally:
        operations.close()


@value(kw_only=True)
class Served:
    """What requests need.

    Attributes:
        homes: opens what somebody reaches.
        accounts: who may ask.
        jobs: what outlasts a request.
        ids: makes ids of jobs.
        replays: what was answered to requests that named themselves.
        fetch: gets a document of an issuer of identities.
        erased: told of a tenant in which something was erased.
        ready: raises when requests cannot be answered.
        pool: what the pool of connections says of itself, by name.
        waiting: how many jobs wait.
        close: lets go of everything.
    """

    homes: Service
    accounts: Accounts
    jobs: Jobs
    ids: Ids
    replays: Replays
    clock: Clock
    derivation: Derivation
    fetch: Callable[[str], bytes]
    erased: Callable[[TenantId], None]
    ready: Callable[[], None]
    pool: Callable[[], dict[str, int]]
    waiting: Callable[[], int]
    close: Callable[[], None]


def open_served(url: str, settings: Settings | None = None, *, connections: int = 16) -> Served:
    """Open the database of a service for requests; to be closed.

    Args:
        url: connection string of the role that the service connects as.
        settings: what holds for everybody; the defaults when not given.
        connections: at most.

    Raises:
        Busy: it cannot be reached.
        StoreError: its schema is of another version, or the role could see every tenant.
    """
    from vademecum.identity.derivation import Derivation
    from vademecum.identity.fetching import fetch
    from vademecum.stores.postgres.accounts.accounts import PostgresAccounts
    from vademecum.stores.postgres.accounts.replays import PostgresReplays
    from vademecum.stores.postgres.jobs.rows import PostgresJobs
    from vademecum.wiring import SystemClock
    from vademecum.wiring_service import SafeIds, open_service
    from vademecum.wiring_spaces import space_name

    service = open_service(url, settings, connections=connections)
    pool = service.database.pool
    replays, jobs = PostgresReplays(pool), PostgresJobs(pool)

    def erased(tenant: TenantId) -> None:
        replays.forget(tenant)
        jobs.drop_made(tenant)

    return Served(
        homes=service,
        accounts=PostgresAccounts(pool, space_name),
        jobs=jobs,
        ids=SafeIds(),
        replays=replays,
        clock=SystemClock(),
        derivation=Derivation(),
        fetch=fetch,
        erased=erased,
        ready=service.database.ping,
        pool=pool.get_stats,
        waiting=jobs.waiting,
        close=service.close,
    )


@contextmanager
def working(
    url: str, settings: Settings | None, make: Callable[..., Callable[[str, str], None]], *, at_once: int
) -> Generator[Worker]:
    """A worker over the database of a service.

    Args:
        url: connection string of the role that the service connects as.
        settings: what holds for everybody.
        make: makes of (desk, accounts, homes, clock, erased) what does a job.
        at_once: jobs that are done at a time.

    Raises:
        Busy: the database cannot be reached.
        StoreError: its schema is of another version, or the role could see every tenant.
    """
    from vademecum.stores.postgres.jobs.queue import Worker

    served = open_served(url, settings, connections=2 * at_once + 2)
    try:
        perform = make(served.jobs, served.accounts, served.homes, served.clock, served.erased)
        yield Worker(url, perform, at_once=at_once)
    finally:
        served.close()
