from __future__ import annotations

import json
from typing import Any

import pytest

from vademecum.errors import (
    Ambiguous,
    Forbidden,
    QuotaExceeded,
    ServerFault,
    Unauthenticated,
    VadeError,
)
from vademecum.model.answer import Finding, Synced
from vademecum.remote.hearing import Response, heard
from vademecum.surface.lossless.faults import encoded_error
from vademecum.surface.lossless.writing import MEDIA_TYPE, written
from vademecum.surface.operations.table import BY_NAME

HOST = "memory.example.org"


def response(body: bytes, status: int = 200, media: str = MEDIA_TYPE, **headers: str) -> Response:
    return Response(status=status, media=media, headers=headers, body=body)


def fault(answer: Response, operation: str = "sync") -> VadeError:
    with pytest.raises(VadeError) as caught:
        heard(BY_NAME[operation], answer, HOST)
    return caught.value


def problem(status: int, **told: Any) -> Response:
    return response(json.dumps(told).encode(), status, "application/problem+json")


def test_a_value_comes_back() -> None:
    synced = Synced(added=1)
    assert heard(BY_NAME["sync"], response(written(synced)), HOST) == synced


@pytest.mark.parametrize(
    "answer",
    [
        response(b"<html>", media="text/html"),
        response(b"{", media=MEDIA_TYPE),
        response(b"\xff" * 9),
        response(written(Finding(level="ok", code="c", subject="", message="m"))),
        response(written(None)),
        response(written((1, 2))),
        response(b'{"version": 99, "value": null}'),
        response(b"", status=204),
        response(b"x" * 100, media="\x1b[31m" * 99),
    ],
    ids=str,
)
def test_what_is_no_answer_is_a_fault_of_the_server(answer: Response) -> None:
    error = fault(answer)
    assert (type(error), HOST in error.message, "\x1b" in error.message) == (ServerFault, True, False)


def test_an_error_comes_back_as_it_was() -> None:
    original = Ambiguous("several", ("1", "2"))
    told = {"version": 1, "value": encoded_error(original)}
    error = fault(problem(404, error=told, code="ambiguous", detail="several"))
    assert (type(error), error.__dict__) == (Ambiguous, original.__dict__)


@pytest.mark.parametrize(
    ("told", "attributes"),
    [
        ({"code": "unauthenticated"}, {}),
        ({"code": "invalid_value", "field": "limit"}, {"field": "limit"}),
        ({"code": "ambiguous", "candidates": ["1", "2"]}, {"candidates": ("1", "2")}),
        ({"code": "quota_exceeded"}, {"retry_after_s": 9}),
    ],
)
def test_an_error_for_people_is_understood(told: dict[str, Any], attributes: dict[str, Any]) -> None:
    raw = json.dumps({**told, "detail": "so it is", "suggestions": []}).encode()
    error = fault(response(raw, 400, "application/problem+json", **{"retry-after": "9"}))
    assert error.code == told["code"]
    assert error.__dict__ == {"message": "so it is", "suggestions": (), **attributes}


@pytest.mark.parametrize(
    ("status", "kind"),
    [
        (401, Unauthenticated),
        (403, Forbidden),
        (429, QuotaExceeded),
        (301, ServerFault),
        (307, ServerFault),
        (404, ServerFault),
        (500, ServerFault),
        (503, ServerFault),
    ],
)
@pytest.mark.parametrize(
    "body", [b"<html>no</html>", b"", b"{}", b"[]", b'{"code": 5}', b'{"error": {"version": 1}}']
)
def test_a_status_alone_has_its_meaning(status: int, kind: type[VadeError], body: bytes) -> None:
    error = fault(response(body, status, "application/problem+json"))
    assert (type(error), HOST in error.message, "\n" in error.message) == (kind, True, False)


def test_when_to_come_again_is_told() -> None:
    error = fault(response(b"", 429, "text/plain", **{"retry-after": "7"}))
    assert isinstance(error, QuotaExceeded)
    assert error.retry_after_s == 7
