"""Health: what a check-up finds and how to mend it, and how much there is of what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vademecum.web.pages.visit import Page

if TYPE_CHECKING:
    from vademecum.web.pages.visit import Answer, Visit

_MONTHS = 24
_CHECK_UP = "check-up"


def health(visit: Visit) -> Answer:
    """Counts, and the last check-up if nothing changed since; a new one where that is asked for, because it
    reads every file, which takes seconds for ten thousand."""
    vade = visit.vade
    if visit.asked("check"):
        visit.lately.put(vade, _CHECK_UP, vade.doctor())
    stats = visit.stats()
    months = dict(sorted(stats.by_month.items())[-_MONTHS:])
    told = {"check_up": visit.lately.known(vade, _CHECK_UP), "stats": stats, "months": months}
    return Page(template="health.html", title="Health", section="health", told=told)
