"""Every case that planner, lifecycle, store and surface were built for has a test that bears its name."""

from __future__ import annotations

import re
from pathlib import Path

TESTS = Path(__file__).parents[1]
NAMED = re.compile(r"^ *def test_([clpst]\d{1,2})_", re.MULTILINE)
LAST = {"c": 15, "l": 12, "p": 19, "s": 14, "t": 13}
CASES = {f"{kind}{number}" for kind, last in LAST.items() for number in range(1, last + 1)}


def test_every_case_has_its_test() -> None:
    found = {case for file in TESTS.rglob("*.py") for case in NAMED.findall(file.read_text("utf-8"))}

    assert sorted(CASES - found) == []
