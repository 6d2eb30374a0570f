"""`MemoryConversations`: the lines of the files, in lists."""

from __future__ import annotations

from hashlib import sha256
from itertools import count

from vademecum.model.file import Stamp
from vademecum.text.chaining import conversation_id
from vademecum.vault.conversations import chain, checking
from vademecum.vault.conversations.chain import End, Fresh, Tail
from vademecum.vault.conversations.ends import memory_ends

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from datetime import datetime

    from vademecum.model.conversation import Appended, ConversationId, Event, EventKind, NewConversation
    from vademecum.model.transcript import Line, Mark, Verification


class MemoryConversations:
    """Implements `ports.Conversations` for tests and for a home that keeps nothing.

    Attributes:
        raw: id -> lines with their ends, open to tests that damage them.
    """

    def __init__(self) -> None:
        self.raw: dict[ConversationId, list[bytes]] = {}
        self._ends = memory_ends()
        self._changes = count(1)
        self._changed: dict[ConversationId, int] = {}
        self._replaced: dict[ConversationId, int] = {}

    def stamps(self) -> dict[ConversationId, Stamp]:
        return {each: self._stamp(each) for each in sorted(self.raw)}

    def _stamp(self, conversation: ConversationId) -> Stamp:
        data = b"".join(self.raw[conversation])
        seen = int.from_bytes(sha256(data).digest()[:6], "big")
        replaced = self._replaced.get(conversation, 0)
        return Stamp(len(data), seen, self._changed.get(conversation, 0), replaced)

    def lines(self, conversation: ConversationId, since: Mark | None = None) -> Iterator[Line]:
        rest, start = iter(self.raw.get(conversation, ())), 0
        while since is not None and start < since.end and (line := next(rest, None)) is not None:
            start += len(line)
        return chain.parsed(rest, since)

    def origins(self, conversation: ConversationId) -> frozenset[str]:
        return frozenset(Tail.of(self.raw.get(conversation, ())).origins)

    def locate(self, conversation: ConversationId) -> str:
        self._must(conversation)
        return f"memory:{conversation}"

    def _must(self, conversation: ConversationId) -> list[bytes]:
        if conversation not in self.raw:
            raise chain.no_such(conversation)
        return self.raw[conversation]

    def known(self) -> tuple[ConversationId, ...]:
        return tuple(self._ends.all())

    def verify(self, conversation: ConversationId) -> Verification:
        end = self._ends.of(conversation)
        return checking.verify(conversation, self.raw.get(conversation, ()), end)

    def append(self, new: NewConversation, at: datetime, *, folder: str | None = None) -> Appended:
        conversation = conversation_id(new.host, new.origin_id)
        lines = self.raw.get(conversation)
        tail = Tail.of(lines or ())
        fresh = Fresh(new.turns, tail, lambda: f"{next(self._changes):032x}")
        for line in fresh.lines(None if lines else chain.header_of(new, folder=folder)):
            self._put(conversation, line, tail)
        return fresh.appended(conversation, created=lines is None)

    def _put(self, conversation: ConversationId, line: bytes, tail: Tail) -> None:
        lines = self.raw.setdefault(conversation, [])
        if tail.torn:
            lines.pop()
            tail.torn = b""
        lines.append(line)
        self._changed[conversation] = next(self._changes)
        self._ends.keep(conversation, End(tail.line, tail.hash))

    def note(
        self, conversation: ConversationId, event: EventKind, at: datetime, text: str | None = None
    ) -> Event:
        tail = Tail.of(self._must(conversation))
        made, line = chain.happened(event, at.isoformat(), tail, text=text)
        self._put(conversation, line, tail)
        return made

    def redact(self, conversation: ConversationId, turns: Sequence[int], at: datetime) -> int:
        made = chain.redacted(self._must(conversation), turns, at.isoformat())
        if made.number:
            self.raw[conversation] = made.data.splitlines(keepends=True)
            self._replaced[conversation] = next(self._changes)  # another file has the name, as on a disk
            self._ends.keep(conversation, End(made.tail.line, made.tail.hash))
        return made.number

    def erase(self, conversation: ConversationId) -> int:
        gone = self.raw.pop(conversation, None)
        self._changed.pop(conversation, None)
        self._ends.forget(conversation)
        return int(gone is not None)
