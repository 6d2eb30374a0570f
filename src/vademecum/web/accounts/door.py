"""The door: every request is proven, paced and allowed before the application hears of it, and written down
before its answer goes out."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING, cast
from urllib.parse import quote

from starlette.concurrency import run_in_threadpool
from starlette.datastructures import Headers
from starlette.requests import cookie_parser
from starlette.responses import RedirectResponse

from vademecum.access.deciding import may
from vademecum.errors import Forbidden, InvalidValue, Unauthenticated, VadeError
from vademecum.model.audit import AuditEntry
from vademecum.web.accounts.agents import looked_into
from vademecum.web.accounts.asking import AGENTS, ASSETS, OPEN, UNSEEN, told
from vademecum.web.api.problems import problem
from vademecum.web.api.routes import WRITTEN_DOWN
from vademecum.web.pages.frame import is_visited, refusal

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from starlette.responses import Response
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from vademecum.identity.pacing import Pace
    from vademecum.identity.proving import Prover
    from vademecum.identity.usage import Usage
    from vademecum.model.tenancy import Caller, TenantId
    from vademecum.ports import Clock
    from vademecum.ports.tenancy import AuditLog
    from vademecum.web.accounts.asking import Asking, Wanted

    RawHeaders = list[tuple[bytes, bytes]]

GLASS = "vade-look"
"""Header that names a look into somebody's personal scope."""

COOKIES = ("__Host-vade", "vade")
"""What a browser that has logged in sends: over https, and over http on this machine."""

_BEARER = "bearer "
_SUBJECTS = ("handle", "handles", "ids", "id", "records")


