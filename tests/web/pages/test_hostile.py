"""Whatever is stored is text on every page."""

from __future__ import annotations

from urllib.parse import quote

import pytest
from tests.web.pages.desk import Desk, Markup
from tests.web.pages.hostile import PAYLOADS, plant

NEVER = {"base", "embed", "iframe", "link", "math", "meta", "object", "plaintext", "style"}
LINKED = ("/", "http://", "https://", "mailto:", "#")


@pytest.fixture(scope="module")
def planted() -> tuple[Desk, tuple[str, ...]]:
    desk = Desk()
    return desk, plant(desk.vade)


def inside(html: str) -> Markup:
    """The markup of a page behind its head, which is the same on each."""
    return Markup(html.partition("<body>")[2])


def test_no_page_takes_a_text_for_markup(planted: tuple[Desk, tuple[str, ...]]) -> None:
    desk, paths = planted
    pages = [inside(desk.get(path).text) for path in paths]

    assert {name for page in pages for name in page.elements} & (NEVER | {"script"}) == set()
    assert {one for page in pages for one in page.attributes if one[1].startswith("on")} == set()
    assert {one for page in pages for one in page.attributes if one[1] in ("style", "srcdoc")} == set()


def test_no_link_leads_to_a_script(planted: tuple[Desk, tuple[str, ...]]) -> None:
    desk, paths = planted
    attributes = [one for path in paths for one in inside(desk.get(path).text).attributes]
    links = {value for _, name, value in attributes if name in ("href", "action", "formaction", "src")}

    assert {link for link in links if not link.startswith(LINKED) or link.startswith("//")} == set()


def test_every_page_of_the_corpus_answers(planted: tuple[Desk, tuple[str, ...]]) -> None:
    desk, paths = planted

    assert {desk.get(path).status_code for path in paths} == {200}


@pytest.mark.parametrize("payload", PAYLOADS)
@pytest.mark.parametrize(
    "path",
    ["/search?q={}", "/search?q={}&mode=expert", "/memories?tag={}", "/why?q={}&id={}", "/named?name={}"],
)
def test_what_is_asked_is_text_too(desk: Desk, path: str, payload: str) -> None:
    page = inside(desk.get(path.format(quote(payload), quote(payload))).text)

    assert set(page.elements) & (NEVER | {"script"}) == set()
    assert [name for _, name, _ in page.attributes if name.startswith("on")] == []


@pytest.mark.parametrize("payload", PAYLOADS)
def test_what_a_form_says_is_text_too(desk: Desk, payload: str) -> None:
    form = {"text": " ", "title": payload, "type": payload, "tags": payload, "about": payload}
    page = inside(desk.post("/memories", **form).text)

    assert set(page.elements) & (NEVER | {"script", "img"}) <= {"img"}
    assert [name for _, name, _ in page.attributes if name.startswith("on")] == []
