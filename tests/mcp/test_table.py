"""The table of tools keeps what the protocol and the clients ask for, and stays light."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from vademecum.cli.commands import mcp as command
from vademecum.mcp.server import tool_of
from vademecum.mcp.table import PROFILES, TOOLS, Tool, tools_of
from vademecum.retrieval.packing import estimate_tokens

every_tool = pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)


def wire(profile: str) -> list[dict[str, Any]]:
    return [
        tool_of(tool).model_dump(by_alias=True, mode="json", exclude_none=True) for tool in tools_of(profile)
    ]


def test_default_tools_are_the_six() -> None:
    assert [tool.name for tool in tools_of("default")] == [
        "recall",
        "remember",
        "recall_conversations",
        "resume_context",
        "revise",
        "open",
    ]


def test_default_list_is_light() -> None:
    listed = json.dumps(wire("default"))

    assert len(listed.encode()) < 7_000
    assert estimate_tokens(listed) < 1_800


@pytest.mark.parametrize(
    ("profile", "names"),
    [
        ("chatgpt", {"remember", "recall_conversations", "revise", "search", "fetch"}),
        ("voice", {"recall_context", "manage_memory"}),
        ("full", {tool.name for tool in TOOLS} - {"recall_context", "manage_memory"}),
    ],
)
def test_profile_offers_what_its_clients_need(profile: str, names: set[str]) -> None:
    assert {tool.name for tool in tools_of(profile)} == names


def test_tools_about_conversations_need_conversations() -> None:
    offered = {tool.name for tool in tools_of("full", conversations=False)}

    assert offered & {"recall_conversations", "resume_context", "save_note"} == set()


def test_command_knows_every_profile() -> None:
    assert command.PROFILES == PROFILES


@every_tool
def test_names_are_legal_and_unique(tool: Tool) -> None:
    assert re.fullmatch(r"[A-Za-z0-9_.-]{1,64}", tool.name)
    assert [each.name for each in TOOLS].count(tool.name) == 1


@every_tool
def test_schemas_are_schemas_of_objects(tool: Tool) -> None:
    for schema in (tool.schema(), dict(tool.output)):
        Draft202012Validator.check_schema(schema)
        assert schema["type"] == "object"


@every_tool
def test_required_arguments_are_described(tool: Tool) -> None:
    assert set(tool.required) <= set(tool.properties)
    assert all(
        schema["type"] in ("string", "array", "integer", "boolean") for schema in tool.properties.values()
    )


@every_tool
def test_annotations_are_honest(tool: Tool) -> None:
    hints = tool_of(tool).annotations
    assert hints is not None
    writes = tool.name in ("remember", "revise", "review", "save_note", "manage_memory")

    assert (hints.read_only_hint, hints.open_world_hint) == (not writes, False)
    assert (hints.destructive_hint is True) == (writes and tool.name != "remember")


@every_tool
def test_titles_and_purposes_are_short(tool: Tool) -> None:
    assert 0 < len(tool.title) <= 30
    assert 0 < len(tool.purpose) <= 420