class Door:
    """Stands between the guard and the application.

    Args:
        app: what answers.
        prover: proves who asks.
        pace: how often a tenant may ask.
        usage: how much a tenant keeps.
        log: where requests are written down.
        asking: what there is to ask for.
        erased: told of a tenant in which something was erased, before the answer goes out.
        clock: tells the present.
    """

    def __init__(
        self,
        app: ASGIApp,
        *,
        prover: Prover,
        pace: Pace,
        usage: Usage,
        log: AuditLog,
        asking: Asking,
        erased: Callable[[TenantId], None],
        clock: Clock,
    ) -> None:
        self._app = app
        self._prover = prover
        self._pace = pace
        self._usage = usage
        self._log = log
        self._asking = asking
        self._erased = erased
        self._clock = clock

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer, or let the application answer whoever may come in."""
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        state: dict[str, Any] = scope.setdefault("state", {})
        path, method = scope["path"], scope["method"]
        if path in OPEN or (path.startswith(ASSETS) and method in ("GET", "HEAD")):
            state["route"] = path if path in OPEN else ASSETS
            await self._app(scope, receive, send)
            return
        wanted = self._asking.wanted(method, path)
        state["route"] = wanted.route
        unnamed = wanted.action == AGENTS and method == "POST"
        try:
            caller, declined = await run_in_threadpool(self._met, Headers(scope=scope), wanted, unnamed)
        except VadeError as error:
            await _refusal(scope, error)(scope, receive, send)
            return
        state["caller"] = caller
        if unnamed:
            wanted, receive = await looked_into(receive, wanted)
            declined = await run_in_threadpool(self._declined, caller, wanted)
        state[WRITTEN_DOWN] = partial(self._write_down, scope, caller, wanted)
        written = _writing_down(scope, send)
        if declined is not None:
            await _refusal(scope, declined)(scope, receive, written)
        else:
            await self._app(scope, receive, written)

    def _met(self, headers: Headers, wanted: Wanted, unnamed: bool) -> tuple[Caller, VadeError | None]:
        """Who asks, and why what they ask for does not pass; the latter is found out later where it is still
        `unnamed`. Both in one turn of a thread, for a turn costs as much as a question to the database."""
        caller = self._admitted(headers)
        return caller, None if unnamed else self._declined(caller, wanted)

    def _declined(self, caller: Caller, wanted: Wanted) -> VadeError | None:
        """Why what is asked for does not pass."""
        try:
            self._allowed(caller, wanted)
        except VadeError as error:
            return error
        return None

    def _admitted(self, headers: Headers) -> Caller:
        """Who asks, if they may ask at all now.

        Raises:
            Unauthenticated: nobody knows who.
            QuotaExceeded: the tenant has asked often enough.
            InvalidValue: a look is meant, and none is named.
        """
        glass = headers.get(GLASS, "")
        if GLASS in headers and not glass.strip():
            raise InvalidValue("look", f"the header {GLASS} names none; leave it out, or name the look's id")
        caller = self._prover.prove(proof_of(headers), glass=glass)
        self._pace.admit(caller)
        return caller

    def _allowed(self, caller: Caller, wanted: Wanted) -> None:
        """Let what is asked for pass.

        Raises:
            Forbidden: the token has not the right, or a look asks for what is no memory.
            QuotaExceeded: the tenant keeps as much as it may, and would keep more.
        """
        if caller.glass and wanted.action.startswith(UNSEEN):
            raise Forbidden("a look shows what is remembered, not the tokens and jobs of whom it looks at")
        if not may(caller, wanted.right):
            raise Forbidden(
                f"this needs the right to {wanted.right.value}, which the token or its user has not"
            )
        if wanted.keeps:
            self._usage.admit(caller)

    def _write_down(
        self, scope: Scope, caller: Caller, wanted: Wanted, status: int, headers: RawHeaders
    ) -> None:
        """Keep the line of an answer, before it goes out."""
        if wanted.erasing and status < 400:
            self._erased(caller.tenant)
        if not (scope["state"].get("written") and status < 300):  # what was done may have its line already
            self._log.record(caller.tenant, self._entry(scope, caller, wanted, status, headers))

    def _entry(
        self, scope: Scope, caller: Caller, wanted: Wanted, status: int, headers: RawHeaders
    ) -> AuditEntry:
        state = scope["state"]
        found = {*wanted.targets, *_subjects(state.get("asked")), *_made(headers)}
        return AuditEntry(
            at=self._clock.now(),
            request=str(state.get("request_id", "")),
            user=caller.admin or caller.user,
            bearer=caller.bearer,
            action=wanted.action,
            targets=tuple(sorted(found)),
            writes=wanted.writes,
            status=status,
            glass=caller.glass,
        )


def _writing_down(scope: Scope, send: Send) -> Send:
    """Send an answer only when its line is kept: by the thread that made it (`api.routes`), else now."""
    state = scope["state"]

    async def written(message: Message) -> None:
        if message["type"] == "http.response.start" and WRITTEN_DOWN in state:
            await run_in_threadpool(state.pop(WRITTEN_DOWN), message["status"], message.get("headers", []))
        await send(message)

    return written


def proof_of(headers: Headers) -> str:
    """What a request proves itself by: a bearer token, else the cookie of a browser; empty for none."""
    given = headers.get("authorization", "")
    if given:
        return given[len(_BEARER) :].strip() if given.lower().startswith(_BEARER) else ""
    cookies = cookie_parser(headers.get("cookie", ""))
    return next((cookies[name] for name in COOKIES if name in cookies), "")


def _subjects(asked: Mapping[str, Any] | None) -> set[str]:
    """Ids that stand in what was asked."""
    found: set[str] = set()
    for name in _SUBJECTS:
        one: object = (asked or {}).get(name)
        members = cast("Sequence[object]", one) if isinstance(one, list | tuple) else (one,)
        found |= {member for member in members if isinstance(member, str) and told(member)}
    return found


def _made(headers: RawHeaders) -> set[str]:
    """The id of what was made, which the answer names as its place."""
    place = Headers(raw=headers).get("location", "").rpartition("/")[2]
    return {place} if told(place) else set()


def _refusal(scope: Scope, error: VadeError) -> Response:
    """A refusal: to somebody at a browser the way to log in, or a page; else a problem. It never says why
    nobody is known, and says the same of what is not there and of what is somebody else's."""
    headers = Headers(scope=scope)
    if not is_visited(scope["path"], headers):
        return problem(error, request_id=str(scope["state"].get("request_id", "")))
    if isinstance(error, Unauthenticated) and scope["method"] in ("GET", "HEAD"):
        return RedirectResponse(f"/login?next={quote(scope['path'], safe='/')}", 303)
    return refusal(error)
