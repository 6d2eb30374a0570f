"""A misspelt name is answered with what was meant."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from vademecum.text.nearest import nearest

COMMANDS = ("recall", "remember", "reindex", "search", "show", "stats")


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("recal", ("recall",)),
        ("rceall", ("recall",)),
        ("RECALL", ("recall",)),
        ("serach", ("search", "recall")),
        ("re", ("recall", "reindex", "remember")),
        ("zzz", ()),
        ("", ()),
    ],
)
def test_nearest_commands_in_order(typed: str, meant: tuple[str, ...]) -> None:
    assert nearest(typed, COMMANDS) == meant


def test_dotted_name_answers_to_a_segment() -> None:
    assert nearest("limit", ("recall.limit", "search.limit", "language")) == ("recall.limit", "search.limit")


def test_last_segment_is_what_was_meant() -> None:
    assert nearest("my.own.limit", ("limit", "limits"), floor=1.0) == ("limit",)


def test_hyphen_and_underscore_are_one() -> None:
    assert nearest("Valid_From", ("valid-until", "valid-from")) == ("valid-from", "valid-until")
    assert nearest("valid_from", ("valid-from",), floor=1.0) == ("valid-from",)


def test_equals_stand_by_name_and_limit_holds() -> None:
    assert nearest("rec", ("record", "recall", "recent"), limit=2) == ("recall", "recent")
    assert nearest("rec", ("reca", "recb", "recc", "recd")) == ("reca", "recb", "recc")


def test_floor_refuses_the_unlike() -> None:
    assert nearest("nmae", ("name", "game"), floor=0.9) == ("name",)


@given(st.text(), st.lists(st.text(max_size=20), max_size=20))
def test_suggestions_are_known_and_few(typed: str, known: list[str]) -> None:
    found = nearest(typed, known)

    assert set(found) <= set(known)
    assert len(found) == len(set(found)) <= 3


def test_a_single_character_suggests_nothing() -> None:
    assert nearest("b", ["bravo", "b"]) == ()
