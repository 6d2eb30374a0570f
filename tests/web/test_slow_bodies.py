"""A body that does not come: whoever sends it so slowly holds nothing of ours for long, whatever takes it."""

from __future__ import annotations

import asyncio
import itertools
from collections.abc import Iterable
from typing import Any

import pytest
from fastapi import FastAPI
from starlette.types import Message
from tests.engine.homes_in_memory import MemoryHome
from tests.web.accounts.behind_the_door import Serviced

from vademecum.engine.clocks import CallableClock
from vademecum.vault.replays import MemoryReplays
from vademecum.web import guard
from vademecum.web.agents import agents
from vademecum.web.app import create_app
from vademecum.web.pages.entities import Drawing
from vademecum.web.pages.site import pages
from vademecum.web.provider import OneHome
from vademecum.wiring_graph import graph_tools

FORM, JSON = "application/x-www-form-urlencoded", "application/json"
TAKEN = [
    ("/v1/memories", JSON, b'{"text": '),
    ("/v1/import?file=a.md", "application/octet-stream", b"# A"),
    ("/memories", FORM, b"text=a"),
    ("/mcp", JSON, b'{"jsonrpc": '),
]
OF_A_SERVICE = [
    *TAKEN,
    ("/login", FORM, b"token=a"),
    ("/logout", FORM, b"a=b"),
    ("/v1/jobs/export", JSON, b"{"),
]


@pytest.fixture(autouse=True)
def _impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "BODY_S", 0.05)


def sent(
    app: FastAPI, path: str, kind: str, parts: Iterable[bytes], *, wait_s: float = 0.0, token: str = ""
) -> tuple[int, str]:
    """Status and text of the answer to a body of which one part after the other comes, and then nothing.

    Args:
        wait_s: seconds before each part; an empty one ends the body.
    """
    coming = iter(parts)
    said: list[Message] = []
    headers = [(b"host", b"127.0.0.1"), (b"content-type", kind.encode())]
    headers += [(b"accept", b"application/json, text/event-stream")]
    headers += [(b"authorization", f"Bearer {token}".encode())] if token else []
    path, _, query = path.partition("?")
    scope: dict[str, Any] = {
        "type": "http", "method": "POST", "path": path, "raw_path": path.encode(), "root_path": "",
        "query_string": query.encode(), "headers": headers, "scheme": "http", "app": app,
        "server": ("127.0.0.1", 80), "client": ("127.0.0.1", 9), "http_version": "1.1",
    }  # fmt: skip

    async def receive() -> Message:
        part = next(coming, None)
        await asyncio.sleep(60 if part is None else wait_s)
        return {"type": "http.request", "body": part, "more_body": bool(part)}

    async def send(message: Message) -> None:
        said.append(message)

    async def asked() -> None:
        async with app.router.lifespan_context(app):
            await asyncio.wait_for(app(scope, receive, send), 20)

    asyncio.run(asked())
    return said[0]["status"], b"".join(one.get("body", b"") for one in said).decode()


def laptop() -> FastAPI:
    """The application over one home, with its pages and with agents."""
    home = MemoryHome()
    provider = OneHome(home.vade)
    clock = CallableClock(home.clock.now)
    spoken = agents(provider, clock, "1")
    assert spoken is not None
    site = pages(provider.opening, Drawing(lambda: graph_tools().layout, clock.now))
    return create_app(
        provider,
        replays=MemoryReplays(),
        clock=clock,
        version="1",
        hosts=["127.0.0.1"],
        beside=[*site, *spoken.routes()],
        during=[spoken.lasting],
    )


@pytest.mark.parametrize(("path", "kind", "part"), TAKEN)
def test_a_body_that_does_not_come_ends_a_request(path: str, kind: str, part: bytes) -> None:
    status, text = sent(laptop(), path, kind, [part])

    assert status == 408
    assert "did not come in time" in text


@pytest.mark.parametrize(("path", "kind", "part"), OF_A_SERVICE)
def test_a_body_that_does_not_come_ends_a_request_to_a_service(path: str, kind: str, part: bytes) -> None:
    service = Serviced()

    status, text = sent(service.app, path, kind, [part], token=service.token())

    assert status == 408
    assert "did not come in time" in text


@pytest.mark.parametrize("wait_s", [0.0, 0.001])
def test_drops_do_not_keep_a_request_open(wait_s: float) -> None:
    path, kind, _ = TAKEN[1]

    assert sent(laptop(), path, kind, itertools.repeat(b"a"), wait_s=wait_s)[0] == 408


def test_a_large_file_has_the_time_that_it_needs(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(guard, "BODY_BYTES_S", 1_000)
    path, kind, _ = TAKEN[1]

    status, _ = sent(laptop(), path, kind, [b"a" * 500, b"b" * 500, b""], wait_s=0.04)

    assert status < 300
