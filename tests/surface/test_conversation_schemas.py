from __future__ import annotations

import inspect

import pytest
from jsonschema import Draft202012Validator

from vademecum.engine.conversations.tools import DEFAULT_HITS, DEFAULT_TURNS, MOST_HITS, MOST_TURNS, ToolVerbs
from vademecum.lifecycle.noting import ACTIONS
from vademecum.surface.conversation_schemas import (
    CONVERSATION_TOOLS,
    RECALL_CONVERSATIONS,
    RESUME_CONTEXT,
    SAVE_NOTE,
    ToolDescription,
)


@pytest.mark.parametrize(
    "said",
    [
        "PAST conversations",
        "current conversation is never searched",
        "already in your context",
        "'like we did before'",
        "'where did we leave off'",
        "Plain keywords ('tokio panic retry')",
        "not boolean operators or quotes",
    ],
)
def test_c1_recall_is_described_as_agreed(said: str) -> None:
    assert said in RECALL_CONVERSATIONS.purpose


@pytest.mark.parametrize("tool", CONVERSATION_TOOLS, ids=lambda tool: tool.name)
def test_every_tool_is_a_verb_with_these_arguments(tool: ToolDescription) -> None:
    taken = inspect.signature(getattr(ToolVerbs, tool.name)).parameters

    assert set(tool.properties) <= set(taken)
    assert set(tool.required) <= set(tool.properties)


@pytest.mark.parametrize("tool", CONVERSATION_TOOLS, ids=lambda tool: tool.name)
def test_every_schema_is_one(tool: ToolDescription) -> None:
    Draft202012Validator.check_schema(tool.parameters())


def test_bounds_are_those_that_hold() -> None:
    limit, turns = RECALL_CONVERSATIONS.properties["limit"], RESUME_CONTEXT.properties["limit"]

    assert (limit["default"], limit["maximum"]) == (DEFAULT_HITS, MOST_HITS)
    assert (turns["default"], turns["maximum"]) == (DEFAULT_TURNS, MOST_TURNS)
    assert tuple(SAVE_NOTE.properties["action"]["enum"]) == ACTIONS


def test_words_of_all_tools_stay_few() -> None:
    assert sum(len(tool.purpose) for tool in CONVERSATION_TOOLS) < 1_100
