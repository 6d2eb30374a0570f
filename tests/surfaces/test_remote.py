"""`vade serve` as a process: commands, programs and agents that ask it, and what they hear when it is
gone."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest
from mcp.client.client import Client
from mcp.client.streamable_http import streamable_http_client

import vademecum
from vademecum.errors import Unreachable

LINE = [sys.executable, "-m", "vademecum"]
SIX = ["recall", "remember", "recall_conversations", "resume_context", "revise", "open"]
LIST = {"jsonrpc": "2.0", "id": 1, "method": "tools/list", "params": {}}


class Server:
    """A running `vade serve`, and commands that ask it or the same home by itself."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.environ = {
            **os.environ,
            "VADE_HOME": str(folder / "home"),
            "XDG_CACHE_HOME": str(folder / "cache"),
            "VADE_EMBEDDER": "none",
        }
        self.process = subprocess.Popen(
            [*LINE, "serve", "--port", "0", "--json"],
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=folder,
            env=self.environ,
        )
        assert self.process.stdout is not None
        self.url: str = json.loads(self.process.stdout.readline())["url"]

    def run(self, *line: str, there: bool = True) -> subprocess.CompletedProcess[str]:
        """A command in a process of its own."""
        asked = ["--remote", self.url] if there else []
        return subprocess.run(
            [*LINE, *line, *asked],
            capture_output=True,
            text=True,
            cwd=self.folder,
            env=self.environ,
            check=False,
            timeout=60,
        )


@contextmanager
def serving(folder: Path) -> Iterator[Server]:
    server = Server(folder)
    try:
        yield server
    finally:
        server.process.kill()
        server.process.communicate()


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with serving(tmp_path_factory.mktemp("served")) as server:
        yield server


def unhurried(text: str) -> dict[str, Any]:
    """An answer without what differs from run to run."""
    answer: dict[str, Any] = json.loads(text)
    del answer["meta"]["elapsed_ms"]
    return answer


def test_a_command_prints_there_what_it_prints_here(server: Server) -> None:
    kept = server.run("remember", "Matthew prefers oat milk.", "--about", "Matthew")
    assert (kept.returncode, kept.stderr) == (0, "")
    for line in (("recall", "what does Matthew drink?"), ("entity", "show", "matthew")):
        there, here = server.run(*line), server.run(*line, there=False)
        assert (there.returncode, there.stdout) == (0, here.stdout)
    there, here = server.run("search", "milk", "--json"), server.run("search", "milk", "--json", there=False)
    assert unhurried(there.stdout)["results"] == unhurried(here.stdout)["results"]


@pytest.mark.parametrize("mode", ["legacy", "auto", "2026-07-28"])
def test_agents_are_served_below_the_same_address(server: Server, mode: str) -> None:
    async def run() -> None:
        async with Client(f"{server.url}mcp", mode=mode) as client:
            assert [tool.name for tool in (await client.list_tools()).tools] == SIX
            told = await client.call_tool("remember", {"text": f"The {mode} agent was here."})
            assert told.is_error is False
            found = await client.call_tool("recall", {"query": f"which {mode} agent was here?"})
            assert "was here" in str(found.structured_content)

    anyio.run(run)


def test_fifty_agents_at_once_are_answered(server: Server) -> None:
    async def run() -> list[bool]:
        told: list[bool] = []
        async with httpx2.AsyncClient(timeout=60) as http:

            async def one() -> None:
                transport = streamable_http_client(f"{server.url}mcp", http_client=http)
                async with Client(transport, mode="legacy") as client:
                    told.append((await client.call_tool("recall", {"query": "milk"})).is_error is False)

            async with anyio.create_task_group() as group:
                for _ in range(50):
                    group.start_soon(one)
        return told

    assert anyio.run(run) == [True] * 50


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"host": "evil.example"}, 421),
        ({"origin": "http://evil.example"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
        ({}, 400),
    ],
)
def test_a_page_of_elsewhere_reaches_no_tool(server: Server, headers: dict[str, str], status: int) -> None:
    accept = {"accept": "application/json, text/event-stream"}
    answer = httpx2.post(f"{server.url}mcp", json=LIST, headers={**accept, **headers})
    assert answer.status_code == status  # 400: without a session only a greeting is heard


def test_a_server_that_is_killed_is_told_in_one_line(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        server.run("remember", "Tea needs water.")
        server.process.kill()
        server.process.wait()
        run = server.run("recall", "tea")
    assert (run.returncode, run.stdout) == (15, "")
    assert run.stderr == (
        f"vade: no server answers at {server.url[7:-1]}; look whether `vade serve` runs there\n"
    )


def test_a_server_that_stands_still_is_not_waited_for_longer(tmp_path: Path) -> None:
    with serving(tmp_path) as server, vademecum.connect(server.url) as vade:
        assert vade.remember("Tea needs water.").outcome == "created"
        os.kill(server.process.pid, signal.SIGSTOP)
        hasty = vademecum.connect(server.url, timeout_s=0.2)
        with pytest.raises(Unreachable, match="it may still be at work"):
            hasty.recall("tea")
        os.kill(server.process.pid, signal.SIGCONT)
        assert vade.recall("tea").outcome == "hits"
