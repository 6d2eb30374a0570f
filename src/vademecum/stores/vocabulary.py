"""Under which words an alias entry is found; shared by the back ends so that they agree."""

from __future__ import annotations

from vademecum.text.scripts import role
from vademecum.text.words import exact_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.model.file import AliasEntry

_UNSPACED = "ct"


def leading_words(entry: AliasEntry) -> tuple[str, ...]:
    """First folded word of both sides, sorted; a side in a script without spaces also under its first
    character, because a topic of one character has no pair."""
    found: set[str] = set()
    for side in (entry.alias, entry.target):
        if word := _first_word(side):
            found.add(word)
            if role(word[0]) in _UNSPACED:
                found.add(word[0])
    return tuple(sorted(found))


def _first_word(side: str) -> str:
    return next((words[0] for chunk in side.split() if (words := exact_words(chunk))), "")
