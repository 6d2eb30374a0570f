"""The promises of `ports.jobs`, in memory and in PostgreSQL."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import count
from typing import Protocol

import pytest
from tests.postgres_server import APPLICATION, OWNER, Server

from vademecum.model.jobs import Job, JobKind, JobState
from vademecum.model.tenancy import TenantId
from vademecum.model.value import replace
from vademecum.ports.jobs import JobDesk, Jobs
from vademecum.stores.memory.jobs import MemoryJobs
from vademecum.stores.postgres.database import Database
from vademecum.stores.postgres.jobs.queue import prepare
from vademecum.stores.postgres.jobs.rows import PostgresJobs

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
LATER = NOW + timedelta(minutes=1)
_tenants = count(1)


class Desk(Jobs, JobDesk, Protocol):
    """Both sides of one implementation."""


@pytest.fixture(scope="session")
def queued(postgres_server: Server, postgres_database: Database) -> PostgresJobs:
    prepare(postgres_server.url(OWNER, "vade"), APPLICATION)
    return PostgresJobs(postgres_database.pool)


@pytest.fixture(params=["memory", "postgres"])
def desk(request: pytest.FixtureRequest) -> Desk:
    kept: Desk = MemoryJobs() if request.param == "memory" else request.getfixturevalue("queued")
    return kept


@pytest.fixture
def acme() -> TenantId:
    return TenantId(f"jobs{next(_tenants)}")


def job(id: str = "01A", kind: JobKind = JobKind.EXPORT) -> Job:
    return Job(id=id, kind=kind, user="ann", created=NOW, scopes=("org:acme",), arguments='{"a": 1}')


def test_a_job_is_kept_whole(desk: Desk, acme: TenantId) -> None:
    desk.submit(acme, job())

    assert desk.job(acme, "01A") == job()
    assert desk.jobs(acme) == (job(),)


def test_jobs_of_tenants_never_meet(desk: Desk, acme: TenantId) -> None:
    desk.submit(acme, job())
    other = TenantId("other")

    assert desk.job(other, "01A") is None
    assert desk.jobs(other) == ()
    assert desk.cancel(other, "01A", NOW) is None
    assert desk.begin(other, "01A", NOW) is None
    assert desk.artifact(other, "01A") is None


def test_jobs_are_listed_newest_first(desk: Desk, acme: TenantId) -> None:
    for id in ("01A", "01B", "01C"):
        desk.submit(acme, job(id))

    first = desk.jobs(acme, limit=2)

    assert [one.id for one in first] == ["01C", "01B"]
    assert [one.id for one in desk.jobs(acme, before="01B")] == ["01A"]


def test_a_begun_job_has_its_upload(desk: Desk, acme: TenantId) -> None:
    upload = bytes(range(256)) * 9000  # more than two parts
    desk.submit(acme, job(), upload)

    begun = desk.begin(acme, "01A", LATER)

    assert begun == (replace(job(), state=JobState.RUNNING, attempts=1, started=LATER), upload)


def test_a_job_is_begun_again(desk: Desk, acme: TenantId) -> None:
    desk.submit(acme, job(), b"x")
    desk.begin(acme, "01A", NOW)

    again = desk.begin(acme, "01A", LATER)

    assert again is not None
    assert (again[0].attempts, again[0].started, again[1]) == (2, LATER, b"x")


def test_progress_is_seen(desk: Desk, acme: TenantId) -> None:
    desk.submit(acme, job())
    desk.begin(acme, "01A", NOW)

    assert desk.progress(acme, "01A", 3, 9)
    found = desk.job(acme, "01A")
    assert found
    assert (found.done, found.total) == (3, 9)


def test_an_ended_job_keeps_what_it_made(desk: Desk, acme: TenantId) -> None:
    desk.submit(acme, job(), b"x")
    begun = desk.begin(acme, "01A", NOW)
    assert begun
    ended = replace(begun[0], state=JobState.DONE, result='{"n": 1}', ended=LATER)
    desk.end(acme, ended, b"archive")

    assert desk.job(acme, "01A") == ended
    assert desk.artifact(acme, "01A") == b"archive"
    assert desk.begin(acme, "01A", LATER) is None


def test_a_waiting_job_is_cancelled(desk: Desk, acme: TenantId) -> None:
    desk.submit(acme, job())
    cancelled = desk.cancel(acme, "01A", LATER)

    assert cancelled == replace(job(), state=JobState.CANCELLED, ended=LATER)
    assert desk.begin(acme, "01A", LATER) is None


def test_a_running_job_hears_that_it_is_cancelled(desk: Desk, acme: TenantId) -> None:
    desk.submit(acme, job())
    begun = desk.begin(acme, "01A", NOW)
    assert begun
    desk.cancel(acme, "01A", LATER)

    assert not desk.progress(acme, "01A", 1, 2)
    desk.end(acme, replace(begun[0], state=JobState.DONE, ended=LATER), b"made")
    found = desk.job(acme, "01A")
    assert found
    assert found.state is JobState.CANCELLED
    assert desk.artifact(acme, "01A") is None


def test_an_ended_job_is_not_cancelled(desk: Desk, acme: TenantId) -> None:
    desk.submit(acme, job())
    begun = desk.begin(acme, "01A", NOW)
    assert begun
    ended = replace(begun[0], state=JobState.FAILED, error="usage: x", ended=NOW)
    desk.end(acme, ended)

    assert desk.cancel(acme, "01A", LATER) == ended


def test_waiting_jobs_are_counted(desk: Desk, acme: TenantId) -> None:
    before = desk.waiting()
    desk.submit(acme, job())

    assert desk.waiting() == before + 1


def test_preparing_again_changes_nothing(postgres_server: Server, queued: PostgresJobs) -> None:
    assert queued.waiting() >= 0
    assert not prepare(postgres_server.url(OWNER, "vade"), APPLICATION)
