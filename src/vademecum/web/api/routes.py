"""Every operation as a route: a request in, its answer or a problem out."""

from __future__ import annotations

from threading import Lock
from time import perf_counter
from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool
from starlette.responses import Response
from starlette.routing import Route

from vademecum.errors import Conflict, UsageError, VadeError, quoted
from vademecum.ports.replays import Replay
from vademecum.surface.envelope import success, to_json
from vademecum.surface.lossless.writing import MEDIA_TYPE
from vademecum.surface.lossless.writing import written as values_of
from vademecum.surface.operations.shape import Upon
from vademecum.surface.operations.table import OPERATIONS
from vademecum.surface.shaping import shaped
from vademecum.web.api import files
from vademecum.web.api.beside import meta_of
from vademecum.web.api.bodies import Called, body_of
from vademecum.web.api.calling import Done, done
from vademecum.web.api.problems import Declined, problem
from vademecum.web.api.requests import body_of as body_sent
from vademecum.web.api.requests import read
from vademecum.web.api.tags import matches

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable, Mapping

    from starlette.requests import Request

    from vademecum.engine.vade import Vade
    from vademecum.ports import Clock
    from vademecum.ports.replays import Replays
    from vademecum.surface.operations.shape import Operation
    from vademecum.web.api.live import LiveSessions
    from vademecum.web.api.requests import Asked
    from vademecum.web.provider import Provider

WRITTEN_DOWN = "written_down"
"""Of a request's state: keeps the line of an answer, by its status and headers, before it goes out."""

_JSON = "application/json"
_TOLD = ("etag", "location", "content-type", "vary", "link")
_STRIPES = 64


class Api:
    """Answers requests by asking verbs, in worker threads.

    Args:
        provider: gives the home of whoever asks.
        live: the sessions that go on.
        replays: what was answered to requests that named themselves.
        clock: tells the present.
    """

    def __init__(self, provider: Provider, live: LiveSessions, replays: Replays, clock: Clock) -> None:
        self._provider = provider
        self._live = live
        self._replays = replays
        self._clock = clock
        self._changing = tuple([Lock() for _ in range(_STRIPES)])
        self._under_way: set[tuple[str, str]] = set()
        self._lock = Lock()

    def routes(self) -> list[Route]:
        """One route a path, which answers every method."""
        paths: dict[str, dict[str, Operation]] = {}
        for operation in OPERATIONS:
            paths.setdefault(operation.path, {})[operation.method] = operation
        # An empty list of methods lets all of them through: which of them answers is told by the endpoint.
        return [Route(path, self._endpoint(by_method), methods=()) for path, by_method in paths.items()]

    def _endpoint(self, by_method: Mapping[str, Operation]) -> Callable[[Request], Awaitable[Response]]:
        allowed = ", ".join(sorted({*by_method, "OPTIONS", *(["HEAD"] if "GET" in by_method else [])}))

        async def answer(request: Request) -> Response:
            method = "GET" if request.method == "HEAD" else request.method
            operation = by_method.get(method)
            if operation is not None:
                return await self._answered(request, operation)
            if method == "OPTIONS":
                return Response(status_code=204, headers={"Allow": allowed})
            wrong = UsageError(f"{request.url.path} does not answer {quoted(method)}; it answers {allowed}")
            return problem(wrong, request_id=id_of(request), status=405, headers={"Allow": allowed})

        return answer

    async def _answered(self, request: Request, operation: Operation) -> Response:
        began = perf_counter()
        file = None
        try:
            if operation.takes is None:
                raw = await body_sent(request)
            else:
                raw, file = b"", await files.arrived(request)
            return await run_in_threadpool(self._answer, request, operation, raw, file, began)
        except VadeError as error:
            return refused(request, error)
        except Declined as declined:
            return refused(request, declined.error, declined.status)
        finally:
            if file is not None:
                await run_in_threadpool(file.gone)

    def _answer(
        self, request: Request, operation: Operation, raw: bytes, file: files.Arrived | None, began: float
    ) -> Response:
        """Answer in a worker thread: verbs wait for disks."""
        asked = read(request, operation, raw)
        request.state.asked = asked.question.arguments  # a service writes down the ids that stand in them
        with self._provider.opening(request) as vade:
            if asked.key is None or asked.question.arguments.get("dry_run"):
                answer = self._asked(request, vade, asked, file, began)
            else:
                answer = self._once(request, asked, lambda: self._asked(request, vade, asked, file, began))
        return _written_down(request, answer)

    def _once(self, request: Request, asked: Asked, act: Callable[[], Response]) -> Response:
        """Answer a request that names itself: a repeat is answered as the first one was.

        Raises:
            Conflict: the name was used for another request, or that one is still under way.
        """
        assert asked.key is not None
        whose = self._provider.whose(request)
        key = (whose, asked.key)
        with self._lock:
            if key in self._under_way:
                raise Conflict(
                    f"a request under the key {quoted(asked.key)} is under way; wait for its answer"
                )
            self._under_way.add(key)
        try:
            known = self._replays.find(whose, asked.key, self._clock.now())
            if known is not None:
                return _replayed(known, asked)
            answer = act()
            if answer.status_code < 300 and not asked.question.operation.erases:
                told = {name: one for name, one in answer.headers.items() if name in _TOLD}
                self._replays.keep(
                    whose,
                    asked.key,
                    Replay(
                        digest=asked.digest,
                        status=answer.status_code,
                        headers=told,
                        body=bytes(answer.body),
                        at=self._clock.now(),
                    ),
                )
            return answer
        finally:
            with self._lock:
                self._under_way.discard(key)

    def _asked(
        self, request: Request, vade: Vade, asked: Asked, file: files.Arrived | None, began: float
    ) -> Response:
        operation, arguments = asked.question.operation, asked.question.arguments
        if operation.gives is not None:
            return files.given(vade, operation, arguments)
        if file is not None:
            result = files.imported(vade, file, arguments)
            call = Called(operation=operation, arguments=arguments, result=result)
            return _told(Done(call=call, revision=vade.revision), asked, began)
        return _told(self._done(request, vade, asked), asked, began)

    def _done(self, request: Request, vade: Vade, asked: Asked) -> Done:
        """Ask the verb. Changes of one record that state a condition wait for each other, so that of two who
        read the same state only the first one changes it."""
        operation, arguments = asked.question.operation, asked.question.arguments
        if operation.name == "sessions.begin":
            result: object = self._live.begin(request, arguments)
        elif operation.name == "sessions.close":
            result = self._live.close(request, arguments["name"])
        elif operation.upon is Upon.SESSION:
            return done(vade, asked.question, self._live.session(request, arguments["name"]))
        elif asked.question.if_match is None or not operation.writes:
            return done(vade, asked.question)
        else:
            with self._changing[hash(vade.get(arguments["handle"]).record.id) % _STRIPES]:
                return done(vade, asked.question)
        return Done(
            call=Called(operation=operation, arguments=arguments, result=result), revision=vade.revision
        )


