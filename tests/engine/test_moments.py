"""Points in time as a person writes them."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vademecum.engine.moments import Span, advice, moment, within

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("36h", datetime(2026, 12, 2, tzinfo=UTC)),
        ("7d", datetime(2026, 12, 7, 12, tzinfo=UTC)),
        ("30d", datetime(2026, 12, 30, 12, tzinfo=UTC)),
        ("2w", datetime(2026, 12, 14, 12, tzinfo=UTC)),
        ("3mo", datetime(2027, 2, 28, 12, tzinfo=UTC)),
        ("6mo", datetime(2027, 5, 30, 12, tzinfo=UTC)),
        ("1y", datetime(2027, 11, 30, 12, tzinfo=UTC)),
        ("0d", NOW),
    ],
)
def test_span_ahead_is_counted_from_now(text: str, at: datetime) -> None:
    assert moment(text, NOW, Span.AHEAD) == at


@pytest.mark.parametrize(
    ("text", "at"),
    [
        ("7d", datetime(2026, 11, 23, 12, tzinfo=UTC)),
        ("9mo", datetime(2026, 2, 28, 12, tzinfo=UTC)),
        ("11mo", datetime(2025, 12, 30, 12, tzinfo=UTC)),
        ("2y", datetime(2024, 11, 30, 12, tzinfo=UTC)),
    ],
)
def test_span_ago_is_counted_back(text: str, at: datetime) -> None:
    assert moment(text, NOW, Span.AGO) == at


@pytest.mark.parametrize("text", ["2026-11-30", " 2026-11-30 ", "20261130", "2026-W48"])
def test_bare_date_lasts_until_its_last_moment(text: str) -> None:
    assert within(text, NOW) == NOW - timedelta(microseconds=1)


@pytest.mark.parametrize("text", ["30d", "1y", "2026-11-30T12:00", "20261130T12"])
def test_other_times_are_their_own_last_moment(text: str) -> None:
    assert within(text, NOW) == NOW


def test_leap_day_moves_to_the_last() -> None:
    leap = datetime(2028, 2, 29, tzinfo=UTC)

    assert moment("1y", leap, Span.AHEAD) == datetime(2029, 2, 28, tzinfo=UTC)


@pytest.mark.parametrize("text", ["", "d", "7", "mo", "7m", "-7d", "٣d", "99999d", "9999y", "tomorrow"])
@pytest.mark.parametrize("span", Span)
def test_what_is_no_time_is_none(text: str, span: Span) -> None:
    assert moment(text, NOW, span) is None
    assert "write 2026-03-31, 2026-03-31T14:00" in advice(text, span)


def test_span_without_direction_is_explained() -> None:
    assert moment("7d", NOW, Span.UNSAID) is None
    assert advice("7d", Span.UNSAID) == (
        "'7d' could lie on either side of now; write 2026-03-31, 2026-03-31T14:00"
    )


def test_date_that_ends_holds_its_day() -> None:
    first, last = (moment("2026-03-31", NOW, Span.AHEAD, ends=ends) for ends in (False, True))

    assert first is not None
    assert last is not None
    assert last - first == timedelta(days=1)


@pytest.mark.parametrize(
    ("text", "days"),
    [
        ("2026-W14", 7),
        ("2026W14", 7),
        ("2026-W14-1", 1),
        ("2026W141", 1),
        ("20260330", 1),
        ("20260330T00", 0),
    ],
)
def test_what_ends_holds_all_that_it_names(text: str, days: int) -> None:
    ended = moment(text, NOW, Span.AGO, ends=True)

    assert ended == datetime(2026, 3, 30).astimezone() + timedelta(days=days)


@given(st.text(), st.sampled_from(Span), st.booleans())
def test_any_text_has_offset_or_nothing(text: str, span: Span, ends: bool) -> None:
    at = moment(text, NOW, span, ends=ends)

    assert at is None or at.tzinfo is not None
