"""JSONL of our own schema: conversation files as a home keeps them, and memories one a line.

A line of a memory is `{"kind": "memory", "text": …}` with any of `title`, `type`, `tags`, `aliases`, `about`,
`id`, `created`.
"""

from __future__ import annotations

from vademecum.importers.json_stream import lines
from vademecum.importers.outbox import Outbox, rejected, skipped, unread
from vademecum.importers.passages import memories
from vademecum.importers.reading import id_in, name_in, objects_in, text_in, texts_in, time_in
from vademecum.model.conversation import NewConversation, NewTurn, Role, ToolUse
from vademecum.model.importing import ForeignMemory, Named, Reached
from vademecum.text.digest import sha256_hex

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from vademecum.importers.json_stream import Object, Piece
    from vademecum.importers.members import Member
    from vademecum.model.importing import Item

HOST = "vademecum"


def speaks(said: Object) -> bool:
    """Whether a line is one of this format."""
    kind = said.get("kind")
    return (kind == "header" and "host" in said) or (kind == "memory" and "text" in said)


def read(member: Member, begin: Reached) -> Iterator[Item]:
    """Every line."""
    outbox = Outbox()
    passed = begin
    head: NewConversation | None = None
    with member.open() as stream:
        for piece in lines(stream, Reached()):
            place = f"line {piece.place}"
            if piece.said is not None and piece.said.get("kind") == "header":
                head = _head(piece.said)
            elif piece.start >= begin.offset:
                yield from _line(piece, place, head, outbox)
            passed = piece.behind
            if outbox.due:
                yield from outbox.until(passed)
    yield from outbox.until(passed)


def _head(said: Object) -> NewConversation | None:
    host, origin = id_in(said, "host"), id_in(said, "origin_id")
    if not host or not origin:
        return None
    return NewConversation(
        host=host,
        origin_id=origin,
        title=name_in(said, "title"),
        workspace=text_in(said, "workspace", "folder") or None,
        started=time_in(said, "started"),
    )


def _line(piece: Piece, place: str, head: NewConversation | None, outbox: Outbox) -> Iterator[Item]:
    said = piece.said
    if said is None:
        yield unread(piece, place)
        return
    kind = said.get("kind")
    if kind == "memory":
        yield from _memory(said, place)
    elif head is None:
        yield rejected(place, "stands before any header with host and origin_id")
    elif kind == "turn":
        yield from _turn(said, place, head, outbox)
    elif kind == "event" and said.get("event") == "renamed" and (title := name_in(said, "text")):
        yield Named(host=head.host, origin_id=head.origin_id, title=title, place=place)
    elif kind == "event":
        yield skipped(place, "is an event, which is not repeated")
    else:
        yield rejected(place, "is neither a header, a turn, an event nor a memory")


def _turn(said: Object, place: str, head: NewConversation, outbox: Outbox) -> Iterator[Item]:
    origin, text = id_in(said, "id", "origin_id"), said.get("text")
    if not origin or said.get("role") not in ("user", "assistant"):
        yield rejected(place, "is a turn without id or role")
        return
    tools = tuple(
        ToolUse(
            name=name_in(tool, "name") or "tool",
            input_digest=text_in(tool, "input_digest", "input"),
            output_digest=text_in(tool, "output_digest", "output"),
            error=tool.get("error") is True,
        )
        for tool in objects_in(said, "tools")
    )
    if not isinstance(text, str):
        yield skipped(place, "was redacted")
        return
    tokens = said.get("tokens")
    turn = NewTurn(
        origin_id=origin,
        role=Role(said["role"]),
        text=text,
        tools=tools,
        at=time_in(said, "at"),
        tokens=tokens if isinstance(tokens, int) else None,
    )
    outbox.put(head, turn, place)


def _memory(said: Object, place: str) -> Iterator[Item]:
    text = text_in(said, "text")
    if not text:
        yield rejected(place, "is a memory without text")
        return
    origin = id_in(said, "id") or sha256_hex(text.encode("utf-8", "surrogatepass"))[:32]
    yield from memories(
        ForeignMemory(
            host=HOST,
            origin_id=origin,
            text=text,
            title=name_in(said, "title"),
            type=name_in(said, "type"),
            tags=texts_in(said, "tags"),
            aliases=texts_in(said, "aliases"),
            about=texts_in(said, "about"),
            at=time_in(said, "created", "at"),
            place=place,
        )
    )
