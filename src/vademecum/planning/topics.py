"""The content words of an utterance: what `recall` would look for, without the words that only ask."""

from __future__ import annotations

from functools import lru_cache

from vademecum.text.scripts import is_unspaced
from vademecum.text.topic import topic_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import TypeVar

    from vademecum.model.lexicon import Lexicon
    from vademecum.model.plan import SignalWords
    from vademecum.text.analyzer import Analyzer
    from vademecum.text.topic import TopicWord

    _Key = TypeVar("_Key")
    _Known = TypeVar("_Known")

_SPEAKS = 2
"""Different asking words of a language that must stand together before they count as that language's."""

_is_unspaced = lru_cache(maxsize=1 << 13)(is_unspaced)
_NOTHING: frozenset[str] = frozenset()
_MEMO_LIMIT = 1 << 13
_MEMO_CHUNK = 48


class Topics:
    """Reads topics; remembers how chunks are cut and what words mean in a language: most of the work."""

    def __init__(self, analyzer: Analyzer, lexicon: Lexicon, words: SignalWords) -> None:
        self._analyzer = analyzer
        self._lexicon = lexicon
        self._words = words
        self._cut: dict[str, tuple[tuple[str, bool], ...]] = {}
        self._joins: dict[tuple[str, bool], bool] = {}
        self._heard: dict[str, dict[str, tuple[bool, tuple[str, ...]]]] = {}

    def read(self, text: str, exact: Sequence[str], without: Iterable[tuple[int, int]] = ()) -> list[str]:
        """Topics in text order, folded, each once.

        Args:
            text: what was said.
            exact: its exact words.
            without: stretches of it, in characters and text order, that are no topic.
        """
        quiet = self._quiet(text, exact)
        found: dict[str, None] = {}
        run = ""
        for word, is_silent in self._content(self._blanked(_blank(text, without))):
            if is_silent or word in quiet:
                run = ""
            elif run and _goes_on(run, word):
                found.pop(run, None)
                run += word[-1]
                found[run] = None
            else:
                run = word
                found.setdefault(run)
        return list(found)

    def _content(self, text: str) -> Iterator[tuple[str, bool]]:
        """Words, and whether each only joins or was torn off another one."""
        for chunk in text.split():
            known = self._cut.get(chunk)
            if known is None:
                known = self._read_chunk(chunk)
                if len(chunk) <= _MEMO_CHUNK:
                    _keep(self._cut, chunk, known)
            yield from known

    def _read_chunk(self, chunk: str) -> tuple[tuple[str, bool], ...]:
        if chunk.isascii() and chunk.isalpha() and chunk.islower() and len(chunk) <= _MEMO_CHUNK:
            return ((chunk, False),)  # as below, in a tenth of the time
        return tuple([(word.text, self._is_silent(word)) for word in topic_words(chunk, _NOTHING)])

    def _is_silent(self, word: TopicWord) -> bool:
        if word.fragment:
            return True
        if len(word.text) != 2 or word.text.isascii():
            return word.only_joins(self._lexicon.stop_bigrams)
        key = word.text, word.last
        known = self._joins.get(key)
        if known is None:
            known = word.only_joins(self._lexicon.stop_bigrams)
            _keep(self._joins, key, known)
        return known

    def _quiet(self, text: str, exact: Sequence[str]) -> set[str]:
        """Words that are no topics in this text: function words and asking words of its languages."""
        detected = self._analyzer.detect(text)
        heard = self._heard.setdefault(detected, {})
        quiet: set[str] = set()
        asked: dict[str, set[str]] = {}
        for word in exact:
            known = heard.get(word)
            if known is None:
                known = self._hear(word, detected)
                _keep(heard, word, known)
            is_quiet, languages = known
            if is_quiet:
                quiet.add(word)
            for language in languages:
                asked.setdefault(language, set()).add(word)
        for words in asked.values():
            if len(words) >= _SPEAKS:
                quiet |= words
        return quiet

    def _hear(self, word: str, detected: str) -> tuple[bool, tuple[str, ...]]:
        """Whether a word is no topic in a language, and the languages in which it asks."""
        own = (detected, self._analyzer.default_language)
        stops = any(word in self._lexicon.stop_words.get(language, _NOTHING) for language in own)
        asks = tuple([language for language, words in self._words.asking.items() if word in words])
        return stops or detected in asks or "en" in asks, asks

    def _blanked(self, text: str) -> str:
        """Without the asking words of scripts without spaces, whose pairs would straddle them."""
        if text.isascii():
            return text
        for word in self._words.unspaced:
            if word in text:
                text = text.replace(word, " ")
        return text


def _keep(memo: dict[_Key, _Known], key: _Key, known: _Known) -> None:
    if len(memo) >= _MEMO_LIMIT:
        memo.clear()
    memo[key] = known


def _blank(text: str, stretches: Iterable[tuple[int, int]]) -> str:
    kept: list[str] = []
    at = 0
    for start, end in stretches:
        kept.append(text[at:start])
        at = max(at, end)
    return " ".join([*kept, text[at:]])


def _goes_on(before: str, pair: str) -> bool:
    """Whether a pair overlaps the run that was read so far."""
    return len(pair) == 2 and len(before) > 1 and before[-1] == pair[0] and _is_unspaced(pair[0])
