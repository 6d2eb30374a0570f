"""The frame around every page: templates filled, rules for the browser, errors told in words of a page."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.responses import HTMLResponse, RedirectResponse, Response

from vademecum.errors import NotFound, VadeError, quoted
from vademecum.model.value import replace
from vademecum.surface.outcomes import TABLE, http_status
from vademecum.web.pages.assets import assets
from vademecum.web.pages.markup import rendered
from vademecum.web.pages.showing import FILTERS, GLOBALS
from vademecum.web.pages.tokens import FIELD
from vademecum.web.pages.visit import Elsewhere, Page, Visitor

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from vademecum.web.pages.visit import Answer

RULES = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=()",
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}
"""What a browser may do with a page: load our own files, send our own forms, and nothing else."""

SECTIONS = (
    ("search", "/search", "Search"),
    ("memories", "/memories", "Memories"),
    ("review", "/review", "Review"),
    ("entities", "/entities", "Entities"),
    ("conversations", "/conversations", "Conversations"),
    ("words", "/words", "Words"),
    ("health", "/health", "Health"),
)
"""Of the navigation: name, where, and what it is called."""


_ANYBODY = Visitor()


@cache
def _templates() -> Environment:
    made = Environment(
        loader=PackageLoader("vademecum.web.pages"),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    made.filters.update(FILTERS, markdown=rendered)
    known: Any = made.globals  # typed after what stands in it from the beginning
    known.update(GLOBALS, assets=assets(), sections=SECTIONS, token_field=FIELD)
    return made


def filled(page: Page, token: str, visitor: Visitor = _ANYBODY) -> str:
    """A page as HTML.

    Args:
        page: what it is made of.
        token: what its forms repeat.
        visitor: who looks at it.
    """
    template = _templates().get_template(page.template)
    return template.render(page.told, page=page, token=token, visitor=visitor)


def response(answer: Answer, token: str, visitor: Visitor = _ANYBODY) -> Response:
    """What a browser is sent; arguments as in `filled`."""
    if isinstance(answer, Elsewhere):
        return RedirectResponse(answer.href, status_code=303, headers=RULES)
    # A page shows what is private, and a form's secret: no cache keeps it.
    headers = {**RULES, "Cache-Control": "no-store"}
    return HTMLResponse(filled(answer, token, visitor), status_code=answer.status, headers=headers)


def is_visited(path: str, headers: Mapping[str, str]) -> bool:
    """Whether somebody at a browser wants to see a page there, and no program asks for data."""
    return "text/html" in headers.get("accept", "") and not path.startswith(_FOR_PROGRAMS)


def lost(path: str) -> Response:
    """A page that says that there is none."""
    return response(trouble(NotFound(f"there is no page {quoted(path)}")), token="")


def refusal(error: VadeError) -> Response:
    """A page that says why there is none for whoever asks."""
    return response(trouble(error), token="")


def turned_away(error: VadeError, status: int) -> Response:
    """A page that says why what was sent was not taken, with a status of its own."""
    return response(replace(trouble(error), status=status), token="")


_LOST = "Perhaps it was erased, or the address was cut. Search for what you meant."
_FOR_PROGRAMS = ("/v1/", "/mcp")


def trouble(error: VadeError) -> Page:
    """An error as a page: what happened, and what to do."""
    advice = TABLE[error.code].advice if error.code in TABLE else ""
    if isinstance(error, NotFound):  # the table speaks of commands, and whoever follows a link typed no id
        advice = _LOST
    told = {"message": error.message, "advice": advice, "code": error.code, "suggestions": error.suggestions}
    return Page(template="trouble.html", title=_named(error), told=told, status=http_status(error))


def _named(error: VadeError) -> str:
    return "Not found" if isinstance(error, NotFound) else "That did not work"
