"""Claude.ai exports: a bare array of conversations known by `chat_messages`, projects with their documents,
and what the service remembered by itself.

No field of an export links a conversation to its project, so none is made up.
"""

from __future__ import annotations

from vademecum.importers.json_stream import elements
from vademecum.importers.outbox import Outbox, Spoken, rejected, skipped, unread
from vademecum.importers.passages import memories
from vademecum.importers.reading import (
    id_in,
    name_in,
    named,
    object_in,
    objects_in,
    text_in,
    time_in,
)
from vademecum.model.conversation import NewConversation, NewTurn, Role
from vademecum.model.importing import ForeignMemory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from vademecum.importers.json_stream import Object, Piece
    from vademecum.importers.members import Member
    from vademecum.model.importing import Item, Reached

HOST = "claude-ai"

_MEMORY_FIELDS = ("conversations_memory", "memory", "content", "text")


def is_export(keys: frozenset[str]) -> bool:
    """Whether an object with these keys is an element of one of the export's files."""
    return (
        "chat_messages" in keys
        or ("uuid" in keys and not keys.isdisjoint(("docs", "prompt_template")))
        or not keys.isdisjoint(("conversations_memory", "project_memories"))
    )


def read(member: Member, begin: Reached) -> Iterator[Item]:
    """Every message of every conversation, every project and every memory."""
    del begin  # an export is written once
    with member.open() as stream:
        for piece in elements(stream):
            place = f"element {piece.place}"
            if piece.said is None:
                yield unread(piece, place)
            elif "chat_messages" in piece.said:
                yield from _conversation(piece.said, piece, place)
            elif "docs" in piece.said or "prompt_template" in piece.said:
                yield from _project(piece.said, place)
            else:
                yield from _remembered(piece.said, place)


def _conversation(said: Object, piece: Piece, place: str) -> Iterator[Item]:
    origin = id_in(said, "uuid", "id")
    if not origin:
        yield rejected(place, "has no uuid")
        return
    conversation = NewConversation(
        host=HOST,
        origin_id=origin,
        title=name_in(said, "name"),
        started=time_in(said, "created_at", "updated_at"),
    )
    outbox = Outbox()
    for number, message in enumerate(objects_in(said, "chat_messages"), 1):
        spot = f"{place}, message {number}"
        uuid = id_in(message, "uuid") or f"message-{number}"
        turn = _turn(message, uuid, piece)
        if turn is None:
            yield skipped(spot, "holds no words")
        else:
            outbox.put(conversation, turn, spot)
    yield from outbox.batches()


def _turn(message: Object, uuid: str, piece: Piece) -> NewTurn | None:
    at = time_in(message, "created_at", "updated_at")
    spoken = Spoken(piece, uuid, at)
    for block in objects_in(message, "content"):
        match block.get("type"):
            case "tool_use":
                spoken.call(id_in(block, "id", "name"), name_in(block, "name"), block.get("input"))
            case "tool_result":
                number = id_in(block, "tool_use_id", "name")
                spoken.answer(number, _result(block), error=block.get("is_error") is True)
            case "thinking" | "token_budget" | "flag":
                pass
            case _:
                spoken.texts += filter(None, [text_in(block, "text")])
    if not spoken.texts and (text := text_in(message, "text")):
        spoken.texts.append(text)
    spoken.texts += _enclosed(message)
    turn = spoken.turn()
    if not turn.text and not turn.tools:
        return None
    if message.get("sender") in ("human", "user"):
        return NewTurn(origin_id=uuid, role=Role.USER, text=turn.text, tools=turn.tools, at=at)
    return turn


def _result(block: Object) -> object:
    content = block.get("content")
    if isinstance(content, str):
        return content
    return "\n\n".join(filter(None, (text_in(each, "text") for each in objects_in(block, "content"))))


def _enclosed(message: Object) -> Iterator[str]:
    """What was attached: pasted text as such, files by their names."""
    for attachment in objects_in(message, "attachments"):
        name = name_in(attachment, "file_name")
        content = text_in(attachment, "extracted_content")
        if name or content:
            yield "\n".join(filter(None, (f"[attached: {name}]" if name else "", content)))
    for file in objects_in(message, "files"):
        if name := name_in(file, "file_name"):
            yield f"[attached: {name}]"


def _project(said: Object, place: str) -> Iterator[Item]:
    uuid, name = id_in(said, "uuid"), name_in(said, "name")
    if not uuid:
        yield rejected(place, "has no uuid")
        return
    tags = ("claude-project",)
    about = "\n\n".join(filter(None, (text_in(said, "description"), text_in(said, "prompt_template"))))
    whole = [
        ForeignMemory(
            host=HOST,
            origin_id=f"project/{uuid}",
            title=name,
            text=about,
            type="project",
            tags=tags,
            at=time_in(said, "created_at"),
            place=place,
        )
    ]
    for doc in objects_in(said, "docs"):
        title = named(": ".join(filter(None, (name, name_in(doc, "filename")))))
        whole.append(
            ForeignMemory(
                host=HOST,
                origin_id=f"project/{uuid}/{id_in(doc, 'uuid') or title}",
                title=title,
                text=text_in(doc, "content"),
                type="reference",
                tags=tags,
                at=time_in(doc, "created_at"),
                place=place,
            )
        )
    yield from _told(whole) or [skipped(place, "is a project without words")]


def _told(whole: Iterable[ForeignMemory]) -> list[Item]:
    return [passage for one in whole for passage in memories(one)]


def _remembered(said: Object, place: str) -> Iterator[Item]:
    """What the service noted by itself: one text over all conversations, one for each project."""
    texts = {"conversations": text_in(said, *_MEMORY_FIELDS)}
    for name, text in object_in(said, "project_memories").items():
        texts[f"project/{name}"] = text if isinstance(text, str) else ""
    for number, each in enumerate(objects_in(said, "project_memories"), 1):
        name = id_in(each, "project_uuid", "uuid") or str(number)
        texts[f"project/{name}"] = text_in(each, *_MEMORY_FIELDS)
    account = id_in(said, "account_uuid", "uuid")
    whole = (
        ForeignMemory(
            host=HOST,
            origin_id=f"memory/{account}/{name}",
            title=f"What Claude remembered ({name.partition('/')[0]})",
            text=text,
            tags=("claude-memory",),
            at=time_in(said, "updated_at", "created_at"),
            place=place,
        )
        for name, text in texts.items()
    )
    yield from _told(whole) or [skipped(place, "holds neither conversations nor memories")]
