"""Streamable HTTP inside the process: both generations by the library's own client and by hand."""

from __future__ import annotations

import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from typing import Any

import anyio
import httpx2
import pytest
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client
from tests.engine.homes_in_memory import MemoryHome

from vademecum.errors import Unauthenticated
from vademecum.mcp.http import PATH, Endpoint
from vademecum.mcp.messages import MOST_BYTES
from vademecum.mcp.server import tool_of
from vademecum.mcp.table import tools_of

MODERN, LEGACY = "2026-07-28", "2025-06-18"
URL = "http://127.0.0.1"
PREFIX = "io.modelcontextprotocol"
META = {
    f"{PREFIX}/protocolVersion": MODERN,
    f"{PREFIX}/clientInfo": {"name": "test", "version": "1"},
    f"{PREFIX}/clientCapabilities": {},
}
ACCEPT = {"accept": "application/json, text/event-stream", "content-type": "application/json"}
SIX = ["recall", "remember", "recall_conversations", "resume_context", "revise", "open"]
HELLO = {
    "protocolVersion": LEGACY,
    "capabilities": {},
    "clientInfo": {"name": "test", "version": "1"},
}


class Serving:
    """An endpoint over a home in memory; ``whose`` stands in a header."""

    def __init__(self) -> None:
        self.home = MemoryHome()
        self.endpoint = Endpoint(self.opening, self.whose, self.home.clock, version="1.2.3")

    def opening(self, request: Any) -> nullcontext[Any]:
        if request.headers.get("x-who") == "nobody":
            raise Unauthenticated("who are you?")
        return nullcontext(self.home.vade)

    def whose(self, request: Any) -> str:
        return str(request.headers.get("x-who", ""))

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        who = dict(scope["headers"]).get(b"x-who", b"").decode()
        await self.endpoint({**scope, "state": {"whose": who}}, receive, send)

    @asynccontextmanager
    async def client(self, **headers: str) -> AsyncIterator[httpx2.AsyncClient]:
        transport = httpx2.ASGITransport(app=self)
        async with (
            self.endpoint.lasting(),
            httpx2.AsyncClient(transport=transport, base_url=URL, headers=headers) as client,
        ):
            yield client


@pytest.fixture
def serving() -> Serving:
    return Serving()


def modern(method: str, **params: Any) -> dict[str, Any]:
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": {**params, "_meta": META}}


def heads(message: dict[str, Any]) -> dict[str, str]:
    name = message["params"].get("name")
    more = {"mcp-name": name} if name else {}
    return {**ACCEPT, "mcp-protocol-version": MODERN, "mcp-method": message["method"], **more}


async def ask(client: httpx2.AsyncClient, method: str, **params: Any) -> dict[str, Any]:
    """A request of the present generation, by hand."""
    message = modern(method, **params)
    answer = await client.post(PATH, json=message, headers=heads(message))
    result: dict[str, Any] = answer.json()
    return result


async def greet(client: httpx2.AsyncClient, **headers: str) -> str:
    """The session that an earlier generation begins, by hand."""
    message = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": HELLO}
    answer = await client.post(PATH, json=message, headers={**ACCEPT, **headers})
    assert answer.json()["result"]["protocolVersion"] == LEGACY
    session: str = answer.headers["mcp-session-id"]
    ready = {"jsonrpc": "2.0", "method": "notifications/initialized"}
    await client.post(PATH, json=ready, headers={**ACCEPT, **headers, "mcp-session-id": session})
    return session


async def call(client: httpx2.AsyncClient, session: str, tool: str, **given: Any) -> httpx2.Response:
    message = {
        "jsonrpc": "2.0",
        "id": 2,
        "method": "tools/call",
        "params": {"name": tool, "arguments": given},
    }
    who = given.pop("who", "")
    return await client.post(
        PATH, json=message, headers={**ACCEPT, "mcp-session-id": session, **({"x-who": who} if who else {})}
    )


@pytest.mark.parametrize("mode", ["legacy", "auto", MODERN])
def test_the_librarys_own_client_remembers_and_recalls(serving: Serving, mode: str) -> None:
    async def run() -> None:
        async with serving.client() as http, Client(_transport(http), mode=mode) as client:
            assert [tool.name for tool in (await client.list_tools()).tools] == SIX
            kept = await client.call_tool("remember", {"text": "The bins go out on Monday."})
            assert kept.is_error is False
            found = await client.call_tool("recall", {"query": "when do the bins go out?"})
            assert "Monday" in str(found.structured_content)
            assert (await client.list_resources()).resources
            assert (await client.list_prompts()).prompts

    anyio.run(run)


