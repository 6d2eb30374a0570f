"""A call of a tool by name: arguments read, the tool run, whatever goes wrong told as advice."""

from __future__ import annotations

import logging

from vademecum.errors import UnknownName, VadeError
from vademecum.mcp.answer import Answer, refused
from vademecum.mcp.arguments import read_arguments
from vademecum.surface.outcomes import Internal
from vademecum.text.nearest import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from vademecum.mcp.desk import Desk
    from vademecum.mcp.table import Tool

_LOG = logging.getLogger("vademecum.mcp")


class Calls:
    """Runs the tools that a client is offered. Safe to share between threads."""

    def __init__(self, desk: Desk, tools: tuple[Tool, ...]) -> None:
        self._desk = desk
        self._tools = {tool.name: tool for tool in tools}

    def call(self, name: str, given: Mapping[str, Any]) -> Answer:
        """Run one tool; it never raises."""
        try:
            return self._called(name, given)
        except VadeError as error:
            return refused(error)
        except Exception as error:  # noqa: BLE001 - a model can read advice, and no trace is lost
            _LOG.exception("%s failed", name)
            return refused(Internal(f"internal error, {type(error).__name__}; nothing else is affected"))

    def _called(self, name: str, given: Mapping[str, Any]) -> Answer:
        tool = self._tools.get(name)
        if tool is None:
            known = tuple(self._tools)
            raise UnknownName("tool", name, suggestions=nearest(name, known) or known)
        required = () if tool.lenient else tool.required
        return tool.run(self._desk, **read_arguments(tool.properties, required, given))
