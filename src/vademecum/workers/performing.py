"""One job, from its beginning to its end."""

from __future__ import annotations

import json
import logging
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from vademecum.access.deciding import JOB_RIGHTS, caller, narrowed
from vademecum.errors import Busy, Forbidden, NotFound, VadeError
from vademecum.model.jobs import JobKind, JobState
from vademecum.model.tenancy import EVERY_RIGHT, TenantId, UserName
from vademecum.model.value import replace, value

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from vademecum.engine.homes import KeptHomes
    from vademecum.engine.vade import Vade
    from vademecum.model.jobs import Job
    from vademecum.model.tenancy import Caller
    from vademecum.ports import Clock
    from vademecum.ports.jobs import JobDesk
    from vademecum.ports.tenancy import Accounts

    Result = tuple[Mapping[str, Any], bytes]

PERSONAL = "personal"

_MOST_TRIES = 6
"""Of a job that meets a database or a lock that is busy; the queue waits longer from one to the next."""

_STEP_S = 2.0
"""Spent on vectors before it is looked whether the job was cancelled."""

_log = logging.getLogger(__name__)


class Cancelled(Exception):
    """Whoever asked for it wants it no longer."""


@value
class Errand:
    """A job that was begun.

    Attributes:
        caller: what its user may do now, within what they could when they asked.
        report: told (done, total); raises `Cancelled` when the job is not wanted any more.
    """

    tenant: TenantId
    job: Job
    upload: bytes
    caller: Caller
    report: Callable[[int, int], None]

    @property
    def said(self) -> Mapping[str, Any]:
        """What was asked for."""
        read: Mapping[str, Any] = json.loads(self.job.arguments)
        return read


class Performer:
    """Does jobs. Shared between threads.

    Args:
        desk: where jobs are begun and ended.
        accounts: what their users may do now.
        homes: opens what they reach.
        clock: tells the present.
        erased: told of a tenant in which something was erased.
    """

    def __init__(
        self,
        desk: JobDesk,
        accounts: Accounts,
        homes: KeptHomes,
        clock: Clock,
        erased: Callable[[TenantId], None],
    ) -> None:
        self._desk = desk
        self._accounts = accounts
        self._homes = homes
        self._clock = clock
        self._erased = erased

    def __call__(self, tenant: str, id: str) -> None:
        """Do a job, if there is anything left to do.

        Raises:
            Busy: it may go well later; the queue tries again.
        """
        whose = TenantId(tenant)
        begun = self._desk.begin(whose, id, self._clock.now())
        if begun is None:
            return
        job, upload = begun
        try:
            told, made = self._done(whose, job, upload)
        except Cancelled:
            return
        except Busy as error:
            if job.attempts < _MOST_TRIES:
                raise
            self._fail(whose, job, error)
        except VadeError as error:
            self._fail(whose, job, error)
        except Exception:  # noqa: BLE001  # else the queue would try what can never go well
            _log.exception("a fault of this program in the job %s", id)
            self._fail(whose, job, VadeError("a fault of this program; the worker's log says more"))
        else:
            ended = replace(job, state=JobState.DONE, result=json.dumps(told), ended=self._clock.now())
            self._desk.end(whose, ended, made)

    def _fail(self, tenant: TenantId, job: Job, error: VadeError) -> None:
        told = f"{error.code}: {error.message}"
        self._desk.end(tenant, replace(job, state=JobState.FAILED, error=told, ended=self._clock.now()))

    def _done(self, tenant: TenantId, job: Job, upload: bytes) -> Result:
        def report(done: int, total: int) -> None:
            if not self._desk.progress(tenant, job.id, done, total):
                raise Cancelled

        errand = Errand(tenant, job, upload, self._allowed(tenant, job), report)
        match job.kind:
            case JobKind.EMBED:
                return self._embed(errand)
            case JobKind.IMPORT:
                return self._import(errand)
            case JobKind.EXPORT:
                return self._export(errand)
            case JobKind.REINDEX:
                return self._reindex(errand)
            case JobKind.ERASE:
                return self._erase(errand)

    def _allowed(self, tenant: TenantId, job: Job) -> Caller:
        """What the user of a job may do now, within what they could when they asked.

        Raises:
            Forbidden: they may not do it any more.
        """
        standing = self._accounts.standing(tenant, user=UserName(job.user))
        now = caller(standing, self._clock.now(), bearer="job", within=EVERY_RIGHT) if standing else None
        if now is None or JOB_RIGHTS[job.kind] not in now.rights:
            raise Forbidden("whoever asked for this may not do it any more")
        only = frozenset(job.scopes)
        return replace(
            now,
            reads=narrowed(now.reads, only - {PERSONAL}),
            writes=narrowed(now.writes, only - {PERSONAL}),
            personal=PERSONAL in only,
        )

    def _vade(self, errand: Errand) -> Vade:
        one = errand.caller
        return self._homes.vade(
            one.tenant, one.user, reads=one.reads, writes=one.writes, personal=one.personal, changes=True
        )

    def _keepers(self, errand: Errand) -> list[Vade]:
        """What keeps the indexes that the user reaches."""
        shared = self._homes.keeper(errand.tenant)
        return (
            [shared, self._homes.keeper(errand.tenant, errand.caller.user)]
            if errand.caller.personal
            else [shared]
        )

    def _embed(self, errand: Errand) -> Result:
        keepers, steps = self._keepers(errand), 0
        for place, vade in enumerate(keepers):
            errand.report(place, len(keepers))
            while not vade.embed(spare_s=_STEP_S):
                steps += 1
                errand.report(place, len(keepers))
        return {"steps": steps}, b""

    def _reindex(self, errand: Errand) -> Result:
        synced = [vade.reindex(progress=errand.report) for vade in self._keepers(errand)]
        return {"indexes": len(synced)}, b""

    def _import(self, errand: Errand) -> Result:
        with TemporaryDirectory(prefix="vade-job-") as folder:
            source = Path(folder) / str(errand.said.get("file") or "import")
            source.write_bytes(errand.upload)
            taken = self._vade(errand).import_from(
                str(source), watch=lambda _name, done, total: errand.report(done, total)
            )
        counts = {
            name: getattr(taken, name) for name in ("imported", "duplicate", "skipped", "rejected", "files")
        }
        return counts, b""

    def _export(self, errand: Errand) -> Result:
        with TemporaryDirectory(prefix="vade-job-") as folder:
            target = Path(folder) / "vademecum.zip"
            self._vade(errand).export_to(str(target))
            made = target.read_bytes()
        return {"bytes": len(made)}, made

    def _erase(self, errand: Errand) -> Result:
        """Erase records; those that a run before has erased already are not there any more."""
        vade, erased = self._vade(errand), 0
        handles: list[str] = list(errand.said["handles"])
        for place, handle in enumerate(handles):
            errand.report(place, len(handles))
            try:
                vade.forget(handle)
            except NotFound:
                if errand.job.attempts == 1:
                    raise
            erased += 1
        self._erased(errand.tenant)
        return {"erased": erased}, b""
