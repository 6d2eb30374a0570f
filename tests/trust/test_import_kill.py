"""An import that is killed at any moment is finished by the next, and keeps everything once."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest
from tests.importers.exports import answered, asked, written

import vademecum

TURNS = 5_000
PROGRAM = """\
import sys, vademecum
with vademecum.open(sys.argv[1]) as vade:
    vade.import_from(sys.argv[2])
"""


@pytest.fixture
def transcript(tmp_path: Path) -> Path:
    lines = [asked(f"u{n}", f"Question {n} about {'harbours ' * 30}") for n in range(TURNS // 2)]
    lines += [answered(f"a{n}", f"Answer {n}: {'lighthouse ' * 30}") for n in range(TURNS // 2)]
    return written(tmp_path / "projects" / "s1.jsonl", *lines)


def begun(home: Path, source: Path) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-c", PROGRAM, str(home), str(source)]
    return subprocess.Popen(command, env={**os.environ, "XDG_CACHE_HOME": str(home.parent / "cache")})


def test_killed_imports_lose_and_double_nothing(
    tmp_path: Path, transcript: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    for delay_s in (0.5, 0.65, 0.8, 1.0):
        process = begun(tmp_path / "home", transcript)
        time.sleep(delay_s)  # the moment is the point: each falls into another step
        process.send_signal(signal.SIGKILL)
        process.wait()

    with vademecum.open(tmp_path / "home") as vade:
        vade.import_from(str(transcript))
        (held,) = vade.conversations.list().items
        verified = vade.conversations.verify()
    assert (held.turns, verified.turns, verified.unsound) == (TURNS, TURNS, ())


def test_second_run_of_an_unchanged_file_reads_nothing(tmp_path: Path, transcript: Path) -> None:
    with vademecum.open(tmp_path / "home") as vade:
        first = time.process_time()
        vade.import_from(str(transcript))
        second = time.process_time()
        answer = vade.import_from(str(transcript))
        third = time.process_time()

    assert (answer.imported, answer.duplicate) == (0, TURNS)
    assert (second - first) / (third - second) > 10
