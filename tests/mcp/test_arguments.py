"""What clients send as arguments is understood, or answered with advice."""

from __future__ import annotations

import json
from typing import Any

import pytest

from vademecum.errors import LimitExceeded, UsageError
from vademecum.mcp.arguments import read_arguments
from vademecum.mcp.table import TOOLS

PROPERTIES: dict[str, dict[str, Any]] = {
    "query": {"type": "string", "description": "What to look for."},
    "tags": {"type": "array"},
    "aliases": {"type": "array"},
    "limit": {"type": "integer", "minimum": 1, "maximum": 10},
    "loud": {"type": "boolean"},
    "by": {"type": "string", "enum": ["user", "agent"]},
}


def read(**given: Any) -> dict[str, Any]:
    return read_arguments(PROPERTIES, (), given)


@pytest.mark.parametrize(
    ("given", "taken"),
    [
        ({"tags": ["a", "b"]}, {"tags": ("a", "b")}),
        ({"tags": '["a", "b"]'}, {"tags": ("a", "b")}),
        ({"tags": "a, b"}, {"tags": ("a", "b")}),
        ({"tags": "[a"}, {"tags": ("[a",)}),
        ({"tags": [1, None, " ", "x "]}, {"tags": ("1", "x")}),
        ({"aliases": "red, blue"}, {"aliases": ("red, blue",)}),
        ({"limit": "3"}, {"limit": 3}),
        ({"limit": 3.0}, {"limit": 3}),
        ({"limit": 99}, {"limit": 10}),
        ({"limit": "-4"}, {"limit": 1}),
        ({"loud": "true"}, {"loud": True}),
        ({"loud": False}, {"loud": False}),
        ({"by": " User "}, {"by": "user"}),
        ({"query": 5}, {"query": "5"}),
        ({"query": "[1]"}, {"query": "[1]"}),
    ],
    ids=str,
)
def test_argument_is_read_as_it_was_meant(given: dict[str, Any], taken: dict[str, Any]) -> None:
    assert read(**given) == taken


@pytest.mark.parametrize("nothing", ["", "  ", None])
@pytest.mark.parametrize("name", PROPERTIES)
def test_empty_argument_is_not_given(name: str, nothing: object) -> None:
    assert read(**{name: nothing}) == {}


@pytest.mark.parametrize(
    ("given", "advice"),
    [
        ({"qury": "x"}, "unknown argument 'qury'; did you mean query?"),
        ({"zzz": "x"}, "unknown argument 'zzz'; did you mean query or tags or aliases?"),
        ({"by": "usr"}, "unknown by 'usr'; did you mean user?"),
        ({"by": "x"}, "unknown by 'x'; did you mean user or agent?"),
        ({"limit": "many"}, "limit: 'many' is no whole number from 1 to 10"),
        ({"limit": True}, "limit: 'True' is no whole number from 1 to 10"),
        ({"limit": 2.5}, "limit: '2.5' is no whole number from 1 to 10"),
        ({"loud": "perhaps"}, "loud: 'perhaps' is neither true nor false"),
        ({"query": {"a": 1}}, "query: write one text, not an object"),
        ({"query": ["a"]}, "query: write one text, not a list"),
        ({"tags": {"a": 1}}, 'tags: write a list of texts, ["one", "two"], not an object'),
        ({"tags": 5}, 'tags: write a list of texts, ["one", "two"], not a number'),
        ({"tags": [["a"]]}, "tags: write one text, not a list"),
    ],
    ids=str,
)
def test_wrong_argument_is_answered_with_advice(given: dict[str, Any], advice: str) -> None:
    with pytest.raises(UsageError) as told:
        read(**given)

    assert told.value.message == advice


def test_missing_argument_says_what_it_is_for() -> None:
    with pytest.raises(UsageError, match=r"^query missing; query: What to look for\.$"):
        read_arguments(PROPERTIES, ("query",), {"query": ""})


@pytest.mark.parametrize("huge", [{"query": "x" * 1_000_001}, {"tags": ["x"] * 1_001}], ids=["text", "list"])
def test_huge_argument_names_the_bound(huge: dict[str, Any]) -> None:
    with pytest.raises(LimitExceeded, match="are more than 1,00"):
        read(**huge)


@pytest.mark.parametrize("tool", TOOLS, ids=lambda tool: tool.name)
@pytest.mark.parametrize("wrong", [{"": 1}, {"x": {}}, json.loads('{"constructor": [[]]}')], ids=str)
def test_no_tool_takes_what_it_does_not_know(tool: Any, wrong: dict[str, Any]) -> None:
    with pytest.raises(UsageError, match="unknown argument"):
        read_arguments(tool.properties, tool.required, wrong)
