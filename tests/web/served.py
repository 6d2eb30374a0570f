"""A home in memory behind the application, and a client that reaches it without a network."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from httpx2 import Response
from starlette.testclient import TestClient
from tests.engine.homes_in_memory import MemoryHome

from vademecum.ports.replays import Replays
from vademecum.vault.replays import MemoryReplays
from vademecum.web.app import create_app
from vademecum.web.provider import OneHome


class Served(MemoryHome):
    """Asks the application over HTTP."""

    def __init__(self, replays: Replays | None = None, hosts: Collection[str] = ("127.0.0.1",)) -> None:
        super().__init__(project=None)
        self.app = create_app(
            OneHome(self.vade),
            replays=replays or MemoryReplays(),
            clock=self.clock,
            version="1.2.3",
            hosts=hosts,
        )
        self.client = TestClient(self.app, base_url="http://127.0.0.1", raise_server_exceptions=False)

    def ask(self, method: str, path: str, **how: Any) -> Response:
        """Any request."""
        return self.client.request(method, path, **how)

    def get(self, path: str, **how: Any) -> Response:
        """A request that reads."""
        return self.ask("GET", path, **how)

    def post(self, path: str, body: Any = None, **how: Any) -> Response:
        """A request with JSON."""
        return self.ask("POST", path, json=body, **how)

    def refused(self, answer: Response) -> tuple[int, str, str]:
        """Status, code and field of a problem."""
        assert answer.headers["content-type"] == "application/problem+json", answer.text
        told = answer.json()
        assert told["status"] == answer.status_code
        return answer.status_code, told["code"], told.get("field", "")
