"""Searching: what matches with its evidence, what an agent would be told, and why one is not found."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vademecum.errors import QuerySyntaxError, VadeError
from vademecum.web.pages.choices import narrowed, offered
from vademecum.web.pages.visit import Page

if TYPE_CHECKING:
    from vademecum.engine.vade import Vade
    from vademecum.web.pages.choices import Narrowed
    from vademecum.web.pages.visit import Answer, Visit

_SHOWN, _MOST = 12, 50
_MODES = (("any", "any of the words"), ("all", "all of the words"), ("expert", "with operators"))
_VIEWS = (("search", "Everything that matches"), ("recall", "What an agent is told"))


def search(visit: Visit) -> Answer:
    """Results of a query, if there is one; with ``part`` only they, for a page that is there already."""
    query, chosen = visit.asked("q"), narrowed(visit)
    view = visit.asked("view") if visit.asked("view") in dict(_VIEWS) else _VIEWS[0][0]
    limit = min(visit.number("limit") or _SHOWN, _MOST)
    told: dict[str, object] = {"query": query, "view": view, "chosen": chosen, "limit": limit, "most": _MOST}
    told |= {"mode": visit.asked("mode") or "any", "found": None, "digest": "", "refused": ""}
    if query:
        told |= _found(visit, query, chosen, view, limit)
    title = f"{query} – search" if query else "Search"
    if visit.asked("part"):
        return Page(template="results.html", title=title, told=told, part=True)
    told |= {**offered(visit, chosen), "modes": _MODES, "views": _VIEWS}
    return Page(template="search.html", title=title, section="search", told=told)


def _found(visit: Visit, query: str, chosen: Narrowed, view: str, limit: int) -> dict[str, object]:
    try:
        if view == "recall":
            return _recalled(visit.vade, query, chosen, limit)
        return {"found": _searched(visit, query, chosen, limit)}
    except QuerySyntaxError as error:  # of a query that is still being typed
        return {"refused": error.message}


def _searched(visit: Visit, query: str, chosen: Narrowed, limit: int) -> object:
    return visit.vade.search(
        query,
        mode=visit.asked("mode") or "any",
        scopes=chosen.scopes,
        types=chosen.types,
        tags=chosen.tags,
        include=chosen.include,
        limit=limit,
        explain=True,
    )


def _recalled(vade: Vade, query: str, chosen: Narrowed, limit: int) -> dict[str, object]:
    recall = vade.recall(
        query,
        scopes=chosen.scopes,
        types=chosen.types,
        tags=chosen.tags,
        include=chosen.include,
        limit=min(limit, _SHOWN),
        explain=True,
    )
    return {"found": recall, "digest": vade.digest(recall)}


def why(visit: Visit) -> Answer:
    """One record judged against one query, found by it or not."""
    query, handle = visit.asked("q"), visit.asked("id")
    told: dict[str, object] = {"query": query, "handle": handle, "why": None, "refused": ""}
    if query and handle:
        try:
            told["why"] = visit.vade.why(query, handle, verb="recall")
        except VadeError as error:
            told["refused"] = error.message
    return Page(template="why.html", title="Why, or why not", section="search", told=told)
