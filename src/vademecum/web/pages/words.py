"""Words: which phrasings mean the same, which fields are searched, and by which rules records are joined."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vademecum.errors import VadeError
from vademecum.model.value import replace
from vademecum.surface.outcomes import http_status
from vademecum.web.pages.visit import Elsewhere, Page

if TYPE_CHECKING:
    from vademecum.web.pages.visit import Answer, Visit


def words(visit: Visit) -> Answer:
    """What the owner of this home said of words, fields and rules."""
    return _page(visit)


def teach(visit: Visit) -> Answer:
    """Add two phrasings that mean the same, or remove them."""
    alias, target, scope = visit.said("alias").strip(), visit.said("target").strip(), visit.line("scope")
    try:
        if visit.ticked("remove"):
            visit.vade.remove_alias(alias, target, scope=scope)
        else:
            visit.vade.add_alias(alias, target, scope=scope)
    except VadeError as error:
        page = _page(visit, refused=error.message, alias=alias, target=target)
        return replace(page, status=http_status(error))
    return Elsewhere("/words")


def _page(visit: Visit, *, refused: str = "", alias: str = "", target: str = "") -> Page:
    told = {
        "aliases": visit.vade.aliases(),
        "fields": visit.vade.fields(),
        "rules": visit.vade.graph.rules(),
        "refused": refused,
        "alias": alias,
        "target": target,
    }
    return Page(template="words.html", title="Words", section="words", told=told)
