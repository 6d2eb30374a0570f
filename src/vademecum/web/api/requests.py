"""What stands in a request: arguments, knobs, conditions, and its name among repeats."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import TYPE_CHECKING

from vademecum.errors import InvalidValue, LimitExceeded, UsageError, quoted
from vademecum.model.value import value
from vademecum.surface.knobs import BY_NAME as KNOBS
from vademecum.surface.knobs import shape_of
from vademecum.surface.operations.reading import arguments, parsed
from vademecum.web.api.calling import Question
from vademecum.web.api.cursors import CURSOR
from vademecum.web.api.problems import Declined, wants_values

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Sequence
    from typing import Any

    from starlette.requests import Request

    from vademecum.surface.knobs import Shape
    from vademecum.surface.operations.shape import Operation

MOST_BYTES = 16 * 1024 * 1024
"""Of a body in JSON; what is larger is a file, and goes through `import`."""

MOST_KNOB = 4_096
"""Characters of a knob."""

_FLAGS = {knob.flag: name for name, knob in KNOBS.items()}
"""What messages about a command line call a knob -> its name here."""

_KEY = re.compile(r"[\x21-\x7e]{1,200}")
_JSON = re.compile(r"application/(?:[\w.+-]+\+)?json\s*(?:;.*)?", re.IGNORECASE)


@value(kw_only=True)
class Asked:
    """A request, read.

    Attributes:
        shape: the knobs; None when none is turned.
        key: names the request among its repeats; None where it does not.
        digest: of all that says what is asked.
        values: whether the client wants values instead of what a person reads.
    """

    question: Question
    shape: Shape | None
    key: str | None
    digest: str
    values: bool
    if_none_match: str | None


def knobs_of(operation: Operation) -> tuple[str, ...]:
    """Names of the knobs that an operation heeds: none where its answer is no JSON."""
    return () if operation.gives is not None else tuple(KNOBS)


def read(request: Request, operation: Operation, raw: bytes) -> Asked:
    """Read a request whose body has come.

    Raises:
        UsageError, LimitExceeded: it cannot be; nothing was done.
    """
    query = request.query_params.multi_items()
    knobs = knobs_of(operation)
    others = {*knobs, *((CURSOR,) if operation.paged else ())}
    body = None if operation.takes is not None or not raw else _json(request, raw)
    given = arguments(operation, path=request.path_params, query=query, body=body, others=others)
    key = _key(request) if operation.writes else None
    if key is not None and "idempotency_key" in operation.named:
        given.setdefault("idempotency_key", key)
    return Asked(
        question=Question(
            operation=operation,
            arguments=given,
            cursor=request.query_params.get(CURSOR) if operation.paged else None,
            if_match=_condition(request, operation),
        ),
        shape=_shape(query, knobs),
        key=key,
        digest=_digest(request, raw),
        values=wants_values(request.headers.get("accept", "")),
        if_none_match=request.headers.get("if-none-match"),
    )


def _condition(request: Request, operation: Operation) -> str | None:
    """The state that a change is made for. Whoever states one relies on it, so it is never passed over."""
    condition = request.headers.get("if-match")
    if condition is not None and operation.writes and not operation.of_record:
        raise InvalidValue(
            "If-Match", "this changes no single record that has an ETag; leave it out, nothing was done"
        )
    return condition


def _json(request: Request, raw: bytes) -> Any:
    kind = request.headers.get("content-type", "application/json")
    if not _JSON.fullmatch(kind):
        raise Declined(UsageError(f"the body is {quoted(kind)}; send JSON as application/json"), 415)
    coded = request.headers.get("content-encoding", "identity")
    if coded.strip().lower() != "identity":
        raise Declined(UsageError(f"the body is encoded as {quoted(coded)}; send it as it is"), 415)
    return parsed(raw)


def _key(request: Request) -> str | None:
    key = request.headers.get("idempotency-key")
    if key is not None and not _KEY.fullmatch(key):
        raise InvalidValue("Idempotency-Key", "is not 1 to 200 printable characters of ASCII")
    return key


def _shape(query: Sequence[tuple[str, str]], knobs: Sequence[str]) -> Shape | None:
    given: dict[str, Any] = {}
    for name, text in query:
        if name not in knobs:
            continue
        if not KNOBS[name].repeatable and name in given:
            raise InvalidValue(name, "is given twice; say which is meant")
        if not text:
            raise InvalidValue(name, "is empty; say what is meant, or leave it out")
        if len(text) > MOST_KNOB:
            raise InvalidValue(name, f"has more than {MOST_KNOB:,} characters")
        given[name] = [*given.get(name, ()), text] if KNOBS[name].repeatable else text
    try:
        return shape_of(given)
    except InvalidValue as error:
        if error.field not in _FLAGS:
            raise
        told = error.message.removeprefix(f"{error.field}: ")
        raise InvalidValue(_FLAGS[error.field], told, suggestions=error.suggestions) from None


def _digest(request: Request, raw: bytes) -> str:
    said = "\n".join((request.method, request.url.path, request.url.query, request.headers.get("accept", "")))
    return sha256(said.encode() + b"\n" + raw).hexdigest()


async def body_of(request: Request, most: int = MOST_BYTES) -> bytes:
    """The whole body.

    Raises:
        LimitExceeded: it is larger than may be.
    """
    return b"".join([part async for part in parts_of(request, most)])


async def parts_of(request: Request, most: int) -> AsyncIterator[bytes]:
    """A body as it comes.

    Raises:
        LimitExceeded: as `body_of`.
    """
    told = request.headers.get("content-length", "")
    size = 0
    if told.isascii() and told.isdigit() and int(told[:20]) > most:
        raise _too_large(most)
    async for part in request.stream():
        size += len(part)
        if size > most:
            raise _too_large(most)
        yield part


def _too_large(most: int) -> LimitExceeded:
    return LimitExceeded(
        f"the body has more than {most // 2**20} MiB; split it, or send a file to /v1/import"
    )
