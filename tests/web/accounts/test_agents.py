"""What agents ask is written down by the name of its tool."""

from __future__ import annotations

from typing import Any

import pytest
from httpx2 import Response
from tests.web.accounts.behind_the_door import ACME, Serviced

PREFIX = "io.modelcontextprotocol"
HEADERS = {"Accept": "application/json, text/event-stream", "MCP-Protocol-Version": "2026-07-28"}
META = {
    f"{PREFIX}/protocolVersion": "2026-07-28",
    f"{PREFIX}/clientInfo": {"name": "test", "version": "1"},
    f"{PREFIX}/clientCapabilities": {},
}


def call(service: Serviced, name: str, **arguments: Any) -> Response:
    params = {"name": name, "arguments": arguments, "_meta": META}
    asked = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
    headers = {**HEADERS, "Mcp-Method": "tools/call", "Mcp-Name": name}
    return service.ask("POST", "/mcp", service.token(), json=asked, headers=headers)


@pytest.mark.parametrize(
    ("tool", "arguments", "writes"),
    [
        ("recall", {"query": "geheimnis"}, False),
        ("remember", {"text": "geheimnis"}, True),
        ("revise", {"action": "forget", "id": "geheimnis"}, True),
    ],
)
def test_a_tool_is_told_without_what_it_was_given(
    service: Serviced, tool: str, arguments: dict[str, Any], *, writes: bool
) -> None:
    with service.client:
        call(service, tool, **arguments)
    line = service.lines()[0]

    assert (line.action, line.writes, line.user) == (f"mcp {tool}", writes, "ann")
    assert "geheimnis" not in repr(line)


@pytest.mark.parametrize(
    ("raw", "action"),
    [
        (b'{"jsonrpc": "2.0", "id": 1, "method": "tools/list"}', "mcp tools/list"),
        (b'{"method": "tools/call", "params": {"name": "Geheimnis eins"}}', "mcp"),
        (b'{"method": 7}', "mcp"),
        (b"[1]", "mcp"),
        (b"{", "mcp"),
        (b"[" * 5000, "mcp"),
        (b'{"method": "ping", "x": "' + b"x" * (1 << 20) + b'"}', "mcp"),
    ],
)
def test_what_is_none_is_told_by_its_path(service: Serviced, raw: bytes, action: str) -> None:
    with service.client:
        service.ask("POST", "/mcp", service.token(), content=raw, headers=HEADERS)

    assert [one.action for one in service.lines()] == [action]


def test_a_tenant_that_is_full_keeps_nothing_more_of_an_agent(service: Serviced) -> None:
    service.bound(memories=3)
    service.accounts.use(ACME, 3, 100)
    with service.client:
        assert call(service, "remember", text="x").status_code == 429
        assert call(service, "remember", text="x" * (1 << 20)).status_code == 429
        assert call(service, "recall", query="x").status_code == 200
        assert call(service, "revise", action="forget", id="01JNTSW6X00000000000000001").status_code == 200


def test_what_is_too_large_to_be_looked_into_is_taken_for_a_change(service: Serviced) -> None:
    told: list[str] = []
    service.app.user_middleware[-1].kwargs["erased"] = told.append
    with service.client:
        call(service, "recall", query="x" * (1 << 20))

    assert (service.lines()[0].writes, told) == (True, ["acme"])


def test_only_what_forgets_erases(service: Serviced) -> None:
    told: list[str] = []
    service.app.user_middleware[-1].kwargs["erased"] = told.append
    with service.client:
        call(service, "recall", query="forget")
        call(service, "remember", text="x")
        assert told == []
        call(service, "revise", action="forget", id="01JNTSW6X00000000000000001")

    assert told == ["acme"]
