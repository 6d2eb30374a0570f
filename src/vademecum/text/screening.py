"""Screening of what is to be stored: characters that must not be, and texts that give orders."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from vademecum.text.lines import storable
from vademecum.text.orders import ORDERS, POSING, POSING_MARKS
from vademecum.text.scripts import is_unspaced

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_JOINERS = "\u200c\u200d"
"""They shape letters of Persian and Indic scripts and join emoji; elsewhere they only hide."""

_FILLERS = "\u034f\u115f\u1160\u17b4\u17b5\u3164\uffa0"
"""Letters and marks to Unicode, and yet never seen."""

_GAP = 4
"""Words that ``…`` of a phrase stands for, at most."""

_WORD = re.compile(r"[^\W_]+(?:['’][^\W_]+)*")


def cleaned(text: str) -> str:
    """A text without NUL and lone surrogates; everything else is its author's business."""
    return storable(text)


def cleaned_name(name: str) -> str:
    """A name without what nobody sees in it: controls, zero-width and bidirectional characters.

    White space of any kind stays, as white space. Two names that look the same then are the same.
    """
    kept: list[str] = []
    name = storable(name)
    for place, char in enumerate(name):
        hidden = unicodedata.category(char) in ("Cc", "Cf", "Co", "Cn") or char in _FILLERS
        joined = char in _JOINERS and _between_letters(name, place)
        stray = _selects(char) and (place == 0 or name[place - 1].isascii() or _selects(name[place - 1]))
        if char.isspace() or joined or not (hidden or stray):
            kept.append(char)
    return "".join(kept)


def _selects(char: str) -> bool:
    """Whether it chooses among forms of the character before, as of an emoji; a row of them only hides."""
    return "\ufe00" <= char <= "\ufe0f" or "\U000e0100" <= char <= "\U000e01ef"


def _between_letters(name: str, place: int) -> bool:
    around = name[max(0, place - 1) : place] + name[place + 1 : place + 2]
    return len(around) == 2 and not any(char.isascii() or char.isspace() for char in around)


def suspicious(text: str) -> str | None:
    """Why a text looks like an order to an assistant; None when it does not.

    Such a text is stored and marked, never refused: a note *about* such orders looks the same. Linear in the
    length of the text.
    """
    if _posing().search(text):
        return POSING
    words = _words(text)
    spoken = " ".join(words)
    unspaced = "".join(words)
    for reason, phrase in _phrases():
        if phrase in unspaced if isinstance(phrase, str) else phrase.search(spoken):
            return reason
    return None


def _words(text: str) -> list[str]:
    """The words in the form in which phrases are compared: folded, accents of Latin letters dropped."""
    plain = unicodedata.normalize("NFKD", text.casefold())
    kept = (char for char in plain if not 0x300 <= ord(char) <= 0x36F)
    return _WORD.findall(unicodedata.normalize("NFKC", "".join(kept)).replace("’", "'"))


@cache
def _posing() -> re.Pattern[str]:
    return re.compile("|".join(POSING_MARKS), re.IGNORECASE | re.MULTILINE)


@cache
def _phrases() -> tuple[tuple[str, str | re.Pattern[str]], ...]:
    return tuple((reason, _phrase(phrase)) for reason, phrase in ORDERS)


def _phrase(phrase: str) -> str | re.Pattern[str]:
    """A pattern over words; in a script without spaces, the bare run of characters."""
    parts = [_words(part) for part in phrase.split("…")]
    if all(is_unspaced(char) for char in phrase if not char.isspace()):
        return "".join(parts[0])
    return re.compile(_over(parts))


def _over(parts: Sequence[Sequence[str]]) -> str:
    gap = rf" (?:\S+ ){{0,{_GAP}}}"
    return r"(?<!\S)" + gap.join(re.escape(" ".join(part)) for part in parts) + r"(?!\S)"
