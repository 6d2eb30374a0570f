"""what-if: the command itself, up to the writing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

Vade = Callable[..., Any]


@pytest.fixture
def told(vade: Vade) -> None:
    vade("link", "Rhea", "works_at", "Acme")
    vade("remember", "We ship on Tuesdays.", "--title", "Shipping", "--type", "decision")


@pytest.mark.usefixtures("told")
def test_change_is_told_and_not_made(vade: Vade) -> None:
    assert vade("what-if", "link", "Rhea", "knows", "Sam", "--since", "2025-01-01T00:00:00Z").out == (
        "Nothing is written. This would come of it:\n"
        "  rhea (relations)\n"
        "  + Rhea knows Sam since 2025-01-01  [rhea]\n"
        "  new names: Sam\n"
    )
    assert vade("graph", "edges", "Rhea", "--predicate", "knows", "--json").json["results"] == []


@pytest.mark.usefixtures("told")
def test_answer_for_programs_has_every_change(vade: Vade) -> None:
    said = vade("what-if", "retract", "shipping", "--reason", "a mistake", "--json").json

    assert (said["command"], said["verb"], said["outcome"]) == ("what-if", "retract", "retracted")
    assert [(one["before"], one["after"]) for one in said["records"]] == [("active", "retracted")]


@pytest.mark.usefixtures("told")
def test_nobody_is_asked_about_what_is_only_tried(vade: Vade) -> None:
    assert "shipping goes for good" in vade("what-if", "forget", "shipping").out
    assert vade("show", "shipping").status == 0


@pytest.mark.usefixtures("told")
def test_nothing_to_change_is_told(vade: Vade) -> None:
    assert vade("what-if", "link", "Rhea", "works_at", "Acme").out == "Nothing would change: existing.\n"


def test_command_that_cannot_be_tried_is_refused(vade: Vade) -> None:
    refused = vade("what-if", "retrac", "x")

    assert (refused.status, "did you mean retract" in refused.err) == (2, True)


def test_arguments_are_those_of_the_command(vade: Vade) -> None:
    assert vade("what-if", "link", "Rhea").status == 2


def test_text_that_begins_with_a_dash_is_no_option(vade: Vade) -> None:
    said = vade("what-if", "remember", "--", "--", "--quick notes are kept.")

    assert (said.status, "quick-notes-are-kept is written" in said.out) == (0, True)
