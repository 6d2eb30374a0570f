"""`vade service worker`, on a database of its own."""

from __future__ import annotations

import json
from collections.abc import Iterator
from io import BytesIO
from zipfile import ZipFile

import pytest
from tests.cli.conftest import Vade
from tests.postgres_server import APPLICATION, OWNER, Server

from vademecum.engine.vade import Vade as Home
from vademecum.model.jobs import Job, JobKind, JobState
from vademecum.model.tenancy import Quota, TenantId
from vademecum.wiring_accounts import Served, migrate, open_served, operating

ACME = TenantId("acme")


class Shop:
    """A service with one tenant, and Ann's jobs in it."""

    def __init__(self, server: Server) -> None:
        server.create("shop", migrated=False)
        self.url, owner = server.url(APPLICATION, "shop"), server.url(OWNER, "shop")
        migrate(owner, APPLICATION)
        with operating(owner) as (tenantry, _):
            tenantry.add_user(tenantry.add("acme", Quota()).id, "ann")
        self.served: Served = open_served(self.url)

    def ann(self) -> Home:
        return self.served.homes.vade("acme", "ann", reads=(), writes=(), personal=True, changes=True)

    def submit(self, kind: JobKind, upload: bytes = b"", **said: object) -> str:
        now = self.served.clock.now()
        job = Job(
            id=self.served.ids.new(now),
            kind=kind,
            user="ann",
            created=now,
            scopes=("personal",),
            arguments=json.dumps(said),
        )
        return self.served.jobs.submit(ACME, job, upload).id

    def ended(self, id: str) -> Job:
        job = self.served.jobs.job(ACME, id)
        assert job
        return job


@pytest.fixture(scope="module")
def shop(postgres_server: Server) -> Iterator[Shop]:
    made = Shop(postgres_server)
    yield made
    made.served.close()


@pytest.fixture
def work(vade: Vade, shop: Shop, monkeypatch: pytest.MonkeyPatch) -> Vade:
    monkeypatch.setenv("VADE_DATABASE_URL", shop.url)
    return lambda *more: vade("service", "worker", "--once", *more)


@pytest.mark.flag("vade service worker --once")
@pytest.mark.flag("vade service worker --at-once")
def test_what_waits_is_done(shop: Shop, work: Vade) -> None:
    taken = shop.submit(JobKind.IMPORT, b"# Oat milk\n\nMatthew drinks oat milk.\n", file="notes.md")
    indexed, embedded = shop.submit(JobKind.REINDEX), shop.submit(JobKind.EMBED)

    ran = work("--at-once", "1", "--json")

    assert ran.json["done"] == 3
    assert {shop.ended(id).state for id in (taken, indexed, embedded)} == {JobState.DONE}
    assert shop.ann().recall("What does Matthew drink?").hits != ()


def test_an_export_is_an_archive_to_take_home(shop: Shop, work: Vade) -> None:
    shop.ann().remember("Rhea reads at night.", title="Night reading")
    id = shop.submit(JobKind.EXPORT)
    work("--at-once", "1")
    archive = shop.served.jobs.artifact(ACME, id)

    assert shop.ended(id).error == ""
    assert archive
    assert any("night-reading" in name for name in ZipFile(BytesIO(archive)).namelist())


def test_an_erasure_leaves_nothing_to_find(shop: Shop, work: Vade) -> None:
    kept = shop.ann().remember("The blue heron nests here.").memory.record.id
    archived = shop.submit(JobKind.EXPORT)
    work("--at-once", "1")
    assert shop.served.jobs.artifact(ACME, archived)
    id = shop.submit(JobKind.ERASE, handles=[kept])

    ran = work("--at-once", "1")

    assert ran.out.endswith("1 job done.\n")
    assert shop.ended(id).result == '{"erased": 1}'
    assert shop.ann().search("heron").hits == ()
    assert shop.served.jobs.artifact(ACME, archived) is None


def test_nothing_waits_and_nothing_is_done(work: Vade) -> None:
    assert work("-q").out == "0\n"
