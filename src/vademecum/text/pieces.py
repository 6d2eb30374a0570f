"""Pieces of a text by which its bytes are known again, wherever they were copied to."""

from __future__ import annotations

import json
import re

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

SHORTEST = 8
"""Bytes of a piece: a shorter one stands somewhere in any gigabyte by chance."""

_WHOLE = 48
_PART = 32
_MOST = 32
_ESCAPED = re.compile(r'[\x00-\x1f"\\\x7f]+')
"""What JSON and YAML write otherwise; a piece has none of it, so that it reads the same in all of them."""


def pieces_of(texts: Iterable[str]) -> tuple[bytes, ...]:
    """At most 32 pieces, from all over the texts, as UTF-8 and as JSON escapes it."""
    parts: dict[str, None] = {}
    for text in texts:
        for run in _ESCAPED.split(text):
            parts.update(dict.fromkeys(_parts(run.strip())))
    long = [part for part in parts if len(part.encode()) >= SHORTEST]
    step = max(1, -(-len(long) // _MOST))
    return spelt(long[::step])


def spelt(texts: Iterable[str]) -> tuple[bytes, ...]:
    """Each text as UTF-8 and, where that is different, as JSON escapes it."""
    forms: list[bytes] = []
    for text in texts:
        forms += (text.encode("utf-8", "surrogatepass"), json.dumps(text)[1:-1].encode())
    return tuple(dict.fromkeys(forms))


def _parts(run: str) -> list[str]:
    """A short run whole; of a longer one, parts with gaps between them and its end."""
    if len(run) <= _WHOLE:
        return [run]
    step = max(_PART, len(run) // _MOST)
    return [*(run[start : start + _PART] for start in range(0, len(run) - _PART, step)), run[-_PART:]]
