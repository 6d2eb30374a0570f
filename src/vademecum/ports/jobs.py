"""Where jobs wait, and what is kept of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import datetime

    from vademecum.model.jobs import Job
    from vademecum.model.tenancy import TenantId

    Report = Callable[[int, int], bool]
    """Told (done, total) from time to time; False asks the job to stop: it was cancelled."""


class Jobs(Protocol):
    """Jobs of a tenant as those who asked for them see them."""

    def submit(self, tenant: TenantId, job: Job, upload: bytes = b"") -> Job:
        """Keep a job and have a worker take it up; durable on return.

        Args:
            tenant: whose.
            job: what is to be done.
            upload: a file that it works on.
        """
        ...

    def job(self, tenant: TenantId, id: str) -> Job | None:
        """One job."""
        ...

    def jobs(self, tenant: TenantId, *, before: str = "", limit: int = 50) -> tuple[Job, ...]:
        """Jobs, newest first, those asked for before one of them."""
        ...

    def cancel(self, tenant: TenantId, id: str, at: datetime) -> Job | None:
        """Have a job not begun, or stopped at its next report; one that ended stays as it is."""
        ...

    def artifact(self, tenant: TenantId, id: str) -> bytes | None:
        """The file that a job made."""
        ...


class JobDesk(Protocol):
    """The side of the worker."""

    def begin(self, tenant: TenantId, id: str, at: datetime) -> tuple[Job, bytes] | None:
        """Begin a job, anew if it was begun before, with its upload; None when there is nothing to do."""
        ...

    def progress(self, tenant: TenantId, id: str, done: int, total: int) -> bool:
        """Keep how far it is; False when it was cancelled meanwhile."""
        ...

    def end(self, tenant: TenantId, job: Job, artifact: bytes = b"") -> None:
        """Keep how it ended; its upload is gone from then on."""
        ...

    def waiting(self) -> int:
        """How many jobs of all tenants wait; a number alone."""
        ...
