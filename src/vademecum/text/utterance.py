"""An utterance as it is kept: without what was itself recalled, and with tools' words cut short."""

from __future__ import annotations

import re

from vademecum.text.lines import collapse

OPENING, CLOSING = "<vademecum-recall>", "</vademecum-recall>"
"""The frame of recalled text (`retrieval.packing` writes it)."""

_FRAMED = r"[ \t]*<vademecum-recall>.*?</vademecum-recall>[ \t]*\n?"
_CUT_OFF = r"[ \t]*<vademecum-recall>\s*Stored notes follow\..*\Z"
"""A host may have cut a long injection, and the end of the frame with it."""

DIGEST_LENGTH = 240
"""Characters kept of what went into a tool and of what came out: a command, a path, the first words of an
error. A whole output is found again in the host's own transcript, not here."""


def without_recalls(text: str) -> str:
    """A text without the framed blocks that were recalled into it, so that memory never feeds on itself."""
    if OPENING not in text:
        return text
    text = re.sub(_FRAMED, "", text, flags=re.DOTALL)
    return re.sub(_CUT_OFF, "", text, flags=re.DOTALL) if OPENING in text else text


def digest_of(text: str) -> str:
    """The beginning of a text as one line, cut between words; an ellipsis says that there was more.

    It stands by itself: half a word, or one with a sign glued to it, would be a word that nobody looks for.
    """
    # Four times the length is enough to fill it unless the text is nearly all white space.
    begun = collapse(text[: DIGEST_LENGTH * 4])
    if len(begun) <= DIGEST_LENGTH and len(text) <= DIGEST_LENGTH * 4:
        return begun
    border = begun.rfind(" ", DIGEST_LENGTH // 2, DIGEST_LENGTH - 1)
    return f"{begun[: border if border > 0 else DIGEST_LENGTH - 2]} …".lstrip()
