"""Agents beside pages and API: the guard stands before them, and a session answers who began it."""

from __future__ import annotations

from contextlib import AbstractContextManager, nullcontext

import pytest
from starlette.requests import Request
from starlette.testclient import TestClient
from tests.engine.homes_in_memory import MemoryHome

from vademecum.engine.vade import Vade
from vademecum.vault.replays import MemoryReplays
from vademecum.web.agents import agents
from vademecum.web.app import create_app
from vademecum.web.provider import OneHome

ACCEPT = {"accept": "application/json, text/event-stream"}
HELLO = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    },
}
LIST = {"jsonrpc": "2.0", "id": 2, "method": "tools/list", "params": {}}


class Known(OneHome):
    """Whoever says their name has it."""

    def opening(self, request: Request) -> AbstractContextManager[Vade]:
        return nullcontext(self._vade)

    def whose(self, request: Request) -> str:
        return str(request.headers.get("x-who", ""))


@pytest.fixture
def client() -> TestClient:
    home = MemoryHome()
    provider = Known(home.vade)
    spoken = agents(provider, home.clock, "1.2.3")
    assert spoken is not None
    app = create_app(
        provider,
        replays=MemoryReplays(),
        clock=home.clock,
        version="1.2.3",
        beside=spoken.routes(),
        during=(spoken.lasting,),
    )
    return TestClient(app, base_url="http://127.0.0.1")


def test_a_session_answers_who_began_it(client: TestClient) -> None:
    with client:
        begun = client.post("/mcp", json=HELLO, headers={**ACCEPT, "x-who": "ann"})
        session = {**ACCEPT, "mcp-session-id": begun.headers["mcp-session-id"]}
        statuses = [
            client.post("/mcp", json=LIST, headers={**session, "x-who": who}).status_code
            for who in ("ann", "bob", "ann")
        ]
    assert statuses == [200, 404, 200]


@pytest.mark.parametrize(
    ("headers", "status"),
    [({"host": "evil.example"}, 421), ({"origin": "https://evil.example"}, 403), ({}, 200)],
)
def test_the_guard_stands_before_agents(client: TestClient, headers: dict[str, str], status: int) -> None:
    with client:
        assert client.post("/mcp", json=HELLO, headers={**ACCEPT, **headers}).status_code == status


def test_answers_are_kept_by_nobody(client: TestClient) -> None:
    with client:
        answer = client.post("/mcp", json=HELLO, headers=ACCEPT)
    assert (answer.headers["cache-control"], "x-request-id" in answer.headers) == ("no-store", True)
