"""Every example of the page on times is read, or reported, as a whole."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.planning.temporal.reading import line

PAGE = (Path(__file__).parents[2] / "docs" / "time.md").read_text(encoding="utf-8")


def examples(heading: str) -> list[str]:
    section = PAGE.split(f"## {heading}\n", 1)[1].split("\n## ", 1)[0]
    rows = [row.split("|")[2] for row in section.split("\n") if row.startswith("| ")]
    return [example.strip() for cell in rows[1:] for example in cell.split(", ")]


@pytest.mark.parametrize("example", examples("What is understood"))
def test_example_is_read_as_a_whole(example: str) -> None:
    assert line(example).startswith(f"[{example}] => ")
    assert "!" not in line(example)
