"""What is pinned is installed once, and anew when it is pinned anew."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from rivals import installing
from rivals.rival import CannotRun

NOWHERE = (3, 99)
"""A Python that no machine has: who asks for it shows that something would be installed."""


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that says it holds what is pinned."""
    pins = tmp_path / "toy.txt"
    pins.write_text("toy==1.0 --hash=sha256:0\n", encoding="utf-8")
    monkeypatch.setattr(installing, "PINS", tmp_path)
    folder = tmp_path / "cache" / "toy"
    folder.mkdir(parents=True)
    (folder / "installed").write_text(hashlib.sha256(pins.read_bytes()).hexdigest(), encoding="utf-8")
    return folder


def test_what_is_installed_stays(installed: Path) -> None:
    assert installing.python(installed.parent, "toy", NOWHERE) == installed / "bin"


def test_other_pins_are_installed_anew(installed: Path, tmp_path: Path) -> None:
    (tmp_path / "toy.txt").write_text("toy==1.1 --hash=sha256:1\n", encoding="utf-8")

    with pytest.raises(CannotRun, match=r"install: no Python 3.99 or newer on the path"):
        installing.python(installed.parent, "toy", NOWHERE)

    assert not installed.exists()
