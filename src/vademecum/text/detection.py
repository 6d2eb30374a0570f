"""Which language a text is in, told by its function words; the same answer on every machine."""

from __future__ import annotations

from collections import Counter

from vademecum.text.scripts import Script, script_of
from vademecum.text.words import exact_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

_SAMPLE = 2_000
"""Characters that are looked at: some 300 words, where the share of function words has long settled."""

_MARGIN = 0.1
"""Lead over the default language's share. Languages share short words (`in`, `was`, `die`): measured on
short English notes, no other list reaches more than half of this above the English one."""

_CLEAR = 0.5

_MEMO_LIMIT = 1 << 15

_LATIN = (
    "en", "es", "fr", "de", "pt", "it", "nl", "pl", "tr", "id", "vi", "ro", "cs", "hu", "sv", "da", "no",
    "fi", "hi",
)  # fmt: skip
"""Candidates for Latin script; of equals the earlier is taken. Hindi is here for its romanised words."""

_OTHERS: dict[Script, tuple[str, ...]] = {
    Script.CYRILLIC: ("ru", "uk", "sr"),
    Script.ARABIC: ("ar", "fa"),
    Script.GREEK: ("el",),
    Script.ARMENIAN: ("hy",),
    Script.HEBREW: ("he",),
    Script.DEVANAGARI: ("hi",),
    Script.TAMIL: ("ta",),
    Script.THAI: ("th",),
    Script.LAO: ("lo",),
    Script.MYANMAR: ("my",),
    Script.KHMER: ("km",),
    Script.HAN: ("zh",),
    Script.KANA: ("ja",),
    Script.HANGUL: ("ko",),
}

_LETTERS = {
    "de": "äöüß", "es": "ñáéíóú¿", "fr": "éèêàçùœ", "pt": "ãõçáâê", "it": "àèìòù", "pl": "ąęłńśźż",
    "tr": "ığşçöü", "vi": "đơưạảấầậắặệếềộốồợớờ", "ro": "ăâîșțşţ", "cs": "ěščřžýů", "hu": "őűáéö", "sv": "äöå",
    "da": "æøå", "no": "æøå", "fi": "äö", "uk": "іїєґ", "ru": "ыэъё", "sr": "јљњћђџ", "fa": "پچژگ",
}  # fmt: skip
"""Letters that speak for a language when function words leave a tie."""


class Detection:
    """Guesses languages.

    Args:
        stop_words: language -> function words.
        default: the answer when nothing else is clear.
    """

    def __init__(self, stop_words: Mapping[str, frozenset[str]], default: str) -> None:
        self._lists = stop_words
        self._default = default
        self._spoken: dict[str, tuple[str, ...]] = {}
        self._latins: tuple[tuple[str, frozenset[str]], ...] = ()

    def language(self, text: str) -> str:
        """Language of the text's script, or among several the one with the most function words."""
        words = exact_words(text[:_SAMPLE])
        if not words:
            return self._default
        script = Script.LATIN if text.isascii() else _main_script(words)
        if script is Script.LATIN:
            return self._latin(words)
        candidates = _OTHERS[script]
        if len(candidates) == 1:
            return candidates[0]
        letters = frozenset[str]().union(*words)
        hits = {each: sum(word in self._lists.get(each, ()) for word in words) for each in candidates}
        scores = {each: hits[each] + 0.5 * _shows(each, letters) for each in candidates}
        best = max(scores.values())
        if scores.get(self._default) == best:
            return self._default
        return next(each for each in candidates if scores[each] == best)

    def _latin(self, words: list[str]) -> str:
        distinct = set(words)
        default = self._lists.get(self._default, frozenset[str]())
        own = distinct & default
        share = sum(map(default.__contains__, words)) / len(words)
        if len(own) >= 3 and share >= _CLEAR:
            return self._default
        # No letter of ASCII speaks for a language.
        letters = frozenset[str]() if "".join(distinct).isascii() else frozenset[str]().union(*distinct)
        best, most = self._default, 0.0
        for each, known in self._met(distinct, letters).items():
            hits = len(known) if len(distinct) == len(words) else sum(map(known.__contains__, words))
            if hits / len(words) < share + _MARGIN:
                continue
            shows = _shows(each, letters)
            if len(known) < 2 and not shows:
                continue
            # Only a greater score wins, and the candidates stand in order of preference.
            if (score := hits + 0.5 * shows) > most:
                best, most = each, score
        return best

    def _met(self, distinct: set[str], letters: frozenset[str]) -> dict[str, set[str]]:
        """The languages of Latin script, in order of preference, that have some of the words."""
        if len(distinct) < 2:
            # A single word decides only by its letters; otherwise no list need be opened for it.
            shown = [each for each in _LATIN if _shows(each, letters)] if letters else []
            found = {each: distinct & self._lists.get(each, frozenset()) for each in shown}
            return {each: known for each, known in found.items() if known}
        met: dict[str, set[str]] = {}
        for word in distinct:
            for each in self._languages(word):
                met.setdefault(each, set()).add(word)
        return {each: met[each] for each in _LATIN if each in met} if len(met) > 1 else met

    def _languages(self, word: str) -> tuple[str, ...]:
        """The languages of Latin script that have a function word."""
        known = self._spoken.get(word)
        if known is None:
            if len(self._spoken) >= _MEMO_LIMIT:
                self._spoken.clear()
            if not self._latins:
                self._latins = tuple([(each, self._lists.get(each, frozenset[str]())) for each in _LATIN])
            known = tuple([each for each, words in self._latins if word in words])
            self._spoken[word] = known
        return known


def _shows(language: str, letters: frozenset[str]) -> bool:
    return not letters.isdisjoint(_LETTERS.get(language, ()))


def _main_script(words: list[str]) -> Script:
    """The script of most words; kana anywhere among Han makes a text Japanese."""
    counts = Counter([script_of(word[0]) for word in words])
    del counts[Script.OTHER]
    if counts[Script.KANA]:
        counts[Script.KANA] += counts.pop(Script.HAN, 0)
    return max(counts, key=lambda script: (counts[script], script.value), default=Script.LATIN)
