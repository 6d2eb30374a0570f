"""Conversations that a caller does not reach: there are none, and none can be kept."""

from __future__ import annotations

from vademecum.errors import Forbidden
from vademecum.vault.conversations.memory import MemoryConversations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

    from vademecum.model.conversation import Appended, NewConversation


class ClosedConversations(MemoryConversations):
    """Implements `ports.Conversations`."""

    def append(self, new: NewConversation, at: datetime, *, folder: str | None = None) -> Appended:
        """See `ConversationWriting.append`.

        Raises:
            Forbidden: always.
        """
        raise Forbidden("conversations are personal, and this token reaches shared scopes only; use another")
