"""What a tenant's people ask of the service itself: who they are, their tokens, looks, and the audit log."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import TYPE_CHECKING, cast

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response
from starlette.routing import Route

from vademecum.access.deciding import confined, issuable, may
from vademecum.access.naming import user_name
from vademecum.errors import InvalidValue, NotFound, UsageError, VadeError, quoted
from vademecum.identity.administering import Administration, Hand
from vademecum.model.audit import AuditQuery
from vademecum.model.tenancy import EVERY_RIGHT, Right
from vademecum.model.value import value
from vademecum.surface import tenants as bodies
from vademecum.surface.envelope import Meta, success, to_json
from vademecum.web.accounts.asking import Entry
from vademecum.web.accounts.homes import caller_of
from vademecum.web.api.problems import problem
from vademecum.web.api.routes import id_of

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable
    from typing import Any

    from starlette.requests import Request

    from vademecum.identity.derivation import Derivation
    from vademecum.identity.usage import Usage
    from vademecum.model.tenancy import Caller
    from vademecum.ports import Clock
    from vademecum.ports.tenancy import Accounts

    Body = dict[str, Any]
    Answering = Callable[[Request, Caller, Body], Body]

ENTRIES = (
    Entry(method="GET", path="/v1/me", action="me", right=Right.READ),
    Entry(method="GET", path="/v1/tokens", action="token.list", right=Right.READ),
    Entry(method="POST", path="/v1/tokens", action="token.create", right=Right.ADMIN),
    Entry(method="DELETE", path="/v1/tokens/{id}", action="token.revoke", right=Right.READ),
    Entry(method="GET", path="/v1/looks", action="look.list", right=Right.ADMIN),
    Entry(method="POST", path="/v1/looks", action="look.open", right=Right.ADMIN),
    Entry(method="DELETE", path="/v1/looks/{id}", action="look.close", right=Right.ADMIN),
    Entry(method="GET", path="/v1/audit", action="audit", right=Right.ADMIN),
    Entry(method="POST", path="/logout", action="logout", right=Right.READ),
)
"""What the door knows of these."""

_MOST_BYTES = 16 * 1024
_MOST_LINES = 1000


@value(kw_only=True)
class Own:
    """What these answers need."""

    accounts: Accounts
    clock: Clock
    derivation: Derivation
    usage: Usage

    def routes(self) -> list[Route]:
        """The routes of `ENTRIES` below ``/v1``."""
        return [
            Route("/v1/me", answering(self.me, "me"), methods=["GET"]),
            Route("/v1/tokens", answering(self.tokens, "token list"), methods=["GET"]),
            Route("/v1/tokens", answering(self.create_token, "token create", made=True), methods=["POST"]),
            Route("/v1/tokens/{id}", answering(self.revoke_token, "token revoke"), methods=["DELETE"]),
            Route("/v1/looks", answering(self.looks, "look list"), methods=["GET"]),
            Route("/v1/looks", answering(self.open_look, "look open", made=True), methods=["POST"]),
            Route("/v1/looks/{id}", answering(self.close_look, "look close"), methods=["DELETE"]),
            Route("/v1/audit", answering(self.audit, "audit"), methods=["GET"]),
        ]

    def me(self, request: Request, caller: Caller, body: Body) -> Body:
        """Who asks, what they reach, and how much the tenant keeps."""
        memories, size = self.usage.of(caller.tenant)
        return {
            "tenant": caller.tenant,
            "user": caller.user,
            "rights": sorted(caller.rights),
            "reads": sorted(caller.reads),
            "writes": sorted(caller.writes),
            "personal": caller.personal,
            "look": caller.glass or None,
            "memories": memories,
            "bytes": size,
            "quota": {
                "memories": caller.quota.memories,
                "bytes": caller.quota.bytes,
                "requests_per_minute": caller.quota.requests_per_minute,
            },
        }

    def tokens(self, request: Request, caller: Caller, body: Body) -> Body:
        """Their own tokens; an administrator's list has those of all."""
        whole = may(caller, Right.ADMIN)
        found = [one for one in self.accounts.tokens(caller.tenant) if whole or one.user == caller.user]
        if confined(caller):
            found = [one for one in found if one.id == caller.bearer]
        return bodies.listed(bodies.token, found)

    def create_token(self, request: Request, caller: Caller, body: Body) -> Body:
        """A token for a user; its text stands in this answer alone."""
        wanted = strings(body, "rights")
        unknown = [one for one in wanted if one not in EVERY_RIGHT]
        if unknown:
            raise InvalidValue(
                "rights", f"{quoted(unknown[0])} is none; take {', '.join(sorted(EVERY_RIGHT))}"
            )
        user = user_name(text(body, "user"))
        rights, scopes = issuable(caller, user, frozenset(map(Right, wanted)), strings(body, "scopes"))
        issued = self._hand(request, caller).create_token(
            caller.tenant,
            user,
            label=text(body, "label", ""),
            rights=rights,
            scopes=scopes,
            expires=moment(text(body, "expires", "")),
        )
        return {**bodies.token(issued.token), "token": issued.text}

    def revoke_token(self, request: Request, caller: Caller, body: Body) -> Body:
        """Revoke one of their own tokens; an administrator revokes anybody's."""
        if confined(caller) and request.path_params["id"] != caller.bearer:
            raise NotFound(
                "there is no such token; a token that is for less than its user revokes itself alone"
            )
        of = None if may(caller, Right.ADMIN) else caller.user
        gone = self._hand(request, caller).revoke_token(caller.tenant, request.path_params["id"], of=of)
        return bodies.token(gone)

    def looks(self, request: Request, caller: Caller, body: Body) -> Body:
        """All looks into personal scopes that there were."""
        return bodies.listed(bodies.look, self.accounts.glasses(caller.tenant))

    def open_look(self, request: Request, caller: Caller, body: Body) -> Body:
        """Begin a look into somebody's personal scope."""
        minutes = body.get("minutes", 60)
        if type(minutes) is not int:
            raise InvalidValue("minutes", "is a whole number, 480 at most")
        opened = self._hand(request, caller).open_look(
            caller.tenant,
            admin=caller.user,
            user=text(body, "user"),
            reason=text(body, "reason"),
            lasts=timedelta(minutes=max(0, min(minutes, 10_000))),
        )
        return bodies.look(opened)

    def close_look(self, request: Request, caller: Caller, body: Body) -> Body:
        """End a look."""
        id = request.path_params["id"]
        self._hand(request, caller).close_look(caller.tenant, id)
        return bodies.look(next(one for one in self.accounts.glasses(caller.tenant) if one.id == id))

    def audit(self, request: Request, caller: Caller, body: Body) -> Body:
        """Lines of the audit log, newest first."""
        said = request.query_params
        query = AuditQuery(
            user=said.get("user", "").casefold(),
            action=said.get("action", ""),
            since=moment(said.get("since", "")),
            before=number(said.get("before"), 2**63 - 1),
            limit=number(said.get("limit"), _MOST_LINES) or 50,
        )
        return bodies.listed(bodies.line, self.accounts.audit(caller.tenant, query))

    def _hand(self, request: Request, caller: Caller) -> Administration:
        request.state.written = True  # with more than the door could tell
        hand = Hand(user=caller.user, bearer=caller.bearer, request=id_of(request))
        return Administration(self.accounts, self.clock, self.derivation, hand)


