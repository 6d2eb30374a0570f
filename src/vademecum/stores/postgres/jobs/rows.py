"""`PostgresJobs`: jobs as rows, handed to the queue in the transaction that keeps them."""

from __future__ import annotations

from vademecum.model.jobs import ENDED, Job, JobKind, JobState
from vademecum.model.value import replace
from vademecum.stores.postgres.jobs.queue import hand_over, waiting
from vademecum.stores.postgres.tenancy import Tenancy

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from typing import Any

    from vademecum.model.tenancy import TenantId
    from vademecum.stores.postgres.tenancy import Pool
    from vademecum.stores.postgres.transaction import Transaction

_PART = 1 << 20
"""Bytes of a file that one row holds."""

_KEPT_ENDED = 200
"""Jobs of a tenant that ended and are still shown; older ones go, with what they made, when another comes."""

_JOB = (
    "id, kind, member, scopes, arguments, state, attempts, done, total, result, error, "
    "created, started, ended"
)
_KEEP = f"""
INSERT INTO vade.job (tenant, {_JOB}) VALUES (%(tenant)s, %(id)s, %(kind)s, %(member)s, %(scopes)s,
    %(arguments)s, %(state)s, 0, 0, 0, '', '', %(created)s, NULL, NULL)
"""
_ONE = f"SELECT {_JOB} FROM vade.job WHERE tenant = %(tenant)s AND id = %(id)s"
_HELD = f"{_ONE} FOR UPDATE"
_LIST = f"""
SELECT {_JOB} FROM vade.job WHERE tenant = %(tenant)s AND (%(before)s = '' OR id < %(before)s)
ORDER BY id DESC LIMIT %(limit)s
"""
_STATE = """
UPDATE vade.job SET state = %(state)s, attempts = %(attempts)s, done = %(done)s, total = %(total)s,
    result = %(result)s, error = %(error)s, started = %(started)s, ended = %(ended)s
WHERE tenant = %(tenant)s AND id = %(id)s
"""
_PROGRESS = """
UPDATE vade.job SET done = %(done)s, total = %(total)s
WHERE tenant = %(tenant)s AND id = %(id)s AND state = 'running' RETURNING id
"""
_ADD = """
INSERT INTO vade.job_file (tenant, job, made, part, bytes)
VALUES (%(tenant)s, %(job)s, %(made)s, %(part)s, %(bytes)s)
"""
_FILE = """
SELECT bytes FROM vade.job_file WHERE tenant = %(tenant)s AND job = %(job)s AND made = %(made)s ORDER BY part
"""
_DROP = "DELETE FROM vade.job_file WHERE tenant = %(tenant)s AND job = %(job)s AND made = %(made)s"
_OLD = """
SELECT id FROM vade.job WHERE tenant = %(tenant)s AND state IN ('done', 'failed', 'cancelled')
ORDER BY id DESC OFFSET %(kept)s
"""
_FORGET = (
    "DELETE FROM vade.job_file WHERE tenant = %(tenant)s AND job = ANY(%(ids)s)",
    "DELETE FROM vade.job WHERE tenant = %(tenant)s AND id = ANY(%(ids)s)",
)


