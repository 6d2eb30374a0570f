"""Journals of sessions: held by one, durable, and gone without a trace when nothing waits."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from vademecum.errors import Busy
from vademecum.ports import SessionJournals
from vademecum.vault.session_journals import FileSessionJournals, MemorySessionJournals

ROW = {"id": "session_1", "text": "figs"}


@pytest.fixture(params=["file", "memory"])
def journals(request: pytest.FixtureRequest, tmp_path: Path) -> SessionJournals:
    return FileSessionJournals(tmp_path) if request.param == "file" else MemorySessionJournals()


def test_rows_come_back_in_order(journals: SessionJournals) -> None:
    journal = journals.open("talk")
    journal.append(ROW)
    journal.append({"id": "session_2"})

    assert journal.rows() == [ROW, {"id": "session_2"}]


def test_name_is_open_once(journals: SessionJournals) -> None:
    held = journals.open("talk")

    with pytest.raises(Busy):
        journals.open("talk")
    held.close()


def test_closed_name_opens_again(journals: SessionJournals) -> None:
    journals.open("talk").close()
    journals.open("talk").close()


def test_held_journal_is_not_left(journals: SessionJournals) -> None:
    held = journals.open("talk")
    held.append(ROW)

    assert journals.left() == ()
    held.close()


def test_closed_journal_with_rows_is_left(journals: SessionJournals) -> None:
    journal = journals.open("talk")
    journal.append(ROW)
    journal.close()
    (left,) = journals.left()

    assert left.rows() == [ROW]


def test_emptied_journal_is_not_left(journals: SessionJournals) -> None:
    journal = journals.open("talk")
    journal.append(ROW)
    journal.retain(lambda row: row != ROW)
    journal.close()

    assert journals.left() == ()


def test_emptied_file_is_gone(tmp_path: Path) -> None:
    journal = FileSessionJournals(tmp_path).open("talk")
    journal.append(ROW)
    journal.retain(lambda row: row != ROW)

    assert list((tmp_path / "sessions").glob("*.jsonl")) == []


def test_rows_of_open_sessions_are_blotted_out(journals: SessionJournals) -> None:
    journal = journals.open("talk")
    journal.append(ROW)
    journal.append({"id": "other"})
    journals.retain(lambda row: row != ROW)
    journal.append({"id": "later"})

    assert journal.rows() == [{"id": "other"}, {"id": "later"}]


def test_retaining_all_makes_nothing(tmp_path: Path) -> None:
    FileSessionJournals(tmp_path / "state").retain(lambda _row: True)

    assert not (tmp_path / "state").exists()


def test_open_session_is_named(journals: SessionJournals) -> None:
    held = journals.open("talk")

    with pytest.raises(Busy, match="a session named 'talk' is open already"):
        journals.open("talk")
    held.close()


def test_rows_are_for_the_owner_alone(tmp_path: Path) -> None:
    FileSessionJournals(tmp_path).open("talk").append(ROW)
    (path,) = (tmp_path / "sessions").glob("*.jsonl")

    assert path.stat().st_mode & 0o077 == 0


def test_looking_makes_nothing(tmp_path: Path) -> None:
    assert FileSessionJournals(tmp_path / "state").left() == ()
    assert not (tmp_path / "state").exists()


KILLED = """\
import os, sys, vademecum
vade = vademecum.open(sys.argv[1])
vade.session("talk").note("Ana likes figs.")
os._exit(9)
"""


def test_killed_process_loses_nothing(tmp_path: Path) -> None:
    import vademecum

    home = tmp_path / "home"
    environ = {**os.environ, "XDG_CACHE_HOME": str(tmp_path / "cache")}
    died = subprocess.run([sys.executable, "-c", KILLED, str(home)], env=environ, check=False)
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
        with vademecum.open(home) as vade, vade.session("next") as session:
            kept = [one.outcome for one in session.recovered.kept]

    assert (died.returncode, kept) == (9, ["created"])
