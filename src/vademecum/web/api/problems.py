"""Errors as problem details (RFC 9457), from the one table of outcomes."""

from __future__ import annotations

from http import HTTPStatus
from typing import TYPE_CHECKING, Any

from starlette.responses import Response

from vademecum.errors import (
    Ambiguous,
    Conflict,
    InvalidValue,
    QuerySyntaxError,
    Refused,
    UnknownName,
    VadeError,
)
from vademecum.surface.envelope import to_json
from vademecum.surface.lossless.faults import encoded_error
from vademecum.surface.lossless.writing import MEDIA_TYPE, VERSION
from vademecum.surface.outcomes import docs_link, http_status

if TYPE_CHECKING:
    from collections.abc import Mapping

PROBLEM_TYPE = "application/problem+json"
RETRY_S = 1
"""Seconds after which what may succeed later is worth another try, where nothing else is known."""


class Declined(Exception):
    """A request that is refused with a status of its own, which the table of errors does not know.

    Args:
        error: what is told.
        status: of HTTP.
    """

    def __init__(self, error: VadeError, status: int) -> None:
        super().__init__(error.message)
        self.error = error
        self.status = status


def problem(
    error: VadeError,
    *,
    request_id: str = "",
    status: int | None = None,
    values: bool = False,
    headers: Mapping[str, str] | None = None,
) -> Response:
    """An error as an answer.

    Args:
        error: what went wrong.
        request_id: of the request, for whoever looks for it in a log.
        status: of HTTP; that of the table when not given.
        values: also in the form from which a program makes the same error again.
        headers: further ones.
    """
    number = http_status(error) if status is None else status
    told = problem_of(error, number, request_id)
    more = dict(headers or {})
    if number in (HTTPStatus.SERVICE_UNAVAILABLE, HTTPStatus.TOO_MANY_REQUESTS):
        wait_s = getattr(error, "retry_after_s", RETRY_S)
        if wait_s is not None:  # else waiting does not help
            more["Retry-After"] = str(wait_s)
    if number == HTTPStatus.UNAUTHORIZED:
        more["WWW-Authenticate"] = 'Bearer realm="vademecum"'
    if values:
        told["error"] = {"version": VERSION, "value": encoded_error(error)}
        more["Vary"] = "Accept"
    return Response(to_json(told), number, headers=more, media_type=PROBLEM_TYPE)


def problem_of(error: VadeError, status: int, request_id: str = "") -> dict[str, Any]:
    """An error as problem details; what is ours stands beside what the standard names."""
    told: dict[str, Any] = {
        "type": docs_link(error.code),
        "title": HTTPStatus(status).phrase,
        "status": status,
        "detail": error.message,
        "code": error.code,
        "class": error.error_class,
        "retryable": error.retryable,
        "suggestions": list(error.suggestions),
    }
    if request_id:
        told["instance"] = f"urn:request:{request_id}"
    match error:
        case InvalidValue(field=field):
            told["field"] = field
        case UnknownName(what=what):
            told["field"] = what
        case QuerySyntaxError(position=position):
            told["position"] = position
        case Ambiguous(candidates=candidates):
            told["candidates"] = list(candidates)
        case Conflict(path=path) if path is not None:
            told["path"] = path
        case Refused(details=details):
            told.update({name: one for name, one in details.items() if name not in told})
        case _:
            pass
    return told


def wants_values(accept: str) -> bool:
    """Whether a client asks for values instead of what a person reads."""
    return MEDIA_TYPE in accept
