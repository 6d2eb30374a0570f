"""The frame around every page: templates filled, rules for the browser, errors told in words of a page."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from jinja2 import Environment, PackageLoader, StrictUndefined
from starlette.responses import HTMLResponse, RedirectResponse, Response

from vademecum.errors import Conflict, LimitExceeded, NotFound, UsageError, VadeError
from vademecum.surface.outcomes import TABLE
from vademecum.web.pages.assets import assets
from vademecum.web.pages.markup import rendered
from vademecum.web.pages.showing import FILTERS, GLOBALS
from vademecum.web.pages.tokens import FIELD
from vademecum.web.pages.visit import Elsewhere, Page

if TYPE_CHECKING:
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
    made.globals.update(GLOBALS, assets=assets(), sections=SECTIONS, token_field=FIELD)
    return made


def filled(page: Page, token: str) -> str:
    """A page as HTML; `token` is what its forms repeat."""
    template = _templates().get_template(page.template)
    return template.render(page.told, page=page, token=token)


def response(answer: Answer, token: str) -> Response:
    """What a browser is sent."""
    if isinstance(answer, Elsewhere):
        return RedirectResponse(answer.href, status_code=303, headers=RULES)
    # A page shows what is private, and a form's secret: no cache keeps it.
    headers = {**RULES, "Cache-Control": "no-store"}
    return HTMLResponse(filled(answer, token), status_code=answer.status, headers=headers)


def trouble(error: VadeError) -> Page:
    """An error as a page: what happened, and what to do."""
    advice = TABLE[error.code].advice if error.code in TABLE else ""
    told = {"message": error.message, "advice": advice, "code": error.code, "suggestions": error.suggestions}
    return Page(template="trouble.html", title=_named(error), told=told, status=status_of(error))


def status_of(error: VadeError) -> int:
    """Status of HTTP for an error."""
    match error:
        case UsageError():
            return 400
        case Conflict():
            return 409
        case LimitExceeded():
            return 413
        case VadeError(error_class="not_found"):
            return 404
        case VadeError(error_class="transient"):
            return 503
        case _:
            return 500


def _named(error: VadeError) -> str:
    return "Not found" if isinstance(error, NotFound) else "That did not work"
