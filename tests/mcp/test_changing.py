"""Remember, revise, review and save_note: what an agent may do, and what waits for a person."""

from __future__ import annotations

import pytest
from tests.engine.homes_in_memory import OTHER, MemoryHome
from tests.mcp.conftest import Call

from vademecum.mcp.changing import ACTIONS
from vademecum.mcp.desk import Desk
from vademecum.mcp.keeping import remember
from vademecum.model.record import Memory


@pytest.fixture
def rice(home: MemoryHome) -> str:
    return home.remember("Rhea likes plain rice.", title="Rice")


def test_remember_keeps_what_is_stated(home: MemoryHome, call: Call) -> None:
    answer = call(
        "remember",
        text="Rhea likes rice.",
        title="Rice",
        type="preference",
        about='["Rhea"]',
        tags="food, home",
        expires="30d",
        source="user",
    )

    record = home.vade.get(answer.data["id"]).record
    assert isinstance(record, Memory)
    assert record.expires is not None
    assert (answer.data["outcome"], answer.data["key"]) == ("created", "rice")
    assert (record.tags, record.type.value, record.sources[0].kind.value) == (
        ("food", "home"),
        "preference",
        "user",
    )
    assert record.expires.date().isoformat() == "2026-03-31"


def test_remember_is_an_agents_word_unless_stated(home: MemoryHome, call: Call) -> None:
    answer = call("remember", text="Rhea seems to like rice.")

    record = home.vade.get(answer.data["id"]).record
    assert isinstance(record, Memory)
    assert record.sources[0].kind.value == "agent"


def test_what_was_recalled_is_no_news(call: Call, rice: str) -> None:
    call("recall", query="rice")

    answer = call("remember", text="Rhea likes plain rice.")

    assert (answer.data["outcome"], answer.data["id"]) == ("echo", rice)


def test_text_of_an_answer_is_its_json(call: Call) -> None:
    answer = call("remember", text="Tea.")

    assert answer.text.startswith('{"outcome": "created", "id": "')


@pytest.mark.parametrize(
    ("given", "advice"),
    [
        ({"text": "x", "type": "preferense"}, "unknown type 'preferense'; did you mean preference"),
        ({"text": "x" * 20_001}, "20,000"),
        ({"text": " "}, "text missing; text: The statement, Markdown."),
        ({"text": "x", "expires": "later"}, "expires: 'later' is no time"),
        ({"text": "x", "scope": "mine"}, "scope"),
        ({"content": "x"}, "unknown argument 'content'"),
    ],
    ids=str,
)
def test_wrong_memory_is_answered_with_advice(call: Call, given: dict[str, object], advice: str) -> None:
    answer = call("remember", **given)

    assert answer.failed
    assert answer.text.startswith("error: ")
    assert advice in answer.text


def test_secrets_are_masked_and_told(home: MemoryHome, call: Call) -> None:
    answer = call("remember", text="The token is ghp_abcdefghijklmnopqrstuvwxyz0123456789.")

    assert answer.data["masked"] != []
    assert "ghp_abcdefghijklmnop" not in home.vade.get(answer.data["id"]).record.body


def test_bound_desk_writes_nowhere_else(home: MemoryHome) -> None:
    bound = Desk(home.vade, home.clock, scopes=(OTHER,))

    with pytest.raises(Exception, match="this server is bound to project:other"):
        remember(bound, "Tea.", scope="personal")


def test_desk_for_all_scopes_writes_into_each(home: MemoryHome) -> None:
    bound = Desk(home.vade, home.clock, scopes=("all",))

    assert remember(bound, "Tea.", scope=OTHER).data["outcome"] == "created"


def test_person_supersedes_at_once(home: MemoryHome, call: Call, rice: str) -> None:
    answer = call("revise", action="supersede", id="rice", text="Rhea likes saffron rice.", by="user")

    assert (answer.data["outcome"], answer.data["replaced"]) == ("superseded", rice)
    assert home.recalled("rice") == [answer.data["key"]]


def test_agents_change_waits_for_a_person(home: MemoryHome, call: Call, rice: str) -> None:
    answer = call("revise", action="supersede", id=rice, text="Rhea likes saffron rice.")

    assert answer.data["outcome"] == "proposed"
    assert home.recalled("rice") == ["rice"]


