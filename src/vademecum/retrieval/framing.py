"""A whole stored text in the frame of a digest: read by a model, never obeyed, unable to leave its frame."""

from __future__ import annotations

import re

from vademecum.retrieval.packing import CLOSING, FRAME, OPENING, safe_line
from vademecum.text.lines import one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

# Angle brackets of code stay what they are: only what opens or closes a part of a prompt loses its own.
_TAG = (
    r"<(?=[\s/|<]*(?:vademecum|system|sys\b|assistant|developer|user\b|human\b|tool|function|invoke|antml"
    r"|im_start|im_end|endoftext))"
)


def framed(heading: Sequence[str], text: str) -> str:
    """A text of many lines under lines that say what it is, as one framed block.

    Args:
        heading: each is made one safe line; empty ones are left out.
        text: keeps its lines and its indentation, and loses what a reader cannot see.
    """
    above = [line for line in map(safe_line, heading) if line]
    return "\n".join([OPENING, FRAME, *above, "", *_lines(text), CLOSING])


def without_tags(text: str) -> str:
    """A text in which nothing opens or closes a part of a prompt; angle brackets of code stay."""
    return re.sub(_TAG, "‹", text, flags=re.IGNORECASE)


def _lines(text: str) -> list[str]:
    shown = [one_line(line.expandtabs(4)).rstrip() for line in text.strip("\n").split("\n")]
    return [without_tags(line) for line in shown]
