"""Which words of a question are written as names."""

from __future__ import annotations

import re

_WORD = re.compile(r"[^\W\d_][\w'’-]*")
_OPENING = " \t\"'“”„«»‹›(¿¡[*_"
_ENDS = ".?!:…\n"

READ = 2_000
"""Characters that are looked at; who is asked for is named in the first lines of a prompt."""

EVERY_NOUN = frozenset({"de"})
"""Languages in which a capital says nothing of names."""


def names_of(text: str) -> tuple[str, ...]:
    """Words with a capital that does not begin a sentence, as written; `I` is none."""
    said = text[:READ]
    return tuple(
        [
            word.group()
            for word in _WORD.finditer(said)
            if word.group()[0].isupper() and not _begins(said, word.start()) and not _is_i(word.group())
        ]
    )


def _begins(text: str, start: int) -> bool:
    before = text[:start].rstrip(_OPENING)
    return not before or before[-1] in _ENDS


def _is_i(word: str) -> bool:
    return word == "I" or word.startswith(("I'", "I’"))
