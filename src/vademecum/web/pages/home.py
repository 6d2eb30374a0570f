"""The first page: what is new, what waits, who there is; and for a newcomer, what to do first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vademecum.model.record import type_names
from vademecum.web.pages.visit import Page

if TYPE_CHECKING:
    from vademecum.web.pages.visit import Answer, Visit

_RECENT, _WAITING, _NAMES, _TALKS = 8, 3, 14, 4


def home(visit: Visit) -> Answer:
    """The first page; of a home without any memory, an introduction."""
    vade = visit.vade
    recent, talks = vade.list(limit=_RECENT), vade.conversations.list(limit=_TALKS)
    stats = visit.stats()
    if not (stats.memories or stats.entities or talks.total):
        return Page(template="welcome.html", title="Welcome", section="home", told=_form(visit))
    told = {
        **_form(visit),
        "stats": stats,
        "recent": recent,
        "queue": vade.queue(limit=_WAITING),
        "names": vade.entities(limit=_NAMES),
        "talks": talks,
    }
    return Page(template="home.html", title="Vademecum", section="home", told=told)


def _form(visit: Visit) -> dict[str, object]:
    return {"types": type_names, "write_scope": visit.vade.scope}
