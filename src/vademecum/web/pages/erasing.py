"""Erasing a record for good: what would go, the title typed as a confirmation, and the receipt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vademecum.errors import VadeError
from vademecum.model.record import Entity
from vademecum.model.value import replace
from vademecum.surface.outcomes import http_status
from vademecum.web.pages.memories import version_of
from vademecum.web.pages.visit import Page

if TYPE_CHECKING:
    from vademecum.model.answer import Stored
    from vademecum.web.pages.visit import Answer, Visit

_OTHER = "What you typed is not its title, so nothing was erased."
_CHANGED = "It was changed since you opened this page, so nothing was erased. Look at it again below."


def ask(visit: Visit) -> Answer:
    """What would go, and the question."""
    return _form(visit, visit.vade.get(visit.path["id"]))


def erase(visit: Visit) -> Answer:
    """Erase it if its title was typed, and show the receipt; a reload of that page erases nothing."""
    stored = visit.vade.get(visit.path["id"])
    if visit.said("version") != version_of(stored):
        return replace(_form(visit, stored, refused=_CHANGED), status=409)
    if " ".join(visit.said("title").split()) != title_of(stored):
        return replace(_form(visit, stored, refused=_OTHER), status=400)
    try:
        receipt = visit.vade.forget(stored.record.id, aliases=visit.ticked("aliases"))
    except VadeError as error:
        return replace(_form(visit, stored, refused=error.message), status=http_status(error))
    told = {"receipt": receipt}
    return Page(template="receipt.html", title="Receipt", section="memories", told=told)


def title_of(stored: Stored) -> str:
    """What has to be typed: the title on one line, or the key of what has none."""
    return " ".join(_named(stored).split()) or stored.key


def _named(stored: Stored) -> str:
    record = stored.record
    return record.name if isinstance(record, Entity) else record.title or ""


def _form(visit: Visit, stored: Stored, *, refused: str = "") -> Page:
    told = {
        "stored": stored,
        "record": stored.record,
        "named": _named(stored),
        "title": title_of(stored),
        "version": version_of(stored),
        "plan": visit.vade.forget(stored.record.id, dry_run=True),
        "refused": refused,
    }
    return Page(template="erase.html", title=f"Erase {title_of(stored)}", section="memories", told=told)
