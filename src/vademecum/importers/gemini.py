"""Gemini CLI sessions: one JSON object with `messages`, or the same messages as JSONL behind a line of
`session_metadata`."""

from __future__ import annotations

from vademecum.importers.json_stream import elements, lines, outer_fields
from vademecum.importers.outbox import Outbox, Spoken, skipped, unread
from vademecum.importers.reading import id_in, name_in, object_in, objects_in, text_in, time_in
from vademecum.model.conversation import NewConversation, NewTurn, Role
from vademecum.model.importing import Reached
from vademecum.model.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from vademecum.importers.json_stream import Object, Piece
    from vademecum.importers.members import Member
    from vademecum.model.importing import Item

HOST = "gemini"

_SPEAKERS = {
    "user": Role.USER,
    "gemini": Role.ASSISTANT,
    "model": Role.ASSISTANT,
    "assistant": Role.ASSISTANT,
}


def speaks(said: Object) -> bool:
    """Whether a line is one of this format."""
    kind = said.get("type")
    return kind == "session_metadata" or (
        kind in ("user", "gemini") and "uuid" not in said and "content" in said
    )


def is_session(keys: frozenset[str]) -> bool:
    """Whether an object with these keys is a whole session."""
    return "messages" in keys and "sessionId" in keys


def read(member: Member, begin: Reached) -> Iterator[Item]:
    """Every message of one session in JSON."""
    del begin  # it is written as a whole each time
    head = _head(member)
    outbox = Outbox()
    with member.open() as stream:
        for piece in elements(stream, "messages"):
            yield from _message(piece, f"message {piece.place}", head, outbox)
    yield from outbox.batches()


def read_lines(member: Member, begin: Reached) -> Iterator[Item]:
    """Every message of one session in JSONL."""
    outbox = Outbox()
    head = NewConversation(host=HOST, origin_id=member.bare)
    passed = begin
    with member.open() as stream:
        for piece in lines(stream, Reached()):
            said = piece.said or {}
            if said.get("type") == "session_metadata":
                head = _named(head, said)
            if piece.start >= begin.offset:
                yield from _message(piece, f"line {piece.place}", head, outbox)
                passed = piece.behind
            if outbox.due:
                yield from outbox.until(passed)
    yield from outbox.until(passed)


def _head(member: Member) -> NewConversation:
    """The session as its own fields name it; they are small, the messages are not."""
    head = NewConversation(host=HOST, origin_id=member.bare)
    with member.open() as stream:
        return _named(head, outer_fields(stream))


def _named(head: NewConversation, said: Object) -> NewConversation:
    return replace(
        head,
        origin_id=id_in(said, "sessionId", "session_id") or head.origin_id,
        started=time_in(said, "startTime", "timestamp") or head.started,
        title=name_in(said, "summary", "title") or head.title,
        workspace=text_in(said, "cwd", "projectRoot") or head.workspace,
    )


def _message(piece: Piece, place: str, head: NewConversation, outbox: Outbox) -> Iterator[Item]:
    said = piece.said
    if said is None:
        yield unread(piece, place)
        return
    role = _SPEAKERS.get(str(said.get("type") or said.get("role")))
    if role is None:
        yield skipped(place, "is the host's own record")
        return
    spoken = Spoken(piece, id_in(said, "id") or f"n{piece.place}", time_in(said, "timestamp"))
    spoken.texts += filter(None, [_words(said)])
    for call in objects_in(said, "toolCalls"):
        number = id_in(call, "id") or id_in(call, "name")
        spoken.call(number, name_in(call, "name", "displayName"), call.get("args"))
        failed = call.get("status") in ("error", "cancelled")
        spoken.answer(number, call.get("resultDisplay") or call.get("result"), error=failed)
    turn = spoken.turn()
    if not turn.text and not turn.tools:
        yield skipped(place, "holds no words")
    elif role is Role.USER:
        outbox.put(head, NewTurn(origin_id=turn.origin_id, role=role, text=turn.text, at=turn.at), place)
    else:
        outbox.put(head, turn, place)


def _words(said: Object) -> str:
    """A message's text, which is one string or a list of parts; thoughts stand elsewhere."""
    content = said.get("content")
    if isinstance(content, str):
        return content.strip()
    if alone := text_in(object_in(said, "content"), "text"):
        return alone
    parts = [
        *objects_in(said, "content"),
        *objects_in(said, "parts"),
        *objects_in(object_in(said, "message"), "parts"),
    ]
    return "\n\n".join(filter(None, (text_in(part, "text") for part in parts)))
