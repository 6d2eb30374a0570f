"""Claude Code transcripts: one JSONL file a session, and one for each agent that it delegated to.

Verified against the field names that the host writes: `uuid`, `sessionId`, `isSidechain`, `isMeta`,
`isCompactSummary`, `message.id`, `message.content` (a text, or blocks of `text`, `thinking`, `tool_use`,
`tool_result`, `image`), and the lines that name a session: `summary`, `custom-title`, `ai-title`.
"""

from __future__ import annotations

import re
from pathlib import PurePosixPath

from vademecum.importers.json_stream import lines
from vademecum.importers.outbox import Outbox, Spoken, rejected, repeated, skipped, unread, wordless
from vademecum.importers.reading import (
    digest_of,
    id_in,
    name_in,
    object_in,
    objects_in,
    text_in,
    time_in,
)
from vademecum.model.conversation import NewConversation, NewTurn, Role, ToolUse
from vademecum.model.importing import Named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from vademecum.importers.json_stream import Object, Piece
    from vademecum.importers.members import Member
    from vademecum.model.importing import Item, Reached

HOST = "claude-code"

_TITLES = {"summary": "summary", "custom-title": "customTitle", "ai-title": "aiTitle"}
_RANK = {"summary": 0, "ai-title": 1, "custom-title": 2}
"""A title that the person gave counts more than one that was made."""

_REMINDER = re.compile(r"<system-reminder>.*?(?:</system-reminder>|\Z)\s*", re.DOTALL)
_HOST_TEXT = re.compile(
    r"\s*(?:<(?:command-name|command-message|command-args|local-command-\w+|bash-input|bash-stdout|bash-stderr"
    r"|user-memory-input|task-notification)>|\[Request interrupted by user)"
)
"""Begins what the host writes into the transcript as if the person had said it."""

_KEPT_HASHES = 500_000
"""Ids of lines that are remembered to know a repeat; 40 MB at most."""


def speaks(said: Object) -> bool:
    """Whether a line is one of this format."""
    kind = said.get("type")
    if kind in ("user", "assistant", "system"):
        return "uuid" in said and "sessionId" in said
    return (
        (kind == "summary" and "leafUuid" in said)
        or (kind in ("custom-title", "ai-title", "queue-operation", "attachment") and "sessionId" in said)
        or (kind == "file-history-snapshot" and "snapshot" in said)
    )


def read(member: Member, begin: Reached) -> Iterator[Item]:
    """Every record of one transcript."""
    transcript = _Transcript(member, begin)
    with member.open() as stream:
        for piece in lines(stream, begin):
            yield from transcript.line(piece)
            if transcript.outbox.due:
                yield from transcript.outbox.until(transcript.settled)
    yield from transcript.end()


