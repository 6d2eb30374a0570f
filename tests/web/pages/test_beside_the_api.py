"""Pages within the whole application: its guard and its API leave them as they are."""

from __future__ import annotations

from contextlib import nullcontext

import pytest
from starlette.testclient import TestClient
from tests.engine.homes_in_memory import MemoryHome

from vademecum.vault.replays import MemoryReplays
from vademecum.web.app import create_app
from vademecum.web.pages.entities import Drawing
from vademecum.web.pages.site import pages
from vademecum.web.provider import OneHome
from vademecum.wiring_graph import graph_tools

AT_A_BROWSER = {"accept": "text/html,application/xhtml+xml"}


@pytest.fixture
def reader() -> TestClient:
    home = MemoryHome(project=None)
    site = pages(lambda _: nullcontext(home.vade), Drawing(lambda: graph_tools().layout, home.clock.now))
    provider = OneHome(home.vade)
    app = create_app(provider, replays=MemoryReplays(), clock=home.clock, version="1.2.3", beside=site)
    return TestClient(app, base_url="http://127.0.0.1")


def test_a_page_keeps_its_own_rules(reader: TestClient) -> None:
    answer = reader.get("/", headers=AT_A_BROWSER)

    assert "An empty notebook." in answer.text
    assert "script-src 'self'" in answer.headers["content-security-policy"]


def test_a_form_of_another_site_is_refused(reader: TestClient) -> None:
    answer = reader.post(
        "/memories", data={"text": "Planted."}, headers={"origin": "https://elsewhere.example"}
    )

    assert answer.status_code == 403


def test_a_server_of_another_name_shows_nothing(reader: TestClient) -> None:
    assert reader.get("/", headers={"host": "elsewhere.example"}).status_code == 421


def test_a_lost_visitor_is_told_on_a_page(reader: TestClient) -> None:
    answer = reader.get("/memorys/<b>", headers=AT_A_BROWSER)

    assert answer.status_code == 404
    assert "there is no page" in answer.text
    assert "<b>" not in answer.text


@pytest.mark.parametrize("path", ["/v1/nothing", "/memorys"])
def test_a_lost_program_is_told_in_its_own_words(reader: TestClient, path: str) -> None:
    answer = reader.get(path, headers={"accept": "application/json"})

    assert answer.headers["content-type"] == "application/problem+json"


def test_a_form_that_cannot_be_read_is_told_on_a_page(reader: TestClient) -> None:
    answer = reader.post("/memories", data={"text": "a" * 300_000}, headers=AT_A_BROWSER)

    assert answer.status_code == 400
    assert "cannot take what was sent: Field exceeded maximum size of 256KB." in answer.text
    assert answer.headers["content-type"] == "text/html; charset=utf-8"


@pytest.mark.parametrize("headers", [AT_A_BROWSER, {}])
def test_a_method_that_nothing_answers_is_told_those_that_are(
    reader: TestClient, headers: dict[str, str]
) -> None:
    answer = reader.delete("/memories", headers=headers)

    assert answer.status_code == 405
    assert answer.headers["allow"] == "GET, HEAD, POST"
    assert "/memories does not answer DELETE; it answers GET, HEAD, POST" in answer.text.replace(
        "&#39;", ""
    ).replace("'", "")
