"""An utterance as it is kept: without what was itself recalled, and with tools' words cut short."""

from __future__ import annotations

import re

from vademecum.text.lines import collapse

OPENING, CLOSING = "<vademecum-recall>", "</vademecum-recall>"
"""The frame of recalled text (`retrieval.packing` writes it)."""

_CUT_OFF = r"<vademecum-recall>\s*Stored notes follow\."
"""A host may have cut a long injection, and the end of the frame with it."""

_REQUEST, _REQUEST_END = r"(?s)<USER_REQUEST>\n?(.*?)\n?</USER_REQUEST>", "</USER_REQUEST>"
_TAG = r"<(/?)([A-Z][A-Z_]{3,40})>"
"""What Antigravity writes around a prompt, and around what stands beside it: the time, open files, changed
settings."""

DIGEST_LENGTH = 240
"""Characters kept of what went into a tool and of what came out: a command, a path, the first words of an
error. A whole output is found again in the host's own transcript, not here."""


def without_recalls(text: str) -> str:
    """A text without the framed blocks that were recalled into it, so that memory never feeds on itself."""
    if OPENING not in text:
        return text
    # Cut into pieces: a pattern for whole blocks would look through all that follows at every opening.
    kept: list[str] = []
    piece, *others = text.split(CLOSING)
    for following in others:
        before, opening, _ = piece.partition(OPENING)
        if opening:
            kept.append(before.rstrip(" \t"))
            piece = following.lstrip(" \t").removeprefix("\n")
        else:
            kept.append(f"{piece}{CLOSING}")
            piece = following
    left = "".join([*kept, piece])
    cut_off = re.search(_CUT_OFF, left)
    return left[: cut_off.start()].rstrip(" \t") if cut_off else left


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


def typed(content: str) -> str:
    """What a person wrote, without what Antigravity wrote around it."""
    # Behind the last end every opening would be looked for one in all that follows.
    requests = re.findall(_REQUEST, content[: content.rfind(_REQUEST_END) + len(_REQUEST_END)])
    return ("\n\n".join(requests) if requests else _outside_tags(content)).strip()


def _outside_tags(content: str) -> str:
    """A text without what stands between tags, and without white space behind them or in front."""
    tags = list(re.finditer(_TAG, content))
    last = {tag[2]: tag.start() for tag in tags if tag[1]}
    kept, begin = list[str](), 0
    for tag in tags:
        if not tag[1] and begin <= tag.start() < last.get(tag[2], 0):
            kept.append(content[begin : tag.start()].lstrip())
            end = f"</{tag[2]}>"
            begin = content.index(end, tag.end()) + len(end)
    return "".join([*kept, content[begin:].lstrip()])
