"""plan: what would be looked for, as a person and a program read it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Vade = Callable[..., Any]

SUNDAY = ("--now", "2026-11-29T12:00:00+00:00", "--zone", "UTC")


@pytest.fixture(autouse=True)
def people(vade: Vade) -> None:
    vade("entity", "add", "Rhea", "--alias", "wife", "--label", "Person")


def test_answer_for_programs_holds_the_plan(vade: Vade) -> None:
    answer = vade("plan", "book a table for my wife", *SUNDAY, "--json").json

    assert (answer["ok"], answer["command"]) == (True, "plan")
    assert answer["plan"]["intent"] == "personal_recommendation"
    assert answer["plan"]["entities"] == [{"surface": "wife", "canonical": "Rhea", "candidates": ["Rhea"]}]
    assert answer["plan"]["temporal"] is None


def test_answer_for_people_says_what_and_why(vade: Vade) -> None:
    shown = vade("plan", "what did Rhea eat in March 2026", *SUNDAY).out.splitlines()

    assert shown == [
        "relationship reference  confidence 0.85",
        "  names       Rhea",
        "  topics      eat",
        "  memories    relationship, relationship_preference, episodic",
        "  signals     known entity, temporal recall",
        "  time        2026-03: 2026-03-01 00:00+00:00 until 2026-04-01 00:00+00:00",
        "  query       Rhea eat",
        "  query       eat",
        "  query       Rhea",
    ]


def test_nothing_to_look_for_is_said(vade: Vade) -> None:
    assert vade("plan", "what do you think").out.splitlines() == ["Nothing to look for."]


def test_quiet_plan_prints_queries_alone(vade: Vade) -> None:
    assert vade("plan", "what restaurants does Rhea like", "--quiet").out.splitlines() == [
        "Rhea restaurants",
        "restaurants",
        "Rhea",
    ]


def test_text_comes_from_standard_input(vade: Vade) -> None:
    answer = vade("plan", "-", "--json", stdin=b"the harbour in Kiel").json

    assert answer["plan"]["topics"] == ["harbour", "kiel"]


@pytest.mark.flag("vade plan --now")
def test_times_are_counted_from_the_given_present(vade: Vade) -> None:
    answer = vade("plan", "what did I say in March", "--now", "2020-06-01T00:00Z", "--zone", "UTC", "--json")

    assert answer.json["plan"]["temporal"]["after"] == "2020-03-01T00:00:00+00:00"


def test_present_without_an_offset_is_that_of_the_zone(vade: Vade) -> None:
    here = ("--zone", "Asia/Tokyo", "--json")
    answer = vade("plan", "what happened yesterday", "--now", "2026-03-01T09:00", *here)

    assert answer.json["plan"]["temporal"]["before"] == "2026-03-01T09:00:00+09:00"


@pytest.mark.flag("vade plan --zone")
def test_days_begin_in_the_given_zone(vade: Vade) -> None:
    answer = vade("plan", "what did I say in March 2026", *SUNDAY[:2], "--zone", "Asia/Tokyo", "--json")

    assert answer.json["plan"]["temporal"]["after"] == "2026-03-01T00:00:00+09:00"


@pytest.mark.parametrize("name", ["Mars/Olympus", "", "Europe", "../etc/passwd", "a\x00b"])
def test_unknown_zone_is_explained(vade: Vade, name: str) -> None:
    answer = vade("plan", "yesterday", "--zone", name, "--json")

    assert answer.status == 2
    assert answer.json["error"]["code"] == "invalid_value"
    assert "IANA name" in answer.json["error"]["message"]
