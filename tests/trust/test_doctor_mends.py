"""`vade doctor --deep --fix` after a process died at any step of a write or an erasure: all is well again."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest
from tests.trust.erasing import Place, killed

import vademecum
from vademecum.cli.main import main

WRITING: dict[str, Place] = {
    "before the name is taken": ("", "durable", "_take"),
    "before the index hears of it": ("stores.local.index", "LocalIndex", "apply"),
}
ERASING: dict[str, Place] = {
    "while the file is overwritten": ("", "blotting", "blot_out"),
    "before the file is deleted": ("vault.files", "FileVault", "erase"),
    "before the index hears of it": ("stores.local.index", "LocalIndex", "apply"),
    "before everything is written anew": ("engine.wiping", "Wiping", "scrub"),
}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home of two memories, in which a process may die."""
    monkeypatch.setenv("VADE_HOME", str(tmp_path / "home"))
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    with vademecum.open(cwd=tmp_path) as vade:
        vade.remember("The oats are in the barn.", title="Oats")
        vade.remember("The rye is in the loft.", title="Rye")
    return tmp_path / "home"


def age(home: Path) -> None:
    """Let an hour pass for what was left behind."""
    for path in home.rglob(".vade-*.tmp"):
        os.utime(path, (0, 0))


def mended(capsys: pytest.CaptureFixture[str]) -> str:
    """The last line after everything was mended."""
    assert main(["doctor", "--deep", "--fix"]) == 0
    return capsys.readouterr().out.splitlines()[-1]


@pytest.mark.parametrize("place", WRITING.values(), ids=WRITING)
def test_a_killed_write_is_mended(
    home: Path, tmp_path: Path, place: Place, capsys: pytest.CaptureFixture[str]
) -> None:
    assert killed("remember('The hay is in the shed.')", place, tmp_path) == -signal.SIGKILL
    age(home)

    assert mended(capsys) == "All is well."
    assert list(home.rglob(".vade-*.tmp")) == []


@pytest.mark.parametrize("place", ERASING.values(), ids=ERASING)
def test_a_killed_erasure_is_finished(
    home: Path, tmp_path: Path, place: Place, capsys: pytest.CaptureFixture[str]
) -> None:
    assert killed("forget('oats')", place, tmp_path) == -signal.SIGKILL
    age(home)

    assert mended(capsys) == "All is well."
    assert not any(b"barn" in path.read_bytes() for path in home.rglob("*") if path.is_file())
