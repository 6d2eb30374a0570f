"""Conversations: the list, a search in what was said, and a reader."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vademecum.web.pages.visit import Page, address

if TYPE_CHECKING:
    from vademecum.web.pages.visit import Answer, Visit

_A_PAGE, _TURNS, _HITS = 25, 50, 10


def conversations(visit: Visit) -> Answer:
    """The latest conversations, or those turns of all that a query finds."""
    talks, query, offset = visit.vade.conversations, visit.asked("q"), visit.number("offset")
    archived = bool(visit.asked("archived"))
    told = {
        "query": query,
        "offset": offset,
        "a_page": _A_PAGE,
        "archived": archived,
        "found": talks.search(query, workspace="all", limit=_HITS) if query else None,
        "listed": None if query else talks.list(archived=archived, limit=_A_PAGE, offset=offset),
    }
    return Page(template="conversations.html", title="Conversations", section="conversations", told=told)


def conversation(visit: Visit) -> Answer:
    """A part of one conversation, from the turn that is asked for."""
    first = max(1, visit.number("from"))
    shown = visit.vade.conversations.show(visit.path["id"], first=first, last=first + _TURNS - 1)
    held = shown.conversation
    here = f"/conversations/{held.id}"
    last = shown.turns[-1].seq if shown.turns else 0
    told = {
        "held": held,
        "turns": shown.turns,
        "path": shown.path,
        "first": first,
        "last": last,
        "before": address(here, **{"from": max(1, first - _TURNS)}) if first > 1 else "",
        "after": address(here, **{"from": last + 1}) if 0 < last < held.turns else "",
    }
    title = held.title or f"Conversation of {held.host}"
    return Page(template="conversation.html", title=title, section="conversations", told=told)
