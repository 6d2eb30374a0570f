"""A conversation as text that leaves the home: the lines of its file, or Markdown to be read."""

from __future__ import annotations

from vademecum.model.conversation import EventKind, Header, Turn
from vademecum.model.transcript import Fault
from vademecum.model.value import fields_of
from vademecum.text.chaining import ENCODING
from vademecum.text.lines import storable
from vademecum.text.telling import titled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from vademecum.engine.conversations.parts import ConversationParts
    from vademecum.model.conversation import ConversationId, Event, ToolUse

_REDACTED = "*[redacted]*"
_WORDS = ("text", "tools", "salt")


class Exporting:
    """The use case of writing conversations out."""

    def __init__(self, parts: ConversationParts) -> None:
        self._parts = parts

    def records(self, conversation: ConversationId) -> Iterator[dict[str, Any]]:
        """Every line as JSON types, the header first; what cannot be read is left out."""
        for line in self._parts.keeper.lines(conversation):
            if not isinstance(line.content, Fault):
                yield _record(line.content)

    def markdown(self, conversation: ConversationId) -> Iterator[str]:
        """The conversation as paragraphs, one turn after the other."""
        lines = [line.content for line in self._parts.keeper.lines(conversation)]
        title = next((one.title for one in lines if isinstance(one, Header)), None)
        for one in lines:
            if not isinstance(one, Fault | Header | Turn) and one.event is EventKind.RENAMED:
                title = one.text
        yield f"# {titled(title)}\n"
        for one in lines:
            if isinstance(one, Turn):
                yield _paragraph(one)


def _paragraph(turn: Turn) -> str:
    said = _REDACTED if turn.redacted else storable(turn.text or "")
    when = f", {storable(turn.at)}" if turn.at else ""
    tools = "".join([f"\n\n> {storable(tool.name)}: {storable(tool.input_digest)}" for tool in turn.tools])
    return f"\n## {turn.seq}. {turn.role.value}{when}\n\n{said}{tools}\n"


def _record(content: Header | Turn | Event) -> dict[str, Any]:
    """A line with the fields that it has in its file."""
    fields: dict[str, Any] = {"kind": type(content).__name__.lower()}
    if isinstance(content, Header):
        fields["version"] = ENCODING
    fields |= {name: getattr(content, name) for name in fields_of(content)}
    if isinstance(content, Turn):
        gone = _WORDS if content.redacted else ("content_hash",)
        fields = {name: given for name, given in fields.items() if name not in gone}
        if not content.redacted:
            fields["tools"] = [_tool(tool) for tool in content.tools]
    return fields


def _tool(tool: ToolUse) -> dict[str, Any]:
    return {
        "name": tool.name,
        "input": tool.input_digest,
        "output": tool.output_digest,
        "error": tool.error,
    }
