"""resume_context, open_turn, and which conversation is going on."""

from __future__ import annotations

from typing import Any

import pytest
from tests.engine.conversations.conftest import HERE, OTHER, Talks

from vademecum.engine.conversations.notes import Notes
from vademecum.model.conversation import NewConversation, NewTurn, Role
from vademecum.model.record import Memory, MemoryId, Scope
from vademecum.text.chaining import conversation_id
from vademecum.text.telling import MISSING, NOTHING_SAID


def test_c11_exchanges_come_oldest_first(with_current: Talks) -> None:
    with_current.tell("now", "first\n\nquestion", "an  answer", "second")

    assert with_current.said.resume_context() == "you: first question\n    me: an answer\nyou: second"


def test_limit_counts_exchanges_from_the_end(with_current: Talks) -> None:
    with_current.tell("now", "one", "1", "two", "2", "three", "3")

    assert with_current.said.resume_context(2) == "you: two\n    me: 2\nyou: three\n    me: 3"


def test_limit_of_nothing_is_empty(with_current: Talks) -> None:
    with_current.tell("now", "one")

    assert with_current.said.resume_context(0) == ""


def test_ten_exchanges_unless_said_otherwise(with_current: Talks) -> None:
    with_current.tell("now", *["q", "a"] * 12)

    assert with_current.said.resume_context("unreadable").count("you: ") == 10


def test_c7_long_sides_are_cut(with_current: Talks) -> None:
    with_current.tell("now", "q" * 700, "a" * 600)

    assert with_current.said.resume_context() == f"you: {'q' * 600}[…]\n    me: {'a' * 600}"


def test_c6_nothing_stored_is_a_sentence(talks: Talks, with_current: Talks) -> None:
    assert talks.said.resume_context() == NOTHING_SAID
    assert with_current.said.resume_context() == NOTHING_SAID


def test_answers_in_several_turns_are_one_side(with_current: Talks) -> None:
    spoken = (("me", "hello"), ("you", "a"), ("you", "b"), ("me", "c"), ("me", "d"))
    roles = {"me": Role.ASSISTANT, "you": Role.USER}
    said = [NewTurn(origin_id=text, role=roles[who], text=text) for who, text in spoken]
    with_current.said.append(NewConversation(host="claude-code", origin_id="now", turns=said))

    assert with_current.said.resume_context() == "    me: hello\nyou: a b\n    me: c d"


def test_argument_names_the_current_one_first(with_current: Talks) -> None:
    named = with_current.tell("s1", "port")

    assert with_current.said.search("x", conversation=named[:8]).current.id == named
    assert with_current.said.search("x", conversation="claude-code:s1").current.id == named
    assert with_current.said.search("x").current.by == "environment"


def test_latest_open_one_of_a_hook_is_current(talks: Talks) -> None:
    talks.tell("s1", "port", live=True)
    second = talks.tell("s2", "port", live=True, started="1999-01-01")
    talks.tell("s3", "port")
    talks.tell("s4", "port", live=True, workspace=OTHER)

    current = talks.said.search("port").current
    assert (current.id, current.by) == (second, "hook")


def test_c13_a_clock_that_runs_backwards_changes_no_order(talks: Talks) -> None:
    turns = [
        NewTurn(origin_id=f"t{number}", role=Role.USER, text=f"port {number}", at=f"20{29 - number}-01-01")
        for number in range(4)
    ]
    new = NewConversation(host="claude-code", origin_id="s1", workspace=HERE, turns=turns)
    kept = talks.said.append(new, live=True).id

    assert [turn.text for turn in talks.said.show(kept).turns] == ["port 0", "port 1", "port 2", "port 3"]
    assert talks.said.resume_context(conversation=kept) == "you: port 0 port 1 port 2 port 3"
    assert talks.said.verify(kept).sound


def test_ended_one_is_not_current_until_it_goes_on(talks: Talks) -> None:
    first = talks.tell("s1", "port", live=True)
    talks.said.end(first, "exit")
    ended = talks.said.search("port").current
    talks.tell("s1", "port", "more", live=True)

    assert (ended.id, ended.by) == (None, "none")
    assert talks.said.search("port").current.id == first


def test_address_opens_the_whole_turn(talks: Talks) -> None:
    conversation = talks.tell("s1", "port " * 300, title="Harbour")

    told = talks.said.open_turn(f"turn:{conversation}#1")
    assert told.startswith(f"turn:{conversation}#1  · user  · Harbour\nport port")
    assert told.count("port") == 300
    assert talks.said.open_turn(f"turn:{conversation[:12]}#1").count("port") == 300


def test_c12_foreign_and_missing_are_answered_alike(talks: Talks) -> None:
    foreign = talks.tell("s1", "port", workspace=OTHER)

    assert talks.said.open_turn(f"turn:{foreign}#1") == MISSING
    assert talks.said.open_turn(f"turn:{'f' * 24}#1") == MISSING
    assert talks.said.open_turn(f"turn:{foreign}#1", workspace="all") != MISSING


def test_c12_foreign_and_missing_resume_alike(talks: Talks) -> None:
    foreign = talks.tell("s1", "port", workspace=OTHER)

    assert talks.said.resume_context(conversation=foreign) == NOTHING_SAID
    assert talks.said.resume_context(conversation="f" * 24) == NOTHING_SAID
    assert talks.said.resume(conversation=foreign).exchanges != ()


@pytest.mark.parametrize(
    "address",
    ["turn:", "turn:#", "turn:abcd", "turn:abcd#x", "turn:abcd#0", "turn:../..#1", "memory:", "note:1", "#"],
)
def test_address_that_is_none_opens_nothing(talks: Talks, address: str) -> None:
    assert talks.said.open_turn(address) == MISSING


@pytest.mark.parametrize("address", [None, "", 7])
def test_no_address_is_an_error_that_names_it(talks: Talks, address: object) -> None:
    assert talks.said.open_turn(address).startswith("error: `address` is missing")


def test_redacted_turn_opens_as_such(talks: Talks) -> None:
    conversation = talks.tell("s1", "port")
    talks.said.redact(conversation, 1)

    assert talks.said.open_turn(f"turn:{conversation}#1").endswith("\n[redacted]")


def test_memory_opens_by_its_address(talks: Talks) -> None:
    class Stored:
        record = Memory(id=MemoryId("01J"), scope=Scope("personal"), title="Ports", body="8080 is taken")

    def get(_handle: str) -> Any:
        return Stored()

    with_memory = Talks(talks.parts, Notes(get, lambda _: None, lambda *_: None))

    assert with_memory.said.open_turn("memory:01J") == "memory:01J  · Ports\n8080 is taken"
    assert talks.said.open_turn("memory:01J") == MISSING


def test_origin_pair_is_the_conversation(talks: Talks) -> None:
    assert talks.tell("s1", "port") == conversation_id("claude-code", "s1")
