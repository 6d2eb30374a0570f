"""What a hook prints so that its host puts a text before the model: each host has a form of its own."""

from __future__ import annotations

import json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.hooks.payload import Event


def reply(event: Event, text: str) -> str:
    """One line for standard output; empty when nothing is to be said, which every host takes for consent."""
    return json.dumps(_shape(event, text)) if text else ""


def _shape(event: Event, text: str) -> dict[str, object]:
    specific: dict[str, object] = {
        "hookSpecificOutput": {"hookEventName": event.name, "additionalContext": text}
    }
    match event.host:
        case "cursor":
            going_on: dict[str, object] = {"continue": True} if event.name == "beforeSubmitPrompt" else {}
            return {**going_on, "additional_context": text}
        case "antigravity":
            return {"injectSteps": [{"ephemeralMessage": text}]}
        case "copilot":  # the command line reads the first, the editor the second
            return {"additionalContext": text, **specific}
        case _:
            return specific
