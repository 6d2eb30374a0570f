"""How rare a word is in its language at large, whatever a store holds.

What a store says of rarity changes with its size: among three memories a unique word is common. A floor that
shall judge two memories alike among 3 and among 30,000 asks these tables instead.
"""

from __future__ import annotations

from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from vademecum.text.analyzer import Term

STEP = 0.5
"""Nats from one line of a table to the next."""

LOWEST, HIGHEST = 3.0, 13.0
"""-ln p of the first line, and of whatever stands in no table: once in twenty words, once in half a million.
The commonest word that asks for something (`do`, `make`) is told at about 5."""

COMMONEST = 0.5
"""Weight of a word of the first line; none weighs nothing, for two of them still are two."""

NAME = 2.0
"""Weight of a name that many records hold: rare in its language, common in a store that is about somebody."""

UNTOLD = 6.0
"""Weight of a word in a language without a table: the middle of what is asked for."""


@value
class Background:
    """The tables.

    Attributes:
        tables: language -> stem -> how rare it is, in steps of `STEP` nats from `LOWEST` on.
    """

    tables: Mapping[str, Mapping[str, int]]

    def weight(self, term: Term, languages: Iterable[str]) -> float:
        """How much it tells that a word is there: nats beyond `LOWEST`, from 0.5 to 10.

        Args:
            term: of a question.
            languages: in which its forms are looked for, the question's own first; the first table that has
                one of them decides.
        """
        told = False
        for language in languages:
            table = self.tables.get(language)
            if table is None:
                continue
            told = True
            lines = [line for form in term.forms if (line := table.get(form)) is not None]
            if lines:
                return max(COMMONEST, STEP * min(lines))
        return HIGHEST - LOWEST if told else UNTOLD