def _transport(http: httpx2.AsyncClient, path: str = PATH) -> Any:
    return streamable_http_client(f"{URL}{path}", http_client=http)


def test_a_profile_stands_below_the_path(serving: Serving) -> None:
    async def run() -> None:
        async with serving.client() as http, Client(_transport(http, f"{PATH}/chatgpt")) as client:
            names = [tool.name for tool in (await client.list_tools()).tools]
            assert names == [tool.name for tool in tools_of("chatgpt")]

    anyio.run(run)


def test_tools_weigh_what_they_weigh_over_pipes(serving: Serving) -> None:
    async def run() -> None:
        async with serving.client() as http:
            listed = (await ask(http, "tools/list"))["result"]["tools"]
        own = [tool_of(tool) for tool in tools_of("default")]
        told = [tool.model_dump(mode="json", by_alias=True, exclude_none=True) for tool in own]
        assert listed == told

    anyio.run(run)


def test_what_a_client_was_shown_is_no_news_from_it(serving: Serving) -> None:
    text = "Ann lives in Porto since May."
    serving.home.vade.remember(text)

    async def run() -> None:
        async with serving.client() as http:
            session = await greet(http)
            await call(http, session, "recall", query="where does Ann live?")
            told = (await call(http, session, "remember", text=text)).json()
        assert told["result"]["structuredContent"]["outcome"] in ("echo", "existing")

    anyio.run(run)


def test_fifty_calls_at_once_are_answered(serving: Serving) -> None:
    serving.home.vade.remember("The harbour master is called Inês.")
    answers: list[dict[str, Any]] = []

    async def run() -> None:
        async with serving.client() as http, anyio.create_task_group() as group:

            async def one() -> None:
                given = {"query": "harbour master"}
                answers.append(await ask(http, "tools/call", name="recall", arguments=given))

            for _ in range(50):
                group.start_soon(one)

    anyio.run(run)
    assert ["Inês" in json.dumps(each, ensure_ascii=False) for each in answers] == [True] * 50


def test_a_session_ends_when_its_client_says_so(serving: Serving) -> None:
    async def run() -> None:
        async with serving.client() as http:
            session = await greet(http)
            head = {**ACCEPT, "mcp-session-id": session}
            assert (await http.delete(PATH, headers=head)).status_code == 200
            assert (await call(http, session, "recall", query="x")).status_code == 404

    anyio.run(run)


def test_a_session_is_nobody_elses(serving: Serving) -> None:
    async def run() -> None:
        async with serving.client() as http:
            session = await greet(http, **{"x-who": "ann"})
            assert (await call(http, session, "recall", query="x", who="bob")).status_code == 404
            assert (await call(http, session, "recall", query="x", who="ann")).status_code == 200

    anyio.run(run)


def test_who_is_not_known_is_told_so(serving: Serving) -> None:
    async def run() -> None:
        async with serving.client(**{"x-who": "nobody"}) as http:
            told = await ask(http, "tools/call", name="recall", arguments={"query": "x"})
        assert told["error"]["message"] == "who are you?"

    anyio.run(run)


@pytest.mark.parametrize(
    ("method", "path", "body", "status"),
    [
        ("GET", PATH, b"", 405),
        ("PUT", PATH, b"{}", 405),
        ("POST", f"{PATH}/voice", b"{}", 404),
        ("POST", f"{PATH}/../v1", b"{}", 404),
        ("POST", PATH, b"", 400),
        ("POST", PATH, b"{", 400),
        ("POST", PATH, b"\xff\xfe", 400),
        ("POST", PATH, b"[]", 400),
        ("POST", PATH, b"[" * 50_000, 400),
        ("POST", PATH, b'{"jsonrpc": "1.0"}', 400),
        ("DELETE", PATH, b"", 400),
        ("POST", PATH, b" " * (MOST_BYTES + 1), 413),
    ],
    ids=lambda one: str(one)[:24],
)
@pytest.mark.parametrize("version", [LEGACY, MODERN])
def test_what_is_no_message_is_refused(
    serving: Serving, method: str, path: str, body: bytes, status: int, version: str
) -> None:
    async def run() -> int:
        async with serving.client() as http:
            head = {**ACCEPT, "mcp-protocol-version": version}
            answer = await http.request(method, path, content=body, headers=head)
            assert (await ask(http, "tools/list"))["result"]["tools"]  # the next client is served
            return answer.status_code

    refused = {status, 405} if method == "DELETE" else {status}
    assert anyio.run(run) in refused
