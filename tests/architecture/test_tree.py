"""What is committed belongs to everybody: no paths of one machine, no places to fetch from."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]

# Absolute folders of one machine. Spelled in two halves so that this file does not find itself.
MACHINE_PATHS = re.compile(
    r"(?<![\w./~$}])/(?:" + "work|root|Users|opt/py" + r")/\w+|/home/(?!you|me|user|alice|ada)\w+/"
)
INDEX_OPTIONS = re.compile(r"^\s*(?:--(?:extra-)?index-url|--find-links|-i|-f)\b|https?://", re.MULTILINE)


def tracked() -> list[Path]:
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    return [path for name in listed.decode().split("\0") if name and (path := ROOT / name).is_file()]


def text_of(path: Path) -> str:
    return path.read_bytes().decode("utf-8", errors="replace")


def test_no_machine_paths_are_tracked() -> None:
    found = {str(path.relative_to(ROOT)) for path in tracked() if MACHINE_PATHS.search(text_of(path))}

    assert found == set()


def test_requirements_name_no_index() -> None:
    found = {path.name for path in (ROOT / "requirements").iterdir() if INDEX_OPTIONS.search(text_of(path))}

    assert found == set()


def test_every_requirement_has_a_hash() -> None:
    pins = re.compile(r"^[a-z0-9].*?==[^\n]*\n", re.MULTILINE)
    texts = {path.name: text_of(path) for path in (ROOT / "requirements").glob("*.txt")}

    bare = {name: [p for p in pins.findall(text) if not p.endswith("\\\n")] for name, text in texts.items()}

    assert bare == {"runtime.txt": [], "dev.txt": [], "models.txt": []}


def test_both_requirement_files_agree() -> None:
    pin = re.compile(r"^([a-z0-9-]+)==(\S+)", re.MULTILINE)
    runtime = dict(pin.findall(text_of(ROOT / "requirements" / "runtime.txt")))
    everything = dict(pin.findall(text_of(ROOT / "requirements" / "dev.txt")))

    assert runtime.items() <= everything.items()


def test_no_generated_files_are_tracked() -> None:
    generated = (".pyc", ".egg-info", ".whl", ".lock")

    assert [path.name for path in tracked() if path.name.endswith(generated)] == []


def test_changelog_begins_with_this_version() -> None:
    version = tomllib.loads(text_of(ROOT / "pyproject.toml"))["project"]["version"]
    headings = re.findall(r"^## \[?([^\]\s]+)", text_of(ROOT / "CHANGELOG.md"), re.MULTILINE)

    assert version in headings[:2]
