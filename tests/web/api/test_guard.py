"""Who may reach the server, under which name, and by which rules its answers stand."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest
from starlette.requests import ClientDisconnect
from tests.web.served import Served

from vademecum.web.guard import Guard

SCOPE = {"type": "http", "method": "POST", "path": "/v1/memories", "headers": [(b"host", b"localhost")]}


def status_of(failing: BaseException) -> int:
    """What is sent while the application fails so."""
    sent: list[Any] = []

    async def fail(*_: object) -> Any:
        raise failing

    async def keep(message: Any) -> None:
        sent.append(message)

    asyncio.run(Guard(fail)({**SCOPE}, fail, keep))
    return int(sent[0]["status"])


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "", "127.0.0.1.evil.example", "[::2]", "a b"]
)
def test_name_of_elsewhere_is_refused(served: Served, host: str) -> None:
    answer = served.get("/v1/stats", headers={"Host": host})

    assert served.refused(answer)[:2] == (421, "usage")


@pytest.mark.parametrize("host", ["127.0.0.1", "127.0.0.1:8377"])
def test_own_name_is_answered(served: Served, host: str) -> None:
    assert served.get("/v1/stats", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "http://127.0.0.1:1", "file://"])
def test_page_of_elsewhere_changes_nothing(served: Served, origin: str) -> None:
    answer = served.post("/v1/memories", {"text": "Hello."}, headers={"Origin": origin})

    assert served.refused(answer)[:2] == (403, "forbidden")
    assert served.vade.list().total == 0


def test_own_page_is_answered(served: Served) -> None:
    answer = served.post("/v1/memories", {"text": "Hello."}, headers={"Origin": "http://127.0.0.1"})

    assert answer.status_code == 201


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_what_a_foreign_page_loads_is_refused(served: Served, site: str) -> None:
    headers = {"Sec-Fetch-Site": site, "Sec-Fetch-Mode": "no-cors"}

    assert served.refused(served.get("/v1/stats", headers=headers))[:2] == (403, "forbidden")


def test_link_from_elsewhere_may_lead_here(served: Served) -> None:
    headers = {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate"}

    assert served.get("/v1/stats", headers=headers).status_code == 200


def test_answers_are_data_to_a_browser(served: Served) -> None:
    headers = served.get("/v1/stats").headers

    assert headers["content-security-policy"].startswith("default-src 'none'")
    assert (headers["x-content-type-options"], headers["cache-control"]) == ("nosniff", "no-store")


def test_request_keeps_the_name_it_was_given(served: Served) -> None:
    assert served.get("/v1/stats", headers={"X-Request-Id": "a-1"}).headers["x-request-id"] == "a-1"


def test_name_that_could_harm_a_log_is_replaced(served: Served) -> None:
    given = served.get("/v1/stats", headers={"X-Request-Id": "a b" + "c" * 99}).headers["x-request-id"]

    assert len(given) == 32


def test_problem_names_its_request(served: Served) -> None:
    answer = served.get("/v1/memories/none", headers={"X-Request-Id": "a-2"})

    assert answer.json()["instance"] == "urn:request:a-2"


def test_fault_of_ours_says_nothing_of_what_was_asked(served: Served) -> None:
    served.vade.close()
    served.vade._parts = None  # type: ignore[assignment]

    answer = served.post("/v1/recall", {"utterance": "the secret word"})

    assert served.refused(answer)[:2] == (500, "internal")
    assert "secret" not in answer.text


def test_unknown_path_is_a_problem(served: Served) -> None:
    assert served.refused(served.get("/v1/nothing"))[:2] == (404, "not_found")


def test_wrong_method_names_the_right_ones(served: Served) -> None:
    answer = served.ask("PUT", "/v1/memories")

    assert (answer.status_code, answer.headers["allow"]) == (405, "GET, HEAD, OPTIONS, POST")


def test_options_name_the_methods(served: Served) -> None:
    answer = served.ask("OPTIONS", "/v1/memories/some")

    assert (answer.status_code, answer.headers["allow"]) == (204, "GET, HEAD, OPTIONS, PATCH")


def test_head_tells_what_get_would(served: Served) -> None:
    record = served.remember("The port is 8080.")

    answer = served.ask("HEAD", f"/v1/memories/{record}")

    assert (answer.status_code, "etag" in answer.headers) == (200, True)


def test_a_client_that_goes_away_is_no_fault_of_ours(caplog: pytest.LogCaptureFixture) -> None:
    assert status_of(ClientDisconnect()) == 400
    assert caplog.records == []


def test_a_request_cut_by_the_end_of_the_server_may_be_repeated() -> None:
    assert status_of(asyncio.CancelledError()) == 503
