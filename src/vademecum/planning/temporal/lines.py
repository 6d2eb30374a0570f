"""The tokens of a text with what the lexicon says of each, for all languages together."""

from __future__ import annotations

from vademecum.planning.temporal.numerals import HAN_NUMERALS
from vademecum.planning.temporal.tokens import Sort

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from vademecum.model.temporal import TimePhrase, TimeWords
    from vademecum.planning.temporal.anchors import Found
    from vademecum.planning.temporal.tokens import Token

    Roles = Mapping[str, tuple[TimePhrase, int]]

_GLUE = frozenset("-_/@#.\\&+=~:")
"""Signs that make one name of the words at their sides: `friday.md`, `march-report`, `@monday`."""

_LINKS = ("-", "'")
"""Signs that may stand inside words of time: `week-end`, `New Year's Eve`."""

JOINTS = "-–—~"
"""Signs between the two ends of a range."""

_STOPS = frozenset(".!?;。！？；।…")

ANCHORS = frozenset(
    {
        "century", "decade", "decade_mark", "either", "half", "holiday", "month", "movable", "now", "part",
        "quarter", "season", "unit", "units", "vague", "weekday", "weekend", "whole", "window",
    }
)  # fmt: skip
"""Roles without which, and without a number, there is no time."""


class Lines:
    """The tokens of a text with what the lexicon says of them; shared by the views of all languages."""

    def __init__(self, tokens: Sequence[Token], begins: Sequence[int], words: TimeWords) -> None:
        self.tokens = tokens
        self._begins = begins
        self.words = words
        self._found: dict[int, tuple[tuple[TimePhrase, int], ...]] = {}
        self._roles: dict[str, dict[int, Roles]] = {}
        self._blocks: dict[int, int] = {}
        self._counts: dict[str, int] | None = None
        self._ahead: list[bool] | None = None
        self.read: dict[tuple[str, str, int], tuple[Found, ...]] = {}
        """Readings by kind, language and place: neighbours ask for the same ones again and again."""

    def offsets(self, start: int, end: int) -> tuple[int, int]:
        """Where in the text the tokens from `start` to `end` stand."""
        last = end - 1
        return self._begins[start] + self.tokens[start].start, self._begins[last] + self.tokens[last].end

    def runs(self) -> Iterator[tuple[int, int]]:
        """The stretches that could hold a time, for no phrase reaches over a word that is none of time."""
        known, heads = self.words.vocabulary(), self.words.heads
        start, holds = 0, False
        for at, token in enumerate(self.tokens):
            text = token.text
            is_number = token.sort is Sort.NUMERAL or text in HAN_NUMERALS
            if not is_number and text not in known and token.sort is not Sort.SIGN:
                if holds:
                    yield start, at
                start, holds = at + 1, False
            elif not holds:
                holds = is_number or (text in heads and self.plays(at, *ANCHORS))
        if holds:
            yield start, len(self.tokens)

    def phrases(self, at: int) -> tuple[tuple[TimePhrase, int], ...]:
        """The phrases that begin here with the place behind each, longest first; none inside a set phrase."""
        found = self._found.get(at)
        if found is None:
            matched = self._matched(at)
            found = self._found[at] = () if matched and self._blocks_at(at, matched) else tuple(matched)
        return found

    def _blocks_at(self, at: int, matched: Sequence[tuple[TimePhrase, int]]) -> bool:
        longest = max([end for _, end in matched])
        blocks = any(end == longest and phrase.role == "none" for phrase, end in matched)
        if blocks:
            self._blocks[at] = longest
        return blocks

    def may_begin(self, at: int) -> bool:
        """Whether a time could begin here in some language."""
        return bool(self.phrases(at)) or self.is_number(at)

    def is_number(self, at: int) -> bool:
        """Whether a number in figures stands here, Arabic or Han."""
        token = self.tokens[at]
        return token.sort is Sort.NUMERAL or token.text in HAN_NUMERALS

    def blocked(self, at: int) -> int:
        """The place behind a set phrase that only looks like a time; 0 when none begins here."""
        return 0 if self.phrases(at) else self._blocks.get(at, 0)

    def idiom(self, at: int) -> int:
        """The place behind words that are no time alone, though they may end one (`por la mañana`), or 0."""
        here = self.phrases(at)
        return max([end for phrase, end in here if phrase.role == "idiom"], default=0) if here else 0

    def roles(self, lang: str, at: int) -> Roles:
        """The roles that words which begin here play in a language, each with the longest such phrase."""
        places = self.places(lang)
        found = places.get(at)
        if found is None:
            here = [(phrase, end) for phrase, end in self.phrases(at) if phrase.lang == lang]
            found = places[at] = {phrase.role: (phrase, end) for phrase, end in reversed(here)}
        return found

    def places(self, lang: str) -> dict[int, Roles]:
        """What `roles` has found so far in a language."""
        return self._roles.setdefault(lang, {})

    def near(self, lang: str, at: int) -> bool:
        """Whether something that makes a time stands close enough behind to be part of a phrase from here.

        A phrase is all of one language, and reaches over no word that plays no role there.
        """
        end = at
        for place in range(at, min(at + _REACH, len(self.tokens))):
            if self.is_number(place):
                return True
            if here := self.roles(lang, place):
                if not ANCHORS.isdisjoint(here):
                    return True
                end = max(end, *[behind for _, behind in here.values()])
            if place >= end and self.tokens[place].sort is not Sort.SIGN:
                return False
        return False

    def joined(self, at: int) -> bool:
        """Whether something that could join two times stands close behind."""
        return any(map(self._is_joint, range(at, min(at + _REACH, len(self.tokens)))))

    def _is_joint(self, at: int) -> bool:
        token = self.tokens[at]
        if token.sort is Sort.SIGN:
            return token.text in JOINTS
        return token.text in self.words.phrases and self.plays(at, "and", "to", "from_post")

    def _matched(self, at: int) -> list[tuple[TimePhrase, int]]:
        if not 0 <= at < len(self.tokens) or self.tokens[at].sort in (Sort.SIGN, Sort.OPAQUE):
            return []
        candidates = self.words.phrases.get(self.tokens[at].text)
        if not candidates:
            return []
        following = self.tokens[at + 1].text if at + 1 < len(self.tokens) else ""
        found: list[tuple[TimePhrase, int]] = []
        for phrase in candidates:
            end = at + 1
            if len(phrase.words) > 1:  # most of those that begin with `the` or `in` go on otherwise
                goes_on = phrase.words[1] == following or following in _LINKS
                end = self._behind(phrase, at) if goes_on else 0
            if end and (not phrase.local or self.is_in(phrase.lang)):
                found.append((phrase, end))
        return found

    def _behind(self, phrase: TimePhrase, at: int) -> int:
        """The place behind a phrase that begins here, 0 when it does not."""
        place = at + 1
        for word in phrase.words[1:]:
            if (
                word != "'"
                and place < len(self.tokens)
                and self.tokens[place].text in _LINKS
                and self.glued(place)
            ):
                place += 1
            if place >= len(self.tokens) or self.tokens[place].text != word:
                return 0
            place += 1
        return place

    def plays(self, at: int, *roles: str) -> bool:
        """Whether words that begin here play one of the roles in any language."""
        return any(phrase.role in roles for phrase, _ in self.phrases(at))

    def follows(self, at: int, role: str) -> bool:
        """Whether words that play a role, in any language, stand right before this place or reach over it."""
        places = range(max(0, at - 2), at)
        return any(p.role == role and end >= at for place in places for p, end in self.phrases(place))

    def glued(self, at: int) -> bool:
        """Whether no space stands before the token."""
        return 0 < at < len(self.tokens) and self._begins[at - 1] == self._begins[at]

    def is_in(self, lang: str) -> bool:
        """Whether the text shows itself to be in a language, more than in any other."""
        counts = self._signs()
        return counts.get(lang, 0) > max([n for each, n in counts.items() if each != lang], default=0)

    def speaks_against(self, lang: str) -> bool:
        """Whether not one word speaks for a language and two or more do for another."""
        counts = self._signs()
        return not counts.get(lang) and max(counts.values(), default=0) > 1

    def _signs(self) -> Mapping[str, int]:
        if self._counts is None:
            texts = [token.text for token in self.tokens[:_SAMPLE]]
            signs = self.words.signs.items()
            self._counts = {each: sum(map(words.__contains__, texts)) for each, words in signs}
        return self._counts

    def ahead(self, at: int) -> bool:
        """Whether the sentence of the token speaks of the future."""
        if self._ahead is None:
            self._ahead = self._tenses()
        return self._ahead[at]

    def _tenses(self) -> list[bool]:
        ahead: list[bool] = []
        begin, future = 0, False
        for at, token in enumerate(self.tokens):
            future = future or any(phrase.role == "future" for phrase, _ in self.phrases(at))
            if token.text in _STOPS or at == len(self.tokens) - 1:
                ahead += [future] * (at + 1 - begin)
                begin, future = at + 1, False
        return ahead

    def stands_alone(self, at: int, end: int) -> bool:
        """Whether no sign joins the tokens from `at` to `end` with words outside."""
        before = at > 1 and self.tokens[at - 1].text in _GLUE and self.glued(at) and self.glued(at - 1)
        sole = at == 1 and self.tokens[0].text in ("#", "@", "/", "_", "\\", ".") and self.glued(1)
        behind = end + 1 < len(self.tokens) and self.tokens[end].text in _GLUE and self.glued(end)
        return not (before or sole or (behind and self.glued(end + 1)))


_REACH = 8
"""Tokens that may stand before the word which makes a time: `from the beginning of the week before last`."""

_SAMPLE = 400
"""Tokens that are looked at to tell the language."""
