"""Every case that the lifecycle and the store were built for has a test that bears its name."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
NAMED = re.compile(r"^ *def test_([lt]\d{1,2})_", re.MULTILINE)
CASES = {*(f"l{number}" for number in range(1, 13)), *(f"t{number}" for number in range(1, 14))}


def test_every_case_has_its_test() -> None:
    found = {case for file in TESTS.rglob("*.py") for case in NAMED.findall(file.read_text("utf-8"))}

    assert sorted(CASES - found) == []
