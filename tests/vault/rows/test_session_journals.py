"""Journals of sessions that are rows: held by one process, and found when it is gone."""

from __future__ import annotations

from collections.abc import Callable, Iterator

import pytest
from tests.postgres_server import APPLICATION, Server

from vademecum.errors import Busy
from vademecum.ports import SessionJournals
from vademecum.stores.postgres.database import Database
from vademecum.stores.postgres.tenancy import Tenancy
from vademecum.stores.postgres.truth.holding import Life, PostgresHolding
from vademecum.stores.postgres.truth.journals import PostgresJournalRows
from vademecum.vault.rows.journals import MemoryHolding, MemoryJournalRows, RowSessionJournals

Opening = Callable[[], SessionJournals]
"""Opens the same journals in another process."""


@pytest.fixture
def url(postgres_server: Server, postgres_database: Database) -> str:
    postgres_database.ping()  # it is made by now
    return postgres_server.url(APPLICATION, "vade")


def in_memory(_: pytest.FixtureRequest) -> Iterator[Opening]:
    rows, holding = MemoryJournalRows(), MemoryHolding()
    yield lambda: RowSessionJournals(rows, holding)


def in_postgres(request: pytest.FixtureRequest) -> Iterator[Opening]:
    tenancy: Tenancy = request.getfixturevalue("tenancy")
    url: str = request.getfixturevalue("url")
    lives: list[Life] = []

    def opened() -> SessionJournals:
        lives.append(Life(url))
        return RowSessionJournals(PostgresJournalRows(tenancy), PostgresHolding(tenancy, lives[-1]))

    yield opened
    for life in lives:
        life.close()


@pytest.fixture(params=[in_memory, in_postgres])
def opening(request: pytest.FixtureRequest) -> Iterator[Opening]:
    made: Iterator[Opening] = request.param(request)
    yield from made


def test_rows_come_back_in_order(opening: Opening) -> None:
    journal = opening().open("s")
    journal.append({"n": 1})
    journal.append({"n": 2})

    assert journal.rows() == [{"n": 1}, {"n": 2}]


def test_session_is_open_once(opening: Opening) -> None:
    held = opening().open("s")

    with pytest.raises(Busy, match="'s' is open already"):
        opening().open("s")
    held.close()
    opening().open("s")


def test_what_was_let_go_is_left(opening: Opening) -> None:
    first = opening().open("s")
    first.append({"n": 1})
    assert opening().left() == ()
    first.close()

    assert [journal.rows() for journal in opening().left()] == [[{"n": 1}]]


def test_retaining_reaches_every_session(opening: Opening) -> None:
    journals = opening()
    one, two = journals.open("s"), journals.open("t")
    one.append({"n": 1})
    two.append({"n": 2})
    journals.retain(lambda row: row["n"] == 2)

    assert (one.rows(), two.rows()) == ([], [{"n": 2}])


def test_a_dead_process_holds_nothing(tenancy: Tenancy, url: str) -> None:
    life, other = Life(url), Life(url)
    rows = PostgresJournalRows(tenancy)
    RowSessionJournals(rows, PostgresHolding(tenancy, life)).open("s").append({"n": 1})
    life.close()

    found = RowSessionJournals(rows, PostgresHolding(tenancy, other)).left()

    assert [journal.rows() for journal in found] == [[{"n": 1}]]
    other.close()
