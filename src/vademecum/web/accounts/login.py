"""Logging in with a token, and out again, for whoever looks at pages.

The browser is not given the token that was typed, but one of its own that ends with it, after half a day, or
at the logout; it stands in a cookie that no script reads and that no other site can have sent.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool
from starlette.responses import RedirectResponse
from starlette.routing import Route

from vademecum.access.naming import presented
from vademecum.errors import VadeError
from vademecum.identity.issuing import issue
from vademecum.model.value import value
from vademecum.web.accounts.door import COOKIES, proof_of
from vademecum.web.guard import LOOPBACK
from vademecum.web.pages.frame import RULES, response
from vademecum.web.pages.tokens import COOKIE, FIELD, repeats, token_of
from vademecum.web.pages.visit import Page

if TYPE_CHECKING:
    from starlette.requests import Request
    from starlette.responses import Response

    from vademecum.identity.derivation import Derivation
    from vademecum.identity.proving import Prover
    from vademecum.model.tenancy import Caller
    from vademecum.ports import Clock
    from vademecum.ports.tenancy import Tokens

_LASTS = timedelta(hours=12)
_SAFE, _PLAIN = COOKIES
_MOST_FIELDS, _MOST_BYTES = 10, 32 * 1024
_UNSENT = "This form was not sent by the page you see; open the page again and repeat what you did."


@value(kw_only=True)
class Entrance:
    """What logging in needs."""

    prover: Prover
    tokens: Tokens
    derivation: Derivation
    clock: Clock

    def routes(self) -> list[Route]:
        """The page to log in at, and what its forms send."""
        return [
            Route("/login", self.show, methods=["GET"]),
            Route("/login", self.enter, methods=["POST"]),
            Route("/logout", self.leave, methods=["POST"]),
        ]

    async def show(self, request: Request) -> Response:
        """Who is logged in, or the way to."""
        try:
            caller = await run_in_threadpool(self.prover.prove, proof_of(request.headers))
        except VadeError:
            caller = None
        return _page(request, caller=caller, onward=_onward(request.query_params.get("next")))

    async def enter(self, request: Request) -> Response:
        """Take a token, and give the browser one of its own."""
        form = await _form(request)
        onward = _onward(form.get("next"))
        if not repeats(request.cookies.get(COOKIE), form.get(FIELD, "")):
            return _page(request, refused=_UNSENT, onward=onward, status=403)
        try:
            text = await run_in_threadpool(self._own, form.get("token", "").strip())
        except VadeError as error:
            return _page(request, refused=error.message, onward=onward, status=401)
        entered = RedirectResponse(onward, 303, headers=RULES)
        safe = _is_safe(request)
        entered.set_cookie(
            _SAFE if safe else _PLAIN,
            text,
            max_age=int(_LASTS.total_seconds()),
            httponly=True,
            secure=safe,
            samesite="strict",
            path="/",
        )
        return entered

    async def leave(self, request: Request) -> Response:
        """Revoke the browser's token, and have the browser forget it."""
        form = await _form(request)
        if not repeats(request.cookies.get(COOKIE), form.get(FIELD, "")):
            return _page(request, refused=_UNSENT, status=403)
        await run_in_threadpool(self._revoke, proof_of(request.headers))
        left = RedirectResponse("/login", 303, headers={**RULES, "Clear-Site-Data": '"cache"'})
        for name in COOKIES:
            left.delete_cookie(name, path="/", secure=name == _SAFE, httponly=True, samesite="strict")
        return left

    def _own(self, proof: str) -> str:
        """A token for a browser, which ends with the one that was typed.

        Raises:
            Unauthenticated: what was typed proves nothing.
        """
        caller = self.prover.prove(proof)
        typed = presented(proof)
        now = self.clock.now()
        issued = issue(
            self.tokens,
            self.derivation,
            caller.tenant,
            caller.user,
            now,
            label="browser",
            rights=caller.rights,
            scopes=caller.only,
            expires=now + _LASTS,
            parent=typed.token if typed else "",
        )
        return issued.text

    def _revoke(self, proof: str) -> None:
        typed = presented(proof)
        if typed is not None:  # the door has proven it
            self.tokens.revoke(typed.tenant, typed.token, self.clock.now())


async def _form(request: Request) -> dict[str, str]:
    async with request.form(max_files=0, max_fields=_MOST_FIELDS, max_part_size=_MOST_BYTES) as sent:
        return {name: one for name, one in sent.items() if isinstance(one, str)}


def _onward(said: str | None) -> str:
    """Where to go on: a path of ours and nothing that a browser takes for another site."""
    fit = said is not None and said.startswith("/") and not said.startswith(("//", "/\\", "/login"))
    return said if fit and said is not None and said.isprintable() else "/"


def _is_safe(request: Request) -> bool:
    """Whether the cookie is for https alone: everywhere but on this machine itself."""
    return request.url.scheme == "https" or request.url.hostname not in {one.strip("[]") for one in LOOPBACK}


def _page(
    request: Request, *, caller: Caller | None = None, refused: str = "", onward: str = "/", status: int = 200
) -> Response:
    token = token_of(request.cookies.get(COOKIE))
    told = {"caller": caller, "refused": refused, "onward": onward}
    made = response(Page(template="login.html", title="Log in", told=told, status=status), token)
    if request.cookies.get(COOKIE) != token:
        made.set_cookie(COOKIE, token, httponly=True, samesite="strict", secure=_is_safe(request), path="/")
    return made
