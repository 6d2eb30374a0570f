"""The application: the API, what looks after it, and whatever pages are put beside it."""

from __future__ import annotations

from contextlib import AsyncExitStack, asynccontextmanager
from functools import cache
from typing import TYPE_CHECKING

from fastapi import FastAPI
from starlette.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

from vademecum.errors import NotFound, UsageError, VadeError, quoted
from vademecum.surface.envelope import to_json
from vademecum.surface.operations.inputs import well_formed
from vademecum.web.api.description import description
from vademecum.web.api.live import LiveSessions
from vademecum.web.api.problems import problem
from vademecum.web.api.routes import Api, id_of, refused
from vademecum.web.guard import LOOPBACK, Guard
from vademecum.web.pages.frame import is_visited, lost, turned_away

if TYPE_CHECKING:
    from collections.abc import AsyncGenerator, Awaitable, Callable, Collection, Sequence
    from contextlib import AbstractAsyncContextManager

    from starlette.requests import Request
    from starlette.routing import BaseRoute

    from vademecum.ports import Clock
    from vademecum.ports.replays import Replays
    from vademecum.web.provider import Provider

    Endpoint = Callable[[Request], Awaitable[Response]]

DESCRIPTION = "/v1/openapi.json"


def create_app(
    provider: Provider,
    *,
    replays: Replays,
    clock: Clock,
    version: str,
    hosts: Collection[str] = LOOPBACK,
    beside: Sequence[BaseRoute] = (),
    during: Sequence[Callable[[], AbstractAsyncContextManager[None]]] = (),
) -> FastAPI:
    """The application over whatever gives homes.

    Args:
        provider: gives the home of whoever asks; it is closed with the application.
        replays: what was answered to requests that named themselves.
        clock: tells the present.
        version: of the program.
        hosts: names by which the server may be reached.
        beside: further routes, of pages and of other protocols.
        during: what has to be open while requests are answered.
    """
    live = LiveSessions(provider)

    @asynccontextmanager
    async def lasting(_app: FastAPI) -> AsyncGenerator[None]:
        try:
            async with AsyncExitStack() as stack:
                for one in during:
                    await stack.enter_async_context(one())
                yield
        finally:
            await run_in_threadpool(live.close_all)
            await run_in_threadpool(provider.close)

    app = FastAPI(
        title="vademecum",
        version=version,
        lifespan=lasting,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        exception_handlers={HTTPException: _unanswered},
    )
    app.router.routes.extend(
        [
            Route(DESCRIPTION, _described(version), methods=["GET"]),
            *Api(provider, live, replays, clock).routes(),
            Route("/healthz", _healthy, methods=["GET"]),
            Route("/readyz", _ready(provider), methods=["GET"]),
            *beside,
        ]
    )
    app.add_middleware(Guard, hosts=hosts)
    return app


def _described(version: str) -> Endpoint:
    made = cache(lambda: to_json(description(version)).encode())  # by who asks first; it takes a moment

    async def describe(_request: Request) -> Response:
        return Response(await run_in_threadpool(made), media_type="application/json")

    return describe


async def _healthy(_request: Request) -> Response:
    """The process answers."""
    return JSONResponse({"ok": True})


def _ready(provider: Provider) -> Endpoint:
    async def ready(request: Request) -> Response:
        try:
            await run_in_threadpool(provider.ready)
        except VadeError as error:
            return problem(error, request_id=id_of(request), status=503)
        return JSONResponse({"ok": True})

    return ready


async def _unanswered(request: Request, error: Exception) -> Response:
    """What no route answers: to somebody at a browser as a page, else as a problem."""
    status = error.status_code if isinstance(error, HTTPException) else 500
    path, at_a_browser = request.url.path, is_visited(request.url.path, request.headers)
    if status == 404 and at_a_browser:
        return lost(path)
    told = quoted(well_formed(path))
    if status == 404:
        return refused(request, NotFound(f"there is nothing at {told}; {DESCRIPTION} lists what there is"))
    headers: dict[str, str] = {}
    refusal = UsageError(f"{told} cannot take what was sent: {getattr(error, 'detail', '')}")
    if status == 405:
        headers["Allow"] = _methods(request)
        refusal = UsageError(f"{told} does not answer {request.method}; it answers {headers['Allow']}")
    made = turned_away(refusal, status) if at_a_browser else refused(request, refusal, status)
    made.headers.update(headers)
    return made


def _methods(request: Request) -> str:
    """What all the routes of a path answer; the framework names only those of the first."""
    here = [one for one in request.app.routes if isinstance(one, Route)]
    matching = [one.methods or () for one in here if one.path_regex.match(request.url.path)]
    return ", ".join(sorted({method for methods in matching for method in methods}))
