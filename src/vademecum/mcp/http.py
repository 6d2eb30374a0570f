"""Streamable HTTP: the same tools as over standard input, for many clients of a server at once.

The library's own transport speaks both generations: one that begins with `initialize` and goes on under the
name of a session, and the other, whose requests stand alone. What is checked before it (by which name the
server is called, from which page, who asks) is the server's, which is `web`.
"""

from __future__ import annotations

from collections import OrderedDict
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from threading import Lock
from typing import TYPE_CHECKING

from mcp.server.auth.middleware.bearer_auth import AuthenticatedUser
from mcp.server.auth.provider import AccessToken
from mcp.server.streamable_http_manager import StreamableHTTPSessionManager

from vademecum.mcp.desk import Client, Desk
from vademecum.mcp.messages import MOST_BYTES
from vademecum.mcp.server import Adapter

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Callable, Generator
    from contextlib import AbstractContextManager
    from typing import Any

    from vademecum.engine.vade import Vade
    from vademecum.ports import Clock

PATH = "/mcp"
PROFILES = ("default", "full", "chatgpt")
"""Those of standard input but for `voice`, whose live session needs a home that stays open between calls."""

MOST_SESSIONS = 1_000
MOST_CLIENTS = 4_096
"""Of how many it is known what they were shown; of the one that asked longest ago it is forgotten."""

SESSION = "mcp-session-id"


class Desks:
    """A desk for each request: at the home of whoever asks, with what is known of the client.

    Args:
        opening: gives the home for a request, for as long as it takes to answer.
        whose: a name for whoever sent a request, asked after `opening`.
        clock: tells the present.
    """

    def __init__(
        self,
        opening: Callable[[Any], AbstractContextManager[Vade]],
        whose: Callable[[Any], str],
        clock: Clock,
    ) -> None:
        self._opening = opening
        self._whose = whose
        self._clock = clock
        self._lock = Lock()
        self._clients: OrderedDict[tuple[str, str], Client] = OrderedDict()

    @contextmanager
    def at(self, request: Any) -> Generator[Desk]:
        """See `server.Desks.at`; a client without a session is whoever asks by the same name."""
        with self._opening(request) as vade:
            named = (self._whose(request), request.headers.get(SESSION, ""))
            yield Desk(vade, self._clock, client=self._client(named))

    def _client(self, named: tuple[str, str]) -> Client:
        with self._lock:
            client = self._clients.pop(named, None) or Client()
            self._clients[named] = client
            while len(self._clients) > MOST_CLIENTS:
                self._clients.popitem(last=False)
            return client


class Endpoint:
    """An application for `PATH` of a server, and for a profile below it.

    Args:
        opening, whose, clock: as `Desks` takes them.
        version: of this program.
        answered: called after each answer that a home gave.
    """

    def __init__(
        self,
        opening: Callable[[Any], AbstractContextManager[Vade]],
        whose: Callable[[Any], str],
        clock: Clock,
        *,
        version: str,
        answered: Callable[[], None] = lambda: None,
    ) -> None:
        desks = Desks(opening, whose, clock)
        self._managers = {
            profile: StreamableHTTPSessionManager(
                Adapter(desks, profile, answered).server(version),
                json_response=True,  # nothing is told before an answer, so there is nothing to stream
                max_request_body_size=MOST_BYTES,
                max_sessions=MOST_SESSIONS,
            )
            for profile in PROFILES
        }

    @asynccontextmanager
    async def lasting(self) -> AsyncGenerator[None]:
        """Answers within; sessions end with it."""
        async with AsyncExitStack() as stack:
            for manager in self._managers.values():
                await stack.enter_async_context(manager.run())
            yield

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request. ``whose`` of its state says who asks, so that nobody else uses their session."""
        path: str = scope["path"]
        profile = path.removeprefix(PATH).strip("/") or PROFILES[0]
        manager = self._managers.get(profile)
        if manager is None:
            await _refuse(send, 404)
        elif scope["method"] not in ("POST", "DELETE"):
            # The third method waits for what a server says by itself, which this one never does.
            await _refuse(send, 405)
        else:
            whose = str(scope.get("state", {}).get("whose", ""))
            user = AuthenticatedUser(AccessToken(token="", client_id=whose, scopes=[]))
            await manager.handle_request({**scope, "user": user}, receive, send)


async def _refuse(send: Any, status: int) -> None:
    headers = [(b"allow", b"POST, DELETE")] if status == 405 else []
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": b""})
