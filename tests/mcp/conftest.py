"""A home in memory behind a desk, and a call of its tools by name."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from jsonschema import Draft202012Validator
from tests.engine.homes_in_memory import MemoryHome

from vademecum.mcp.answer import Answer
from vademecum.mcp.calls import Calls
from vademecum.mcp.desk import Desk
from vademecum.mcp.table import TOOLS

Call = Callable[..., Answer]

SCHEMAS = {tool.name: Draft202012Validator(tool.output) for tool in TOOLS}


@pytest.fixture
def home() -> MemoryHome:
    return MemoryHome()


@pytest.fixture
def desk(home: MemoryHome) -> Desk:
    return Desk(home.vade, home.clock)


@pytest.fixture
def call(desk: Desk) -> Call:
    """Call a tool; every structured answer is checked against its schema."""
    calls = Calls(desk, TOOLS)

    def run(tool: str, /, **given: Any) -> Answer:
        answer = calls.call(tool, given)
        if tool in SCHEMAS:
            SCHEMAS[tool].validate(dict(answer.data))
        return answer

    return run
