"""Keeping what was said: cleaned, then durable, before anything else is tried."""

from __future__ import annotations

from vademecum.engine.conversations.parts import mark_of
from vademecum.errors import InvalidValue, LimitExceeded, quoted
from vademecum.model.conversation import Appended, EventKind, NewTurn, ToolUse
from vademecum.model.value import replace
from vademecum.text.chaining import conversation_id
from vademecum.text.redaction import mask, without_private
from vademecum.text.utterance import digest_of, without_recalls

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from vademecum.engine.conversations.parts import ConversationParts
    from vademecum.model.conversation import NewConversation

MOST_TEXT = 16_000_000
"""Characters of one turn. The longest message that any host is known to write is 15 MB."""

MOST_NAME = 2_000
"""Characters of an origin id, a host, a title."""


class Capturing:
    """The use case of appending to a conversation."""

    def __init__(self, parts: ConversationParts) -> None:
        self._parts = parts

    def append(self, new: NewConversation, *, live: bool) -> Appended:
        """Keep a conversation, or what came to it; nothing of one that was forgotten, unless it goes on live.

        Raises:
            InvalidValue: host or origin id is missing or too long.
            LimitExceeded: a turn is too long; those before it are kept.
            Busy, VaultError: see `ports.ConversationWriting.append`.
        """
        for field, given in (("host", new.host), ("origin_id", new.origin_id)):
            if not given.strip() or len(given) > MOST_NAME:
                raise InvalidValue(field, f"{quoted(given)} names no conversation")
        parts = self._parts
        conversation = conversation_id(new.host, new.origin_id)
        if not live and parts.open_ledger().buried(mark_of(conversation), (conversation,)):
            return Appended(
                id=conversation, created=False, appended=0, first=0, last=0, repeated=(), buried=True
            )
        folder = new.workspace if new.workspace and not new.workspace.startswith("project:") else None
        cleaning = _Cleaning()
        cleaned = replace(
            new,
            title=cleaning.text(new.title[:MOST_NAME]) if new.title else None,
            workspace=parts.named(new.workspace),
            turns=cleaning.turns(new.turns),
        )
        cleaning.masked = 0  # a title is no turn
        appended = parts.keeper.append(cleaned, parts.now(), folder=folder)
        if live and appended.created:
            parts.keeper.note(appended.id, EventKind.LIVE, parts.now())
        return replace(appended, masked=cleaning.masked)


def as_kept(turns: Iterable[NewTurn]) -> Iterator[NewTurn]:
    """Turns without what is not kept of them.

    Raises:
        LimitExceeded: one is too long.
    """
    return _Cleaning().turns(turns)


class _Cleaning:
    """Takes out what shall not be kept, and counts the turns that held a secret."""

    def __init__(self) -> None:
        self.masked = 0
        self._found = False

    def turns(self, turns: Iterable[NewTurn]) -> Iterator[NewTurn]:
        for turn in turns:
            if len(turn.text) > MOST_TEXT:
                size = f"{len(turn.text):,} characters, and {MOST_TEXT:,} are the most"
                raise LimitExceeded(f"turn {quoted(turn.origin_id)} has {size}")
            self._found = False
            text = self.text(without_recalls(turn.text))
            tools = tuple(map(self._tool, turn.tools)) if turn.tools else ()
            self.masked += self._found
            yield NewTurn(
                origin_id=turn.origin_id,
                role=turn.role,
                text=text,
                tools=tools,
                at=turn.at,
                tokens=turn.tokens,
            )

    def text(self, text: str) -> str:
        """A text without secrets and without what its author called private."""
        if "private" in text or "PRIVATE" in text or "Private" in text:
            text, dropped = without_private(text)
            self._found = self._found or dropped > 0
        masked = mask(text)
        self._found = self._found or bool(masked.kinds)
        return masked.text

    def _tool(self, tool: ToolUse) -> ToolUse:
        return ToolUse(
            name=digest_of(tool.name),
            input_digest=self.text(digest_of(tool.input_digest)),
            output_digest=self.text(digest_of(tool.output_digest)),
            error=tool.error,
        )
