"""What answers agents by the Model Context Protocol, beside pages and API; where its library is installed."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.routing import Route

from vademecum.errors import LimitExceeded
from vademecum.web.api.requests import body_of
from vademecum.web.api.routes import refused

if TYPE_CHECKING:
    from collections.abc import Sequence
    from contextlib import AbstractAsyncContextManager
    from typing import Any

    from starlette.types import Message, Receive, Scope, Send

    from vademecum.ports import Clock
    from vademecum.web.provider import Provider

_SPEAKING = "vademecum.mcp.http"
"""The rooms at street level never meet: this one knows the other by its address alone."""

PATHS = ("/mcp", "/mcp/{profile}")


class Agents:
    """Answers them, and tells who asks, so that nobody uses the session of somebody else.

    Args:
        endpoint: what speaks the protocol.
        provider: knows who asks.
    """

    def __init__(self, endpoint: Any, provider: Provider) -> None:
        self._endpoint = endpoint
        self._provider = provider

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        request = Request(scope, receive)
        # Read here, for the library takes a client that leaves in the middle for a fault.
        try:
            body = await body_of(request)
        except LimitExceeded as error:
            await refused(request, error)(scope, receive, send)
            return
        whose = await run_in_threadpool(self._provider.whose, request)
        state = {**scope.get("state", {}), "whose": whose}
        await self._endpoint({**scope, "state": state}, _replayed(body, receive), send)

    def lasting(self) -> AbstractAsyncContextManager[None]:
        """Open while requests are answered."""
        lasting: AbstractAsyncContextManager[None] = self._endpoint.lasting()
        return lasting

    def routes(self) -> Sequence[Route]:
        """Where they ask; the protocol itself says which methods it has."""
        return [Route(path, self, methods=()) for path in PATHS]


def _replayed(body: bytes, receive: Receive) -> Receive:
    """A body that was read, once more; what comes after it comes as it does."""
    messages: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def again() -> Message:
        return messages.pop() if messages else await receive()

    return again


def agents(provider: Provider, clock: Clock, version: str) -> Agents | None:
    """What answers agents; None where the protocol's library is not installed."""
    try:
        speaking = import_module(_SPEAKING)
    except ImportError:
        return None
    return Agents(speaking.Endpoint(provider.opening, provider.whose, clock, version=version), provider)
