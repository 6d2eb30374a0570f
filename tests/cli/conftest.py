"""The command run inside the test process, on a home of its own."""

from __future__ import annotations

import sys
from collections.abc import Callable
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest
from tests.answers import read

from vademecum.cli.main import main


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "flag(name): the test shows what this option does")


@dataclass(frozen=True, slots=True)
class Run:
    """What one command left: exit status and both outputs."""

    status: int
    out: str
    err: str

    @property
    def json(self) -> dict[str, Any]:
        """Standard output as one JSON object."""
        return read(self.out)

    @property
    def keys(self) -> list[str]:
        """Keys of the results of a JSON answer, in order."""
        return [hit["key"] for hit in self.json["results"]]


Vade = Callable[..., Run]


@pytest.fixture
def vade(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Vade:
    """Run a command line and answer what it left; the working folder belongs to no project."""
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)

    def run(*arguments: str, stdin: bytes = b"") -> Run:
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(stdin), encoding="utf-8"))
        capsys.readouterr()
        status = main(list(arguments))
        captured = capsys.readouterr()
        return Run(status, captured.out, captured.err)

    return run


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """Where the home is when nobody says otherwise."""
    return tmp_path / "person" / ".vademecum"


@pytest.fixture
def memories(vade: Vade) -> None:
    """Three memories of different type, tag and person."""
    vade(
        "remember",
        "Matthew prefers oat milk.",
        "--title",
        "Oat milk",
        "--about",
        "Matthew",
        "--tag",
        "coffee",
    )
    vade(
        "remember",
        "Milk is delivered on Tuesdays.",
        "--title",
        "Delivery",
        "--type",
        "routine",
        "--tag",
        "shop",
    )
    vade(
        "remember",
        "Tea needs water.",
        "--title",
        "Tea",
        "--type",
        "howto",
        "--tag",
        "shop",
        "--tag",
        "coffee",
    )