def answering(
    answer: Answering, command: str, *, made: bool = False
) -> Callable[[Request], Awaitable[Response]]:
    """A route that answers in a worker thread, in the form of every answer.

    Args:
        answer: makes the body.
        command: what the answer calls itself.
        made: something new was made, which is said by 201.
    """

    async def endpoint(request: Request) -> Response:
        try:
            body = await sent(request) if request.method == "POST" else {}
            told = await run_in_threadpool(answer, request, caller_of(request), body)
        except VadeError as error:
            return problem(error, request_id=id_of(request))
        return told_as(command, told, 201 if made else 200)

    return endpoint


def told_as(command: str, told: Body, status: int) -> Response:
    """A body in the form of every answer."""
    whole = success(command, told, Meta(elapsed_ms=0.0))
    return Response(to_json(whole), status, media_type="application/json")


async def sent(request: Request) -> Body:
    """The JSON object of a request.

    Raises:
        UsageError: it is none, or too large.
    """
    raw = b""
    async for chunk in request.stream():
        raw += chunk
        if len(raw) > _MOST_BYTES:
            raise UsageError(f"the body is larger than {_MOST_BYTES} bytes")
    try:
        read: Any = json.loads(raw or b"{}")
    except (ValueError, RecursionError):
        raise UsageError("the body is no JSON; send one object") from None
    if not isinstance(read, dict):
        raise UsageError("the body is no JSON object; send one")
    return cast("Body", read)


def text(body: Body, name: str, default: str | None = None) -> str:
    """A text of the body.

    Raises:
        InvalidValue: it is missing, or none.
    """
    given = body.get(name, default)
    if not isinstance(given, str):
        raise InvalidValue(name, "is a text, and needed")
    return given


def strings(body: Body, name: str, most: int = 100) -> tuple[str, ...]:
    """A list of texts of the body; empty when it is not there.

    Raises:
        InvalidValue: it is none.
    """
    given: object = body.get(name, [])
    members = cast("list[object]", given) if isinstance(given, list) else [None]
    texts = tuple([one for one in members if isinstance(one, str)])
    if len(texts) < len(members) or len(texts) > most:
        raise InvalidValue(name, f"is a list of at most {most} texts")
    return texts


def number(said: str | None, most: int) -> int | None:
    """A number of the query, from 1 on.

    Raises:
        InvalidValue: it is none, or too large.
    """
    if said is None:
        return None
    if not (said.isascii() and said.isdigit() and len(said) < 20 and 0 < int(said) <= most):
        raise InvalidValue("limit", f"{quoted(said)} is no number from 1 to {most}")
    return int(said)


def moment(said: str) -> datetime | None:
    """A point in time; None when it is empty.

    Raises:
        InvalidValue: it is none.
    """
    if not said:
        return None
    try:
        read = datetime.fromisoformat(said)
    except ValueError:
        raise InvalidValue("time", f"{quoted(said)} is no time; write 2026-03-01T12:00:00Z") from None
    return read if read.tzinfo else read.replace(tzinfo=UTC)
