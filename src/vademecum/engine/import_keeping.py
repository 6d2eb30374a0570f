"""Foreign turns as conversations of this home keep them."""

from __future__ import annotations

from vademecum.engine.intake import Screen
from vademecum.model.conversation import EventKind
from vademecum.model.value import replace
from vademecum.text.utterance import digest_of, without_recalls

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from vademecum.model.conversation import (
        Appended,
        ConversationId,
        NewConversation,
        NewTurn,
        ToolUse,
    )
    from vademecum.ports import Clock, Conversations


class ScreenedKeeping:
    """Keeps turns without what was recalled into them and without secrets."""

    def __init__(
        self, conversations: Conversations, clock: Clock, scope_at: Callable[[str], str | None]
    ) -> None:
        self._conversations = conversations
        self._clock = clock
        self._scope_at = scope_at

    def append(self, new: NewConversation) -> Appended:
        """See `Keeping.append`."""
        masked = 0

        def screened() -> Iterator[NewTurn]:
            nonlocal masked
            for turn in new.turns:
                screen = Screen()
                text = screen.text(without_recalls(turn.text)).strip()
                tools = tuple(_tool(tool, screen) for tool in turn.tools)
                if text or tools:
                    masked += bool(screen.masked)
                    yield replace(turn, text=text, tools=tools)

        workspace = self._scope_at(new.workspace) if new.workspace else None
        appended = self._conversations.append(
            replace(new, turns=screened(), workspace=workspace), self._clock.now()
        )
        return replace(appended, masked=masked)

    def origins(self, conversation: ConversationId) -> frozenset[str]:
        """See `Keeping.origins`."""
        return self._conversations.origins(conversation)

    def rename(self, conversation: ConversationId, title: str) -> None:
        """See `Keeping.rename`."""
        self._conversations.note(conversation, EventKind.RENAMED, self._clock.now(), title)


def _tool(tool: ToolUse, screen: Screen) -> ToolUse:
    return replace(
        tool,
        input_digest=screen.text(digest_of(tool.input_digest)),
        output_digest=screen.text(digest_of(tool.output_digest)),
    )
