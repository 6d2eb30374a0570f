"""Everybody can read every page: axe finds nothing serious, light or dark."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, Page
from tests.surfaces.pages.browser import Reader, Shelf
from tests.surfaces.pages.test_reading import PATHS, path_of

GRAVE = ("serious", "critical")

# What is dark differs in its colours alone.
COLOURS = {"resultTypes": ["violations"], "runOnly": ["color-contrast"]}
ALL = {"resultTypes": ["violations"]}


@pytest.fixture(scope="module")
def filled(shelf: Shelf) -> Shelf:
    shelf.put()
    return shelf


@pytest.fixture(scope="module", params=[("light", ALL), ("dark", COLOURS)], ids=["light", "dark"])
def looked_at(
    request: pytest.FixtureRequest, browser: Browser, address: str, filled: Shelf
) -> Iterator[tuple[Page, dict[str, object]]]:
    scheme, options = request.param
    reader = Reader(browser, address, filled, color_scheme=scheme)
    yield reader.page, options
    reader.context.close()


@pytest.mark.parametrize("path", [*PATHS, "/memories/nobody"])
def test_axe_finds_nothing_serious(
    looked_at: tuple[Page, dict[str, object]], filled: Shelf, path: str
) -> None:
    page, options = looked_at
    page.goto(path_of(path, filled))
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    found = Axe().run(page, options=options).response["violations"]

    assert [(one["id"], one["nodes"][0]["html"]) for one in found if one["impact"] in GRAVE] == []
