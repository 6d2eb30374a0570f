"""Foreign turns, kept by the door through which everything that was said comes in."""

from __future__ import annotations

from itertools import islice

from vademecum.engine.conversations.capturing import MOST_TEXT, Capturing, as_kept
from vademecum.engine.conversations.parts import mark_of, mark_of_turn
from vademecum.model.conversation import EventKind, Header, Turn

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from vademecum.engine.conversations.parts import ConversationParts
    from vademecum.model.conversation import Appended, ConversationId, NewConversation, NewTurn
    from vademecum.model.ledger import Tombstone


_FIRST_LINES = 8
"""Lines among which the first turn of a conversation stands; events may come before it."""


class Keeping:
    """The conversations of a home, as far as an import needs them.

    Attributes:
        longest: characters that a turn may have.

    Args:
        parts: the conversations.
        live: what is begun goes on at its host.
    """

    longest = MOST_TEXT

    def __init__(self, parts: ConversationParts, *, live: bool = False) -> None:
        self._parts = parts
        self._live = live

    def append(self, new: NewConversation) -> Appended:
        """Begin a conversation or go on with it; turns longer than `longest` are refused.

        Raises:
            InvalidValue, LimitExceeded, Busy, VaultError: as `ConversationVerbs.append` does.
        """
        appended = Capturing(self._parts).append(new, live=False)
        if self._live and appended.created and new.parent is None:  # what an agent does is not what goes on
            self._parts.keeper.note(appended.id, EventKind.LIVE, self._parts.now())
        return appended

    def buried(self, conversation: ConversationId) -> Tombstone | None:
        """Its tombstone, when it was forgotten here."""
        return self._parts.open_ledger().buried(mark_of(conversation), (conversation,))

    def unsaid(self, host: str, turns: Sequence[NewTurn], *, copied: bool) -> frozenset[str]:
        """Origin ids of turns that were forgotten here with another conversation, which this one copies.

        Args:
            host: of the conversation.
            turns: none longer than `longest`.
            copied: it is known to have been branched off; else it is one when its first turn was forgotten.
        """
        ledger = self._parts.open_ledger()
        asked = turns if copied else turns[:1]
        if not ledger.buried_turns(_mark(host, one) for one in as_kept(asked)):
            return frozenset()
        marks = {_mark(host, kept): kept.origin_id for kept in as_kept(turns)}
        return frozenset(marks[one] for one in ledger.buried_turns(marks))

    def origins(self, conversation: ConversationId) -> frozenset[str]:
        """Origin ids of the turns that are there."""
        return self._parts.keeper.origins(conversation)

    def header(self, conversation: ConversationId) -> Header | None:
        """The first line of a conversation; None when there is none."""
        line = next(self._parts.keeper.lines(conversation), None)
        return line.content if line is not None and isinstance(line.content, Header) else None

    def said(self, conversation: ConversationId) -> Iterator[Turn]:
        """The turns of a conversation that are not redacted."""
        for line in self._parts.keeper.lines(conversation):
            if isinstance(line.content, Turn) and not line.content.redacted:
                yield line.content

    def heads(self) -> Iterator[tuple[Header, Turn]]:
        """Every conversation with its first turn."""
        keeper = self._parts.keeper
        for conversation in keeper.stamps():
            header: Header | None = None
            for line in islice(keeper.lines(conversation), _FIRST_LINES):
                if isinstance(line.content, Header):
                    header = line.content
                elif isinstance(line.content, Turn):
                    if header is not None:
                        yield header, line.content
                    break

    def rename(self, conversation: ConversationId, title: str) -> None:
        """Give it another title; raises as `append` does."""
        self._parts.keeper.note(conversation, EventKind.RENAMED, self._parts.now(), title)


def _mark(host: str, kept: NewTurn) -> str:
    return mark_of_turn(host, kept.origin_id, kept.role.value, kept.text)
