"""Names in the form they are compared in, and in the form they take as a file's name."""

from __future__ import annotations

from vademecum.text.graphemes import border_before
from vademecum.text.words import exact_words, written_words

_RESERVED = frozenset(
    [
        "con",
        "prn",
        "aux",
        "nul",
        "conin",
        "conout",
        *(f"{each}{n}" for each in ("com", "lpt") for n in range(10)),
    ]
)
"""File names that Windows keeps for devices, whatever extension follows."""

_APOSTROPHES = str.maketrans(dict.fromkeys("'\u2019\u02bc", ""))


def fold_name(text: str) -> str:
    """The exact words of a name with one space between them; empty when it has no letter or digit.

    Equal for every spelling that differs in case, width, punctuation or Unicode composition only. Accents
    and word endings do make a difference.
    """
    return " ".join(exact_words(text))


def slugify(text: str, *, limit: int = 60) -> str:
    """A readable handle in the text's own script: words joined by ``-``, lower case.

    Safe as a file name on every system: no separators, no dots, no reserved device name.

    Args:
        text: any text; its first 40 times `limit` characters are read, and more only when they hold no word.
        limit: most characters; the cut falls on a word border, or inside the first word when that alone
            is longer. At least 8.

    Returns:
        The slug, empty only when the text has no letter and no digit.
    """
    words = written_words(text[: limit * 40].translate(_APOSTROPHES), most=limit)
    if not words:
        words = written_words(text.translate(_APOSTROPHES), most=limit)
    if not words:
        return ""
    length = -1
    kept: list[str] = []
    for word in words:
        length += len(word) + 1
        if length > limit:
            break
        kept.append(word)
    if not kept:
        return words[0][: border_before(words[0], limit)]
    slug = "-".join(kept)
    return f"{slug}-note" if slug in _RESERVED else slug