def _written_down(request: Request, answer: Response) -> Response:
    """The answer, once its line is kept: here, where a thread stands ready that may wait for a disk."""
    state = request.scope["state"]
    if WRITTEN_DOWN in state:
        state[WRITTEN_DOWN](answer.status_code, answer.raw_headers)
        del state[WRITTEN_DOWN]
    return answer


def refused(request: Request, error: VadeError, status: int | None = None) -> Response:
    """An error as an answer to a request; `status` where it is not that of the table."""
    is_condition = isinstance(error, Conflict) and "if-match" in request.headers
    return problem(
        error,
        request_id=id_of(request),
        status=412 if is_condition else status,
        values=MEDIA_TYPE in request.headers.get("accept", ""),
    )


def id_of(request: Request) -> str:
    """The name of a request in logs; empty where the server gives none."""
    return str(getattr(request.state, "request_id", ""))


def _told(made: Done, asked: Asked, began: float) -> Response:
    """What a verb answered, in the form that is wanted."""
    operation = asked.question.operation
    headers = {"Vary": "Accept"}
    if made.tag is not None:
        headers["ETag"] = made.tag
        if not operation.writes and asked.if_none_match and matches(asked.if_none_match, made.tag, weak=True):
            return Response(status_code=304, headers=headers)
    status = 200
    if operation.makes and not asked.question.arguments.get("dry_run"):
        status = 201
        headers["Location"] = _place(made)
    if asked.values:
        content: bytes = values_of(made.call.result)
        return Response(content, status, headers, MEDIA_TYPE)
    meta = meta_of(made.call, made.revision, (perf_counter() - began) * 1000, next_cursor=made.next)
    document = success(operation.command, body_of(made.call), meta)
    text = to_json(document) if asked.shape is None else shaped(document, asked.shape, to_json)
    return Response(text.encode(), status, headers, _JSON)


def _place(made: Done) -> str:
    """Where what was made is found."""
    result = made.call.result
    if made.call.operation.upon is Upon.HOME and made.call.operation.name == "sessions.begin":
        return f"/v1/sessions/{result.name}"
    return f"/v1/memories/{result.memory.record.id}"


def _replayed(known: Replay, asked: Asked) -> Response:
    if known.digest != asked.digest:
        raise Conflict(
            f"the key {quoted(asked.key or '')} was used for another request; give each request its own, "
            "or repeat it as it was"
        )
    return Response(known.body, known.status, {**known.headers, "Idempotency-Replayed": "true"})
