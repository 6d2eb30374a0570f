from __future__ import annotations

import pytest

from vademecum.lifecycle.noting import body_of, entries_of, noted

ENTRIES = ("prefers tabs", "deploys on Tuesdays", "prefers tea")


def test_note_is_added_at_the_end() -> None:
    made = noted(ENTRIES, "add", " uses uv ", "")

    assert (made.outcome, made.entries[-1], made.done) == ("added", "uses uv", True)
    assert made.told == "note saved: uses uv\n64 of 2200 characters used, 4 notes"


def test_exact_repeat_changes_nothing() -> None:
    made = noted(ENTRIES, "add", "prefers tea", "")

    assert (made.outcome, made.entries) == ("unchanged", ENTRIES)


def test_note_that_does_not_fit_lists_the_others() -> None:
    made = noted(ENTRIES, "add", "x" * 50, "", cap=100)

    assert (made.outcome, made.done, made.entries) == ("full", False, ENTRIES)
    assert made.told.startswith("error: this note does not fit: all would take 107 of 100 characters.")
    assert made.told.endswith("\n- prefers tabs\n- deploys on Tuesdays\n- prefers tea")


def test_replacing_needs_exactly_one() -> None:
    made = noted(ENTRIES, "replace", "prefers spaces", "tabs")

    assert (made.outcome, made.entries[0]) == ("replaced", "prefers spaces")


def test_removing_needs_exactly_one() -> None:
    assert noted(ENTRIES, "remove", "", "Tuesdays").entries == ("prefers tabs", "prefers tea")


def test_substring_of_several_lists_them() -> None:
    made = noted(ENTRIES, "remove", "", "prefers")

    assert (made.outcome, made.entries) == ("ambiguous", ("prefers tabs", "prefers tea"))
    assert made.told.startswith("error: 2 notes contain 'prefers'")


def test_substring_of_none_lists_all() -> None:
    made = noted(ENTRIES, "replace", "x", "coffee")

    assert (made.outcome, made.entries) == ("no_match", ENTRIES)


@pytest.mark.parametrize(
    ("action", "text", "old", "names"),
    [("forget", "x", "", "`action`"), ("add", " ", "", "`text`"), ("replace", "x", "", "`old_substring`")],
)
def test_missing_argument_is_named(action: str, text: str, old: str, names: str) -> None:
    made = noted(ENTRIES, action, text, old)

    assert made.outcome == "invalid"
    assert names in made.told


def test_border_in_a_note_makes_no_two_of_it() -> None:
    (entry,) = noted((), "add", "one\n§\ntwo", "").entries

    assert entries_of(body_of((entry,))) == ("one\ntwo",)


def test_entries_come_back_from_the_body() -> None:
    assert entries_of(body_of(ENTRIES)) == ENTRIES
    assert entries_of("§\n\n") == ()
