"""Whatever a client sends is answered: no line and no argument raises, and every answer can be sent."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tests.engine.homes_in_memory import MemoryHome

from vademecum.mcp.calls import Calls
from vademecum.mcp.desk import Desk
from vademecum.mcp.messages import Fault, read_line
from vademecum.mcp.table import TOOLS

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=40),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner, max_size=4),
    max_leaves=8,
)
NAMES = sorted({name for tool in TOOLS for name in tool.properties})
ARGUMENTS = st.dictionaries(st.sampled_from(NAMES), ANYTHING, max_size=5)


@pytest.fixture(scope="module")
def calls() -> Calls:
    home = MemoryHome()
    home.remember("Rhea likes saffron rice.", title="Rice")
    return Calls(Desk(home.vade, home.clock), TOOLS)


@given(st.binary(max_size=200))
def test_any_bytes_are_a_message_or_a_fault(line: bytes) -> None:
    assert isinstance(read_line(line), (dict, Fault, type(None)))


@given(ANYTHING)
def test_any_json_is_a_message_or_a_fault(thing: Any) -> None:
    said = read_line(json.dumps(thing).encode())

    assert isinstance(said, (dict, Fault))
    assert json.dumps(said if isinstance(said, dict) else said.message).encode()


@pytest.mark.parametrize("tool", [tool.name for tool in TOOLS])
@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(arguments=ARGUMENTS)
def test_any_arguments_are_answered(calls: Calls, tool: str, arguments: dict[str, Any]) -> None:
    answer = calls.call(tool, {name: one for name, one in arguments.items() if name in known(tool)})

    assert "internal error" not in answer.text
    assert answer.text.encode()
    assert json.dumps(dict(answer.data), allow_nan=False)


def known(tool: str) -> set[str]:
    return {name for one in TOOLS if one.name == tool for name in one.properties}
