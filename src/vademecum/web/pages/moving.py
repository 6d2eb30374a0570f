"""What becomes of a memory: replaced, retracted, deprecated, archived or restored, foreseen first."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vademecum.errors import NotFound, VadeError
from vademecum.model.value import replace
from vademecum.surface.outcomes import http_status
from vademecum.web.pages.editing import Draft, difference, unplaced
from vademecum.web.pages.erasing import title_of
from vademecum.web.pages.memories import version_of
from vademecum.web.pages.visit import Elsewhere, Page, memory_at

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from vademecum.model.answer import Stored
    from vademecum.model.foreseen import Foreseen
    from vademecum.model.record import Record
    from vademecum.model.reviewed import Comparison
    from vademecum.web.pages.visit import Answer, Visit

MOVES: Mapping[str, tuple[str, str]] = {
    "supersede": ("Replace", "What it says was true until now. Write what is true from now on."),
    "retract": ("Retract", "It was never true. Nobody is shown it again, and nothing brings it back."),
    "deprecate": ("Deprecate", "It still works, and should not be used. It is shown last, marked."),
    "archive": ("Archive", "It is put out of the way; a list of everything still shows it."),
    "restore": ("Restore", "It is shown again as before."),
}
"""Verb -> what its button says, and what it means."""

_CHANGED = "It was changed since you opened this page, so nothing was done. Look at it again below."


def ask(visit: Visit) -> Answer:
    """What a step means and would bring about, before it is taken."""
    verb, stored = _asked(visit)
    return _form(visit, verb, stored)


def move(visit: Visit) -> Answer:
    """Take a step, unless what it concerns was changed meanwhile, or it is only to be shown first."""
    try:
        verb, stored = _asked(visit)
    except NotFound as error:
        return unplaced(visit, Draft(text=visit.said("text")), error)
    record_id, reason = stored.record.id, visit.line("reason")
    if visit.said("version") != version_of(stored):
        return replace(_form(visit, verb, stored, refused=_CHANGED), status=409)
    expected = stored.record.updated
    try:
        if verb != "supersede":
            revised = getattr(visit.vade, verb)(
                record_id, reason=reason, by=visit.by, expected_updated=expected
            )
            return Elsewhere(memory_at(record_id, done=revised.outcome))
        text = visit.said("text")
        if visit.ticked("preview"):
            answer, foreseen = visit.vade.try_out("supersede", record_id, text, reason=reason)
            change = difference(stored.record, answer.memory.record)
            return _form(visit, verb, stored, change=change, foreseen=foreseen)
        done = visit.vade.supersede(record_id, text, reason=reason, expected_updated=expected)
    except VadeError as error:
        return replace(_form(visit, verb, stored, refused=error.message), status=http_status(error))
    return Elsewhere(memory_at(done.memory.record.id, done=done.outcome))


def _asked(visit: Visit) -> tuple[str, Stored]:
    """The step, and what it concerns.

    Raises:
        NotFound: there is no such step, or nothing has the id.
    """
    verb = visit.path["verb"]
    if verb not in MOVES:
        raise NotFound(f"there is no page {verb!r} of a memory")
    return verb, visit.vade.get(visit.path["id"])


def _form(
    visit: Visit,
    verb: str,
    stored: Stored,
    *,
    refused: str = "",
    change: Comparison | None = None,
    foreseen: Foreseen | None = None,
) -> Page:
    if verb != "supersede" and not refused:
        try:
            foreseen = visit.vade.what_if(verb, stored.record.id)
        except VadeError as error:
            refused = error.message
    told: dict[str, Any] = {
        "verb": verb,
        "named": MOVES[verb][0],
        "means": MOVES[verb][1],
        "stored": stored,
        "memory": stored.record,
        "title": title_of(stored),
        "version": version_of(stored),
        "text": visit.said("text") or _said_by(stored.record),
        "reason": visit.said("reason"),
        "refused": refused,
        "change": change,
        "foreseen": foreseen,
    }
    return Page(template="move.html", title=MOVES[verb][0], section="memories", told=told)


def _said_by(record: Record) -> str:
    return record.body.strip()
