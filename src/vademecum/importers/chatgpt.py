"""ChatGPT exports: arrays of conversations, each a tree of messages with the shown branch at `current_node`.

What was regenerated or edited lives on in other branches; each is kept as a conversation of its own that was
branched off. Types of content are told apart only where one of them is nobody's word: unknown ones are read
by their `parts` or `text`, so that a new type loses nothing.
"""

from __future__ import annotations

from typing import cast

from vademecum.importers.json_stream import elements
from vademecum.importers.outbox import Outbox, Spoken, rejected, skipped, unread
from vademecum.importers.reading import (
    LONGEST_ID,
    id_in,
    list_in,
    name_in,
    object_in,
    text_in,
    texts_in,
    time_in,
)
from vademecum.model.conversation import NewConversation, NewTurn, Role
from vademecum.model.value import replace

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from vademecum.importers.json_stream import Object, Piece
    from vademecum.importers.members import Member
    from vademecum.model.importing import Item, Reached

HOST = "chatgpt"

_UNSPOKEN = {
    "user_editable_context": "is the person's standing instruction, not said here",
    "model_editable_context": "is what the host kept in memory",
    "thoughts": "is thinking",
    "reasoning_recap": "is thinking",
    "system_error": "is an error of the service",
}


def read(member: Member, begin: Reached) -> Iterator[Item]:
    """Every message of every conversation."""
    del begin  # an export is written once
    with member.open() as stream:
        for piece in elements(stream):
            place = f"conversation {piece.place}"
            if piece.said is None:
                yield unread(piece, place)
            else:
                yield from _conversation(piece.said, piece, place)


def _conversation(said: Object, piece: Piece, place: str) -> Iterator[Item]:
    origin = id_in(said, "conversation_id", "id")
    mapping = object_in(said, "mapping")
    if not origin or not mapping:
        yield rejected(place, "has no id" if not origin else "has no messages (mapping)")
        return
    if said.get("is_do_not_remember") is True:
        yield skipped(place, "is not to be remembered (is_do_not_remember)")
        return
    nodes: dict[str, Object] = {key: node for key, node in mapping.items() if isinstance(node, dict)}
    shown = _path(nodes, id_in(said, "current_node") or _newest_leaf(nodes))
    conversation = NewConversation(
        host=HOST,
        origin_id=origin,
        title=name_in(said, "title"),
        started=time_in(said, "create_time", "update_time"),
    )
    yield from _said(conversation, [nodes[key] for key in shown], piece, place)
    yield from _alternates(conversation, nodes, shown, piece, place)


def _alternates(
    conversation: NewConversation, nodes: Mapping[str, Object], shown: Sequence[str], piece: Piece, place: str
) -> Iterator[Item]:
    """The other branches, each from where it leaves what was handed out already."""
    taken = set(shown)
    for leaf in [key for key, node in nodes.items() if key not in taken and not _children(nodes, node)]:
        fresh = _path(nodes, leaf, taken)
        taken.update(fresh)
        if fresh:  # a node that names no children may still be another one's parent
            branch = replace(
                conversation,
                origin_id=f"{conversation.origin_id}/{fresh[0]}"[:LONGEST_ID],
                parent=conversation.origin_id,
            )
            yield from _said(branch, [nodes[key] for key in fresh], piece, place)


def _children(nodes: Mapping[str, Object], node: Object) -> list[str]:
    return [key for key in texts_in(node, "children") if key in nodes]


def _path(nodes: Mapping[str, Object], leaf: str, taken: Collection[str] = ()) -> list[str]:
    """Keys to a leaf, from the root or from behind what is taken; a circle ends where it closes."""
    path: dict[str, None] = {}
    key: object = leaf
    while isinstance(key, str) and key in nodes and key not in path and key not in taken:
        path[key] = None
        key = nodes[key].get("parent")
    return list(reversed(path))


def _newest_leaf(nodes: Mapping[str, Object]) -> str:
    """Where a conversation ends that does not say it: the leaf that was written last."""
    leaves = [key for key, node in nodes.items() if not _children(nodes, node)]
    return max(
        leaves, key=lambda key: time_in(object_in(nodes[key], "message"), "create_time") or "", default=""
    )


def _said(conversation: NewConversation, nodes: Sequence[Object], piece: Piece, place: str) -> Iterator[Item]:
    outbox = Outbox()
    answer: Spoken | None = None
    for node in nodes:
        message = object_in(node, "message")
        origin = id_in(message, "id") or id_in(node, "id")
        if not message:
            continue  # the root of every tree
        reason = _unspoken(message)
        words = _words(object_in(message, "content"))
        if reason is not None or not words:
            yield skipped(place, reason or "holds no words")
            continue
        author = object_in(message, "author")
        at = time_in(message, "create_time", "update_time")
        if author.get("role") == "user":
            _closed(answer, conversation, outbox, place)
            answer = None
            turn = NewTurn(origin_id=origin, role=Role.USER, text=words, at=at)
            outbox.put(conversation, turn, place)
            continue
        answer = answer or Spoken(piece, origin, at)
        recipient = id_in(message, "recipient") or "all"
        if author.get("role") == "tool":
            _answer(answer, name_in(author, "name"), words, message)
        elif recipient != "all":
            answer.call(recipient, recipient, words)
        else:
            answer.texts.append(words)
    _closed(answer, conversation, outbox, place)
    yield from outbox.batches()


def _answer(answer: Spoken, name: str | None, words: str, message: Object) -> None:
    number = name or "tool"
    failed = message.get("status") == "finished_with_error"
    if not answer.answer(number, words, error=failed):
        answer.call(number, name, None)
        answer.answer(number, words, error=failed)


def _closed(answer: Spoken | None, conversation: NewConversation, outbox: Outbox, place: str) -> None:
    if answer is not None:
        outbox.put(conversation, answer.turn(), place)


def _unspoken(message: Object) -> str | None:
    """Why a message is nobody's word; None when it is somebody's."""
    if object_in(message, "author").get("role") not in ("user", "assistant", "tool"):
        return "is an instruction of the host"
    if object_in(message, "metadata").get("is_visually_hidden_from_conversation") is True:
        return "is hidden from the conversation"
    weight = message.get("weight")
    if isinstance(weight, int | float) and weight == 0:
        return "was taken out of the conversation (weight 0)"
    return _UNSPOKEN.get(str(object_in(message, "content").get("content_type")))


def _words(content: Object) -> str:
    """What a content says in words: its parts, of which some are pictures or sound, or its text."""
    told: list[str] = []
    for part in list_in(content, "parts"):
        if isinstance(part, str):
            told.append(part)
        elif isinstance(part, dict):  # sound comes with what was heard; a picture says nothing
            told.append(text_in(cast("Object", part), "text", "transcript"))
    kept = [part for part in told if part and not part.isspace()]
    if kept:
        return "\n\n".join(kept)
    return text_in(content, "text", "result", "content")
