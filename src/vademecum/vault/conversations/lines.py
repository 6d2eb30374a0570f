"""One line of a conversation's file: JSON, written in one order of fields and read in any."""

from __future__ import annotations

import json
from json import JSONEncoder
from typing import cast

from vademecum.errors import Unreadable
from vademecum.model.conversation import ConversationId, Event, EventKind, Header, Role, ToolUse, Turn
from vademecum.text.chaining import ENCODING, content_hash, header_hash, line_hash

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

    from vademecum.model.conversation import NewTurn

    Fields = Mapping[str, Any]

MAX_LINE_BYTES = 64 << 20
"""A line is held in memory as a whole. The longest message that any host is known to write is 15 MB."""

TURN_BEGINS = b'{"kind":"turn","seq":'
"""How every line of a turn begins that was written here; `seq` and `id` can be read without the rest."""

_plain = JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_ascii = JSONEncoder(ensure_ascii=True, separators=(",", ":")).encode


class BadLine(Exception):
    """A line that is none of ours; the message says why."""


def written(fields: Fields) -> bytes:
    """A line, its end included. Halves of surrogate pairs stay what they are, as JSON escapes."""
    try:
        return _plain(fields).encode() + b"\n"
    except UnicodeEncodeError:
        return _ascii(fields).encode() + b"\n"


def header_line(header: Header) -> bytes:
    """The first line of a file."""
    return written(
        {
            "kind": "header",
            "version": ENCODING,
            "id": header.id,
            "title": header.title,
            "workspace": header.workspace,
            "folder": header.folder,
            "host": header.host,
            "origin_id": header.origin_id,
            "started": header.started,
            "parent": header.parent,
            "hash": header.hash,
        }
    )


def turn_line(new: NewTurn, seq: int, salt: str, prev_hash: str) -> tuple[bytes, str]:
    """The line of a new turn and its hash. No `Turn` is made of it: an import writes thousands a second."""
    tokens = None if new.tokens is None else str(new.tokens)
    content = content_hash(salt, new.text, new.tools)
    role = new.role.value
    hash = line_hash(prev_hash, "turn", (str(seq), new.origin_id, role, content, new.at, tokens))
    line = written(
        {
            "kind": "turn",
            "seq": seq,
            "id": new.origin_id,
            "role": role,
            "text": new.text,
            "tools": [_tool(tool) for tool in new.tools],
            "salt": salt,
            "at": new.at,
            "tokens": new.tokens,
            "prev_hash": prev_hash,
            "hash": hash,
        }
    )
    return line, hash


def redacted_line(turn: Turn) -> bytes:
    """The line of a turn without its words; the hash stays."""
    return written(
        {
            "kind": "turn",
            "seq": turn.seq,
            "id": turn.id,
            "role": turn.role.value,
            "content_hash": turn.content_hash,
            "at": turn.at,
            "tokens": turn.tokens,
            "prev_hash": turn.prev_hash,
            "hash": turn.hash,
        }
    )


def event_line(event: Event) -> bytes:
    """The line of an event."""
    return written(
        {
            "kind": "event",
            "event": event.event.value,
            "at": event.at,
            "text": event.text,
            "turn": event.turn,
            "prev_hash": event.prev_hash,
            "hash": event.hash,
        }
    )


def _tool(tool: ToolUse) -> dict[str, object]:
    return {
        "name": tool.name,
        "input": tool.input_digest,
        "output": tool.output_digest,
        "error": tool.error,
    }


def turn_hash(turn: Turn) -> str:
    """What the hash of a turn has to be."""
    tokens = None if turn.tokens is None else str(turn.tokens)
    said = (str(turn.seq), turn.id, turn.role.value, turn.content_hash, turn.at, tokens)
    return line_hash(turn.prev_hash, "turn", said)


def event_hash(event: Event) -> str:
    """What the hash of an event has to be."""
    turn = None if event.turn is None else str(event.turn)
    return line_hash(event.prev_hash, "event", (event.event.value, event.at, event.text, turn))


