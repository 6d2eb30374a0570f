"""`Vade.plan`: the planner with the names of the home, its clock and a zone."""

from __future__ import annotations

import zoneinfo
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from tests.engine.homes_in_memory import MemoryHome

from vademecum.errors import InvalidValue
from vademecum.planning.normalising import cache_key


@pytest.fixture
def home() -> MemoryHome:
    opened = MemoryHome()
    opened.vade.add_entity("Rhea", aliases=("wife",), label="Person")
    return opened


def test_names_of_the_home_are_known(home: MemoryHome) -> None:
    assert home.vade.plan("what does my wife eat").subject_hint == "Rhea"


def test_empty_home_plans_by_words_alone() -> None:
    plan = MemoryHome().vade.plan("what does Rhea eat")

    assert plan.entities == ()
    assert plan.topics == ("rhea", "eat")


def test_somebody_who_was_mentioned_is_known(home: MemoryHome) -> None:
    home.remember("Kushal likes tea.", about=("Kushal",))

    assert [entity.canonical for entity in home.vade.plan("call kushal").entities] == ["Kushal"]


def test_forgotten_name_is_known_no_more(home: MemoryHome) -> None:
    home.vade.forget(home.vade.entity("Rhea").record.id)

    assert home.vade.plan("call Rhea").entities == ()


def test_scopes_bound_whose_names_are_known(home: MemoryHome) -> None:
    assert home.vade.plan("call Rhea", scopes=("org:acme",)).entities == ()


def test_clock_of_the_home_is_the_present(home: MemoryHome) -> None:
    said = home.vade.plan("what did we do yesterday", zone="UTC").temporal
    stated = home.vade.plan("what did we do yesterday", zone="UTC", now=home.clock.at).temporal

    assert said == stated
    assert said is not None
    assert said.before is not None
    assert said.before <= home.clock.at


def test_zone_decides_where_days_begin(home: MemoryHome) -> None:
    times = [home.vade.plan("in March 2026", zone=zone).temporal for zone in ("UTC", "Asia/Tokyo")]

    assert [time and time.after for time in times] == [
        datetime(2026, 3, 1, tzinfo=UTC),
        datetime(2026, 3, 1, tzinfo=UTC) - timedelta(hours=9),
    ]


def test_zone_of_the_machine_is_a_zone(home: MemoryHome, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TZ", "Asia/Tokyo")
    plan = home.vade.plan("in March 2026")

    assert cache_key(plan) == cache_key(home.vade.plan("in March 2026", zone="Asia/Tokyo"))


@pytest.fixture
def _no_zones_of_the_system() -> Iterator[None]:
    zoneinfo.reset_tzpath(to=())
    zoneinfo.ZoneInfo.clear_cache()
    yield
    zoneinfo.reset_tzpath()
    zoneinfo.ZoneInfo.clear_cache()


@pytest.mark.usefixtures("_no_zones_of_the_system")
def test_zones_are_there_without_those_of_the_system(home: MemoryHome) -> None:
    time = home.vade.plan("in March 2026", zone="Asia/Kolkata").temporal

    assert time is not None
    assert time.after == datetime(2026, 3, 1, tzinfo=UTC) - timedelta(hours=5, minutes=30)


def test_present_needs_an_offset(home: MemoryHome) -> None:
    with pytest.raises(InvalidValue, match="offset"):
        home.vade.plan("yesterday", now=datetime(2026, 3, 1))  # noqa: DTZ001 - the point


def test_present_without_an_offset_is_that_of_the_zone(home: MemoryHome) -> None:
    plan = home.vade.plan("yesterday", now=datetime(2026, 3, 1, 9), zone="Asia/Tokyo")  # noqa: DTZ001

    assert plan.temporal is not None
    assert plan.temporal.before == datetime(2026, 3, 1, tzinfo=UTC)


def test_unknown_zone_is_refused(home: MemoryHome) -> None:
    with pytest.raises(InvalidValue, match="IANA name"):
        home.vade.plan("yesterday", zone="Mars/Olympus")


def test_planning_writes_nothing(home: MemoryHome) -> None:
    home.vade.sync()
    before = home.vade.revision
    home.vade.plan("what does Rhea eat")

    assert home.vade.revision == before


@pytest.mark.parametrize("zone", ["CET-1CEST", "CET-1CEST,M3.5.0,M10.5.0/3", "EST5EDT4"])
def test_rule_for_clocks_is_called_one(home: MemoryHome, zone: str) -> None:
    with pytest.raises(InvalidValue, match="is a rule for clocks and no time zone; write its IANA name"):
        home.vade.plan("yesterday", zone=zone)
