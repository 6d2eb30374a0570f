"""Every ledger of imports keeps what it is told, also for whoever opens it next."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from vademecum.model.importing import Progress, Reached, Taken
from vademecum.model.record import MemoryId
from vademecum.ports.importing import ImportLedger
from vademecum.stores.postgres.tenancy import Tenancy
from vademecum.stores.postgres.truth.journals import PostgresJournalRows
from vademecum.vault.imports import file_imports, memory_imports
from vademecum.vault.rows.journals import row_imports

Opening = Callable[[], ImportLedger]


@pytest.fixture(params=["memory", "file", "postgres"])
def opening(request: pytest.FixtureRequest, tmp_path: Path) -> Opening:
    if request.param == "file":
        return partial(file_imports, tmp_path / "state")
    if request.param == "postgres":
        tenancy: Tenancy = request.getfixturevalue("tenancy")
        return lambda: row_imports(PostgresJournalRows(tenancy))
    ledger = memory_imports()
    return lambda: ledger


def progress(size: int = 10) -> Progress:
    return Progress(
        key="/a/s1.jsonl",
        stamp="1-2",
        size=size,
        reached=Reached(size, 3),
        digest="d",
        whole=True,
        since="2026",
        titles={"s1": "Work"},
        counts={"imported": 4},
    )


def test_progress_of_a_file_is_kept(opening: Opening) -> None:
    opening().keep_progress(progress())

    assert opening().progress("/a/s1.jsonl") == progress()
    assert opening().progress("/a/s2.jsonl") is None


def test_last_progress_of_a_file_stands(opening: Opening) -> None:
    opening().keep_progress(progress(10))
    opening().keep_progress(progress(20))

    assert opening().progress("/a/s1.jsonl") == progress(20)


def test_what_a_memory_became_is_kept(opening: Opening) -> None:
    opening().keep_taken("mem0", "m1", "digest", MemoryId("A"))

    assert opening().taken("mem0", "m1", "digest") == Taken(id=MemoryId("A"), same=True)
    assert opening().taken("mem0", "m1", "other") == Taken(id=MemoryId("A"), same=False)
    assert opening().taken("other", "m1", "digest") is None


def test_files_hold_neither_ids_nor_texts(tmp_path: Path) -> None:
    file_imports(tmp_path).keep_taken("mem0", "sentinel-id", "sentinel-text", MemoryId("A"))

    assert b"sentinel" not in (tmp_path / "imported.jsonl").read_bytes()


def test_torn_row_costs_no_other(tmp_path: Path) -> None:
    file_imports(tmp_path).keep_progress(progress())
    with (tmp_path / "imports.jsonl").open("a") as journal:
        journal.write('{"key": "torn\n{"key": 7}\n')

    assert file_imports(tmp_path).progress("/a/s1.jsonl") == progress()


def test_long_journal_is_written_anew(tmp_path: Path) -> None:
    ledger = file_imports(tmp_path)
    for size in range(1_010):
        ledger.keep_progress(progress(size))

    assert file_imports(tmp_path).progress("/a/s1.jsonl") == progress(1_009)
    assert len((tmp_path / "imports.jsonl").read_bytes().splitlines()) == 1
