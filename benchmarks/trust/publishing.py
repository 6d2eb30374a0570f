"""How a table gets into a page: between its marks, under the day and the command that made it."""

from __future__ import annotations

import time
from pathlib import Path


def publish(page: Path, marks: tuple[str, str], said: str, rows: str) -> None:
    """Write a table in the place of the one between two marks.

    Args:
        page: a Markdown file that has both marks.
        marks: the lines that stand before and behind the table.
        said: how the table was made, behind the day.
        rows: the table.

    Raises:
        ValueError: the page lacks one of the marks; it is left as it is.
    """
    begin, end = marks
    before, found, rest = page.read_text(encoding="utf-8").partition(begin)
    _, ended, after = rest.partition(end)
    if not (found and ended):
        raise ValueError(f"{page} has no place for a table between {begin} and {end}")
    when = f"{time.strftime('%-d %B %Y')}, {said}"
    page.write_text(f"{before}{begin}\n{when}\n\n{rows}\n{end}{after}", encoding="utf-8")
