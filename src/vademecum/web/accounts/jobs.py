"""Jobs over HTTP: asked for, looked at, cancelled, and what they made taken home."""

from __future__ import annotations

import json
import re
from pathlib import PurePath
from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response
from starlette.routing import Route

from vademecum.access.deciding import JOB_RIGHTS, reaches
from vademecum.errors import InvalidValue, LimitExceeded, NotFound, UnknownName, VadeError, quoted
from vademecum.model.jobs import Job, JobKind, JobState
from vademecum.model.tenancy import Right
from vademecum.model.value import value
from vademecum.surface import tenants as bodies
from vademecum.text.nearest import nearest
from vademecum.web.accounts.asking import Entry
from vademecum.web.accounts.homes import caller_of
from vademecum.web.accounts.own import answering, number, strings, told_as
from vademecum.web.api.problems import problem
from vademecum.web.api.routes import id_of

if TYPE_CHECKING:
    from typing import Any

    from starlette.requests import Request

    from vademecum.model.tenancy import Caller
    from vademecum.ports import Clock, Ids
    from vademecum.ports.jobs import Jobs

    Body = dict[str, Any]

ENTRIES = (
    Entry(method="GET", path="/v1/jobs", action="job.list", right=Right.READ),
    *[
        Entry(method="POST", path=f"/v1/jobs/{kind.value}", action=f"job.{kind.value}", right=right)
        for kind, right in JOB_RIGHTS.items()
    ],
    Entry(method="GET", path="/v1/jobs/{id}", action="job.show", right=Right.READ),
    Entry(method="DELETE", path="/v1/jobs/{id}", action="job.cancel", right=Right.READ),
    Entry(method="GET", path="/v1/jobs/{id}/file", action="job.file", right=Right.READ),
)
"""What the door knows of these."""

MOST_UPLOAD_BYTES = 64 * 1024**2
"""Of an archive that a job takes in: it passes through the database. A larger one goes to ``/v1/import``."""

_PERSONAL = "personal"
_PAGE = 200
"""Jobs that are looked at together; most of a tenant's may be of others."""

_MOST_HANDLES = 1000
_NAME = re.compile(r"[^\w.-]+")


@value(kw_only=True)
class JobRoutes:
    """What these answers need."""

    jobs: Jobs
    ids: Ids
    clock: Clock

    def routes(self) -> list[Route]:
        """The routes of `ENTRIES`."""
        return [
            Route("/v1/jobs", answering(self.listed, "job list"), methods=["GET"]),
            Route("/v1/jobs/import", self.take, methods=["POST"]),
            Route("/v1/jobs/{kind}", answering(self.submit, "job submit", made=True), methods=["POST"]),
            Route("/v1/jobs/{id}", answering(self.shown, "job show"), methods=["GET"]),
            Route("/v1/jobs/{id}", answering(self.cancelled, "job cancel"), methods=["DELETE"]),
            Route("/v1/jobs/{id}/file", self.file, methods=["GET"]),
        ]

    def listed(self, request: Request, caller: Caller, body: Body) -> Body:
        """Their own jobs, newest first."""
        said = request.query_params
        limit = number(said.get("limit"), 200) or 50
        found: list[Job] = []
        before = said.get("before", "")
        while len(found) < limit:
            page = self.jobs.jobs(caller.tenant, before=before, limit=_PAGE)
            found += [one for one in page if _is_own(one, caller)]
            if len(page) < _PAGE:
                break
            before = page[-1].id
        return bodies.listed(bodies.job, found[:limit])

    def submit(self, request: Request, caller: Caller, body: Body) -> Body:
        """Ask for a job that needs no file."""
        name = request.path_params["kind"]
        known = [kind.value for kind in JobKind]
        if name not in known:
            raise UnknownName("kind of job", name, suggestions=nearest(name, known))
        kind = JobKind(name)
        handles = strings(body, "handles", most=_MOST_HANDLES)
        if kind is JobKind.ERASE and not handles:
            raise InvalidValue("handles", "name the records to erase, by their ids")
        arguments = {"handles": list(handles)} if handles else {}
        return bodies.job(self.jobs.submit(caller.tenant, self._made(caller, kind, arguments)))

    def shown(self, request: Request, caller: Caller, body: Body) -> Body:
        """One job."""
        return bodies.job(self._own(request, caller))

    def cancelled(self, request: Request, caller: Caller, body: Body) -> Body:
        """Have a job not begun, or stopped; one that ended stays as it is."""
        own = self._own(request, caller)
        return bodies.job(self.jobs.cancel(caller.tenant, own.id, self.clock.now()) or own)

    async def take(self, request: Request) -> Response:
        """Ask for an import of the file that is the body."""

        def submit(name: str, content: bytes) -> Body:
            caller = caller_of(request)
            job = self._made(caller, JobKind.IMPORT, {"file": name})
            return bodies.job(self.jobs.submit(caller.tenant, job, content))

        try:
            name = _NAME.sub("_", PurePath(request.query_params.get("file", "")).name)[-80:].lstrip(".")
            content = await _octets(request)
            told = await run_in_threadpool(submit, name or "import", content)
        except VadeError as error:
            return problem(error, request_id=id_of(request))
        return told_as("job submit", told, 201)

    async def file(self, request: Request) -> Response:
        """What a job made."""

        def made() -> bytes:
            caller = caller_of(request)
            own = self._own(request, caller)
            content = self.jobs.artifact(caller.tenant, own.id)
            if own.state is not JobState.DONE or content is None:
                raise NotFound(f"the job {quoted(own.id)} has made no file")
            return content

        try:
            content = await run_in_threadpool(made)
        except VadeError as error:
            return problem(error, request_id=id_of(request))
        named = {"Content-Disposition": 'attachment; filename="vademecum.zip"'}
        return Response(content, media_type="application/zip", headers=named)

    def _own(self, request: Request, caller: Caller) -> Job:
        """A job that the caller asked for.

        Raises:
            NotFound: there is none, it is somebody else's, or it was asked for by who reached more.
        """
        id = request.path_params["id"]
        found = self.jobs.job(caller.tenant, id)
        if found is None or not _is_own(found, caller):
            raise NotFound(f"there is no job {quoted(id)}")
        return found

    def _made(self, caller: Caller, kind: JobKind, arguments: Body) -> Job:
        now = self.clock.now()
        return Job(
            id=self.ids.new(now),
            kind=kind,
            user=caller.user,
            created=now,
            scopes=tuple(sorted({*caller.reads, *([_PERSONAL] if caller.personal else [])})),
            arguments=json.dumps(arguments),
        )


def _is_own(job: Job, caller: Caller) -> bool:
    """Whether a job is the caller's to see: theirs, and with nothing in it that a narrow token may not reach.

    Only a token that is bound to scopes is measured: a grant taken back since leaves a job its user's.
    """
    if job.user != caller.user:
        return False
    return not caller.only or all(
        caller.personal if one == _PERSONAL else reaches(caller.reads, one) for one in job.scopes
    )


async def _octets(request: Request) -> bytes:
    """The body of a request.

    Raises:
        LimitExceeded: it is larger than may be.
    """
    parts: list[bytes] = []
    size = 0
    async for part in request.stream():
        size += len(part)
        if size > MOST_UPLOAD_BYTES:
            raise LimitExceeded(f"the file is larger than {MOST_UPLOAD_BYTES} bytes; send it to /v1/import")
        parts.append(part)
    return b"".join(parts)
