"""Jobs are done by whatever worker lives."""

from __future__ import annotations

import signal
import subprocess
import sys
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from tests.postgres_server import APPLICATION, OWNER, Server

from vademecum.errors import Busy
from vademecum.model.jobs import Job, JobKind
from vademecum.model.tenancy import TenantId
from vademecum.stores.postgres.database import Database
from vademecum.stores.postgres.jobs.queue import Worker, prepare
from vademecum.stores.postgres.jobs.rows import PostgresJobs

PROGRAMS = Path(__file__).parents[1] / "programs"
HANGING, WAITING = PROGRAMS / "hanging_worker.py", PROGRAMS / "waiting_worker.py"
NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
ACME = TenantId("acme")


class Shop:
    """A database of its own, and what was done in it."""

    def __init__(self, url: str, database: Database) -> None:
        self.url = url
        self.jobs = PostgresJobs(database.pool)
        self.done: list[tuple[str, str]] = []

    def submit(self, *ids: str, tenant: TenantId = ACME) -> None:
        for id in ids:
            self.jobs.submit(tenant, Job(id=id, kind=JobKind.REINDEX, user="ann", created=NOW))

    def work(self, stalled_s: float = 20.0) -> None:
        """Do what there is to do."""
        Worker(self.url, self._do, at_once=1, stalled_s=stalled_s).run(until_empty=True)

    def of(self, *tenants: str) -> list[tuple[str, str]]:
        """What was done of some tenants: of the others' there may be some that waited."""
        return [one for one in self.done if one[0] in tenants]

    def _do(self, tenant: str, id: str) -> None:
        self.done.append((tenant, id))
        if self.done.count((tenant, id)) == 1 and id.startswith("busy"):
            raise Busy("not now")


@pytest.fixture(scope="module")
def database(postgres_server: Server) -> Iterator[tuple[str, Database]]:
    url = postgres_server.create("working", vectors=False)
    prepare(postgres_server.url(OWNER, "working"), APPLICATION)
    opened = Database.open(url)
    yield url, opened
    opened.close()


@pytest.fixture
def shop(database: tuple[str, Database]) -> Shop:
    return Shop(*database)


def test_every_job_is_done_once(shop: Shop) -> None:
    shop.submit("a", "b", "c")
    shop.submit("a", tenant=TenantId("other"))
    shop.work()

    assert sorted(shop.of("acme", "other")) == [("acme", "a"), ("acme", "b"), ("acme", "c"), ("other", "a")]


def test_jobs_of_a_tenant_keep_their_order(shop: Shop) -> None:
    shop.submit("1", "2", "3", "4", tenant=TenantId("ordered"))
    shop.work()

    assert [id for _, id in shop.of("ordered")] == ["1", "2", "3", "4"]


def test_a_job_that_waits_stays_in_the_queue(shop: Shop) -> None:
    shop.submit("busy-1", tenant=TenantId("waits"))
    shop.work()

    assert shop.of("waits") == [("waits", "busy-1")]
    assert shop.jobs.waiting() == 1


def test_the_job_of_a_killed_worker_is_taken_up(shop: Shop) -> None:
    shop.submit("long", tenant=TenantId("killed"))
    with subprocess.Popen([sys.executable, HANGING, shop.url], stdout=subprocess.PIPE) as hanging:
        assert hanging.stdout
        assert hanging.stdout.readline() == b"began killed long\n"
        hanging.send_signal(signal.SIGKILL)

    shop.work(stalled_s=0.001)

    assert ("killed", "long") in shop.done


def test_one_signal_ends_a_worker_whose_database_is_away() -> None:
    server = Server()
    try:
        url = server.create("leaving", vectors=False)
        prepare(server.url(OWNER, "leaving"), APPLICATION)
        database = Database.open(url)
        Shop(url, database).submit("short")
        database.close()
        with subprocess.Popen([sys.executable, WAITING, url], stdout=subprocess.PIPE) as waiting:
            assert waiting.stdout
            assert waiting.stdout.readline() == b"did acme short\n"
            server.stop()
            waiting.send_signal(signal.SIGTERM)
            waiting.wait(timeout=60)
    finally:
        server.close()


def test_without_a_database_it_is_told() -> None:
    with pytest.raises(Busy, match="database"):
        Worker("host=127.0.0.1 port=1 connect_timeout=1", lambda *_: None).run(until_empty=True)
