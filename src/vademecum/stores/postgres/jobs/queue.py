"""The queue: procrastinate, in a schema of its own in the same database (`FOR UPDATE SKIP LOCKED`)."""

from __future__ import annotations

import asyncio
import logging
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import psycopg
from procrastinate import App, PsycopgConnector, RetryStrategy, SyncPsycopgConnector
from procrastinate.exceptions import ConnectorException
from procrastinate.schema import SchemaManager
from psycopg import sql

from vademecum.errors import Busy
from vademecum.stores.postgres.faults import told

if TYPE_CHECKING:
    from collections.abc import Callable

    from psycopg import Connection

    from vademecum.model.tenancy import TenantId
    from vademecum.stores.postgres.tenancy import Pool

    Perform = Callable[[str, str], None]
    """Does the job of (tenant, id); raises `Busy` when it may go well later."""

SCHEMA = "vade_jobs"
_TASK = "vade.job"
_WITHIN = f"-c search_path={SCHEMA}"
_LOCK = 0x7661646A
"""Key of the advisory lock that one preparation holds at a time: ``vadj`` as four bytes."""

_BEAT_S, _STALLED_S = 5.0, 20.0
"""How often a worker says that it lives, and after which silence its job is taken up by another one."""

_OUTAGE_S = 8.0
"""For so long a worker waits for a connection: a restart of the database takes less, and whoever asks it to
end while there is none gives it half a minute."""

_PATIENCE_S = 5
_TRIES = 6
_WAITS = 2
"""Seconds, doubled from one try to the next: two minutes in all."""

_LEDGER = f"""
CREATE SCHEMA IF NOT EXISTS {SCHEMA};
CREATE TABLE IF NOT EXISTS {SCHEMA}.migration (name text PRIMARY KEY);
SET search_path TO {SCHEMA}, pg_catalog
"""
_log = logging.getLogger(__name__)


def prepare(owner_url: str, role: str) -> bool:
    """Bring the queue's tables up to date; safe to run twice, and at once.

    Args:
        owner_url: connection string of a role that owns the schema, or may make it.
        role: the one that the service and its workers connect as.

    Returns:
        Whether anything was done.

    Raises:
        Busy: the database cannot be reached.
        StoreError: a step failed; nothing of it stays.
    """
    steps = {path.name: path for path in sorted(Path(SchemaManager.get_migrations_path()).glob("*.sql"))}
    with told(), psycopg.connect(owner_url) as connection:
        connection.execute("SELECT pg_advisory_xact_lock(%s)", (_LOCK,))
        connection.execute(_LEDGER)
        known = {name for (name,) in connection.execute("SELECT name FROM migration").fetchall()}
        fresh = [name for name in steps if name not in known]
        if not known:
            connection.execute(SchemaManager.get_schema())
        else:
            for name in fresh:
                connection.execute(steps[name].read_bytes())
        with connection.cursor() as cursor:
            cursor.executemany("INSERT INTO migration (name) VALUES (%s)", [(name,) for name in fresh])
        _grant(connection, role)
    return bool(fresh)


def _grant(connection: Connection[tuple[Any, ...]], role: str) -> None:
    for statement in (
        "GRANT USAGE ON SCHEMA {} TO {}",
        "GRANT SELECT, INSERT, UPDATE, DELETE ON ALL TABLES IN SCHEMA {} TO {}",
        "GRANT USAGE ON ALL SEQUENCES IN SCHEMA {} TO {}",
        "GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA {} TO {}",
    ):
        connection.execute(sql.SQL(statement).format(sql.Identifier(SCHEMA), sql.Identifier(role)))


def hand_over(connection: Connection[tuple[Any, ...]], tenant: TenantId, id: str) -> None:
    """Put a job into the queue, as part of the transaction that is open on the connection.

    Jobs of one tenant are done one after the other, so that none takes all workers.
    """
    connection.execute(f"SET LOCAL search_path TO {SCHEMA}".encode())
    _deferring().configure_task(_TASK, lock=tenant, connection=connection, allow_unknown=True).defer(
        tenant=tenant, id=id
    )


def _deferring() -> App:
    return App(connector=SyncPsycopgConnector())


def waiting(pool: Pool) -> int:
    """How many jobs of all tenants nobody has begun."""
    with told(), pool.connection() as connection:
        row = connection.execute(
            f"SELECT count(*) FROM {SCHEMA}.procrastinate_jobs WHERE status = 'todo'".encode()
        ).fetchone()
    return row[0] if row else 0


class Worker:
    """Takes jobs up and has them done, several at a time in threads.

    Attributes:
        done: how many it has seen to their end.
    """

    def __init__(
        self,
        url: str,
        perform: Perform,
        *,
        at_once: int = 2,
        beat_s: float = _BEAT_S,
        stalled_s: float = _STALLED_S,
        outage_s: float = _OUTAGE_S,
    ) -> None:
        """Prepare one.

        Args:
            url: connection string of the application.
            perform: does a job.
            at_once: jobs that are done at a time, of different tenants.
            beat_s: seconds after which it says again that it lives.
            stalled_s: seconds of silence after which a worker counts as dead.
            outage_s: seconds that it waits for a connection.
        """
        connector = PsycopgConnector(conninfo=url, kwargs={"options": _WITHIN}, timeout=outage_s)
        self._app = App(connector=connector)
        self._url = url
        self._at_once = at_once
        self._beat_s, self._stalled_s = beat_s, stalled_s
        retrying = RetryStrategy(max_attempts=_TRIES, exponential_wait=_WAITS, retry_exceptions={Busy})

        self.done = 0

        def job(tenant: str, id: str) -> None:
            perform(tenant, id)
            self.done += 1

        self._app.task(name=_TASK, retry=retrying)(job)

    def run(self, *, until_empty: bool = False) -> None:
        """Work until a signal ends it, or until there is nothing to take; what is begun is finished first.

        Raises:
            Busy: the database cannot be reached.
        """
        with told():
            psycopg.connect(self._url, connect_timeout=_PATIENCE_S).close()
        try:
            asyncio.run(self._run(until_empty=until_empty))
        except ConnectorException as error:
            raise Busy("the queue cannot be reached in the database; try again in a moment") from error

    async def _run(self, *, until_empty: bool) -> None:
        async with self._app.open_async():
            await self._take_up_again()
            watching = asyncio.create_task(self._watch())
            try:
                await self._app.run_worker_async(
                    concurrency=self._at_once,
                    wait=not until_empty,
                    delete_jobs="always",
                    update_heartbeat_interval=self._beat_s,
                    stalled_worker_timeout=self._stalled_s,
                )
            finally:
                watching.cancel()

    async def _watch(self) -> None:
        while True:
            await asyncio.sleep(self._beat_s)
            try:
                await self._take_up_again()
            except ConnectorException:
                _log.warning("the queue cannot be reached; jobs of dead workers wait")

    async def _take_up_again(self) -> None:
        """Put the jobs of workers that died back into the queue."""
        manager = self._app.job_manager
        await manager.prune_stalled_workers(self._stalled_s)
        for stalled in await manager.get_stalled_jobs(seconds_since_heartbeat=self._stalled_s):
            _log.info("job %s is taken up again", cast("dict[str, str]", stalled.task_kwargs).get("id"))
            await manager.retry_job(stalled)
