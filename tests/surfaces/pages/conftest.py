from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser
from tests.surfaces.pages.browser import Reader, Shelf, chromium, served


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """No longer than a module: its library runs an event loop in this thread, where nobody else can begin."""
    with chromium() as browser:
        yield browser


@pytest.fixture(scope="session")
def shelf() -> Shelf:
    return Shelf()


@pytest.fixture(scope="session")
def address(shelf: Shelf) -> Iterator[str]:
    with served(shelf.app()) as address:
        yield address


@pytest.fixture
def reader(browser: Browser, shelf: Shelf, address: str) -> Iterator[Reader]:
    """Somebody with a freshly filled notebook, who meets no complaint of the browser."""
    shelf.put()
    reader = Reader(browser, address, shelf)
    yield reader
    reader.context.close()
    assert reader.complaints == []
