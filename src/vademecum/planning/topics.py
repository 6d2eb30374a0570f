"""The content words of an utterance: what `recall` would look for, without the words that only ask."""

from __future__ import annotations

from vademecum.text.scripts import is_unspaced
from vademecum.text.topic import TopicWord, topic_words

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from vademecum.model.lexicon import Lexicon
    from vademecum.model.plan import SignalWords
    from vademecum.text.analyzer import Analyzer

_SPEAKS = 2
"""Different asking words of a language that must stand together before they count as that language's."""

_NOTHING: frozenset[str] = frozenset()
_MEMO_LIMIT = 1 << 13
_MEMO_CHUNK = 48


class Topics:
    """Reads topics; remembers how chunks are cut, which is most of the work."""

    def __init__(self, analyzer: Analyzer, lexicon: Lexicon, words: SignalWords) -> None:
        self._analyzer = analyzer
        self._lexicon = lexicon
        self._words = words
        self._cut: dict[str, tuple[TopicWord, ...]] = {}

    def read(self, text: str, exact: Sequence[str], without: Iterable[tuple[int, int]] = ()) -> list[str]:
        """Topics in text order, folded, each once.

        Args:
            text: what was said.
            exact: its exact words.
            without: stretches of it, in characters and text order, that are no topic.
        """
        quiet = self._quiet(text, exact)
        found: dict[str, None] = {}
        pairs = self._lexicon.stop_bigrams
        run = ""
        for word in self._content(self._blanked(_blank(text, without))):
            if word.is_stop(quiet) or word.only_joins(pairs):
                run = ""
            elif _goes_on(run, word.text):
                found.pop(run, None)
                run += word.text[-1]
                found[run] = None
            else:
                run = word.text
                found.setdefault(run)
        return list(found)

    def _content(self, text: str) -> Iterable[TopicWord]:
        for chunk in text.split():
            known = self._cut.get(chunk)
            if known is None:
                known = tuple(topic_words(chunk, _NOTHING))
                if len(chunk) <= _MEMO_CHUNK:
                    if len(self._cut) >= _MEMO_LIMIT:
                        self._cut.clear()
                    self._cut[chunk] = known
            yield from known

    def _quiet(self, text: str, exact: Sequence[str]) -> frozenset[str]:
        """Words that are no topics in this text: function words and asking words of its languages."""
        detected = self._analyzer.detect(text)
        default = self._analyzer.default_language
        said = set(exact)
        quiet: set[str] = set()
        for language in dict.fromkeys((detected, default)):
            quiet |= said & self._lexicon.stop_words.get(language, frozenset())
        for language, words in self._words.asking.items():
            met = said & words
            if language in (detected, "en") or len(met) >= _SPEAKS:
                quiet |= met
        return frozenset(quiet)

    def _blanked(self, text: str) -> str:
        """Without the asking words of scripts without spaces, whose pairs would straddle them."""
        if text.isascii():
            return text
        for word in self._words.unspaced:
            if word in text:
                text = text.replace(word, " ")
        return text


def _blank(text: str, stretches: Iterable[tuple[int, int]]) -> str:
    kept: list[str] = []
    at = 0
    for start, end in stretches:
        kept.append(text[at:start])
        at = max(at, end)
    return " ".join([*kept, text[at:]])


def _goes_on(before: str, pair: str) -> bool:
    """Whether a pair overlaps the run that was read so far."""
    return len(pair) == 2 and len(before) > 1 and before[-1] == pair[0] and is_unspaced(pair[0])
