"""Texts in pieces that one vector can stand for."""

from __future__ import annotations

import re

from vademecum.text.digest import sha256_hex

LONGEST = 1_000
"""Characters of a passage. One vector for more than that is the mean of several topics; much less has too few
words to have a meaning."""

_PARAGRAPHS = re.compile(r"\n\s*\n")
_BORDERS = (re.compile(r"\n"), re.compile(r"(?<=[.!?])\s+|(?<=[。！？])\s*"), re.compile(r"\s+"))
"""Where a paragraph that is too long is cut: at lines, then sentences, then words."""


def passages(text: str, title: str = "") -> tuple[str, ...]:
    """The pieces of a text in order, none empty: whole paragraphs where they fit, each under the title."""
    head = title.strip()
    pieces = _joined(_PARAGRAPHS.split(text), "\n\n", 0)
    if not pieces:
        return (head,) if head else ()
    return tuple(f"{head}\n{piece}" if head else piece for piece in pieces)


def digest(text: str, title: str = "") -> str:
    """What stands for the text that vectors were made of."""
    return sha256_hex(f"{title}\n{text}".encode("utf-8", "surrogatepass"))


def _joined(parts: list[str], between: str, border: int) -> list[str]:
    """The parts, neighbours together as long as they are short enough, and what is too long cut."""
    pieces: list[str] = []
    room = 0
    for part in map(str.strip, parts):
        if not part:
            continue
        if len(part) > LONGEST:
            pieces += _cut(part, border)
            room = 0
        elif len(part) + len(between) <= room:
            pieces[-1] += between + part
            room -= len(part) + len(between)
        else:
            pieces.append(part)
            room = LONGEST - len(part)
    return pieces


def _cut(part: str, border: int) -> list[str]:
    if border == len(_BORDERS):
        return [part[start : start + LONGEST] for start in range(0, len(part), LONGEST)]
    return _joined(_BORDERS[border].split(part), "\n" if border == 0 else " ", border + 1)
