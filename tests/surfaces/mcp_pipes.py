"""A server of `vade mcp` at the other end of two pipes, and hand-written messages for it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

MODERN = "2026-07-28"
PREFIX = "io.modelcontextprotocol"
ENVELOPE = {
    f"{PREFIX}/protocolVersion": MODERN,
    f"{PREFIX}/clientInfo": {"name": "test", "version": "1"},
    f"{PREFIX}/clientCapabilities": {},
}
LINE = [sys.executable, "-m", "vademecum", "mcp"]


def environment(folder: Path) -> dict[str, str]:
    """Of a home in this folder."""
    return {**os.environ, "VADE_HOME": str(folder / "home"), "XDG_CACHE_HOME": str(folder / "cache")}


class Server:
    """A running server. Requests are numbered; `meta` rides in each where the generation wants it."""

    def __init__(self, folder: Path, *options: str) -> None:
        self.folder = folder
        self.meta: dict[str, Any] = {}
        self._numbers = count(1)
        self.process = subprocess.Popen(
            [*LINE, *options],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder,
            env=environment(folder),
        )

    def write(self, line: bytes) -> None:
        """Send one line as it is."""
        assert self.process.stdin is not None
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def read(self) -> dict[str, Any]:
        """The next message."""
        assert self.process.stdout is not None
        message: dict[str, Any] = json.loads(self.process.stdout.readline())
        return message

    def send(self, method: str, **params: Any) -> int:
        """Send a request and answer its number."""
        number = next(self._numbers)
        if self.meta:
            params["_meta"] = self.meta
        message = {"jsonrpc": "2.0", "id": number, "method": method, "params": params}
        self.write(json.dumps(message).encode())
        return number

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """Send a request and wait for its answer: a result, or the error in its place."""
        number = self.send(method, **params)
        answer = self.read()
        assert answer["id"] == number
        found: dict[str, Any] = answer["result"] if "result" in answer else answer["error"]
        return found

    def call(self, tool: str, **arguments: Any) -> dict[str, Any]:
        """Call a tool."""
        return self.ask("tools/call", name=tool, arguments=arguments)

    def notify(self, method: str, **params: Any) -> None:
        """Tell something that is not answered."""
        self.write(json.dumps({"jsonrpc": "2.0", "method": method, "params": params}).encode())

    def greet(self, version: str) -> dict[str, Any]:
        """Begin as a client of an earlier generation."""
        answer = self.ask(
            "initialize",
            protocolVersion=version,
            capabilities={},
            clientInfo={"name": "test", "version": "1"},
        )
        self.notify("notifications/initialized")
        return answer

    def leave(self) -> tuple[int, bytes, bytes]:
        """Close standard input; the exit status, and what was still said on either output."""
        out, err = self.process.communicate(timeout=30)
        return self.process.returncode, out, err


@contextmanager
def serving(folder: Path, *options: str) -> Iterator[Server]:
    """A server that is gone afterwards."""
    server = Server(folder, *options)
    try:
        yield server
    finally:
        server.process.kill()
        server.process.communicate()


def listed(folder: Path, *options: str) -> list[str]:
    """Names of the tools that a server with these options offers, asked without a handshake."""
    with serving(folder, *options) as server:
        server.meta = ENVELOPE
        return [tool["name"] for tool in server.ask("tools/list")["tools"]]
