"""Tools about what was said, and the two of a voice model."""

from __future__ import annotations

import pytest
from tests.engine.homes_in_memory import MemoryHome
from tests.mcp.conftest import Call
from tests.mcp.test_opening import talk

from vademecum.mcp.desk import Desk
from vademecum.mcp.talking import manage_memory, recall_context


def test_past_conversations_are_searched(home: MemoryHome, call: Call) -> None:
    conversation = talk(home)

    answer = call("recall_conversations", query="tea", limit="25")

    assert answer.text.startswith("1 match(es) in past conversations (best first):")
    assert conversation[:12] in answer.data["text"]


def test_missing_query_keeps_its_words(call: Call) -> None:
    answer = call("recall_conversations", query=" ")

    assert answer.failed
    assert answer.text.startswith("error: `query` is missing")


def test_finding_nothing_is_no_error(call: Call) -> None:
    answer = call("recall_conversations", query="zeppelin")

    assert (answer.failed, answer.text[:34]) == (False, "no matches in past conversations; ")


def test_nothing_to_resume_is_said(call: Call) -> None:
    answer = call("resume_context", limit="3")

    assert answer.text == "nothing of this conversation is stored yet; there is nothing to resume"


@pytest.mark.parametrize("limit", ["many", "1e99", [1]])
def test_unreadable_limit_is_advice(call: Call, limit: object) -> None:
    assert call("resume_context", limit=limit).failed


def test_voice_tools_share_one_session(home: MemoryHome, desk: Desk) -> None:
    home.remember("Rhea likes saffron rice.", title="Rice", type="preference", about=["Rhea"])
    told = manage_memory(desk, operation="remember", statement="Rhea moved to Bergen.")

    found = recall_context(desk, query="Where did Rhea move?")

    assert told.data["status"] == "accepted"
    assert {fact["origin"] for fact in found.data["facts"]} == {"memory", "session"}


def test_closing_writes_what_was_said(home: MemoryHome, desk: Desk) -> None:
    manage_memory(desk, operation="remember", statement="Rhea moved to Bergen.")

    desk.close()

    assert home.found("Bergen") == ["rhea-moved-to-bergen"]
