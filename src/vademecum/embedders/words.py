"""Cuts texts into the rows of a table that knows words by their stems, and pieces of the other words."""

from __future__ import annotations

from vademecum.text.folding import bare
from vademecum.text.stemming import Stemming
from vademecum.text.words import exact_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

INSIDE = "##"
"""What stands before a piece that does not begin a word."""

MOST_KNOWN = 1 << 16
"""Words that are remembered with their rows."""


class WordCutter:
    """Words of texts as rows.

    A word that the table has no row for is cut from its beginning into the longest pieces that have one, so
    that names and words of other languages are told apart; a letter without a row is left out.

    Args:
        rows: stem, or piece, -> row.
        language: whose stems they are.
    """

    def __init__(self, rows: Mapping[str, int], language: str) -> None:
        self._rows = rows
        self._language = language
        self._stemming = Stemming(language, {})
        self._longest = max(map(len, rows), default=0)
        self._known: dict[str, tuple[int, ...]] = {}

    def __call__(self, texts: Sequence[str]) -> list[list[int]]:
        return [[row for word in exact_words(text) for row in self._of(word)] for text in texts]

    def _of(self, word: str) -> tuple[int, ...]:
        known = self._known.get(word)
        if known is None:
            if len(self._known) >= MOST_KNOWN:
                self._known.clear()
            whole = self._rows.get(self._stemming.stem(word, self._language))
            known = self._known[word] = tuple(self._pieces(bare(word))) if whole is None else (whole,)
        return known

    def _pieces(self, word: str) -> list[int]:
        found: list[int] = []
        start = 0
        while start < len(word):
            lead = INSIDE if start else ""
            for end in range(min(len(word), start + self._longest), start, -1):
                row = self._rows.get(lead + word[start:end])
                if row is not None:
                    found.append(row)
                    start = end
                    break
            else:
                start += 1
        return found
