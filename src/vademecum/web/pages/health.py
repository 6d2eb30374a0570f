"""Health: what a check-up finds and how to mend it, and how much there is of what."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vademecum.web.pages.visit import Page

if TYPE_CHECKING:
    from vademecum.web.pages.visit import Answer, Visit

_MONTHS = 24


def health(visit: Visit) -> Answer:
    """A check-up, and counts."""
    stats = visit.vade.stats()
    months = dict(sorted(stats.by_month.items())[-_MONTHS:])
    told = {"check_up": visit.vade.doctor(), "stats": stats, "months": months}
    return Page(template="health.html", title="Health", section="health", told=told)