class _Transcript:
    """Reads the lines of one file in order.

    Attributes:
        outbox: turns that wait to be handed on.
    """

    def __init__(self, member: Member, begin: Reached) -> None:
        self.outbox = Outbox()
        self._passed = begin
        stem = PurePosixPath(member.bare).stem
        self._agent = stem.removeprefix("agent-") if stem.startswith("agent-") else ""
        self._conversations: dict[str, NewConversation] = {}
        self._open: dict[str, Spoken] = {}
        self._seen: set[int] = set()
        self._titles: list[tuple[int, str, str, str, str]] = []

    @property
    def settled(self) -> Reached:
        """Where reading may begin another time, once all that waits is handed on."""
        if self._open:
            return min((spoken.begin for spoken in self._open.values()), key=_offset)
        return self._passed

    def line(self, piece: Piece) -> Iterator[Item]:
        """One line."""
        place = f"line {piece.place}"
        if piece.said is None:
            yield unread(piece, place)
        else:
            yield from self._record(piece, piece.said, place)
        self._passed = piece.behind

    def _record(self, piece: Piece, said: Object, place: str) -> Iterator[Item]:
        kind = said.get("type")
        if isinstance(kind, str) and kind in _TITLES:
            self._title(said, kind, place)
        elif kind not in ("user", "assistant"):
            yield wordless(place, kind)
        elif (left := self._unspoken(said)) is not None:
            yield skipped(place, left)
        else:
            yield from self._said(said, piece, place)

    def _title(self, said: Object, kind: str, place: str) -> None:
        title = name_in(said, _TITLES[kind], "title")
        if title is not None:
            session = id_in(said, "sessionId")
            self._titles.append((_RANK[kind], title, session, id_in(said, "leafUuid"), place))

    @staticmethod
    def _unspoken(said: Object) -> str | None:
        """Why nobody said what stands on a line of speech; None when somebody did."""
        if said.get("isMeta") is True:
            return "was put in by the host (isMeta)"
        if said.get("isCompactSummary") is True:
            return "is a summary made by the host (isCompactSummary)"
        if said.get("isApiErrorMessage") is True or object_in(said, "message").get("model") == "<synthetic>":
            return "is an error that the host wrote as an answer"
        return None

    def _said(self, said: Object, piece: Piece, place: str) -> Iterator[Item]:
        uuid = id_in(said, "uuid")
        if not uuid:
            yield rejected(place, "has no uuid")
            return
        mark = hash(uuid)
        if mark in self._seen:
            yield repeated(place)
            return
        if len(self._seen) < _KEPT_HASHES:
            self._seen.add(mark)
        conversation = self._conversation(said)
        if conversation is None:
            yield rejected(place, "has no sessionId")
        elif said["type"] == "assistant":
            yield from self._answered(said, piece, conversation, uuid)
        else:
            yield from self._asked(said, piece, conversation, uuid)

    def _conversation(self, said: Object) -> NewConversation | None:
        session = id_in(said, "sessionId")
        if not session:
            return None
        origin, parent = session, id_in(object_in(said, "forkedFrom"), "sessionId") or None
        if said.get("isSidechain") is True or self._agent:
            agent = self._agent or id_in(said, "agentId") or "sidechain"
            origin, parent = f"{session}/{agent}", session
        known = self._conversations.get(origin)
        if known is None:
            known = self._conversations[origin] = NewConversation(
                host=HOST,
                origin_id=origin,
                workspace=text_in(said, "cwd") or None,
                started=time_in(said, "timestamp"),
                parent=parent if parent != origin else None,
            )
        return known

    def _asked(self, said: Object, piece: Piece, conversation: NewConversation, uuid: str) -> Iterator[Item]:
        """What stands under the person's name: their words, or what a tool answered."""
        place = f"line {piece.place}"
        message = object_in(said, "message")
        results = [each for each in objects_in(message, "content") if each.get("type") == "tool_result"]
        words = _words(message)
        if "<system-reminder>" in words:
            words = _REMINDER.sub("", words)
        words = words.strip()
        if results and not words:
            if not self._answer_tools(conversation.origin_id, results):
                self.outbox.put(conversation, _stray(uuid, said, results), place)
            return
        if not words:
            yield skipped(place, "holds no words")
            return
        if _HOST_TEXT.match(words):
            yield skipped(place, "is a command or notice of the host")
            return
        self._answer_tools(conversation.origin_id, results)
        self._close(conversation)
        turn = NewTurn(origin_id=uuid, role=Role.USER, text=words, at=time_in(said, "timestamp"))
        self.outbox.put(conversation, turn, place)

    def _answered(
        self, said: Object, piece: Piece, conversation: NewConversation, uuid: str
    ) -> Iterator[Item]:
        message = object_in(said, "message")
        number = id_in(message, "id") or uuid
        spoken = self._open.get(conversation.origin_id)
        texts = _texts(message)
        tools = [each for each in objects_in(message, "content") if each.get("type") == "tool_use"]
        if not texts and not tools:
            yield skipped(f"line {piece.place}", "holds no words")
            return
        if spoken is None or spoken.message != number:
            self._close(conversation)
            spoken = Spoken(piece, uuid, time_in(said, "timestamp"), message=number, tokens=_tokens(message))
            self._open[conversation.origin_id] = spoken
        spoken.texts += texts
        for tool in tools:
            spoken.call(id_in(tool, "id"), name_in(tool, "name"), tool.get("input"))

    def _answer_tools(self, origin: str, results: list[Object]) -> bool:
        """Give the tools of what is being said their output; False when none of them is among those."""
        spoken = self._open.get(origin)
        if spoken is None:
            return False
        met = [
            spoken.answer(id_in(each, "tool_use_id"), _words(each), error=each.get("is_error") is True)
            for each in results
        ]
        return any(met)

    def _close(self, conversation: NewConversation) -> None:
        """What the assistant was saying is complete."""
        spoken = self._open.pop(conversation.origin_id, None)
        if spoken is not None:
            self.outbox.put(conversation, spoken.turn(), spoken.place)

    def end(self) -> Iterator[Item]:
        """What was open when the file ended, and the titles."""
        for origin in list(self._open):
            self._close(self._conversations[origin])
        yield from self.outbox.until(self.settled)
        yield from self._named()

    def _named(self) -> Iterator[Item]:
        best: dict[str, tuple[int, str, str]] = {}
        main = [one.origin_id for one in self._conversations.values() if one.parent is None]
        for rank, title, session, leaf, place in self._titles:
            if leaf and hash(leaf) not in self._seen:
                # A new session begins with the summaries of others; they name what ends in their leaf.
                yield skipped(place, "names a conversation of another file")
                continue
            origin = session or (main[0] if main else "")
            if origin and (origin not in best or rank >= best[origin][0]):
                best[origin] = (rank, title, place)
        for origin, (_, title, place) in best.items():
            yield Named(host=HOST, origin_id=origin, title=title, place=place)


def _offset(place: Reached) -> int:
    return place.offset


def _stray(uuid: str, said: Object, results: list[Object]) -> NewTurn:
    """Output of tools whose call was read another time, or stands in another file."""
    return NewTurn(
        origin_id=uuid,
        role=Role.ASSISTANT,
        text="",
        tools=tuple(
            ToolUse(name="tool", output_digest=digest_of(_words(each)), error=each.get("is_error") is True)
            for each in results
        ),
        at=time_in(said, "timestamp"),
    )


def _texts(message: Object) -> list[str]:
    content = message.get("content")
    if isinstance(content, str):
        return [content] if content.strip() else []
    return [
        text
        for block in objects_in(message, "content")
        if block.get("type") == "text" and (text := text_in(block, "text"))
    ]


def _words(message: Object) -> str:
    return "\n\n".join(_texts(message))


def _tokens(message: Object) -> int | None:
    count = object_in(message, "usage").get("output_tokens")
    return count if isinstance(count, int) and not isinstance(count, bool) and count >= 0 else None
