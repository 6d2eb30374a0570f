"""The command as a process: pipes, locales, closed readers, bytes that are not text."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from tests.answers import read

Process = Callable[..., Any]


@pytest.fixture
def vade(tmp_path: Path) -> Process:
    """Start ``python -m vademecum`` in a home of its own and answer the finished process, in bytes."""
    environment = {**os.environ, "VADE_HOME": str(tmp_path / "home")}

    def run(*arguments: str | bytes, stdin: bytes = b"", **more: str) -> subprocess.CompletedProcess[bytes]:
        line = [sys.executable, "-m", "vademecum", *arguments]
        return subprocess.run(
            line,
            input=stdin,
            capture_output=True,
            env=environment | more,
            cwd=tmp_path,
            timeout=60,
            check=False,
        )

    return run


def test_remember_then_recall(vade: Process) -> None:
    vade("remember", "Matthew prefers oat milk.", "--about", "Matthew")

    assert b"oat milk" in vade("recall", "what does Matthew drink?").stdout


def test_edit_in_place_is_seen_at_once(vade: Process, tmp_path: Path) -> None:
    vade("remember", "The port is 8080.")
    for _ in range(3):  # until a look finds nothing to read
        vade("recall", "port")
    note = next((tmp_path / "home" / "memories").rglob("*.md"))
    before = note.stat()
    with note.open("r+b") as file:
        file.write(note.read_bytes().replace(b"8080", b"9090"))
    os.utime(note, ns=(before.st_atime_ns, before.st_mtime_ns))

    assert note.stat().st_size == before.st_size
    assert b"9090" in vade("recall", "port").stdout


def test_pipes_carry_no_escapes(vade: Process) -> None:
    vade("remember", "red \x1b[31m alert", "--title", "A\x1b]0;title\x07lert")

    for line in (("recall", "alert"), ("search", "alert"), ("list",), ("stats",), ("doctor",), ("--help",)):
        assert b"\x1b" not in vade(*line).stdout


def test_undecodable_argument_is_kept_readable(vade: Process) -> None:
    answer = read(vade("remember", b"caf\xe9 bar \xed\xa0\xbd", "--json").stdout)

    assert answer["memory"]["body"].startswith("caf\ufffd bar")


@pytest.mark.parametrize(
    "encoding",
    [
        pytest.param("ascii", id="U16 ascii"),
        pytest.param("cp1252", id="U16 cp1252"),
        pytest.param("gbk", id="U16 gbk"),
    ],
)
def test_no_encoding_breaks_the_output(vade: Process, encoding: str) -> None:
    vade("remember", "naïve 你好 😀 «x» — ok")

    for line in (
        ("recall", "naïve"),
        ("search", "naïve"),
        ("list",),
        ("show", "naïve-你好-x-ok"),
        ("stats",),
    ):
        run = vade(*line, PYTHONIOENCODING=encoding)
        assert b"Traceback" not in run.stderr


@pytest.mark.parametrize(
    "encoding", [pytest.param("ascii", id="U16 ascii"), pytest.param("gbk", id="U16 gbk")]
)
def test_json_is_json_in_any_encoding(vade: Process, encoding: str) -> None:
    vade("remember", "naïve 你好 😀", "--title", "greeting")

    run = vade("search", "naïve", "--json", PYTHONIOENCODING=encoding)

    assert "你好" in read(run.stdout)["results"][0]["summary"]


def test_megabyte_of_text_is_refused_by_its_bound(vade: Process) -> None:
    run = vade("remember", "-", "--json", stdin=b"word " * 200_000)

    assert (run.returncode, read(run.stdout)["error"]["code"]) == (6, "limit_exceeded")


def test_megabyte_of_question_is_answered(vade: Process) -> None:
    vade("remember", "Apples are red.")

    assert vade("recall", "-", stdin=b"apples " * 150_000).returncode == 0


def test_closed_standard_input_is_empty_text(vade: Process) -> None:
    run = vade("remember", "-", "--json")

    assert (run.returncode, read(run.stdout)["error"]["code"]) == (2, "invalid_value")


def test_reader_that_went_away_is_no_fault(tmp_path: Path) -> None:
    read, write = os.pipe()
    os.close(read)
    with os.fdopen(write, "wb") as closed:
        run = subprocess.run(
            [sys.executable, "-m", "vademecum", "--help"],
            stdout=closed,
            stderr=subprocess.PIPE,
            cwd=tmp_path,
            timeout=60,
            check=False,
        )

    assert (run.returncode, run.stderr) == (141, b"")


def test_vanished_working_folder_is_no_fault(tmp_path: Path) -> None:
    (tmp_path / "gone").mkdir()
    script = f"cd {tmp_path}/gone && rmdir ../gone && exec {sys.executable} -m vademecum list"

    run = subprocess.run(["sh", "-c", script], capture_output=True, timeout=60, check=False)

    assert (run.returncode, run.stdout) == (0, b"Nothing is here yet.\n")


def test_completion_offers_commands(vade: Process) -> None:
    run = vade(_VADE_COMPLETE="bash_complete", COMP_WORDS="vade rec", COMP_CWORD="1")

    assert run.stdout.split() == [b"plain,recall"]


def test_completion_offers_types(vade: Process) -> None:
    run = vade(_VADE_COMPLETE="bash_complete", COMP_WORDS="vade remember x --type pre", COMP_CWORD="4")

    assert run.stdout.split() == [b"plain,preference"]


def test_recall_imports_only_what_it_needs(vade: Process) -> None:
    vade("remember", "Apples are red.")
    log = vade("recall", "apples", PYTHONPROFILEIMPORTTIME="1").stderr.decode()
    loaded = {line.rpartition("|")[2].strip() for line in log.splitlines()}

    assert "vademecum.cli.rendering.hits" in loaded
    unwanted = (
        "rich",
        "tomllib",
        "tomlkit",
        "yaml",
        "rapidfuzz",
        "asyncio",
        "ulid",
        "vademecum.cli.rendering.records",
        "vademecum.cli.moment",
    )
    assert loaded.isdisjoint(unwanted)