class PostgresJobs:
    """Implements `ports.jobs.Jobs` and `JobDesk`. Shared between threads."""

    def __init__(self, pool: Pool) -> None:
        """Ask by the connections of an open pool, as the application."""
        self._pool = pool

    def submit(self, tenant: TenantId, job: Job, upload: bytes = b"") -> Job:
        """See `ports.jobs.Jobs.submit`."""

        def work(now: Transaction) -> None:
            self._forget_old(now)
            now.run(
                _KEEP,
                id=job.id,
                kind=job.kind.value,
                member=job.user,
                scopes=list(job.scopes),
                arguments=job.arguments,
                state=job.state.value,
                created=job.created,
            )
            _put(now, job.id, upload, made=False)
            hand_over(now.connection, tenant, job.id)

        self._of(tenant).write(work)
        return job

    def job(self, tenant: TenantId, id: str) -> Job | None:
        """See `ports.jobs.Jobs.job`."""
        row = self._of(tenant).read(lambda now: now.one(_ONE, id=id))
        return None if row is None else _job_of(row)

    def jobs(self, tenant: TenantId, *, before: str = "", limit: int = 50) -> tuple[Job, ...]:
        """See `ports.jobs.Jobs.jobs`."""
        rows = self._of(tenant).read(lambda now: now.all(_LIST, before=before, limit=limit))
        return tuple(map(_job_of, rows))

    def cancel(self, tenant: TenantId, id: str, at: datetime) -> Job | None:
        """See `ports.jobs.Jobs.cancel`."""

        def work(now: Transaction) -> Job | None:
            row = now.one(_HELD, id=id)
            if row is None:
                return None
            job = _job_of(row)
            if job.state in ENDED:
                return job
            job = replace(job, state=JobState.CANCELLED, ended=at)
            _keep(now, job)
            now.run(_DROP, job=id, made=False)
            return job

        return self._of(tenant).write(work, repeatable=True)

    def artifact(self, tenant: TenantId, id: str) -> bytes | None:
        """See `ports.jobs.Jobs.artifact`."""
        rows = self._of(tenant).read(lambda now: now.all(_FILE, job=id, made=True))
        return b"".join([bytes(row[0]) for row in rows]) if rows else None

    def drop_made(self, tenant: TenantId) -> None:
        """Let go of every file that a job of a tenant made: something was erased that it may hold."""
        self._of(tenant).write(
            lambda now: now.run("DELETE FROM vade.job_file WHERE tenant = %(tenant)s AND made"),
            repeatable=True,
        )

    def begin(self, tenant: TenantId, id: str, at: datetime) -> tuple[Job, bytes] | None:
        """See `ports.jobs.JobDesk.begin`."""

        def work(now: Transaction) -> tuple[Job, bytes] | None:
            row = now.one(_HELD, id=id)
            if row is None or (job := _job_of(row)).state in ENDED:
                return None
            begun = replace(
                job, state=JobState.RUNNING, attempts=job.attempts + 1, started=at, done=0, total=0
            )
            _keep(now, begun)
            return begun, b"".join([bytes(part) for (part,) in now.all(_FILE, job=id, made=False)])

        return self._of(tenant).write(work, repeatable=True)

    def progress(self, tenant: TenantId, id: str, done: int, total: int) -> bool:
        """See `ports.jobs.JobDesk.progress`."""
        found = self._of(tenant).write(
            lambda now: now.one(_PROGRESS, id=id, done=done, total=total), repeatable=True
        )
        return found is not None

    def end(self, tenant: TenantId, job: Job, artifact: bytes = b"") -> None:
        """See `ports.jobs.JobDesk.end`."""

        def work(now: Transaction) -> None:
            row = now.one(_HELD, id=job.id)
            if row is None or _job_of(row).state in ENDED:
                return
            _keep(now, job)
            if job.state in ENDED:
                now.run(_DROP, job=job.id, made=False)
            now.run(_DROP, job=job.id, made=True)
            _put(now, job.id, artifact, made=True)

        self._of(tenant).write(work, repeatable=True)

    def waiting(self) -> int:
        """See `ports.jobs.JobDesk.waiting`."""
        return waiting(self._pool)

    def _of(self, tenant: TenantId) -> Tenancy:
        return Tenancy(self._pool, tenant)

    def _forget_old(self, now: Transaction) -> None:
        ids = [id for (id,) in now.all(_OLD, kept=_KEPT_ENDED)]
        if ids:
            for statement in _FORGET:
                now.run(statement, ids=ids)


def _put(now: Transaction, job: str, content: bytes, *, made: bool) -> None:
    parts = [content[start : start + _PART] for start in range(0, len(content), _PART)]
    now.many(
        _ADD, [{"job": job, "made": made, "part": number, "bytes": part} for number, part in enumerate(parts)]
    )


def _keep(now: Transaction, job: Job) -> None:
    now.run(
        _STATE,
        id=job.id,
        state=job.state.value,
        attempts=job.attempts,
        done=job.done,
        total=job.total,
        result=job.result,
        error=job.error,
        started=job.started,
        ended=job.ended,
    )


def _job_of(row: Sequence[Any]) -> Job:
    id, kind, member, scopes, arguments, state, attempts, done, total, result, error, *times = row
    created, started, ended = times
    return Job(
        id=id,
        kind=JobKind(kind),
        user=member,
        created=created,
        scopes=tuple(scopes),
        arguments=arguments,
        state=JobState(state),
        attempts=attempts,
        done=done,
        total=total,
        result=result,
        error=error,
        started=started,
        ended=ended,
    )
