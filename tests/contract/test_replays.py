"""The promises of `ports.replays`, in memory, as files, and in PostgreSQL."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

import pytest

from vademecum.model.tenancy import TenantId
from vademecum.model.value import replace
from vademecum.ports.replays import KEPT_S, Replay, Replays
from vademecum.stores.postgres.accounts.replays import PostgresReplays
from vademecum.stores.postgres.database import Database
from vademecum.vault.replays import FileReplays, MemoryReplays

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
ANSWER = Replay(digest="d1", status=201, headers={"etag": '"1"'}, body=b'{"ok": true}\x00', at=NOW)
_tenants = count(1)


@pytest.fixture(params=["memory", "file", "postgres"])
def replays(request: pytest.FixtureRequest, tmp_path: Path) -> Replays:
    if request.param == "memory":
        return MemoryReplays()
    if request.param == "file":
        return FileReplays(str(tmp_path / "replays"))
    database: Database = request.getfixturevalue("postgres_database")
    return PostgresReplays(database.pool)


@pytest.fixture
def ann() -> str:
    return f"replays{next(_tenants)}/ann/"


def test_an_answer_is_known_again(replays: Replays, ann: str) -> None:
    replays.keep(ann, "k", ANSWER)

    assert replays.find(ann, "k", NOW) == ANSWER
    assert replays.find(ann, "other", NOW) is None


def test_nobody_elses_answer_is_known(replays: Replays, ann: str) -> None:
    replays.keep(ann, "k", ANSWER)

    assert replays.find(ann.replace("ann", "bob"), "k", NOW) is None
    assert replays.find(f"x{ann}", "k", NOW) is None


def test_an_answer_is_known_for_a_day(replays: Replays, ann: str) -> None:
    replays.keep(ann, "k", ANSWER)

    assert replays.find(ann, "k", NOW + timedelta(seconds=KEPT_S - 1)) == ANSWER
    assert replays.find(ann, "k", NOW + timedelta(seconds=KEPT_S + 1)) is None


def test_the_later_answer_stands(replays: Replays, ann: str) -> None:
    replays.keep(ann, "k", ANSWER)
    replays.keep(ann, "k", replace(ANSWER, digest="d2", body=b""))

    assert replays.find(ann, "k", NOW) == replace(ANSWER, digest="d2", body=b"")


def test_an_erasure_takes_all_of_a_tenant(postgres_database: Database, ann: str) -> None:
    replays = PostgresReplays(postgres_database.pool)
    replays.keep(ann, "k", ANSWER)
    replays.keep(f"x{ann}", "k", ANSWER)
    replays.forget(TenantId(ann.partition("/")[0]))

    assert replays.find(ann, "k", NOW) is None
    assert replays.find(f"x{ann}", "k", NOW) == ANSWER
