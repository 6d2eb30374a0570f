"""In a real browser, nothing that is stored ever runs, and nothing is loaded from elsewhere."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser
from tests.surfaces.pages.browser import Reader, Shelf
from tests.web.pages.hostile import plant


@pytest.fixture(scope="module")
def reader(browser: Browser, shelf: Shelf, address: str) -> Iterator[Reader]:
    shelf.put(filled=False)
    reader = Reader(browser, address, shelf)
    yield reader
    reader.context.close()


def test_nothing_that_is_stored_runs(reader: Reader) -> None:
    asked: set[str] = set()
    reader.page.on("request", lambda request: asked.add(request.url.split("/")[2]))
    ran = [
        reader.open(path).evaluate("window.planted ?? document.querySelector('[data-find]') === null")
        for path in plant(reader.shelf.home.vade)[:12]
    ]

    assert set(ran) == {False}
    assert reader.complaints == []
    assert len(asked) == 1


ENDLESS = "W" * 400


@pytest.mark.parametrize(
    "path",
    [
        "/", "/memories", "/entities", "/search?q=first", f"/search?q={ENDLESS}", f"/why?q={ENDLESS}",
        "MEMORY", "MEMORY/edit", "MEMORY/archive", "MEMORY/erase",
    ],
)  # fmt: skip
def test_a_word_without_end_scrolls_nothing_sideways(reader: Reader, path: str) -> None:
    reader.page.set_viewport_size({"width": 360, "height": 740})
    made = reader.shelf.home.vade.remember(
        f"first {ENDLESS}", title=ENDLESS, tags=[ENDLESS[:60]], aliases=[ENDLESS[1:]], about=[ENDLESS[:90]]
    )
    page = reader.open(path.replace("MEMORY", f"/memories/{made.memory.record.id}"))

    assert page.evaluate("document.documentElement.scrollWidth") == 360
