"""Around every page: rules for the browser, forms that are ours, errors, and what is loaded."""

from __future__ import annotations

import pytest
from tests.web.pages.desk import Desk, Markup

from vademecum.web.pages.assets import assets
from vademecum.web.pages.tokens import COOKIE

PATHS = (
    "/", "/search", "/search?q=blue", "/search?q=blue&view=recall", "/why", "/memories", "/memories/new",
    "/review", "/entities", "/conversations", "/words", "/health", "/memories/nobody",
)  # fmt: skip

OF_A_RECORD = ("edit", "erase", "supersede", "retract", "deprecate", "archive", "restore")


@pytest.mark.parametrize("path", OF_A_RECORD)
def test_a_record_without_a_title_has_every_page(desk: Desk, path: str) -> None:
    record = desk.remember("It is blue.")

    assert desk.vade.get(record).key in desk.text(f"/memories/{record}/{path}")


@pytest.mark.parametrize("path", OF_A_RECORD)
def test_an_entity_has_every_page(desk: Desk, path: str) -> None:
    record = desk.vade.add_entity("Rhea").memory.record.id

    assert "Rhea" in desk.text(f"/memories/{record}/{path}")


@pytest.mark.parametrize("path", PATHS)
def test_a_page_runs_nothing_that_is_not_ours(desk: Desk, path: str) -> None:
    desk.remember("It is blue.", title="Sky")
    answer = desk.get(path)
    page = Markup(answer.text)

    assert answer.headers["content-security-policy"].startswith("default-src 'none'; style-src 'self';")
    assert "style" not in page.elements
    assert page.elements.count("script") == 1
    assert [name for _, name, _ in page.attributes if name == "style" or name.startswith("on")] == []


@pytest.mark.parametrize("path", PATHS)
def test_nothing_is_loaded_from_elsewhere(desk: Desk, path: str) -> None:
    page = Markup(desk.get(path).text)
    loaded = [
        value for tag, name, value in page.attributes if name == "src" or (tag, name) == ("link", "href")
    ]

    assert {one.split("/")[1] for one in loaded} == {"assets"}


@pytest.mark.parametrize("path", PATHS)
def test_every_form_carries_its_secret(desk: Desk, path: str) -> None:
    page = desk.get(path).text

    assert page.count('method="post"') == page.count('name="form_token"')


def test_no_cache_keeps_a_page(desk: Desk) -> None:
    assert desk.get("/").headers["cache-control"] == "no-store"


def test_the_cookie_is_out_of_reach_of_others(desk: Desk) -> None:
    told = desk.get("/").headers["set-cookie"]

    assert told.endswith("; HttpOnly; Path=/; SameSite=strict")


@pytest.mark.parametrize("secret", ["", "x" * 40])
def test_a_form_of_somebody_else_is_refused(desk: Desk, secret: str) -> None:
    desk.get("/")
    answer = desk.reader.post("/memories", data={"text": "Planted.", "form_token": secret})

    assert answer.status_code == 403
    assert desk.vade.list().total == 0


def test_a_form_without_the_cookie_is_refused(desk: Desk) -> None:
    desk.get("/")
    secret = desk.reader.cookies[COOKIE]
    desk.reader.cookies.clear()
    answer = desk.reader.post("/memories", data={"text": "Planted.", "form_token": secret})

    assert answer.status_code == 403


def test_a_visitor_is_named_and_answers_for_what_is_done() -> None:
    desk = Desk(visitor="ann")
    record = desk.remember("It is blue.", title="Sky")
    path = f"/memories/{record}/archive"
    desk.post(path, version=desk.version(path))

    assert '<a href="/login">ann</a>' in desk.get("/").text
    assert "archived by ann" in desk.text(f"/memories/{record}")


def test_nobody_is_named_without_accounts(desk: Desk) -> None:
    assert "/login" not in desk.get("/").text


def test_files_are_named_by_their_content(desk: Desk) -> None:
    style = assets()["page.css"]
    answer = desk.get(style.href)

    assert answer.content == style.content
    assert answer.headers["cache-control"] == "public, max-age=31536000, immutable"
    assert desk.get("/assets/0/passwd").status_code == 404


def test_all_files_together_are_light() -> None:
    assert sum(len(one.content) for one in assets().values()) < 60_000


def test_numbers_that_are_none_are_no_trouble(desk: Desk) -> None:
    assert desk.get("/memories?offset=-1").status_code == 200
    assert desk.get("/search?q=a&limit=99999999999999999999").status_code == 200


def test_an_unknown_choice_is_told(desk: Desk) -> None:
    desk.remember("It is blue.")

    assert desk.get("/memories?type=poem").status_code == 400
