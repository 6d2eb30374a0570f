"""Programs run apart, and end."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from rivals.processes import apart, run, size, write
from rivals.rival import CannotRun, Note
from vademecum.bench.task import Passage


def python(code: str, home: Path, longest_s: float = 10.0) -> str:
    return run((sys.executable, "-c", code), apart(home), home, stage="fill", longest_s=longest_s)


def test_program_finds_nothing_of_its_user(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SECRET_TOKEN", "x")

    told = python("import os; print(os.environ.get('SECRET_TOKEN'), os.path.expanduser('~'))", tmp_path)

    assert told == f"None {tmp_path}\n"


def test_failure_is_told_by_the_end_of_its_words(tmp_path: Path) -> None:
    with pytest.raises(CannotRun) as failed:
        python("import sys; sys.exit('a' * 400 + '\\n no model')", tmp_path)

    assert failed.value.reason == f"exit 1: … {'a' * 291} no model"


def test_trace_is_told_by_its_last_line(tmp_path: Path) -> None:
    with pytest.raises(CannotRun) as failed:
        python("raise LookupError('no  model')", tmp_path)

    assert failed.value.reason == "exit 1: LookupError: no model"


def test_program_that_does_not_end_is_ended(tmp_path: Path) -> None:
    with pytest.raises(CannotRun, match=r"fill: no end after 0.2 s"):
        python("import sys; sys.stdin.close(); import threading; threading.Event().wait()", tmp_path, 0.2)


def test_notes_become_plain_files(tmp_path: Path) -> None:
    said = [Passage(id=text, text=text, session="s") for text in ("tea", "and milk")]

    write([Note(name="note-1", passages=tuple(said)), Note(name="note-2", passages=())], tmp_path / "notes")

    assert (tmp_path / "notes" / "note-1.md").read_bytes() == b"tea\nand milk\n"
    assert size(tmp_path) == len(b"tea\nand milk\n\n")
