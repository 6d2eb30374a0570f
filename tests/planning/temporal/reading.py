"""The present of these tests, and a reading as one line of the table."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from zoneinfo import ZoneInfo

from vademecum.lexicon.timing import load_time_words
from vademecum.model.temporal import TimeReading
from vademecum.planning.temporal import windows

BERLIN = ZoneInfo("Europe/Berlin")
NOW = datetime(2026, 11, 25, 15, 30, tzinfo=BERLIN)
WORDS = load_time_words()


def read(text: str, now: datetime = NOW) -> TimeReading:
    zone = now.tzinfo
    assert zone is not None
    return windows(text, now, zone, WORDS)


def bounds(text: str, now: datetime = NOW) -> list[tuple[str, str]]:
    """What the windows run from and to, with offsets."""
    return [(_full(window.after), _full(window.before)) for window in read(text, now).windows]


def line(text: str) -> str:
    """A text with what was read in brackets, and the windows, as in `phrases.txt`."""
    reading = read(text)
    found: dict[tuple[int, int], list[str]] = {}
    for window in reading.windows:
        said = f"{_short(window.after)}..{_short(window.before)}"
        found.setdefault((window.start, window.end), []).append(said)
    for unread in reading.unread:
        found.setdefault((unread.start, unread.end), []).append(f"!{unread.why.name.lower()}")
    marked = text
    for start, end in sorted(found, reverse=True):
        marked = f"{marked[:start]}[{marked[start:end]}]{marked[end:]}"
    return f"{marked} => {' ; '.join(' / '.join(found[span]) for span in sorted(found))}"


def rows(name: str) -> list[str]:
    """The lines of a table, without its heading and empty ones."""
    text = (Path(__file__).parent / name).read_text(encoding="utf-8")
    return [row for row in text.split("\n") if row and not row.startswith("# ")]


def _full(moment: datetime | None) -> str:
    return "-" if moment is None else moment.isoformat()


def _short(moment: datetime | None) -> str:
    if moment is None:
        return "-"
    wall = moment.astimezone(BERLIN).isoformat()[:19]
    return wall.removesuffix("T00:00:00").removesuffix(":00") if wall[11:] != "00:00:00" else wall[:10]
