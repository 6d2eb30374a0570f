"""Tools that show one thing whole: open, fetch. What was stored is framed, so that it cannot speak."""

from __future__ import annotations

from vademecum.errors import NotFound
from vademecum.mcp.addresses import read_address, uri_of
from vademecum.mcp.answer import Answer, link_of, with_notes
from vademecum.model.record import Entity
from vademecum.retrieval.framing import framed
from vademecum.retrieval.packing import safe_line
from vademecum.text import telling

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from vademecum.engine.conversations.verbs import ConversationVerbs
    from vademecum.mcp.desk import Desk
    from vademecum.model.answer import Stored

MOST_TURNS = 200
"""Turns of a conversation that are shown at once, the newest; each can be opened by itself."""


def open_(desk: Desk, address: str) -> Answer:
    """The whole of a memory, an entity, a turn or a conversation.

    Raises:
        NotFound, Ambiguous: nothing that may be read here has the address, or several things have.
    """
    named = read_address(address)
    match named.kind:
        case "turn":
            return _turn(desk, f"turn:{named.handle}")
        case "conversation":
            return _conversation(desk, named.handle)
        case _:
            return _record(desk.record(named.handle))


def fetch(desk: Desk, id: str) -> Answer:
    """`open` as clients want it that cite what they found."""
    shown = open_(desk, id)
    data = {
        "id": shown.data["address"],
        "title": shown.data["title"] or shown.data["address"],
        "text": shown.data["text"],
        "url": shown.links[0].uri if shown.links else uri_of(shown.data["address"]),
        "metadata": {"kind": shown.data["kind"]},
    }
    return Answer(data=data)


def _record(stored: Stored) -> Answer:
    record = stored.record
    title = record.name if isinstance(record, Entity) else record.title or ""
    text = with_notes(
        framed((_named(f"memory:{record.id}", stored.key, title), _state(stored)), record.body),
        stored.warnings,
    )
    data: dict[str, Any] = {
        "address": f"memory:{record.id}",
        "kind": record.kind.value,
        "key": safe_line(stored.key),
        "title": safe_line(title),
        "text": text,
        "updated": record.updated.isoformat() if record.updated else None,
        "path": link_of(stored).name,
    }
    return Answer(data=data, said=text, links=(link_of(stored),))


def _named(*parts: str) -> str:
    return " · ".join(filter(None, parts))


def _state(stored: Stored) -> str:
    """What is to be known of a record besides its text, on one line."""
    record = stored.record
    where = f"{stored.path}#L{stored.lines[0]}-L{stored.lines[1]}"
    changed = f"updated {record.updated.date().isoformat()}" if record.updated else ""
    if isinstance(record, Entity):
        names = f"also {', '.join(record.aliases)}" if record.aliases else ""
        return _named(record.label, names, changed, where)
    doubt = f"needs review: {record.needs_review.reason}" if record.needs_review else ""
    about = f"about {', '.join(record.entities)}" if record.entities else ""
    tags = " ".join(f"#{tag}" for tag in record.tags)
    source = f"said by {record.sources[0].kind.value}" if record.sources else ""
    return _named(record.type.value, record.status.value, doubt, about, tags, source, changed, where)


def _turn(desk: Desk, address: str) -> Answer:
    found = desk.vade.conversations.open(address)
    if found.kind == "missing":
        raise NotFound(telling.MISSING)
    heading, _, said = telling.opened(found).partition("\n")
    text = framed((heading,), said)
    data = {
        "address": address,
        "kind": "turn",
        "title": safe_line(found.title or ""),
        "text": text,
        "role": found.role.value if found.role else None,
        "at": found.at,
    }
    return Answer(data=data, said=text)


def _conversation(desk: Desk, handle: str) -> Answer:
    """The turns of a conversation of this workspace.

    Raises:
        NotFound, Ambiguous: none has the handle, or several have; a foreign one is answered alike.
    """
    talks = desk.vade.conversations
    shown = talks.show(handle, newest=MOST_TURNS)
    held = shown.conversation
    if not _of_here(talks, held.id, shown.turns[-1].seq if shown.turns else 1):
        raise NotFound(telling.MISSING)
    lines = [
        f"{telling.speaker(turn.role)} ({turn.seq}): {telling.flat(turn.text or '')}" for turn in shown.turns
    ]
    text = framed((f"conversation:{held.id} · {telling.titled(held.title)}",), "\n".join(lines))
    data = {
        "address": f"conversation:{held.id}",
        "kind": "conversation",
        "title": safe_line(held.title or ""),
        "text": text,
    }
    return Answer(data=data, said=text)


def _of_here(talks: ConversationVerbs, conversation: str, seq: int) -> bool:
    """Whether a turn of it may be opened in this workspace."""
    return talks.open(f"turn:{conversation}#{seq}").kind != "missing"
