"""What the ledger leaves on a disk."""

from __future__ import annotations

import stat
from datetime import UTC, datetime
from pathlib import Path

import pytest

from vademecum.errors import VaultError
from vademecum.model.ledger import Erasure
from vademecum.model.record import MemoryId
from vademecum.vault.journals import FileJournal
from vademecum.vault.ledger import MOST_SHOWN, file_ledger

NOW = datetime(2026, 3, 1, 12, tzinfo=UTC)
FIRST = MemoryId("01JNTSW6X00000000000000001")
BODY = "a" * 64


def test_asking_makes_nothing(tmp_path: Path) -> None:
    ledger = file_ledger(tmp_path / "state")

    ledger.buried(BODY)
    ledger.unfinished()
    ledger.outcome("key", "digest", NOW)
    ledger.recalled("session", [BODY], NOW)

    assert list(tmp_path.iterdir()) == []


def test_key_and_journals_are_for_their_owner_alone(tmp_path: Path) -> None:
    file_ledger(tmp_path).bury([FIRST], BODY, NOW)

    assert stat.S_IMODE((tmp_path / "key").stat().st_mode) == 0o600
    assert stat.S_IMODE((tmp_path / "tombstones.jsonl").stat().st_mode) == 0o600


def test_another_process_reads_what_was_kept(tmp_path: Path) -> None:
    tombstone = file_ledger(tmp_path).bury([FIRST], BODY, NOW)

    assert file_ledger(tmp_path).buried(BODY) == tombstone


def test_two_homes_have_different_digests(tmp_path: Path) -> None:
    one = file_ledger(tmp_path / "one").bury([FIRST], BODY, NOW)
    other = file_ledger(tmp_path / "other").bury([FIRST], BODY, NOW)

    assert one.mac != other.mac


def test_no_journal_holds_what_it_is_asked_by(tmp_path: Path) -> None:
    ledger = file_ledger(tmp_path)
    ledger.keep("heron-key", FIRST, "heron-digest", NOW)
    ledger.note("heron-session", ["heron-shown"], NOW)
    ledger.bury([FIRST], "heron-body", NOW)

    assert b"heron" not in b"".join(path.read_bytes() for path in tmp_path.glob("*.jsonl"))


def test_a_torn_line_loses_nothing_else(tmp_path: Path) -> None:
    ledger = file_ledger(tmp_path)
    ledger.keep("first", FIRST, "digest", NOW)
    with (tmp_path / "requests.jsonl").open("ab") as file:
        file.write(b'{"key": "tor')
    ledger.keep("second", FIRST, "digest", NOW)

    assert ledger.outcome("first", "digest", NOW) is not None
    assert ledger.outcome("second", "digest", NOW) is not None


def test_rows_of_strange_shape_are_passed_over(tmp_path: Path) -> None:
    ledger = file_ledger(tmp_path)
    tombstone = ledger.bury([FIRST], BODY, NOW)
    with (tmp_path / "tombstones.jsonl").open("ab") as file:
        file.write(b'[]\n{"at": 5, "ids": 7}\n{"mac": "", "ids": 7, "at": "2026-03-01T12:00:00+00:00"}\n')

    assert ledger.buried(BODY) == tombstone


def test_a_damaged_key_is_refused_with_advice(tmp_path: Path) -> None:
    ledger = file_ledger(tmp_path)
    ledger.bury([FIRST], BODY, NOW)
    (tmp_path / "key").write_text("heron")

    with pytest.raises(VaultError, match="restore it from a backup, or delete it"):
        ledger.buried(BODY)


def test_a_finished_erasure_leaves_no_path(tmp_path: Path) -> None:
    ledger = file_ledger(tmp_path)
    ledger.begin(Erasure(id=FIRST, paths=("personal/heron.md",), at=NOW))

    ledger.finish(FIRST)

    assert (tmp_path / "erasures.jsonl").read_bytes() == b""


def test_rewriting_blots_out_what_was_there(tmp_path: Path) -> None:
    journal = FileJournal(tmp_path, "rows.jsonl")
    journal.append({"heron": 1})
    with (tmp_path / "rows.jsonl").open("rb") as before:
        journal.rewrite([])

        assert before.read() == b""


def test_the_journal_of_what_was_shown_stays_small(tmp_path: Path) -> None:
    ledger = file_ledger(tmp_path)
    for number in range(MOST_SHOWN + 1):
        FileJournal(tmp_path, "shown.jsonl").append({"at": NOW.isoformat(), "session": "", "shown": [number]})

    ledger.note("session", [BODY], NOW)

    assert len((tmp_path / "shown.jsonl").read_bytes().splitlines()) == MOST_SHOWN // 2 + 1


def test_what_a_crash_left_of_a_journal_goes_with_the_next_step(tmp_path: Path) -> None:
    ledger = file_ledger(tmp_path)
    ledger.begin(Erasure(id=FIRST, paths=("personal/heron.md",), at=NOW))
    (tmp_path / ".vade-0123456789abcdef.tmp").write_bytes(b"personal/heron.md")

    ledger.finish(FIRST)

    assert [path.name for path in tmp_path.glob(".vade-*")] == []
