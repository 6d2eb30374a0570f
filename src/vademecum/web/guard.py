"""What happens around every request: who may reach the server at all, under which name, by which rules.

A page of elsewhere can make a browser send a request here, and a name of elsewhere can be made to mean this
machine (DNS rebinding). So a request must name the server by a name that it is known by, and what a page of
elsewhere sends is refused, whatever it asks.
"""

from __future__ import annotations

import asyncio
import logging
import re
from asyncio import CancelledError
from time import perf_counter
from typing import TYPE_CHECKING
from uuid import uuid4

from starlette.datastructures import Headers, MutableHeaders
from starlette.requests import ClientDisconnect

from vademecum.errors import Busy, Forbidden, UsageError, quoted
from vademecum.surface.operations.inputs import well_formed
from vademecum.surface.outcomes import Internal
from vademecum.web.api.problems import problem

if TYPE_CHECKING:
    from collections.abc import Collection, MutableMapping
    from typing import Any

    from starlette.responses import Response
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

LOOPBACK = frozenset({"localhost", "127.0.0.1", "[::1]"})
"""Names of this machine that no other can have."""

ANY_HOST = "*"

BODY_S = 60.0
"""Seconds within which a body must have come."""

BODY_BYTES_S = 64 * 1024
"""Bytes that earn it a further second: a large file may take its time, while one that trickles may not."""

_RULES = {
    "Cache-Control": "no-store",
    "Content-Security-Policy": (
        "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""For every answer that states no rules of its own: it is data, which no browser is to run or to keep."""

_ID = re.compile(r"[\w.:-]{1,64}", re.ASCII)
_HOST = re.compile(r"(\[[0-9a-f:.]+\]|[^:\[\]]+)(?::\d{1,5})?", re.IGNORECASE)
_log = logging.getLogger("vademecum.web")


class Guard:
    """Stands before the application.

    Args:
        app: what answers.
        hosts: names by which the server may be reached; `ANY_HOST` for all, where something before it looks.
    """

    def __init__(self, app: ASGIApp, hosts: Collection[str] = LOOPBACK) -> None:
        self._app = app
        self._hosts = frozenset(one.lower() for one in hosts)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or let the application answer."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        name = _name_of(headers)
        scope.setdefault("state", {})["request_id"] = name
        began = perf_counter()
        status = 500

        async def ruled(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
                _rule(message, name)
            await send(message)

        declined = self._declined(scope, headers, name)
        if declined is not None:
            await declined(scope, receive, ruled)
        else:
            await self._answered(scope, receive, ruled, name)
        _log.info(
            "%s %s %d %.1f ms %s",
            scope["method"],
            _safe(scope["path"]),
            status,
            (perf_counter() - began) * 1000,
            name,
        )

    async def _answered(self, scope: Scope, receive: Receive, send: Send, name: str) -> None:
        """Let the application answer; a fault of ours is told as one, without what it was about."""
        begun = False
        body = _Body(receive)

        async def noticed(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._app(scope, body.receive, noticed)
        except ClientDisconnect:
            if begun:  # nobody reads the rest
                return
            if body.is_late:
                late = UsageError("the body of the request did not come in time; nothing was done")
                # What may still come of it is no other request.
                refusal = problem(late, request_id=name, status=408, headers={"Connection": "close"})
                await refusal(scope, receive, send)
                return
            # Nobody reads this either; it is written down as what it is, and not as a fault of ours.
            gone = UsageError("the connection ended before all of the request had come; nothing was done")
            await problem(gone, request_id=name)(scope, receive, send)
        except CancelledError:
            if begun:
                raise
            # The server ends, and the rest of this request did not come in the time that it waited.
            ends = Busy("the server is stopping; ask again, a change under the Idempotency-Key that it had")
            await problem(ends, request_id=name)(scope, receive, send)
        except Exception:
            _log.exception("a fault of this program, request %s", name)
            if begun:
                raise
            told = f"a fault of this program; its log says more about the request {name}"
            await problem(Internal(told), request_id=name)(scope, receive, send)

    def _declined(self, scope: Scope, headers: Headers, name: str) -> Response | None:
        host = headers.get("host", "")
        named = _HOST.fullmatch(host)
        if named is None or not self._knows(named[1].lower()):
            told = (
                f"this server is not known as {quoted(well_formed(host))}; use one of its names, or name it "
                "with --allow-host"
            )
            return problem(UsageError(told), request_id=name, status=421)
        if _is_foreign(scope, headers, host):
            told = "the request comes from a page of another origin; nothing was done"
            return problem(Forbidden(told), request_id=name)
        return None

    def _knows(self, host: str) -> bool:
        return host in self._hosts or ANY_HOST in self._hosts


class _Body:
    """The body of a request as it comes, for as long as it comes fast enough.

    Whoever reads it is then told that the client has left, which is what all that read a body can deal with.

    Attributes:
        is_late: it did not come in time.
    """

    def __init__(self, receive: Receive) -> None:
        self.is_late = False
        self._receive = receive
        self._end_s = asyncio.get_running_loop().time() + BODY_S
        self._is_whole = False

    async def receive(self) -> Message:
        """The next message; after the body, whatever comes, however late."""
        if self.is_late:
            return {"type": "http.disconnect"}
        if self._is_whole:
            return await self._receive()
        try:
            async with asyncio.timeout_at(self._end_s):
                await asyncio.sleep(0)  # what is there already is given without a turn of the loop
                message = await self._receive()
        except TimeoutError:
            self.is_late = True
            return {"type": "http.disconnect"}
        self._end_s += len(message.get("body", b"")) / BODY_BYTES_S
        self._is_whole = not message.get("more_body", False)
        return message


def _is_foreign(scope: Scope, headers: Headers, host: str) -> bool:
    """Whether a browser says that a page of elsewhere is behind the request. A link may lead here, to be
    read; what a page of elsewhere loads or sends may not."""
    origin = headers.get("origin")
    if origin is not None:
        return origin.lower() not in (f"http://{host.lower()}", f"https://{host.lower()}")
    if headers.get("sec-fetch-site") not in ("cross-site", "same-site"):
        return False
    return headers.get("sec-fetch-mode") != "navigate" or scope["method"] not in ("GET", "HEAD")


def _name_of(headers: Headers) -> str:
    given = headers.get("x-request-id", "")
    return given if _ID.fullmatch(given) else uuid4().hex


def _rule(message: MutableMapping[str, Any], name: str) -> None:
    headers = MutableHeaders(scope=message)
    for rule, words in _RULES.items():
        headers.setdefault(rule, words)
    headers["X-Request-Id"] = name


def _safe(path: str) -> str:
    """A path as a log may hold it: on one line, not endless."""
    return quoted(well_formed(path))
