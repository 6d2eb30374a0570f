"""What is read, phrase by phrase, and what is left alone."""

from __future__ import annotations

import pytest
from tests.planning.temporal.reading import line, read, rows

from vademecum.model.temporal import Grain, TimeReading

PHRASES = rows("phrases.txt")
TRAPS = rows("traps.txt")


@pytest.mark.parametrize("row", PHRASES)
def test_phrase_gives_exactly_its_windows(row: str) -> None:
    text = row.split(" => ", 1)[0].replace("[", "").replace("]", "")

    assert line(text) == row


@pytest.mark.parametrize("text", TRAPS)
def test_trap_speaks_of_no_time(text: str) -> None:
    assert read(text) == TimeReading((), ())


def test_tables_are_large_enough() -> None:
    assert (len(set(PHRASES)) >= 400, len(set(TRAPS)) >= 150) == (True, True)


@pytest.mark.parametrize(
    ("text", "label", "grain"),
    [
        ("yesterday", "yesterday", Grain.DAY),
        ("gestern Abend", "last night", Grain.PART),
        ("esta mañana", "this morning", Grain.PART),
        ("la semaine dernière", "last week", Grain.WEEK),
        ("这周", "this week", Grain.WEEK),
        ("आज रात", "tonight", Grain.PART),
        ("kal hum milenge", "tomorrow", Grain.DAY),
        ("neulich", "the other day", Grain.WEEK),
        ("yesterday at 5pm", "2026-11-24T17", Grain.HOUR),
        ("yesterday at 17:30", "2026-11-24T17:30", Grain.MINUTE),
        ("yesterday morning", "2026-11-24 morning", Grain.PART),
        ("3 days ago", "2026-11-22", Grain.DAY),
        ("two weeks ago", "2026-W46", Grain.WEEK),
        ("im März 2026", "2026-03", Grain.MONTH),
        ("Q3 2025", "2025-Q3", Grain.QUARTER),
        ("H1 2025", "2025-H1", Grain.HALF),
        ("last spring", "spring 2026", Grain.SEASON),
        ("in 2025", "2025", Grain.YEAR),
        ("the 90s", "1990s", Grain.DECADE),
        ("the 19th century", "1801/1900", Grain.CENTURY),
        ("last weekend", "2026-11-21/2026-11-22", Grain.WEEKEND),
        ("the last 3 days", "last 3 days", Grain.DAY),
        ("early March 2026", "early 2026-03", Grain.MONTH),
        ("since Christmas", "since 2025-12-25", Grain.DAY),
        ("as of 2026-01-01", "as of 2026-01-01", Grain.DAY),
        ("from 3 to 5 March 2026", "2026-03-03..2026-03-05", Grain.DAY),
    ],
)
def test_label_is_the_same_in_every_language(text: str, label: str, grain: Grain) -> None:
    window = read(text).windows[0]

    assert (window.label, window.grain) == (label, grain)


def test_founding_label_means_calendar_days_when_counted_from() -> None:
    assert line("since last week") == "[since last week] => 2026-11-16..2026-11-25T15:30"


def test_first_in_the_text_comes_first() -> None:
    labels = [window.label for window in read("not tomorrow but yesterday").windows]

    assert labels == ["tomorrow", "yesterday"]


def test_language_of_the_text_decides_the_order_of_numbers() -> None:
    assert line("nos vimos el 03/04/2025") == "nos vimos [el 03/04/2025] => 2025-04-03..2025-04-04"
    assert line("we met on 03/04/2025") == "we met [on 03/04/2025] => !ambiguous"


def test_word_of_another_language_is_left_alone() -> None:
    assert line("was ist hier los") == "was ist hier los => "
    assert line("nous étions là hier") == "nous étions là [hier] => 2026-11-23T15:30..2026-11-25T15:30"


@pytest.mark.parametrize(
    ("text", "label"),
    [
        ("vor 2.5 Jahren", "2023-01-01/2024-12-31"),
        ("2-3 months ago", "2026-08-01/2026-09-30"),
        ("1-2 weeks ago", "2026-11-09/2026-11-22"),
        ("2 years ago", "2024"),
        ("2 months ago", "2026-09"),
    ],
)
def test_several_units_are_called_by_their_days(text: str, label: str) -> None:
    assert read(text).windows[0].label == label
