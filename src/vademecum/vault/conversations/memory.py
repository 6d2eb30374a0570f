"""Conversations in memory: the lines of the files, in lists."""

from __future__ import annotations

from hashlib import sha256
from itertools import count

from vademecum.model.file import Stamp
from vademecum.vault.conversations.ends import memory_ends
from vademecum.vault.conversations.rows import RowConversations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from typing import TypeVar

    from vademecum.model.conversation import ConversationId

    T = TypeVar("T")


class MemoryTalkRows:
    """Implements `ports.truth.TalkRows`.

    Attributes:
        raw: id -> lines with their ends, open to tests that damage them.
    """

    def __init__(self) -> None:
        self.raw: dict[ConversationId, list[bytes]] = {}
        self._years: dict[ConversationId, str] = {}
        self._changes = count(1)
        self._changed: dict[ConversationId, int] = {}
        self._replaced: dict[ConversationId, int] = {}

    def whole(self, work: Callable[[], T]) -> T:
        """See `TalkRows.whole`; what fails half way is not undone, as nothing here fails."""
        return work()

    def stamps(self) -> dict[ConversationId, Stamp]:
        """See `TalkRows.stamps`; they tell of what a test damaged, too."""
        return {each: self._stamp(each) for each in sorted(self.raw)}

    def _stamp(self, conversation: ConversationId) -> Stamp:
        data = b"".join(self.raw[conversation])
        seen = int.from_bytes(sha256(data).digest()[:6], "big")
        replaced = self._replaced.get(conversation, 0)
        return Stamp(len(data), seen, self._changed.get(conversation, 0), replaced)

    def year(self, conversation: ConversationId) -> str:
        """See `TalkRows.year`."""
        return self._years.get(conversation, "0000") if conversation in self.raw else ""

    def lines(self, conversation: ConversationId, since: int = 0) -> Iterator[bytes]:
        """See `TalkRows.lines`."""
        rest, start = iter(self.raw.get(conversation, ())), 0
        while start < since and (line := next(rest, None)) is not None:
            start += len(line)
        return rest

    def append(self, conversation: ConversationId, lines: Sequence[bytes], year: str) -> None:
        """See `TalkRows.append`."""
        self._years.setdefault(conversation, year)
        self.raw.setdefault(conversation, []).extend(lines)
        self._changed[conversation] = next(self._changes)

    def replace(self, conversation: ConversationId, lines: Sequence[bytes], year: str) -> None:
        """See `TalkRows.replace`."""
        self._years[conversation] = year
        self.raw[conversation] = list(lines)
        self._changed[conversation] = self._replaced[conversation] = next(self._changes)

    def erase(self, conversation: ConversationId) -> bool:
        """See `TalkRows.erase`."""
        self._changed.pop(conversation, None)
        return self.raw.pop(conversation, None) is not None


class MemoryConversations(RowConversations):
    """For tests and for a home that keeps nothing.

    Attributes:
        raw: id -> lines with their ends, open to tests that damage them.
    """

    def __init__(self) -> None:
        rows, salts = MemoryTalkRows(), count(1)
        super().__init__(rows, memory_ends(), salt=lambda: f"{next(salts):032x}")
        self.raw = rows.raw
