"""Tools about what was said: recall_conversations, resume_context, and the two of a voice model."""

from __future__ import annotations

from vademecum.engine import voice_tools
from vademecum.mcp.answer import Answer, told
from vademecum.retrieval.framing import without_tags

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from vademecum.mcp.desk import Desk


def recall_conversations(desk: Desk, **given: Any) -> Answer:
    """Turns of past conversations."""
    return told(without_tags(desk.vade.conversations.recall_conversations(**given)))


def resume_context(desk: Desk, **given: Any) -> Answer:
    """The last exchanges of the conversation that is going on."""
    return told(without_tags(desk.vade.conversations.resume_context(**given)))


def recall_context(desk: Desk, **given: Any) -> Answer:
    """What is known, for the turn in progress of a voice model."""
    return Answer(data=voice_tools.recall_context(desk.live(), **given).to_dict())


def manage_memory(desk: Desk, **given: Any) -> Answer:
    """A change that the user of a voice model asked for."""
    return Answer(data=voice_tools.manage_memory(desk.live(), **given).to_dict())
