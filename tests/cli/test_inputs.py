"""Texts and times from a command line."""

from __future__ import annotations

from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

import click
import pytest
from hypothesis import given
from hypothesis import strategies as st

from vademecum.cli import given as texts
from vademecum.cli import inputs
from vademecum.cli.given import clean, read_text
from vademecum.cli.moment import age, now
from vademecum.errors import InvalidValue, LimitExceeded, UsageError

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


@given(st.text(st.characters()))
def test_cleaned_text_is_always_utf8(text: str) -> None:
    assert clean(text).encode().decode() == clean(text)


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_cleaning_leaves_good_text_alone(text: str) -> None:
    assert clean(text) == text


def test_undecodable_argument_becomes_a_replacement() -> None:
    assert clean("a\udcffb") == "a\ufffdb"


@pytest.mark.parametrize(
    ("text", "moment"),
    [
        ("2026-03-01T14:00+00:00", datetime(2026, 3, 1, 14, tzinfo=UTC)),
        ("2026-03-01T14:00Z", datetime(2026, 3, 1, 14, tzinfo=UTC)),
        ("2026-03-01", datetime(2026, 3, 1).astimezone()),
    ],
)
def test_time_may_be_iso(text: str, moment: datetime) -> None:
    assert inputs.SINCE.convert(text, None, None) == moment


def test_until_a_date_holds_its_whole_day() -> None:
    day = inputs.UNTIL.convert("2026-03-01", None, None) - inputs.SINCE.convert("2026-03-01", None, None)

    assert day == timedelta(days=1)


@pytest.mark.parametrize(
    ("text", "back"), [("36h", timedelta(hours=36)), ("7d", timedelta(7)), ("2w", timedelta(14))]
)
def test_time_may_be_an_age(text: str, back: timedelta) -> None:
    assert abs(now() - back - inputs.SINCE.convert(text, None, None)) < timedelta(minutes=1)


@pytest.mark.parametrize(
    "text", ["", "d", "7", "7m", "yesterdayish", "2026-13-01", "٣d", "99999999d", "9999-12-31"]
)
def test_no_time_is_refused_with_examples(text: str) -> None:
    with pytest.raises(click.BadParameter, match="2026-03-31"):
        inputs.UNTIL.convert(text, None, None)


@given(st.text())
def test_any_time_is_read_or_refused(text: str) -> None:
    with suppress(click.BadParameter):
        assert inputs.SINCE.convert(text, None, None).tzinfo is not None


@pytest.mark.parametrize("text", ["0", "51", "1_0", "１", "+3", "", "3.0", "9" * 5000])
def test_count_is_plain_digits_in_bounds(text: str) -> None:
    with pytest.raises(click.BadParameter, match="from 1 to 50"):
        inputs.Count(1, 50).convert(text, None, None)


def test_count_beyond_every_bound_names_it() -> None:
    with pytest.raises(click.BadParameter, match="from 0 to 999999999"):
        inputs.Count(0).convert("1" + "0" * 23, None, None)


def test_assignment_splits_at_the_first_sign() -> None:
    assert inputs.pair("--set", " value = a=b ") == ("value", "a=b")


@pytest.mark.parametrize("text", ["value", "=x", " =x", ""])
def test_assignment_needs_name_and_sign(text: str) -> None:
    with pytest.raises(InvalidValue, match="field=value"):
        inputs.pair("--set", text)


def test_endless_input_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(texts, "MAX_INPUT_BYTES", 4)
    (tmp_path / "big").write_bytes(b"12345")

    with pytest.raises(LimitExceeded, match="big"):
        read_text((), tmp_path / "big")


def test_no_text_at_all_is_told() -> None:
    with pytest.raises(UsageError, match="- to read standard input"):
        read_text(())


@pytest.mark.parametrize(
    ("back", "told"),
    [
        (timedelta(seconds=-5), "just now"),
        (timedelta(seconds=59), "just now"),
        (timedelta(minutes=1), "1 minute ago"),
        (timedelta(hours=23), "23 hours ago"),
        (timedelta(days=6), "6 days ago"),
        (timedelta(days=29), "4 weeks ago"),
        (timedelta(days=31), "1 month ago"),
        (timedelta(days=366), "1 year ago"),
        (timedelta(days=4000), "10 years ago"),
    ],
)
def test_age_names_one_unit(back: timedelta, told: str) -> None:
    assert age(NOW - back, NOW) == told
