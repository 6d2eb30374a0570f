"""Erasing what was said for good: a whole conversation, or the words of one turn; and the receipt."""

from __future__ import annotations

from typing import TYPE_CHECKING

from vademecum.errors import NotFound, VadeError
from vademecum.model.value import replace
from vademecum.surface.outcomes import http_status
from vademecum.web.pages.visit import Page

if TYPE_CHECKING:
    from vademecum.model.conversation import Turn
    from vademecum.model.recollection import ConversationShown
    from vademecum.web.pages.visit import Answer, Visit

_OTHER = "What you typed is not {}, so nothing was erased."
_GROWN = "More was said there since you opened this page, so nothing was erased. Look at it again below."


def ask(visit: Visit) -> Answer:
    """What would go, and the question."""
    return _form(visit, visit.number("turn"))


def erase(visit: Visit) -> Answer:
    """Erase it if its title, or the number of the turn, was typed, and show the receipt."""
    said = visit.said("turn").strip()
    number = int(said) if said.isdecimal() and len(said) < 10 else 0
    form = _form(visit, number)
    held, talks = form.told["held"], visit.vade.conversations
    if not number and visit.said("turns") != str(held.turns):
        return replace(form, told={**form.told, "refused": _GROWN}, status=409)
    if " ".join(visit.said("title").split()) != form.told["wanted"]:
        other = _OTHER.format("that number" if number else "its title")
        return replace(form, told={**form.told, "refused": other}, status=400)
    try:
        receipt = talks.redact(held.id, number) if number else talks.forget(held.id)
    except VadeError as error:
        return replace(form, told={**form.told, "refused": error.message}, status=http_status(error))
    here = f"/conversations/{held.id}" if number else "/conversations"
    told = {"receipt": receipt, "onward": here}
    return Page(template="silenced.html", title="Receipt", section="conversations", told=told)


def _form(visit: Visit, number: int) -> Page:
    """What would go, and the question; of one turn where a number is given.

    Raises:
        NotFound: there is no such turn, or its words are deleted already.
    """
    first = number or 1
    shown = visit.vade.conversations.show(visit.path["id"], first=first, last=first)
    held = shown.conversation
    turn = _turn(shown, number) if number else None
    named = " ".join((held.title or f"Conversation of {held.host}").split())
    told = {
        "held": held,
        "turn": turn,
        "named": named,
        "wanted": str(number) if number else named,
        "refused": "",
    }
    return Page(template="silence.html", title=f"Erase {named}", section="conversations", told=told)


def _turn(shown: ConversationShown, number: int) -> Turn:
    found = next((one for one in shown.turns if one.seq == number), None)
    if found is None or found.redacted:
        raise NotFound(f"turn {number} of this conversation is not there, or its words are deleted already")
    return found
