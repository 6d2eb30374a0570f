"""Memories: leafing through them, and one of them with its file, history and relations."""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

from vademecum.errors import NotFound
from vademecum.markdown.writing import render
from vademecum.model.edges import EdgeOrigin
from vademecum.model.record import Entity, Memory, Status
from vademecum.model.value import value
from vademecum.web.pages.choices import narrowed, offered
from vademecum.web.pages.visit import Elsewhere, Page, address, entity_at, memory_at

if TYPE_CHECKING:
    from vademecum.engine.vade import Vade
    from vademecum.model.answer import Stored
    from vademecum.model.graph import Edge
    from vademecum.web.pages.visit import Answer, Visit

_A_PAGE = 25
_MOST_LINKS = 100

DONE = {
    "created": "Kept.",
    "existing": "This was known already; nothing was written.",
    "reinforced": "This was known already, and has one more source now.",
    "refined": "This said more of something known, which it completes now.",
    "superseded": "Kept; it takes the place of what was true until now.",
    "proposed": "It waits for review.",
    "echo": "This was just recalled, and nobody said it anew; nothing was written.",
    "saved": "Saved.",
    "restated": "Saved. The new text does not say all that was claimed beside it: see what is claimed now.",
    "same": "Nothing was changed.",
    "retracted": "Retracted: it was never true.",
    "deprecated": "Deprecated: it still works, and should not be used.",
    "archived": "Archived.",
    "active": "Restored.",
    "unchanged": "It was so already.",
    "linked": "Said on its page.",
    "unlinked": "Taken back.",
    "merged": "It stands for both from now on.",
    "unmerged": "It stands for itself again.",
}
"""What a visitor is told after something was done, by its outcome."""


@value(kw_only=True)
class Ties:
    """What a record hangs together with.

    Attributes:
        out, into: relations that begin, or end, at it.
        truncated: there are more.
    """

    out: tuple[Edge, ...] = ()
    into: tuple[Edge, ...] = ()
    truncated: bool = False


def memories(visit: Visit) -> Answer:
    """A page of the list, latest change first."""
    chosen, offset = narrowed(visit), visit.number("offset")
    listed = visit.vade.list(
        include=chosen.include,
        scopes=chosen.scopes,
        types=chosen.types,
        tags=chosen.tags,
        statuses=chosen.statuses,
        limit=_A_PAGE,
        offset=offset,
    )
    told = {**offered(visit, chosen), "listed": listed, "offset": offset, "a_page": _A_PAGE}
    return Page(template="memories.html", title="Memories", section="memories", told=told)


def memory(visit: Visit) -> Answer:
    """Everything about one memory."""
    stored = visit.vade.get(visit.path["id"])
    record = stored.record
    if isinstance(record, Entity):
        return Elsewhere(entity_at(record.id, done=visit.asked("done")))
    told = {
        "stored": stored,
        "memory": record,
        "file_text": file_text(stored),
        "history": visit.vade.history(record.id),
        "ties": ties(visit.vade, record.id),
        "done": DONE.get(visit.asked("done"), ""),
        "moves": moves_of(record),
    }
    return Page(template="memory.html", title=record.title or stored.key, section="memories", told=told)


def moves_of(record: Memory | Entity) -> tuple[str, ...]:
    """What can be done with a record as it stands, by the names of the verbs."""
    match record.status:
        case Status.ACTIVE if isinstance(record, Memory):
            return ("supersede", "deprecate", "archive", "retract")
        case Status.ACTIVE:
            return ("archive",)
        case Status.DEPRECATED:
            return ("supersede", "restore", "archive", "retract")
        case Status.ARCHIVED:
            return ("restore",)
        case _:
            return ("archive",) if record.status is Status.SUPERSEDED else ()


def named(visit: Visit) -> Answer:
    """What a name in a text means: its page, or the pages that it may mean."""
    name = visit.asked("name")
    try:
        record = visit.vade.get(name).record
        return Elsewhere(memory_at(record.id))
    except NotFound:
        nodes = visit.vade.graph.node(name)
    known = [card.node for card in nodes.cards if not card.node.id.startswith("name:")]
    if len(known) == 1:
        return Elsewhere(memory_at(known[0].id))
    if not known:
        return Elsewhere(address("/search", q=name))
    return Page(template="named.html", title=name, told={"name": name, "nodes": known})


def ties(vade: Vade, record_id: str) -> Ties:
    """Its relations, without those of its chain, which its history tells."""
    try:
        found = vade.graph.edges(record_id, limit=_MOST_LINKS)
    except NotFound:
        return Ties()
    here = {node.id for node in found.start}
    told = [edge for edge in found.edges if edge.origin is not EdgeOrigin.CHAIN]
    return Ties(
        out=tuple(edge for edge in told if edge.subject in here),
        into=tuple(edge for edge in told if edge.subject not in here),
        truncated=found.truncated,
    )


def file_text(stored: Stored) -> str:
    """The text of a record's file; where rows are the truth, the file that it would be."""
    if stored.file:
        try:
            return Path(stored.file).read_bytes().decode("utf-8", "replace")
        except OSError:  # it went since it was looked up; what was read of it stands below
            pass
    return render(stored.record).decode()


def version_of(stored: Stored) -> str:
    """What a form repeats, so that nobody overwrites what another has written meanwhile."""
    return sha256(file_text(stored).encode()).hexdigest()[:32]
