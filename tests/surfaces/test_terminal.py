"""The command in front of a person: colour, ages, tables and progress on a real pseudo-terminal."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

pty = pytest.importorskip("pty")

Terminal = Callable[..., Any]


def everything(descriptor: int) -> str:
    """What was written to a terminal; its end is an error on Linux."""
    shown = b""
    while True:
        try:
            part = os.read(descriptor, 65_536)
        except OSError:
            return shown.decode()
        if not part:
            return shown.decode()
        shown += part


@pytest.fixture
def terminal(tmp_path: Path) -> Terminal:
    """Run a command line on a terminal of 80 columns and answer all it showed."""
    environment = {**os.environ, "VADE_HOME": str(tmp_path / "home"), "TERM": "xterm", "COLUMNS": "80"}

    def run(*arguments: str, typed: str = "", status: int = 0, **more: str) -> str:
        ours, theirs = pty.openpty()
        process = subprocess.Popen(
            [sys.executable, "-m", "vademecum", *arguments],
            stdin=theirs,
            stdout=theirs,
            stderr=theirs,
            env=environment | more,
            cwd=tmp_path,
        )
        os.close(theirs)
        os.write(ours, typed.encode())
        shown = everything(ours)
        os.close(ours)
        assert process.wait(60) == status
        return shown

    return run


def test_search_is_coloured_and_tells_ages(terminal: Terminal) -> None:
    terminal("remember", "Apples are red.")
    shown = terminal("search", "apples")

    assert "\x1b[1;33mApples\x1b[0m are red." in shown
    assert "just now" in shown


@pytest.mark.parametrize("more", [{"NO_COLOR": "1"}, {"TERM": "dumb"}, {"VADE_COLOR": "never"}])
def test_colour_can_be_declined(terminal: Terminal, more: dict[str, str]) -> None:
    terminal("remember", "Apples are red.", **more)

    assert "\x1b" not in terminal("list", **more) + terminal("search", "apples", **more)


def test_rebuild_shows_its_progress(terminal: Terminal) -> None:
    terminal("remember", "Apples are red.")

    assert "indexing" in terminal("reindex")
    assert "indexing" not in terminal("reindex", "--quiet")


def test_forgetting_shows_what_would_go_and_asks(terminal: Terminal) -> None:
    terminal("remember", "Apples are red.")

    shown = terminal("forget", "apples-are-red", typed="y\n")

    assert "would be forgotten" in shown
    assert "Forget this for good? [y/N]" in shown
    assert "Proven" in shown


def test_whoever_declines_keeps_the_memory(terminal: Terminal) -> None:
    terminal("remember", "Apples are red.")

    terminal("forget", "apples-are-red", typed="n\n", status=130)
    terminal("redact", "apples-are-red", "red.", typed="\n", status=130)

    assert "Apples are red." in terminal("show", "apples-are-red")
