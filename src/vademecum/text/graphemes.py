"""Where a text may be cut without tearing a character that readers see as one."""

from __future__ import annotations

from vademecum.text.scripts import JOINS

_JOINER = "\u200d"


def border_before(text: str, position: int) -> int:
    """The last border at or before `position` that parts no base from its marks, no emoji sequence, no flag.

    A run of marks longer than 64 is cut anywhere, so that the answer costs constant time.
    """
    if position <= 0 or position >= len(text):
        return max(0, min(position, len(text)))
    lowest = max(1, position - 64)
    border = position
    while border > lowest and _inside(text, border):
        border -= 1
    return position if _inside(text, border) else border


def _inside(text: str, position: int) -> bool:
    after = text[position]
    if JOINS[after] or text[position - 1] == _JOINER or "\U0001f3fb" <= after <= "\U0001f3ff":
        return True
    if not _is_flag_letter(after):
        return False
    start = position
    while start > 0 and position - start < 64 and _is_flag_letter(text[start - 1]):
        start -= 1
    return (position - start) % 2 == 1


def _is_flag_letter(char: str) -> bool:
    return "\U0001f1e6" <= char <= "\U0001f1ff"
