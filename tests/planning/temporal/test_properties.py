"""What holds for any text whatever."""

from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta, timezone

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.planning.temporal.reading import BERLIN, NOW, WORDS, read, rows

from vademecum.model.temporal import TimeReading
from vademecum.planning.temporal import windows
from vademecum.planning.temporal.grammar import MOST_FOUND, MOST_TRIED

# fmt: off
PIECES = [
    "last", "next", "this", "the", "in", "on", "at", "from", "to", "between", "and", "since",
    "until", "before", "after", "of", "as-of", "March", "May", "Friday", "week", "year", "3", "5th",
    "31", "2026", "9999", "2026-03-05", "03/04/2025", "3-5", "ago", "days", "decades", "Christmas",
    "Easter", "Q3", "spring", "weekend", "end", "early", "'90s", "5pm", "yesterday", "vor", "Tagen",
    "am", "hace", "años", "il", "y", "a", "d'", "l'", "十万", "年", "前", "上周", "五", "3月", "कल", "दिन",
    "पहले", ".", ",", "-", "–", "!", "(", "second", "century", "few", "tomorrow", "2:30", "W12",
    "53", "pm", "first", "Monday", "1900s", "'26", "5.3.", "KW", "month", "day", "now", "morning",
    "quarter", "half",
]
# fmt: on
TEXTS = st.one_of(st.text(), st.lists(st.sampled_from(PIECES), max_size=12).map(" ".join))
ZONES = st.one_of(st.just(BERLIN), st.timedeltas(timedelta(hours=-23), timedelta(hours=23)).map(timezone))
EDGES = st.sampled_from([datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, 23, 59, tzinfo=UTC)])
MOMENTS = st.one_of(st.datetimes(timezones=st.just(UTC)), EDGES)
PHRASES = [row.split(" => ")[0].replace("[", "").replace("]", "") for row in rows("phrases.txt")]


@given(TEXTS, MOMENTS, ZONES)
def test_any_text_at_any_time_is_legal(text: str, now: datetime, zone: timezone) -> None:
    reading = windows(text, now, zone, WORDS)

    assert all(w.after is None or w.before is None or w.after < w.before for w in reading.windows)


@given(TEXTS)
def test_offsets_lie_in_the_text_in_order(text: str) -> None:
    reading = read(text)

    for found in (reading.windows, reading.unread):
        spans = [(one.start, one.end) for one in found]
        assert all(0 <= start < end <= len(text) for start, end in spans)
        assert spans == sorted(spans)


@given(TEXTS)
def test_same_text_gives_the_same_reading(text: str) -> None:
    assert read(text) == read(text)


@pytest.mark.parametrize("phrase", PHRASES)
def test_case_changes_no_window(phrase: str) -> None:
    shown = [(window.after, window.before) for window in read(phrase).windows]

    assert [(window.after, window.before) for window in read(phrase.upper()).windows] == shown
    assert [(window.after, window.before) for window in read(phrase.lower()).windows] == shown


@pytest.mark.parametrize("phrase", PHRASES)
def test_what_stands_before_only_moves_the_offsets(phrase: str) -> None:
    moved = read("Zzz zzz. " + phrase)

    assert [w.label for w in moved.windows] == [w.label for w in read(phrase).windows]
    assert [w.start for w in moved.windows] == [w.start + 9 for w in read(phrase).windows]


def test_text_without_a_time_word_costs_one_look() -> None:
    text = "what restaurants does Rhea like to go to with friends there"

    assert read(text) == TimeReading((), ())


def test_now_needs_no_name_of_a_zone() -> None:
    assert read("today", NOW.astimezone(timezone(timedelta(hours=1)))).windows == read("today").windows


def test_table_of_figures_is_read_in_part() -> None:
    assert len(read("on 5 March 2026, " * 300).windows) == MOST_FOUND
    assert read("1 " * MOST_TRIED + "on 5 March 2026").windows == ()


@pytest.mark.slow
@pytest.mark.parametrize(
    "piece", ["last week ", "1 ", "十", "from may to ", "3 days before ", "January 5 ", "1-"]
)
def test_twice_the_text_takes_twice_the_time(piece: str) -> None:
    once, twice = (_seconds(piece * (size // len(piece))) for size in (40_000, 80_000))

    assert twice < 3 * once + 0.05


def _seconds(text: str) -> float:
    begun = time.process_time()
    read(text)
    return time.process_time() - begun
