"""A home in memory behind its pages, and a reader who has no browser."""

from __future__ import annotations

import re
from contextlib import nullcontext
from html import unescape
from html.parser import HTMLParser

from httpx2 import Response
from starlette.applications import Starlette
from starlette.testclient import TestClient
from tests.engine.homes_in_memory import MemoryHome

from vademecum.web.pages.entities import Drawing
from vademecum.web.pages.site import pages
from vademecum.web.pages.tokens import COOKIE, FIELD
from vademecum.web.pages.visit import Visitor
from vademecum.wiring_graph import graph_tools


class Desk(MemoryHome):
    """Reads pages and sends their forms."""

    def __init__(self, visitor: str = "") -> None:
        super().__init__(project=None)
        drawing = Drawing(lambda: graph_tools().layout, self.clock.now)
        app = Starlette(
            routes=pages(lambda _: nullcontext(self.vade), drawing, lambda _: Visitor(name=visitor))
        )
        self.reader = TestClient(app, base_url="http://127.0.0.1", follow_redirects=False)

    def get(self, path: str) -> Response:
        """A page as it is sent."""
        return self.reader.get(path)

    def text(self, path: str) -> str:
        """What a reader sees of a page, white space collapsed."""
        answer = self.get(path)
        assert answer.status_code == 200, (path, answer.status_code)
        return seen(answer.text)

    def post(self, path: str, **form: str) -> Response:
        """A form as our own page sends it, and what comes of it."""
        self.reader.get("/why")  # any page: it gives the cookie
        return self.reader.post(path, data={FIELD: self.reader.cookies[COOKIE], **form})

    def version(self, path: str) -> str:
        """The version that the form of a page repeats."""
        found = re.search(r'name="version" value="(\w+)"', self.get(path).text)
        assert found is not None, path
        return found[1]


def seen(html: str) -> str:
    """The text of a page without its markup, white space collapsed."""
    without_head = html.partition("<main")[2] or html
    return " ".join(unescape(re.sub(r"<[^>]*>", " ", without_head)).split())


class Markup(HTMLParser):
    """What of a page is markup.

    Attributes:
        elements: names of all elements.
        attributes: every (element, name, value).
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[str] = []
        self.attributes: list[tuple[str, str, str]] = []
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append(tag)
        self.attributes += [(tag, name, value or "") for name, value in attrs]
