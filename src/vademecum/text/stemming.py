"""Stems of words by script and language (Snowball), remembered.

A stemmer cuts endings and cannot know that `kept` is a form of `keep`; such forms are given to it as the base
that the lexicon names.
"""

from __future__ import annotations

from vademecum.text.scripts import Script, script_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Protocol
else:
    Protocol = object  # a shape for the type checkers; `typing` is not loaded for it

_MEMO_LIMIT = 1 << 15

_BY_LANGUAGE: dict[Script, dict[str, str]] = {
    Script.LATIN: {
        "ca": "catalan", "cs": "czech", "da": "danish", "de": "german", "en": "english", "eo": "esperanto",
        "es": "spanish", "et": "estonian", "eu": "basque", "fi": "finnish", "fr": "french", "ga": "irish",
        "hu": "hungarian", "id": "indonesian", "it": "italian", "lt": "lithuanian", "nb": "norwegian",
        "nl": "dutch", "nn": "norwegian", "no": "norwegian", "pl": "polish", "pt": "portuguese",
        "ro": "romanian", "sr": "serbian", "st": "sesotho", "sv": "swedish", "tr": "turkish",
    },
    Script.CYRILLIC: {"sr": "serbian"},
    Script.ARABIC: {"fa": "persian", "ur": ""},
    Script.DEVANAGARI: {"ne": "nepali"},
    Script.HEBREW: {"yi": "yiddish"},
}  # fmt: skip

_BY_SCRIPT = {
    Script.CYRILLIC: "russian",
    Script.GREEK: "greek",
    Script.ARABIC: "arabic",
    Script.DEVANAGARI: "hindi",
    Script.TAMIL: "tamil",
    Script.ARMENIAN: "armenian",
}
"""What a script is stemmed with when the language has no stemmer of its own for it."""

_UNSTEMMED_LATIN = frozenset({"vi", "sk", "sl", "hr", "bs", "lv", "is", "sw", "ms", "tl", "af", "sq", "cy"})
"""Languages in Latin script without a stemmer: another language's rules would only damage their words."""

_KNOWN = _UNSTEMMED_LATIN.union(*_BY_LANGUAGE.values())


class _Stemmer(Protocol):
    def stemWord(self, word: str) -> str: ...  # noqa: N802  # the library's name


def primary(language: str | None) -> str:
    """Primary subtag of a language tag in lower case: `de-AT` -> `de`; empty when there is none."""
    return (language or "").replace("_", "-").partition("-")[0].strip().lower()


def _snowball(algorithm: str) -> _Stemmer:
    import Stemmer

    # Without the library's own cache: ours is keyed by language and bounded the same way.
    stemmer: _Stemmer = Stemmer.Stemmer(algorithm, 0)  # pyright: ignore[reportUnknownMemberType,reportUnknownVariableType]
    return stemmer  # pyright: ignore[reportUnknownVariableType]


class Stemming:
    """Stems words.

    A word in a script that its text's language does not use (an English word in Russian prose) is stemmed
    as the default language does, so that it has the same stem in every memory.
    """

    def __init__(self, default_language: str, irregular: Mapping[str, Mapping[str, str]]) -> None:
        """Know what words are stemmed by.

        Args:
            default_language: language of the vault.
            irregular: `Lexicon.irregular`.
        """
        default = primary(default_language)
        self._irregular = irregular
        latin = _BY_LANGUAGE[Script.LATIN]
        self._foreign_latin = latin.get(default, "" if default in _UNSTEMMED_LATIN else "english")
        self._stemmers: dict[str, tuple[_Stemmer, Mapping[str, str]]] = {}
        self._memos: dict[str, dict[str, str]] = {}

    def tongue(self, language: str) -> str:
        """The language, or ``und`` when it would stem like any other unknown one; finitely many answers."""
        code = primary(language)
        return code if code in _KNOWN else "und"

    def stem(self, word: str, tongue: str) -> str:
        """Stem of a folded word. Words with a digit and scripts without a stemmer stay as they are."""
        memo = self._memos.get(tongue)
        if memo is None:
            memo = self._memos[tongue] = {}
        known = memo.get(word)
        if known is not None:
            return known
        if len(memo) >= _MEMO_LIMIT:
            memo.clear()
        memo[word] = known = self._compute(word, tongue)
        return known

    def _compute(self, word: str, tongue: str) -> str:
        if not word.isalpha() and any(char.isnumeric() for char in word):
            return word
        algorithm = self._algorithm(script_of(word[0]), tongue)
        if not algorithm:
            return word
        known = self._stemmers.get(algorithm)
        if known is None:
            known = self._stemmers[algorithm] = (_snowball(algorithm), self._irregular.get(algorithm, {}))
        stemmer, irregular = known
        return stemmer.stemWord(irregular.get(word, word)) or word

    def _algorithm(self, script: Script, tongue: str) -> str:
        own = _BY_LANGUAGE.get(script, {}).get(tongue)
        if own is not None:
            return own
        if script is Script.LATIN:
            return "" if tongue in _UNSTEMMED_LATIN else self._foreign_latin
        return _BY_SCRIPT.get(script, "")
