"""What an agent asks over the one path of the Model Context Protocol, told from the body of its request."""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, cast

from starlette.requests import ClientDisconnect

from vademecum.model.tenancy import Right
from vademecum.model.value import replace

if TYPE_CHECKING:
    from typing import Any

    from starlette.types import Message, Receive

    from vademecum.web.accounts.asking import Wanted

_MOST_BYTES = 1 << 20
"""Of a body that is looked into; what is larger is told of without the name of its tool, and taken for one
that writes and erases."""

_READING = frozenset(
    {"recall", "recall_conversations", "recall_context", "resume_context", "open", "search", "fetch", "list",
     "brief", "graph", "status"}
)  # fmt: skip
"""Tools that change nothing. Every other one is taken for one that may."""

_NAME = re.compile(r"[a-z][a-z0-9_/.-]{0,40}", re.ASCII)
_ERASING = "forget"
_CALL = "tools/call"


async def looked_into(receive: Receive, wanted: Wanted) -> tuple[Wanted, Receive]:
    """What is asked for by name, and the same body for whoever answers it.

    Args:
        receive: gives the body.
        wanted: what was told from the path.

    Raises:
        ClientDisconnect: whoever asked is gone before all of the body had come.
    """
    messages: list[Message] = []
    body, whole = b"", False
    while not whole and len(body) <= _MOST_BYTES:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        messages.append(message)
        body += message.get("body", b"")
        whole = not message.get("more_body", False)

    async def again() -> Message:
        return messages.pop(0) if messages else await receive()

    if len(body) > _MOST_BYTES:
        return replace(wanted, right=Right.WRITE, changes=True, erases=True), again
    return _named(wanted, body), again


def _named(wanted: Wanted, body: bytes) -> Wanted:
    try:
        asked = _members(json.loads(body))
    except (ValueError, RecursionError):
        return wanted
    method, params = asked.get("method"), _members(asked.get("params"))
    if method != _CALL:
        return replace(wanted, action=f"mcp {method}") if _is_name(method) else wanted
    tool = params.get("name")
    if not _is_name(tool):
        return wanted
    named = replace(wanted, action=f"mcp {tool}")
    if tool in _READING:
        return named
    return replace(named, changes=True, erases=_ERASING in json.dumps(params.get("arguments")))


def _members(one: Any) -> dict[str, Any]:
    return cast("dict[str, Any]", one) if isinstance(one, dict) else {}


def _is_name(one: object) -> bool:
    return isinstance(one, str) and _NAME.fullmatch(one) is not None