def true_hash(content: Header | Turn | Event) -> str:
    """What the hash of a line has to be."""
    match content:
        case Header():
            return header_hash(content)
        case Turn():
            return turn_hash(content)
        case Event():
            return event_hash(content)


def read_line(line: bytes) -> Header | Turn | Event:
    """A line as a value.

    Raises:
        BadLine: it is no line of ours.
        Unreadable: it begins a file of an encoding that is not known here.
    """
    if len(line) > MAX_LINE_BYTES:
        raise BadLine(f"it is longer than {MAX_LINE_BYTES >> 20} MiB")
    try:
        said = json.loads(line)
    except (ValueError, RecursionError) as error:
        raise BadLine(f"it is no JSON ({error})") from None
    if not isinstance(said, dict):
        raise BadLine("it is no JSON object")
    fields = cast("Fields", said)
    kind = fields.get("kind")
    reader = _READERS.get(kind) if isinstance(kind, str) else None
    if reader is None:
        raise BadLine("its kind is neither header, turn nor event")
    try:
        return reader(fields)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        raise BadLine(f"a field is missing or malformed ({error})") from None


def _header(fields: Fields) -> Header:
    if fields["version"] != ENCODING:
        raise Unreadable(
            f"a conversation is written in version {fields['version']!r} of the encoding, and this program "
            f"knows version {ENCODING}; update it"
        )
    return Header(
        id=ConversationId(_text(fields["id"])),
        host=_text(fields["host"]),
        origin_id=_text(fields["origin_id"]),
        title=_text_or_none(fields["title"]),
        workspace=_text_or_none(fields["workspace"]),
        folder=_text_or_none(fields["folder"]),
        started=_text_or_none(fields["started"]),
        parent=ConversationId(parent) if (parent := _text_or_none(fields["parent"])) is not None else None,
        hash=_text(fields["hash"]),
    )


def _turn(fields: Fields) -> Turn:
    salt = _text_or_none(fields.get("salt"))
    text = _text(fields["text"]) if salt is not None else None
    tools = tuple(_read_tools(fields["tools"])) if salt is not None else ()
    if salt is not None and text is not None:
        content = content_hash(salt, text, tools)
    else:
        content = _text(fields["content_hash"])
    return Turn(
        seq=_number(fields["seq"]),
        id=_text(fields["id"]),
        role=Role(fields["role"]),
        text=text,
        tools=tools,
        at=_text_or_none(fields["at"]),
        tokens=None if fields["tokens"] is None else _number(fields["tokens"]),
        salt=salt,
        content_hash=content,
        prev_hash=_text(fields["prev_hash"]),
        hash=_text(fields["hash"]),
    )


def _read_tools(tools: Sequence[Fields]) -> list[ToolUse]:
    return [
        ToolUse(
            name=_text(tool["name"]),
            input_digest=_text(tool["input"]),
            output_digest=_text(tool["output"]),
            error=tool["error"] is True,
        )
        for tool in tools
    ]


def _event(fields: Fields) -> Event:
    return Event(
        event=EventKind(fields["event"]),
        at=_text(fields["at"]),
        text=_text_or_none(fields["text"]),
        turn=None if fields["turn"] is None else _number(fields["turn"]),
        prev_hash=_text(fields["prev_hash"]),
        hash=_text(fields["hash"]),
    )


_READERS: dict[str, Callable[[Fields], Header | Turn | Event]] = {
    "header": _header,
    "turn": _turn,
    "event": _event,
}


def _text(found: object) -> str:
    if not isinstance(found, str):
        raise TypeError(f"{found!r:.40} is no text")
    return found


def _text_or_none(found: object) -> str | None:
    return None if found is None else _text(found)


def _number(found: object) -> int:
    if not isinstance(found, int) or isinstance(found, bool):
        raise TypeError(f"{found!r:.40} is no number")
    return found
