"""Rivals are installed in exact versions whose bytes are known, from wherever packages come from here."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from rivals.installing import PINS

LISTS = ("basic-memory.txt", "mempalace.txt", "minilm.txt")
LOCKS = ("qmd/package-lock.json", "server-memory/package-lock.json")


def test_pins_are_those_of_the_rivals() -> None:
    found = [path.relative_to(PINS).as_posix() for path in PINS.rglob("*") if path.is_file()]

    assert {name for name in found if not name.endswith("/package.json")} == {*LISTS, *LOCKS}


@pytest.mark.parametrize("name", LISTS)
def test_every_python_package_has_a_hash(name: str) -> None:
    joined = Path(PINS / name).read_text(encoding="utf-8").replace("\\\n", " ")

    assert [line for line in joined.splitlines() if not re.match(r"\S+==\S+ .*--hash=sha256:", line)] == []


@pytest.mark.parametrize("name", LOCKS)
def test_every_node_package_has_a_hash_and_no_address(name: str) -> None:
    packages = json.loads((PINS / name).read_text(encoding="utf-8"))["packages"]
    locked = [one for folder, one in packages.items() if folder]

    assert [one for one in locked if "integrity" not in one or "resolved" in one] == []
