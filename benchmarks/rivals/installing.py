"""Putting a rival into a folder of its own: exact versions, proved by their hashes, nothing shared."""

from __future__ import annotations

import hashlib
import os
import shutil
import subprocess
from collections.abc import Iterable, Sequence
from pathlib import Path

from rivals.processes import INSTALLING_S, run
from rivals.rival import CannotRun

PINS = Path(__file__).with_name("pins")
_DONE = "installed"
_PIP = (
    "-m",
    "pip",
    "install",
    "--quiet",
    "--no-cache-dir",
    "--disable-pip-version-check",
    "--require-hashes",
)


def python(cache: Path, name: str, least: tuple[int, int] = (3, 11)) -> Path:
    """A virtual environment with what ``pins/NAME.txt`` lists; its folder of programs.

    Args:
        least: oldest version of Python that it runs on.

    Raises:
        CannotRun: there is no such Python, or the packages cannot be had.
    """
    folder, pins = cache / name, PINS / f"{name}.txt"
    if not _is_there(folder, pins):
        _install([interpreter(least), "-m", "venv", folder], cache)
        _install([folder / "bin" / "python", *_PIP, "--requirement", pins], cache)
        _remember(folder, pins)
    return folder / "bin"


def data(cache: Path, name: str) -> Path:
    """Packages of ``pins/NAME.txt`` of which nothing is run, in a folder of their own.

    Raises:
        CannotRun: the packages cannot be had.
    """
    folder, pins = cache / name, PINS / f"{name}.txt"
    if not _is_there(folder, pins):
        _install([interpreter((3, 11)), *_PIP, "--no-deps", "--target", folder, "--requirement", pins], cache)
        _remember(folder, pins)
    return folder


def node(cache: Path, name: str) -> Path:
    """What ``pins/NAME/package-lock.json`` lists; its folder of programs. Nothing of it runs meanwhile.

    Raises:
        CannotRun: there is no npm, or the packages cannot be had.
    """
    folder, pins = cache / name, PINS / name / "package-lock.json"
    if not _is_there(folder, pins):
        shutil.copytree(pins.parent, folder)
        # Optional packages are other systems' binaries, and half a gigabyte for graphics cards.
        options = ("--ignore-scripts", "--omit=optional", "--no-audit", "--no-fund", "--loglevel=error")
        _install(["npm", "ci", *options], folder)
        _remember(folder, pins)
    return folder / "node_modules" / ".bin"


def _is_there(folder: Path, pins: Path) -> bool:
    """Whether a folder holds just what is pinned today; what else is there goes."""
    done = folder / _DONE
    if done.is_file() and done.read_text(encoding="utf-8") == _digest(pins):
        return True
    shutil.rmtree(folder, ignore_errors=True)
    return False


def _remember(folder: Path, pins: Path) -> None:
    (folder / _DONE).write_text(_digest(pins), encoding="utf-8")


def _digest(pins: Path) -> str:
    return hashlib.sha256(pins.read_bytes()).hexdigest()


def interpreter(least: tuple[int, int]) -> str:
    """The first Python on the path that is new enough.

    Raises:
        CannotRun: there is none.
    """
    for name in ("python3", *(f"python3.{minor}" for minor in range(least[1], 20))):
        for found in _all(name):
            asked = subprocess.run(
                [found, "-c", f"import sys; sys.exit(sys.version_info < {least!r})"],
                capture_output=True,
                check=False,
            )
            if asked.returncode == 0:
                return found
    raise CannotRun("install", f"no Python {least[0]}.{least[1]} or newer on the path")


def _all(name: str) -> Iterable[str]:
    for folder in os.get_exec_path():
        found = shutil.which(name, path=folder)
        if found:
            yield found


def _install(command: Sequence[str | Path], folder: Path) -> None:
    """Run an installer as its user would: with their settings, which say where packages come from."""
    run(command, dict(os.environ), folder, stage="install", longest_s=INSTALLING_S)
