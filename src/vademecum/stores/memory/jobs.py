"""`MemoryJobs`: jobs in dictionaries, done by whoever takes them."""

from __future__ import annotations

import threading

from vademecum.model.jobs import ENDED, Job, JobState
from vademecum.model.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

    from vademecum.model.tenancy import TenantId

    Key = tuple[TenantId, str]


class MemoryJobs:
    """Implements `ports.jobs.Jobs` and `JobDesk` for one process."""

    def __init__(self) -> None:
        self._lock = threading.RLock()
        self._jobs: dict[Key, Job] = {}
        self._uploads: dict[Key, bytes] = {}
        self._artifacts: dict[Key, bytes] = {}

    def submit(self, tenant: TenantId, job: Job, upload: bytes = b"") -> Job:
        """See `ports.jobs.Jobs.submit`."""
        with self._lock:
            self._jobs[tenant, job.id] = job
            self._uploads[tenant, job.id] = upload
        return job

    def job(self, tenant: TenantId, id: str) -> Job | None:
        """See `ports.jobs.Jobs.job`."""
        return self._jobs.get((tenant, id))

    def jobs(self, tenant: TenantId, *, before: str = "", limit: int = 50) -> tuple[Job, ...]:
        """See `ports.jobs.Jobs.jobs`."""
        with self._lock:
            found = sorted([id for owner, id in self._jobs if owner == tenant], reverse=True)
            wanted = [id for id in found if not before or id < before][:limit]
            return tuple([self._jobs[tenant, id] for id in wanted])

    def cancel(self, tenant: TenantId, id: str, at: datetime) -> Job | None:
        """See `ports.jobs.Jobs.cancel`."""
        with self._lock:
            job = self._jobs.get((tenant, id))
            if job is None or job.state in ENDED:
                return job
            self._uploads.pop((tenant, id), None)
            self._jobs[tenant, id] = job = replace(job, state=JobState.CANCELLED, ended=at)
            return job

    def artifact(self, tenant: TenantId, id: str) -> bytes | None:
        """See `ports.jobs.Jobs.artifact`."""
        return self._artifacts.get((tenant, id))

    def begin(self, tenant: TenantId, id: str, at: datetime) -> tuple[Job, bytes] | None:
        """See `ports.jobs.JobDesk.begin`."""
        with self._lock:
            job = self._jobs.get((tenant, id))
            if job is None or job.state in ENDED:
                return None
            begun = replace(
                job, state=JobState.RUNNING, attempts=job.attempts + 1, started=at, done=0, total=0
            )
            self._jobs[tenant, id] = begun
            return begun, self._uploads.get((tenant, id), b"")

    def progress(self, tenant: TenantId, id: str, done: int, total: int) -> bool:
        """See `ports.jobs.JobDesk.progress`."""
        with self._lock:
            job = self._jobs.get((tenant, id))
            if job is None or job.state is not JobState.RUNNING:
                return False
            self._jobs[tenant, id] = replace(job, done=done, total=total)
            return True

    def end(self, tenant: TenantId, job: Job, artifact: bytes = b"") -> None:
        """See `ports.jobs.JobDesk.end`."""
        key = (tenant, job.id)
        with self._lock:
            if key not in self._jobs or self._jobs[key].state in ENDED:
                return
            self._jobs[key] = job
            if job.state in ENDED:
                self._uploads.pop(key, None)
            if artifact:
                self._artifacts[key] = artifact

    def waiting(self) -> int:
        """See `ports.jobs.JobDesk.waiting`."""
        with self._lock:
            return sum(job.state is JobState.WAITING for job in self._jobs.values())
