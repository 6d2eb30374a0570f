"""How pages are read: by keys, on a phone, without scripts, in the dark, on paper."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Dialog, Page, expect
from tests.surfaces.pages.browser import Reader, Shelf

PATHS = (
    "/", "/search?q=staging+port", "/search?q=staging+port&view=recall", "/why", "/memories", "/memories/new",
    "/review", "/entities", "/entities/alike", "/conversations", "/words", "/health?check=1", "MEMORY",
    "MEMORY/edit", "MEMORY/retract", "MEMORY/erase", "ENTITY", "TALK",
    "TALK/erase", "TALK/erase?turn=1",
)  # fmt: skip


@pytest.fixture(scope="module")
def filled(shelf: Shelf) -> Shelf:
    shelf.put()
    return shelf


def path_of(path: str, shelf: Shelf) -> str:
    vade = shelf.home.vade
    talk = f"/conversations/{vade.conversations.list().items[0].id}"
    memory = f"/memories/{vade.search('migrations').hits[0].id}"
    entity = f"/entities/{vade.entity('Rhea Okafor').record.id}"
    return path.replace("MEMORY", memory).replace("ENTITY", entity).replace("TALK", talk)


@pytest.fixture
def at_keys(browser: Browser, address: str, filled: Shelf) -> Iterator[Page]:
    reader = Reader(browser, address, filled)
    yield reader.page
    reader.context.close()


def test_slash_goes_to_the_search(at_keys: Page) -> None:
    at_keys.goto("/memories")
    at_keys.keyboard.press("/")
    at_keys.keyboard.type("walnuts")
    at_keys.keyboard.press("Enter")

    expect(at_keys).to_have_url("/search?q=walnuts")


def test_j_and_k_move_and_enter_opens(at_keys: Page) -> None:
    at_keys.goto("/memories")
    for key in ("j", "j", "j", "k"):
        at_keys.keyboard.press(key)
    expect(at_keys.locator(".row .go").nth(1)).to_be_focused()
    leads_to = at_keys.locator(".row .go").nth(1).get_attribute("href")
    at_keys.keyboard.press("Enter")

    expect(at_keys).to_have_url(leads_to or "")


def test_e_edits_and_letters_stay_letters(at_keys: Page, filled: Shelf) -> None:
    at_keys.goto(path_of("MEMORY", filled))
    at_keys.keyboard.press("e")
    expect(at_keys).to_have_url(path_of("MEMORY/edit", filled))
    at_keys.locator("#title").focus()
    at_keys.keyboard.press("End")
    at_keys.keyboard.type(" je?")

    expect(at_keys.locator("#title")).to_have_value("How to migrate the database je?")


def test_a_question_mark_shows_the_keys(at_keys: Page) -> None:
    at_keys.goto("/")
    at_keys.keyboard.press("?")
    expect(at_keys.get_by_role("dialog", name="Keys")).to_be_visible()
    at_keys.keyboard.press("Escape")

    expect(at_keys.get_by_role("dialog", name="Keys")).not_to_be_visible()


def test_g_then_a_letter_goes_there(at_keys: Page) -> None:
    at_keys.goto("/")
    at_keys.keyboard.press("g")
    at_keys.keyboard.press("r")

    expect(at_keys).to_have_url("/review")


def test_w_tells_why(at_keys: Page) -> None:
    at_keys.goto("/search?q=walnuts")
    at_keys.keyboard.press("Escape")
    at_keys.keyboard.press("j")
    at_keys.keyboard.press("w")

    expect(at_keys.locator(".why").first).to_have_attribute("open", "")


def test_the_first_tab_skips_to_the_page(at_keys: Page) -> None:
    at_keys.goto("/memories")
    at_keys.keyboard.press("Tab")

    expect(at_keys.get_by_role("link", name="Skip to the page")).to_be_focused()


def test_light_and_dark_are_kept(at_keys: Page) -> None:
    at_keys.goto("/")
    at_keys.get_by_role("button", name="Light or dark").click()
    expect(at_keys.locator("html")).to_have_attribute("data-theme", "dark")
    at_keys.goto("/memories")
    expect(at_keys.locator("html")).to_have_attribute("data-theme", "dark")
    at_keys.get_by_role("button", name="Light or dark").click()

    assert at_keys.evaluate("localStorage.getItem('vade-theme')") is None


def test_what_is_typed_is_not_lost_by_a_slip(at_keys: Page) -> None:
    asked: list[str] = []

    def stay(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.dismiss()

    at_keys.on("dialog", stay)
    at_keys.goto("/memories/new")
    at_keys.locator("#text").press_sequentially("Half a thought")
    at_keys.get_by_role("link", name="Health").click(no_wait_after=True)
    expect(at_keys.locator("#text")).to_have_value("Half a thought")

    assert asked == ["beforeunload"]


@pytest.fixture(scope="module")
def phone(browser: Browser, address: str, filled: Shelf) -> Iterator[Page]:
    reader = Reader(browser, address, filled, viewport={"width": 360, "height": 740})
    yield reader.page
    reader.context.close()


@pytest.mark.parametrize("path", PATHS)
def test_a_phone_scrolls_down_alone(phone: Page, filled: Shelf, path: str) -> None:
    phone.goto(path_of(path, filled))

    assert phone.evaluate("document.documentElement.scrollWidth") == 360


@pytest.fixture(scope="module")
def plain(browser: Browser, address: str, filled: Shelf) -> Iterator[Page]:
    reader = Reader(browser, address, filled, java_script_enabled=False)
    yield reader.page
    reader.context.close()


def test_nothing_is_offered_that_needs_a_script(plain: Page) -> None:
    plain.goto("/memories")

    expect(plain.locator(".row").first).to_be_visible()
    expect(plain.locator("[data-theme-button]")).to_be_hidden()


def test_writing_down_needs_no_script(plain: Page) -> None:
    plain.goto("/memories/new")
    plain.locator("#text").fill("Nothing runs here.")
    plain.get_by_role("button", name="Keep it").click()

    expect(plain.get_by_role("status")).to_have_text("Kept.")


def test_search_and_why_need_no_script(plain: Page) -> None:
    plain.goto("/search")
    plain.locator("#find").fill("walnuts")
    plain.get_by_role("button", name="Search").click()
    plain.get_by_text("why", exact=True).click()

    expect(plain.locator(".why tfoot")).to_contain_text("Score")


def test_a_printed_page_is_the_text_alone(at_keys: Page, filled: Shelf) -> None:
    at_keys.goto(path_of("MEMORY", filled))
    at_keys.emulate_media(media="print")

    expect(at_keys.locator(".cover")).to_be_hidden()
    expect(at_keys.locator(".acts").first).to_be_hidden()
    expect(at_keys.locator(".text").first).to_be_visible()


def test_a_text_runs_as_its_script_does(at_keys: Page, filled: Shelf) -> None:
    record = filled.home.vade.remember(
        "\u05d9\u05e9 \u05dc\u05e0\u05d5 \u05d7\u05ea\u05d5\u05dc\u05d4."
    ).memory.record.id
    at_keys.goto(f"/memories/{record}")
    text = at_keys.locator(".text p").first
    end = text.evaluate(RIGHT_OF_TEXT)

    assert end == text.evaluate("(one) => Math.round(one.getBoundingClientRect().right)")


RIGHT_OF_TEXT = """(one) => {
    const range = document.createRange();
    range.selectNodeContents(one);
    return Math.round(range.getBoundingClientRect().right);
}"""
