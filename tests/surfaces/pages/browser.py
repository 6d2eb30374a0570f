"""A server of pages in a thread, and a real Chromium that reads them."""

from __future__ import annotations

import os
import shutil
import socket
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from threading import Thread

import pytest
import uvicorn
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright
from starlette.applications import Starlette
from tests.engine.homes_in_memory import MemoryHome
from tests.web.pages.notebook import fill

from vademecum.web.pages.entities import Drawing
from vademecum.web.pages.site import pages
from vademecum.wiring_graph import graph_tools

CHROMIUM = "/usr/bin/chromium"
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
    "--disable-sync", "--no-first-run",
]  # fmt: skip


class Shelf:
    """Which home is read at the moment; tests change it under one server."""

    def __init__(self) -> None:
        self.home = MemoryHome(project=None)

    def put(self, *, filled: bool = True) -> MemoryHome:
        """A fresh home, with the notebook in it or with nothing."""
        self.home = MemoryHome(project=None)
        if filled:
            fill(self.home.vade, lambda days: self.home.clock.go_on(days=days))
        return self.home

    def app(self) -> Starlette:
        """The pages of whichever home is there."""
        drawing = Drawing(lambda: graph_tools().layout, lambda: self.home.clock.at)
        return Starlette(routes=pages(lambda _: nullcontext(self.home.vade), drawing))


@contextmanager
def served(app: Starlette) -> Iterator[str]:
    """Where the pages are while they are served."""
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        server = uvicorn.Server(uvicorn.Config(app, log_level="error", ws="none", lifespan="off"))
        thread = Thread(target=server.run, kwargs={"sockets": [listening]}, daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listening.getsockname()[1]}"
        finally:
            server.should_exit = True
            thread.join()


@contextmanager
def chromium() -> Iterator[Browser]:
    """A browser; whoever has none is told, and CI fails without one."""
    if not shutil.which(CHROMIUM):
        lacking = f"{CHROMIUM} is missing: apt-get install chromium fonts-dejavu-core"
        if os.environ.get("CI"):
            pytest.fail(lacking)
        pytest.skip(lacking)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            yield browser
        finally:
            browser.close()


class Reader:
    """Somebody at a browser.

    Attributes:
        complaints: what the browser wrote to its console, and errors of scripts.
    """

    def __init__(self, browser: Browser, at: str, shelf: Shelf, **given: object) -> None:
        self.shelf = shelf
        self.context: BrowserContext = browser.new_context(base_url=at, **given)  # type: ignore[arg-type]
        self.context.set_default_timeout(10_000)
        self.page: Page = self.context.new_page()
        self.complaints: list[str] = []
        self.page.on("console", lambda said: self.complaints.append(said.text))
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def open(self, path: str) -> Page:
        """Go to a page."""
        self.page.goto(path)
        return self.page

    def memory(self, title: str) -> str:
        """Path of the memory with this title."""
        listed = self.shelf.home.vade.list(include="all", limit=100).items
        return next(f"/memories/{hit.id}" for hit in listed if hit.title == title)

    def entity(self, name: str) -> str:
        """Path of the entity of this name."""
        return f"/entities/{self.shelf.home.vade.entity(name).record.id}"
