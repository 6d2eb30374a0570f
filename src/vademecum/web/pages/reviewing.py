"""The review queue: what waits for a person, what it would change, and the decision."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vademecum.errors import NotFound, VadeError
from vademecum.model.value import replace
from vademecum.surface.outcomes import http_status
from vademecum.web.pages.choices import narrowed
from vademecum.web.pages.visit import Elsewhere, Page, address

if TYPE_CHECKING:
    from vademecum.web.pages.visit import Answer, Visit

_MOST = 50
_STEPS = ("approve", "reject", "propose", "publish")

DECIDED = {
    "approved": "Approved.",
    "rejected": "Rejected.",
    "proposed": "Proposed; it waits for somebody's yes.",
    "published": "Published into the folder of the team.",
    "superseded": "Approved: it took the place of what was true until now.",
    "retracted": "Approved: it is retracted.",
    "deprecated": "Approved: it is deprecated.",
    "archived": "Approved: it is archived.",
    "still_holds": "It still holds.",
    "kept": "Kept as it is.",
}
"""What a visitor is told after a decision, by its outcome."""

WAITS = {
    "replacement": ("Would replace another", "approve", "reject"),
    "retirement": ("Would be retired", "approve", "reject"),
    "proposal": ("Proposed", "approve", "reject"),
    "doubt": ("In doubt", "approve", ""),
    "approved": ("Approved, not published", "publish", ""),
    "draft": ("Draft", "propose", ""),
}
"""Why something waits -> in words, the step that says yes, and the one that says no where there is one."""


def queue(visit: Visit) -> Answer:
    """Everything that waits, most pressing first."""
    return _page(visit, DECIDED.get(visit.asked("done"), ""))


def decide(visit: Visit) -> Answer:
    """Say yes or no to one thing."""
    step = visit.path["step"]
    if step not in _STEPS:
        raise NotFound(f"there is no step {step!r} of a review")
    try:
        done = getattr(visit.vade, step)(visit.path["id"], by=visit.by, note=visit.line("note"))
    except VadeError as error:
        return replace(_page(visit, "", refused=error.message), status=http_status(error))
    return Elsewhere(address("/review", done=done.outcome))


def _page(visit: Visit, done: str, *, refused: str = "") -> Page:
    chosen = narrowed(visit)
    found = visit.vade.queue(scopes=chosen.scopes, limit=_MOST)
    told = {"queue": found, "done": done, "refused": refused, "waits": WAITS}
    return Page(template="review.html", title="Review", section="review", told=told)
