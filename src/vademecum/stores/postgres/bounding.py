"""Texts as short as a key of an index may be."""

from __future__ import annotations

from hashlib import sha256

MOST_BYTES = 480
"""An entry of a B-tree has 2,704 bytes at most, and the longest here holds three such texts and two ids."""

_SIGN = "\x01"
"""No text that is looked up holds it, so that no short one can be taken for the rest of a long one."""


def bounded(text: str) -> str:
    """The text, or its beginning and a digest where it is too long; equal texts stay equal, others apart.

    Two sort as they did, unless both are too long and begin alike.

    Raises:
        UnicodeEncodeError: it holds half a surrogate pair.
    """
    if len(text) * 4 <= MOST_BYTES:
        return text
    whole = text.encode()
    if len(whole) <= MOST_BYTES:
        return text
    return whole[:MOST_BYTES].decode(errors="ignore") + _SIGN + sha256(whole).hexdigest()
