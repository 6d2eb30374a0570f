"""Outputs that refuse, are closed, or carry what a file name dared."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from tests.answers import read

VADE = [sys.executable, "-m", "vademecum"]


def run(home: Path, line: str) -> subprocess.CompletedProcess[bytes]:
    """One shell line with `vade` in it, so that outputs can be closed and led elsewhere."""
    environment = {**os.environ, "VADE_HOME": str(home), "XDG_CACHE_HOME": str(home.parent / "cache")}
    command = line.replace("vade ", f"{' '.join(VADE)} ", 1)
    return subprocess.run(["bash", "-c", command], env=environment, capture_output=True, check=False)


@pytest.fixture
def home(tmp_path: Path) -> Path:
    folder = tmp_path / "home"
    assert run(folder, "vade remember 'the port is open'").returncode == 0
    return folder


@pytest.mark.parametrize("verb", ["list", "recall port", "search port", "remember x", "doctor"])
@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-", "<&-"])
def test_closed_output_disturbs_nothing(home: Path, verb: str, closed: str) -> None:
    done = run(home, f"vade {verb} {closed}")

    assert done.returncode == 0
    assert b"Error" not in done.stderr


@pytest.mark.parametrize("form", ["", "--json"])
def test_full_output_is_told_plainly(home: Path, form: str) -> None:
    done = run(home, f"vade list {form} > /dev/full")

    assert done.returncode == 1
    assert done.stderr == b"vade: the answer cannot be written: No space left on device\n"


def test_file_name_cannot_speak_to_the_terminal(home: Path) -> None:
    name = "q\x1b]0;pwn\x07\nvade: forged.md"
    (home / "memories" / "personal" / name).write_text("x")

    told = run(home, "vade recall anything").stderr

    assert b"\x1b" not in told
    assert not any(line.startswith(b"vade: forged") for line in told.splitlines())


def test_link_is_no_twin_of_its_file(home: Path) -> None:
    personal = home / "memories" / "personal"
    (personal / "a-link.md").symlink_to("the-port-is-open.md")

    assert b"1." in run(home, "vade search port").stdout
    assert run(home, "vade doctor").returncode == 0
    assert run(home, "vade show the-port-is-open").returncode == 0


@pytest.mark.parametrize(("flag", "field"), [("--expires", "expires"), ("--valid-until", "valid_until")])
def test_span_of_an_end_lies_ahead(home: Path, flag: str, field: str) -> None:
    answer = read(run(home, f"vade remember 'x {field}' {flag} 7d --json").stdout)

    left = datetime.fromisoformat(answer["memory"][field]) - datetime.now(UTC)  # noqa: TID251 - a real clock
    assert timedelta(days=6, hours=23) < left <= timedelta(days=7)


def test_beginning_takes_no_span(home: Path) -> None:
    done = run(home, "vade remember x --valid-from 7d")

    assert done.returncode == 2
    assert b"write 2026-03-31, 2026-03-31T14:00" in done.stderr
    assert b"7d from" not in done.stderr


@pytest.mark.parametrize("verb", ["list", "recall nothing", "remember y", "show nowhere"])
def test_full_error_output_changes_no_status(home: Path, verb: str) -> None:
    (home / "memories" / "personal" / "broken.md").write_text("<<<<<<< HEAD\n")

    refused, told = run(home, f"vade {verb} 2> /dev/full"), run(home, f"vade {verb}")

    assert (refused.returncode, refused.stderr) == (told.returncode, b"")


def test_both_outputs_full_fail_silently(home: Path) -> None:
    assert run(home, "vade list > /dev/full 2> /dev/full").returncode == 1


@pytest.mark.parametrize("line", ["--help", "recall --help", "--version", "completion bash", "demo", "alias"])
def test_every_text_that_is_refused_is_told(home: Path, line: str) -> None:
    done = run(home, f"vade {line} > /dev/full")

    assert done.returncode == 1
    assert done.stderr == b"vade: the answer cannot be written: No space left on device\n"


def test_nothing_told_goes_into_a_file(home: Path) -> None:
    run(home, "vade remember 'the quay is closed' 0<&- 1>&- 2>&-")

    assert (home / "memories" / "personal" / "the-quay-is-closed.md").read_text().endswith("is closed\n")
