"""Every page as a route: which path means which page, and what happens around each visit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Route

from vademecum.errors import VadeError
from vademecum.model.value import value
from vademecum.web.pages import (
    editing,
    entities,
    erasing,
    finding,
    health,
    home,
    memories,
    moving,
    relating,
    reviewing,
    silencing,
    talks,
    words,
)
from vademecum.web.pages.assets import assets
from vademecum.web.pages.frame import response, trouble
from vademecum.web.pages.lately import Lately
from vademecum.web.pages.tokens import COOKIE, FIELD, repeats, token_of
from vademecum.web.pages.visit import Page, Visit, Visitor

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping
    from contextlib import AbstractContextManager

    from starlette.datastructures import FormData, QueryParams
    from starlette.requests import Request

    from vademecum.engine.vade import Vade
    from vademecum.web.pages.visit import Answer

    Opening = Callable[[Request], AbstractContextManager[Vade]]
    """Gives the open home of whoever asks, in a worker thread, for as long as it takes to answer."""

    Handler = Callable[[Visit], Answer]

_MOST_FIELDS, _MOST_BYTES = 60, 256 * 1024
"""Of a form: beyond the longest memory in the widest script."""

_A_YEAR = "public, max-age=31536000, immutable"
_UNSENT = (
    "This form was not sent by the page you see: its secret is missing or another. Open the page again and "
    "repeat what you did; if that does not help, allow this address to keep a cookie."
)


def anybody(request: Request) -> Visitor:
    """Whoever asks where there are no accounts."""
    del request
    return Visitor()


def pages(
    opening: Opening, drawing: entities.Drawing, visitor: Callable[[Request], Visitor] = anybody
) -> list[Route]:
    """The routes of all pages.

    Args:
        opening: the home of whoever asks.
        drawing: what pictures need.
        visitor: who looks at them; it is asked after `opening`.
    """
    shown: Mapping[str, Handler] = {
        "/": home.home,
        "/search": finding.search,
        "/why": finding.why,
        "/named": memories.named,
        "/memories": memories.memories,
        "/memories/new": editing.new,
        "/memories/{id}": memories.memory,
        "/memories/{id}/edit": editing.edit,
        "/memories/{id}/erase": erasing.ask,
        "/memories/{id}/{verb}": moving.ask,
        "/review": reviewing.queue,
        "/entities": entities.entities,
        "/entities/alike": relating.alike,
        "/entities/{id}": entities.entity_page(drawing),
        "/conversations": talks.conversations,
        "/conversations/{id}": talks.conversation,
        "/conversations/{id}/erase": silencing.ask,
        "/words": words.words,
        "/health": health.health,
    }
    sent: Mapping[str, Handler] = {
        "/memories": editing.keep,
        "/memories/{id}/edit": editing.save,
        "/memories/{id}/erase": erasing.erase,
        "/memories/{id}/{verb}": moving.move,
        "/conversations/{id}/erase": silencing.erase,
        "/entities/{id}/link": relating.link,
        "/entities/{id}/unlink": relating.unlink,
        "/entities/{id}/merge": relating.merge,
        "/entities/{id}/unmerge": relating.unmerge,
        "/review/{id}/{step}": reviewing.decide,
        "/words": words.teach,
    }
    desk = Desk(opening, visitor, Lately())
    return [
        Route("/assets/{mark}/{name}", _asset, methods=["GET"]),
        *(Route(path, _shown(desk, handler), methods=["GET"]) for path, handler in shown.items()),
        *(Route(path, _sent(desk, handler), methods=["POST"]) for path, handler in sent.items()),
    ]


@value
class Desk:
    """What every visit stands on: the homes, who visits them, and what was made of them lately."""

    opening: Opening
    visitor: Callable[[Request], Visitor]
    lately: Lately


def _shown(desk: Desk, handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    async def show(request: Request) -> Response:
        token = token_of(request.cookies.get(COOKIE))
        query = _pairs(request.query_params)
        return await run_in_threadpool(_answered, request, desk, handler, token, query=query)

    return show


def _sent(desk: Desk, handler: Handler) -> Callable[[Request], Awaitable[Response]]:
    async def take(request: Request) -> Response:
        cookie = request.cookies.get(COOKIE)
        async with request.form(max_files=0, max_fields=_MOST_FIELDS, max_part_size=_MOST_BYTES) as sent:
            form = _pairs(sent)
        if not repeats(cookie, next(iter(form.get(FIELD, ())), "")):
            told = {"message": _UNSENT, "advice": "", "code": "form", "suggestions": ()}
            page = Page(template="trouble.html", title="Not sent by this page", told=told, status=403)
            return _kept(request, response(page, token_of(cookie)), token_of(cookie))
        return await run_in_threadpool(_answered, request, desk, handler, token_of(cookie), form=form)

    return take


def _answered(
    request: Request,
    desk: Desk,
    handler: Handler,
    token: str,
    **pairs: Mapping[str, tuple[str, ...]],
) -> Response:
    """Answer in a worker thread: verbs wait for disks."""
    path = {name: str(one) for name, one in request.path_params.items()}
    who = Visitor()
    try:
        with desk.opening(request) as vade:
            who = desk.visitor(request)
            visit = Visit(vade=vade, lately=desk.lately, by=who.name or "user", path=path, **pairs)
            made = response(handler(visit), token, who)
    except VadeError as error:
        made = response(trouble(error), token, who)
    return _kept(request, made, token)


def _kept(request: Request, made: Response, token: str) -> Response:
    """The answer, with the cookie for a visitor who has none yet."""
    if request.cookies.get(COOKIE) != token:
        secure = request.url.scheme == "https"
        made.set_cookie(COOKIE, token, httponly=True, samesite="strict", secure=secure, path="/")
    return made


def _pairs(given: QueryParams | FormData) -> dict[str, tuple[str, ...]]:
    names = dict.fromkeys(given)
    return {name: tuple(one for one in given.getlist(name) if isinstance(one, str)) for name in names}


async def _asset(request: Request) -> Response:
    one = assets().get(request.path_params["name"])
    if one is None:
        return PlainTextResponse("there is no such file", status_code=404)
    headers = {"Cache-Control": _A_YEAR, "X-Content-Type-Options": "nosniff"}
    return Response(one.content, media_type=one.type, headers=headers)
