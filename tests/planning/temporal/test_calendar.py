"""Months, leap days, and days that are not 24 hours long."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone
from zoneinfo import ZoneInfo

import pytest
from tests.planning.temporal.reading import BERLIN, WORDS, bounds, read

from vademecum.model.temporal import Unreadable
from vademecum.planning.temporal import windows

NEW_YORK = ZoneInfo("America/New_York")


def at(text: str, zone: ZoneInfo = BERLIN) -> datetime:
    return datetime.fromisoformat(text).replace(tzinfo=zone)


@pytest.mark.parametrize(
    ("text", "now", "after", "before"),
    [
        ("a month ago", "2026-03-31T12:00", "2026-02-01T00:00:00+01:00", "2026-03-01T00:00:00+01:00"),
        ("the past month", "2026-03-31T12:00", "2026-02-28T00:00:00+01:00", "2026-03-31T12:00:00+02:00"),
        ("the past month", "2028-03-31T12:00", "2028-02-29T00:00:00+01:00", "2028-03-31T12:00:00+02:00"),
        ("the past year", "2028-02-29T12:00", "2027-02-28T00:00:00+01:00", "2028-02-29T12:00:00+01:00"),
        (
            "the day before yesterday",
            "2028-03-01T12:00",
            "2028-02-28T00:00:00+01:00",
            "2028-02-29T00:00:00+01:00",
        ),
        ("29 February", "2028-02-29T12:00", "2028-02-29T00:00:00+01:00", "2028-03-01T00:00:00+01:00"),
        ("29 February", "1904-02-28T12:00", "1896-02-29T00:00:00+01:00", "1896-03-01T00:00:00+01:00"),
        ("last Friday", "2026-01-02T12:00", "2025-12-26T00:00:00+01:00", "2025-12-27T00:00:00+01:00"),
        ("two weeks ago", "2027-01-03T12:00", "2026-12-14T00:00:00+01:00", "2026-12-21T00:00:00+01:00"),
        ("2026-W53", "2026-11-25T12:00", "2026-12-28T00:00:00+01:00", "2027-01-04T00:00:00+01:00"),
        ("this winter", "2026-01-15T12:00", "2025-12-01T00:00:00+01:00", "2026-03-01T00:00:00+01:00"),
        ("last winter", "2026-01-15T12:00", "2024-12-01T00:00:00+01:00", "2025-03-01T00:00:00+01:00"),
        ("last March", "2026-03-15T12:00", "2025-03-01T00:00:00+01:00", "2025-04-01T00:00:00+02:00"),
        ("in March", "2026-03-15T12:00", "2026-03-01T00:00:00+01:00", "2026-04-01T00:00:00+02:00"),
    ],
)
def test_calendar_is_kept(text: str, now: str, after: str, before: str) -> None:
    assert bounds(text, at(now))[0] == (after, before)


def test_short_day_has_twenty_three_hours() -> None:
    window = read("on 29 March 2026").windows[0]

    assert (window.after, window.before) == (
        datetime(2026, 3, 28, 23, tzinfo=UTC),
        datetime(2026, 3, 29, 22, tzinfo=UTC),
    )


def test_long_day_has_twenty_five_hours() -> None:
    window = read("on 25 October 2026").windows[0]
    assert window.after is not None
    assert window.before is not None

    assert window.before - window.after == timedelta(hours=25)


def test_hour_that_comes_twice_is_the_first() -> None:
    assert bounds("25 October 2026 at 2:30")[0][0] == "2026-10-25T02:30:00+02:00"


def test_hour_that_is_skipped_begins_behind_the_gap() -> None:
    assert bounds("29 March 2026 at 2:30")[0][0] == "2026-03-29T03:30:00+02:00"


def test_day_begins_behind_a_gap_at_midnight() -> None:
    now = at("2018-11-10T12:00", ZoneInfo("America/Sao_Paulo"))

    assert bounds("on 4 November 2018", now) == [("2018-11-04T01:00:00-02:00", "2018-11-05T00:00:00-02:00")]


def test_day_that_a_zone_left_out_is_impossible() -> None:
    reading = read("on 30 December 2011", at("2026-11-25T12:00", ZoneInfo("Pacific/Apia")))

    assert (reading.windows, reading.unread[0].why) == ((), Unreadable.IMPOSSIBLE)


def test_founding_days_are_elapsed_ones_across_a_change() -> None:
    assert bounds("yesterday", at("2026-03-29T12:00")) == [
        ("2026-03-27T11:00:00+01:00", "2026-03-29T12:00:00+02:00")
    ]


def test_hours_ago_are_elapsed_ones_across_a_change() -> None:
    assert bounds("3 hours ago", at("2026-03-29T04:00")) == [
        ("2026-03-29T00:00:00+01:00", "2026-03-29T01:00:00+01:00")
    ]


def test_present_may_come_in_another_zone() -> None:
    now = datetime(2026, 11, 26, 3, 0, tzinfo=UTC)

    window = windows("today", now, NEW_YORK, WORDS).windows[0]

    assert window.after == datetime(2026, 11, 25, 5, tzinfo=UTC)


def test_fixed_offset_is_a_zone_too() -> None:
    zone = timezone(-timedelta(hours=3, minutes=30))

    window = windows("today", datetime(2026, 11, 25, 12, tzinfo=zone), zone, WORDS).windows[0]

    assert window.after == datetime(2026, 11, 25, 3, 30, tzinfo=UTC)


@pytest.mark.parametrize("now", [datetime(1, 1, 1, tzinfo=UTC), datetime(9999, 12, 31, 23, tzinfo=UTC)])
@pytest.mark.parametrize(
    "text", ["yesterday", "tomorrow", "last week", "next year", "on Friday", "3 days ago"]
)
def test_ends_of_the_calendar_are_reported(now: datetime, text: str) -> None:
    reading = windows(text, now, BERLIN, WORDS)

    assert reading.windows or reading.unread