def test_person_corrects_in_place(home: MemoryHome, call: Call, rice: str) -> None:
    answer = call("revise", action="correct", id=rice, text="Rhea likes plane rides.", by="user")

    assert (answer.data["outcome"], answer.data["id"]) == ("corrected", rice)
    assert home.vade.get(rice).record.body == "Rhea likes plane rides."


def test_agents_correction_is_a_proposal(home: MemoryHome, call: Call, rice: str) -> None:
    answer = call("revise", action="correct", id=rice, text="Rhea likes plane rides.")

    assert answer.data["outcome"] == "proposed"
    assert home.vade.get(rice).record.body == "Rhea likes plain rice."


def test_trusted_agent_corrects_in_place() -> None:
    trusting = MemoryHome(review_agents=False)
    record = trusting.remember("Rhea likes rise.")
    from vademecum.mcp.changing import revise

    answer = revise(Desk(trusting.vade, trusting.clock), "correct", record, text="Rhea likes rice.")

    assert answer.data["outcome"] == "corrected"


@pytest.mark.parametrize(
    ("action", "outcome"), [("retract", "retracted"), ("deprecate", "deprecated"), ("archive", "archived")]
)
def test_person_retires_at_once(call: Call, rice: str, action: str, outcome: str) -> None:
    answer = call("revise", action=action, id=rice, reason="not so", by="user")

    assert (answer.data["outcome"], answer.data["status"]) == (outcome, outcome)


def test_person_restores(call: Call, rice: str) -> None:
    call("revise", action="archive", id=rice, by="user")

    assert call("revise", action="restore", id=rice, by="user").data["status"] == "active"


def test_forgetting_needs_a_person(home: MemoryHome, call: Call, rice: str) -> None:
    answer = call("revise", action="forget", id=rice)

    assert answer.failed
    assert "ask the user" in answer.text
    assert home.recalled("rice") == ["rice"]


def test_forgetting_is_proven(home: MemoryHome, call: Call, rice: str) -> None:
    answer = call("revise", action="forget", id="rice", by="user")

    assert (answer.data["outcome"], answer.data["proven"], answer.data["id"]) == ("forgotten", True, rice)
    assert home.recalled("rice") == []


@pytest.mark.parametrize("action", ["supersede", "correct"])
def test_new_text_is_asked_for(call: Call, rice: str, action: str) -> None:
    answer = call("revise", action=action, id=rice)

    assert answer.text == f"error: text missing; {action} needs what is true now"


@pytest.mark.parametrize("action", ACTIONS)
def test_foreign_memory_cannot_be_revised(home: MemoryHome, call: Call, action: str) -> None:
    record = home.remember("Theirs.", title="Theirs", scope=OTHER)

    answer = call("revise", action=action, id=record, text="Ours.", by="user")

    assert answer.failed
    assert home.vade.get(record).record.body == "Theirs."


def test_unknown_action_names_the_nearest(call: Call, rice: str) -> None:
    assert call("revise", action="supercede", id=rice).text == (
        "error: unknown action 'supercede'; did you mean supersede or deprecate?"
    )


def test_review_lists_and_approves_for_a_person(call: Call, rice: str) -> None:
    call("revise", action="archive", id=rice, reason="cold")
    (waiting,) = call("review", action="list").data["results"]

    done = call("review", action="approve", id=waiting["id"], by="user")

    assert (waiting["waits_as"], waiting["note"]) == ("retirement", "cold")
    assert done.data["status"] == "archived"


def test_agent_decides_nothing(call: Call, rice: str) -> None:
    call("revise", action="archive", id=rice)

    answer = call("review", action="reject", id=rice)

    assert answer.failed
    assert "a person" in answer.text


def test_decision_needs_its_subject(call: Call) -> None:
    assert call("review", action="approve").text == (
        "error: id missing; say what to approve: `review` with action list names what waits"
    )


def test_notes_are_saved_and_refused_in_words(call: Call) -> None:
    assert not call("save_note", action="add", text="Rhea runs the harbour.").failed
    assert call("save_note", action="remove", old_substring="nothing").text != ""
