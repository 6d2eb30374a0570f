"""How far apart things are, and that what is near shares a cell."""

from __future__ import annotations

from math import inf

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vademecum.graph.measures import (
    Period,
    Point,
    day,
    km_between,
    number,
    number_cells,
    period,
    place_cells,
    point,
)

LISBON, PORTO = Point(38.7223, -9.1393), Point(41.1579, -8.6291)

points = st.builds(Point, st.floats(-90, 90), st.floats(-180, 180))


def test_distance_is_that_of_an_atlas() -> None:
    assert km_between(LISBON, PORTO) == pytest.approx(274.4, abs=0.5)
    assert km_between(Point(0, 179.9), Point(0, -179.9)) == pytest.approx(22.24, abs=0.01)


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ("12", 12.0),
        ("1_000.5", 1000.5),
        ("-3e2", -300.0),
        ("1970-01-03", 2.0),
        ("12 kg", None),
        ("nan", None),
    ],
)
def test_number_is_read(text: str, found: float | None) -> None:
    assert number(text) == found


@pytest.mark.parametrize(
    ("text", "found"),
    [("1971", 365.0), ("1970-02", 31.0), ("1970-01-02T12:00:00+12:00", 1.0), ("soon", None)],
)
def test_day_is_read(text: str, found: float | None) -> None:
    assert day(text) == found


@pytest.mark.parametrize(
    "fields",
    [
        {"at": ("38.7223, -9.1393",)},
        {"at": ("38.7223", "-9.1393")},
        {"at.lat": ("38.7223",), "at.lng": ("-9.1393",)},
    ],
)
def test_place_is_read_however_it_is_written(fields: dict[str, tuple[str, ...]]) -> None:
    assert point(fields, "at") == LISBON


@pytest.mark.parametrize("text", ["Lisbon", "91, 0", "0, 181", "1, 2, 3", "nan, 0"])
def test_what_is_no_place_is_none(text: str) -> None:
    assert point({"at": (text,)}, "at") is None


def test_period_is_open_where_nothing_is_said() -> None:
    assert period({"since": ("1970-01-11",)}, "since..until") == Period(10.0, inf)
    assert period({"until": ("1970-01-11",)}, "since..until") == Period(-inf, 10.0)
    assert period({"since": ("soon",)}, "since..until") is None


@given(st.integers(-(10**9), 10**9), st.integers(-100, 100), st.sampled_from((0.1, 1.0, 2.5, 100.0)))
def test_numbers_within_tolerance_share_a_cell(whole: int, steps: int, tolerance: float) -> None:
    one = whole / 16
    other = one + tolerance * steps / 100

    assert set(number_cells(one, tolerance)) & set(number_cells(other, tolerance))


def test_equal_numbers_share_a_cell_of_no_width() -> None:
    assert list(number_cells(0.0, 0)) == list(number_cells(-0.0, 0))
    assert list(number_cells(1.0, 0)) != list(number_cells(2.0, 0))


@given(points, points, st.sampled_from((0.01, 1.0, 50.0, 2000.0)), st.floats(0, 1))
def test_places_that_are_near_share_a_cell(here: Point, far: Point, km: float, share: float) -> None:
    there = towards(here, far, km * share)
    near = km_between(here, there) <= km

    assert not near or set(place_cells(here, km)) & set(place_cells(there, km))


@given(points, st.sampled_from((0.01, 1.0, 50.0, 2000.0)))
def test_place_stands_in_few_cells(here: Point, km: float) -> None:
    assert 1 <= len(list(place_cells(here, km))) <= 24


def towards(here: Point, far: Point, km: float) -> Point:
    """A place about so far away, in the direction of another."""
    whole = max(km_between(here, far), 1e-9)
    part = min(1.0, km / whole)
    latitude = here.latitude + (far.latitude - here.latitude) * part
    longitude = here.longitude + (far.longitude - here.longitude) * part
    return Point(max(-90.0, min(90.0, latitude)), max(-180.0, min(180.0, longitude)))
