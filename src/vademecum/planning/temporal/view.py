"""Tokens as one language reads them: which role the words at a place play there."""

from __future__ import annotations

from vademecum.planning.temporal.numerals import HAN_NUMERALS, han_number
from vademecum.planning.temporal.tokens import Sort

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.model.temporal import TimePhrase
    from vademecum.planning.temporal.calendar import Calendar
    from vademecum.planning.temporal.lines import Lines
    from vademecum.planning.temporal.numerals import Kind

_HAN_LONGEST = 12


class View:
    """One language's reading of a text at one place."""

    def __init__(self, lines: Lines, lang: str, calendar: Calendar, at: int) -> None:
        self.lines = lines
        self.lang = lang
        self._places = lines.places(lang)
        self.calendar = calendar
        self.at = at
        self.on_day = bool(self.skip(at, "on") - at)
        """Whether what stands before introduces a day (`on the 5th`), and not only a place or a span."""

    @property
    def ahead(self) -> bool:
        """Whether the sentence speaks of the future."""
        return self.lines.ahead(self.at)

    @property
    def is_foreign(self) -> bool:
        """Whether the text is in another language, without a word that speaks for this one."""
        return self.lines.speaks_against(self.lang)

    def role(self, at: int, role: str, *others: str) -> tuple[TimePhrase, int] | None:
        """The longest phrase that plays one of the roles here, and the place behind it."""
        here = self._places.get(at)
        if here is None:
            here = self.lines.roles(self.lang, at)
        if not here:
            return None
        best = here.get(role)
        for other in others:
            found = here.get(other)
            if found and (best is None or found[1] > best[1]):
                best = found
        return best

    def begins(self, at: int, roles: frozenset[str]) -> bool:
        """Whether a number or words of one of the roles stand here, or behind an article that stands here."""
        here = self.lines.roles(self.lang, at)
        if self.is_number(at) or not roles.isdisjoint(here):
            return True
        article = here.get("the")
        return article is not None and self.begins(article[1], roles)

    def is_number(self, at: int) -> bool:
        """Whether a number in figures stands here, Arabic or Han."""
        return self.is_numeral(at) or self.text(at) in HAN_NUMERALS

    def skip(self, at: int, role: str, *others: str) -> int:
        """The place behind a phrase of one of the roles, the same place when there is none."""
        found = self.role(at, role, *others)
        return found[1] if found else at

    def sign(self, at: int, signs: str, *, glued: bool = False) -> int:
        """The place behind one of the signs, 0 when there is none."""
        tokens = self.lines.tokens
        if at < len(tokens) and tokens[at].sort is Sort.SIGN and tokens[at].text in signs:
            return at + 1 if not glued or self.lines.glued(at) else 0
        return 0

    def numeral(self, at: int, *kinds: Kind) -> tuple[int, ...] | None:
        """The numbers of a numeral of one of the kinds."""
        tokens = self.lines.tokens
        if at < len(tokens) and (numeral := tokens[at].numeral) and numeral.kind in kinds:
            return numeral.numbers
        return None

    def is_numeral(self, at: int) -> bool:
        """Whether a run of digits stands here."""
        tokens = self.lines.tokens
        return at < len(tokens) and tokens[at].sort is Sort.NUMERAL

    def text(self, at: int) -> str:
        """The folded token, empty before the first and behind the last one."""
        tokens = self.lines.tokens
        return tokens[at].text if 0 <= at < len(tokens) else ""

    def is_word(self, at: int) -> bool:
        """Whether a word stands here."""
        tokens = self.lines.tokens
        return at < len(tokens) and tokens[at].sort is Sort.WORD

    def han(self, at: int) -> tuple[int, int]:
        """A number in Han characters and the place behind it, `at` when there is none."""
        end = at
        while end - at < _HAN_LONGEST and self.text(end) in HAN_NUMERALS:
            end += 1
        signs = [self.text(place) for place in range(at, end)]
        return han_number(signs), end
