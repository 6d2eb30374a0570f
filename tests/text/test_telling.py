"""Past conversations as text for a model, to the letter."""

from __future__ import annotations

from typing import Any

import pytest

from vademecum.model.conversation import ConversationId, Role
from vademecum.model.recollection import ConversationHit, Exchange, Neighbour, OpenedTurn
from vademecum.text.telling import (
    MISSING,
    exchanges,
    failed,
    flat,
    matches,
    nothing_then,
    of_time,
    opened,
    speaker,
    titled,
)


def hit(**given: Any) -> ConversationHit:
    values: dict[str, Any] = {
        "conversation_id": ConversationId("0123456789abcdef"),
        "title": "Redis",
        "seq": 4,
        "role": Role.USER,
        "snippet": "the «port»",
        "rank": -1.0,
        "at": None,
        "address": "turn:0123456789abcdef#4",
        "path": "p",
        "line": 1,
    }
    return ConversationHit(**(values | given))


def test_failure_is_told_as_such() -> None:
    assert failed("the index is busy") == "error: the index is busy"


def test_hits_are_two_lines_each() -> None:
    assert matches([hit(), hit(title=None, seq=9)], 4) == (
        "2 match(es) in past conversations (best first):\n"
        "0123  Redis  · seq 4\n    the «port»\n"
        "0123  (untitled)  · seq 9\n    the «port»"
    )


def test_neighbours_stand_on_either_side() -> None:
    before = (Neighbour(seq=2, role=Role.USER, text="a"), Neighbour(seq=3, role=Role.ASSISTANT, text="b"))
    after = (Neighbour(seq=5, role=Role.ASSISTANT, text="c"),)

    assert matches([hit(before=before, after=after)], 12) == (
        "1 match(es) in past conversations (best first):\n"
        "0123456789ab  Redis  · seq 4\n"
        "    you (2): a\n    me (3): b\n    the «port»\n    me (5): c"
    )


@pytest.mark.parametrize(
    ("title", "shown"),
    [
        (None, "(untitled)"),
        (" \n ", "(untitled)"),
        ("a\n b\u202e", "a b"),
        ("x" * 80, "x" * 80),
        ("x" * 81, "x" * 79 + "…"),
    ],
)
def test_title_is_one_short_line(title: str | None, shown: str) -> None:
    assert titled(title) == shown


def test_speakers_are_you_and_me() -> None:
    assert [speaker(Role.USER), speaker(Role.ASSISTANT)] == ["you", "me"]


def test_exchanges_leave_out_a_silent_side() -> None:
    told = [
        Exchange(seq=1, you="a", me="b"),
        Exchange(seq=3, you=None, me="c"),
        Exchange(seq=4, you="", me=None),
    ]

    assert exchanges(told) == "you: a\n    me: b\n    me: c\nyou: "


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("a \n b\u202e", "a b"),
        ("abcde", "abcde"),
        ("abcdef", "abcde[…]"),
        ("a" + " " * 38 + "b", "a b"),
        ("a" + " " * 39 + "b", "a[…]"),
    ],
)
def test_long_text_ends_with_a_mark(text: str, shown: str) -> None:
    assert flat(text, 5) == shown


def test_side_is_six_hundred_characters() -> None:
    assert flat("x" * 601) == "x" * 600 + "[…]"


def test_opened_turn_says_what_it_is() -> None:
    turn = OpenedTurn(
        address="turn:a#1", kind="turn", title="Redis", role=Role.USER, at="2026\n05", text="all\nof it"
    )

    assert opened(turn) == "turn:a#1  · user  · Redis  · 2026 05\nall\nof it"


def test_opened_memory_has_no_speaker() -> None:
    assert opened(OpenedTurn(address="memory:a", kind="memory", text="x")) == "memory:a  · (untitled)\nx"


def test_nothing_at_an_address_is_a_sentence() -> None:
    assert opened(OpenedTurn(address="turn:a#9", kind="missing", text="x")) == MISSING


@pytest.mark.parametrize(
    ("turns", "conversations", "told"),
    [
        (1, 1, "1 turn in 1 conversation"),
        (2, 1, "2 turns in 1 conversation"),
        (2_000, 1_000, "2,000 turns in 1,000 conversations"),
        (0, 0, "0 turns in 0 conversations"),
    ],
)
def test_time_tells_how_much_was_said(turns: int, conversations: int, told: str) -> None:
    assert of_time("May", turns, conversations) == f"of May, latest conversation first; {told}"


def test_nothing_said_then_names_the_time() -> None:
    assert nothing_then("May") == (
        "no matches in past conversations of May; no host tells of anything that was said then. Ask for "
        "another time, or for words"
    )
