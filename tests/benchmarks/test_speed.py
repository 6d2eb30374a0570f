"""The speed benchmark measures every method on every sort of question."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

SPEED = Path(__file__).parents[2] / "benchmarks" / "speed.py"
SMALL = ("--n", "200", "--queries", "3", "--repetitions", "1", "--json")


def test_rows_cover_every_question() -> None:
    answer = subprocess.run([sys.executable, SPEED, *SMALL], capture_output=True, text=True, check=True)
    rows = json.loads(answer.stdout)["rows"]

    assert {(row["method"], row["words"], row["scope"]) for row in rows} == {
        (method, words, scope)
        for method in ("vademecum", "tantivy", "fts5")
        for words in (5, 24)
        for scope in ("all", "1%")
    }


def test_too_few_memories_are_refused() -> None:
    refused = subprocess.run(
        [sys.executable, SPEED, "--n", "50"], capture_output=True, text=True, check=False
    )

    assert (refused.returncode, "at least 100" in refused.stderr) == (2, True)
