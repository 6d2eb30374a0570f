"""What a job does, and that it may be done again."""

from __future__ import annotations

import json

import pytest
from tests.web.accounts.behind_the_door import ACME, ANN, Serviced

from vademecum.engine.vade import Vade
from vademecum.errors import Busy
from vademecum.model.jobs import Job, JobKind, JobState
from vademecum.model.tenancy import Tenant, TenantId
from vademecum.stores.memory.jobs import MemoryJobs
from vademecum.workers.performing import Performer

NOTES = b"# Oat milk\n\nMatthew drinks oat milk.\n"


class Bench(Serviced):
    """Jobs of Ann, done at once."""

    def __init__(self) -> None:
        super().__init__()
        self.told: list[TenantId] = []
        self.performer = Performer(self.jobs, self.accounts, self.homes, self.clock, self.told.append)

    def ann(self) -> Vade:
        return self.homes.home(ACME, ANN).vade

    def ask_for(
        self, kind: JobKind, upload: bytes = b"", scopes: tuple[str, ...] = ("personal",), **said: object
    ) -> None:
        job = Job(
            id="01A", kind=kind, user="ann", created=self.now, scopes=scopes, arguments=json.dumps(said)
        )
        self.jobs.submit(ACME, job, upload)

    def done(self) -> Job:
        self.performer(ACME, "01A")
        found = self.jobs.job(ACME, "01A")
        assert found
        return found


@pytest.fixture
def bench() -> Bench:
    return Bench()


def test_an_import_takes_in_a_file(bench: Bench) -> None:
    bench.ask_for(JobKind.IMPORT, NOTES, file="notes.md")
    job = bench.done()

    assert (job.state, job.attempts, job.error) == (JobState.DONE, 1, "")
    assert json.loads(job.result)["imported"] == 1
    assert bench.ann().list().total == 1


def test_an_import_done_again_repeats_nothing(bench: Bench) -> None:
    bench.ask_for(JobKind.IMPORT, NOTES, file="notes.md")
    bench.done()
    bench.ask_for(JobKind.IMPORT, NOTES, file="notes.md")

    assert json.loads(bench.done().result)["imported"] == 0
    assert bench.ann().list().total == 1


def test_what_cannot_be_read_fails_with_its_reason(bench: Bench) -> None:
    bench.ask_for(JobKind.IMPORT, b"\x00\x01", file="x.bin")
    job = bench.done()

    assert job.state is JobState.FAILED
    assert job.error.startswith("usage: ")


def test_an_erasure_is_done(bench: Bench) -> None:
    id = bench.ann().remember("Gone soon.").memory.record.id
    bench.ask_for(JobKind.ERASE, handles=[id])

    assert json.loads(bench.done().result) == {"erased": 1}
    assert bench.ann().list().total == 0
    assert bench.told == [ACME]


def test_an_erasure_done_again_is_no_fault(bench: Bench) -> None:
    bench.ask_for(JobKind.ERASE, handles=["01JNTSW6X00000000000000001"])
    bench.jobs.begin(ACME, "01A", bench.now)

    assert bench.done().state is JobState.DONE


def test_an_erasure_of_nothing_is_told(bench: Bench) -> None:
    bench.ask_for(JobKind.ERASE, handles=["01JNTSW6X00000000000000001"])
    job = bench.done()

    assert (job.state, job.error.partition(":")[0]) == (JobState.FAILED, "not_found")


@pytest.mark.parametrize("kind", [JobKind.EMBED, JobKind.REINDEX])
def test_indexes_are_kept(bench: Bench, kind: JobKind) -> None:
    bench.ask_for(kind)

    assert bench.done().state is JobState.DONE
    assert bench.homes.kept == [(ACME, None), (ACME, ANN)]


def test_what_is_shared_alone_keeps_one_index(bench: Bench) -> None:
    bench.ask_for(JobKind.REINDEX, scopes=("org:acme",))
    bench.done()

    assert bench.homes.kept == [(ACME, None)]


def test_a_job_reaches_what_its_user_still_does(bench: Bench) -> None:
    bench.ask_for(JobKind.ERASE, scopes=("org:acme", "org:closed", "personal"), handles=["x"])
    bench.done()

    assert bench.homes.opened[-1]["writes"] == {"org:acme"}
    assert bench.homes.opened[-1]["personal"] is True


def test_a_job_of_somebody_who_is_out_fails(bench: Bench) -> None:
    bench.ask_for(JobKind.REINDEX)
    bench.accounts.change(Tenant(id=ACME, created=bench.now, suspended=True))
    job = bench.done()

    assert (job.state, job.error.partition(":")[0]) == (JobState.FAILED, "forbidden")


def test_a_cancelled_job_stops(bench: Bench) -> None:
    id = bench.ann().remember("It stays.").memory.record.id
    bench.ask_for(JobKind.ERASE, handles=[id])
    bench.jobs.cancel(ACME, "01A", bench.now)

    assert bench.done().state is JobState.CANCELLED
    assert bench.ann().list().total == 1


class Hurried(MemoryJobs):
    """Cancels a job as soon as it reports."""

    def progress(self, tenant: TenantId, id: str, done: int, total: int) -> bool:
        job = self.job(tenant, id)
        assert job
        self.cancel(tenant, id, job.created)
        return super().progress(tenant, id, done, total)


def test_a_running_job_stops_at_its_report(bench: Bench) -> None:
    id = bench.ann().remember("It stays.").memory.record.id
    bench.jobs = Hurried()
    bench.performer = Performer(bench.jobs, bench.accounts, bench.homes, bench.clock, bench.told.append)
    bench.ask_for(JobKind.ERASE, handles=[id])

    assert bench.done().state is JobState.CANCELLED
    assert bench.ann().list().total == 1


def test_what_is_busy_is_left_to_the_queue(bench: Bench) -> None:
    bench.homes.failing = Busy("not now")
    bench.ask_for(JobKind.EXPORT)

    with pytest.raises(Busy):
        bench.performer(ACME, "01A")
    found = bench.jobs.job(ACME, "01A")
    assert found
    assert found.state is JobState.RUNNING


def test_what_stays_busy_fails_at_last(bench: Bench) -> None:
    bench.homes.failing = Busy("not now")
    bench.ask_for(JobKind.EXPORT)
    for _ in range(5):
        bench.jobs.begin(ACME, "01A", bench.now)

    assert bench.done().error == "busy: not now"


def test_a_fault_of_ours_is_told_without_words(bench: Bench, caplog: pytest.LogCaptureFixture) -> None:
    bench.homes.failing = ZeroDivisionError("geheimnis")
    bench.ask_for(JobKind.EXPORT)
    job = bench.done()

    assert job.error.startswith("failure: a fault of this program")
    assert "geheimnis" not in job.error
    assert "a fault of this program in the job 01A" in caplog.text


def test_a_job_of_nobody_is_left(bench: Bench) -> None:
    bench.performer(ACME, "01Z")

    assert bench.jobs.jobs(ACME) == ()
