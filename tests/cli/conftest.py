"""The command run inside the test process, on a home of its own."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any

import pytest
from tests.answers import read
from tests.cli.elsewhere import ELSEWHERE_TOO, ONLY_HERE
from tests.remote.homes import serving, token_of

from vademecum.cli.elsewhere import AT_HOME
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


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """What asks a home is tried on the home here and on one that a server holds: the same bytes come out."""
    module, test = metafunc.module.__name__.rpartition(".")[2], metafunc.function.__name__
    if "vade" in metafunc.fixturenames and module in ELSEWHERE_TOO:
        ways = ["here"] if test in ONLY_HERE else ["here", "there"]
        metafunc.parametrize("vade", ways, indirect=True)


@pytest.fixture(scope="session")
def server() -> Iterator[str]:
    """The address of a server."""
    with serving() as url:
        yield url


@pytest.fixture
def vade(
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    tmp_path: Path,
) -> Vade:
    """Run a command line and answer what it left; the working folder belongs to no project."""
    here: list[str] = []
    if getattr(request, "param", "here") == "there":
        here = ["--remote", ""]  # what is about this machine
        monkeypatch.setenv("VADE_REMOTE_URL", request.getfixturevalue("server"))
        monkeypatch.setenv("VADE_TOKEN", token_of(tmp_path / "person" / ".vademecum"))
    work = tmp_path / "work"
    work.mkdir()
    monkeypatch.chdir(work)

    def run(*arguments: str, stdin: bytes = b"") -> Run:
        monkeypatch.setattr(sys, "stdin", TextIOWrapper(BytesIO(stdin), encoding="utf-8"))
        capsys.readouterr()
        status = main([*arguments, *here] if set(arguments[:1]) & set(AT_HOME) else list(arguments))
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
