"""The one definition of a token: for the index, the query, coverage and highlighting, in every back end.

Text is cut into chunks at white space, and what a chunk yields depends on nothing outside it; therefore a
chunk that was met before costs one look-up. `tokens` and `stems` are two views of the same chunks and
cannot disagree.

Spelling. A Latin, Greek, Cyrillic, Hebrew or Arabic word with marks has a second stem without them (a
PIECE), and a query word with marks is tried without them too. So `cafe` finds `café` by the second stem,
`café` finds `cafe` by its second form, and `schlussel` and `schlüssel` find each other likewise; a text with
the very same marks matches twice and ranks first. A word cut at its humps or at one hyphen has its joined
spelling as a PIECE, and every query term made from a part of it accepts the joined spelling: `GitHub`
finds `github`, `email` finds `e-mail`, and the other way round.
"""

from __future__ import annotations

import re
from collections import namedtuple
from functools import partial
from itertools import chain

from vademecum.model.value import value
from vademecum.text.detection import Detection
from vademecum.text.folding import bare
from vademecum.text.stemming import Stemming, primary
from vademecum.text.topic import TopicWord, content_words, topic_words
from vademecum.text.words import (
    Form,
    exact_spans,
    exact_words,
    length,
    pairs_and_units,
    parts,
    plain_word,
    run_length,
    segments,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Iterator
    from typing import NamedTuple, TypeAlias, TypeVar

    from vademecum.model.lexicon import Lexicon

    _Known = TypeVar("_Known")
    _Stream: TypeAlias = tuple[tuple[str, ...], int]  # stems, and words as a reader counts them

    class Token(NamedTuple):
        """One token. A named tuple, because highlighting makes thousands of them.

        Attributes:
            exact: folded, unstemmed form.
            stem: the form that is indexed and looked up.
            start, end: character offsets in the original text.
        """

        exact: str
        stem: str
        start: int
        end: int
        form: Form
else:
    Token = namedtuple("Token", "exact stem start end form")  # noqa: PYI024  # `typing` is not loaded for it

__all__ = ["REVISION", "Analyzer", "Form", "Term", "Token"]

REVISION = 3
"""Raised whenever any text gives other tokens, another length, language or expansion than before: an index
of another revision is dropped and built anew. A test holds it to the rules and the lexicon."""

_MEMO_LIMIT = 1 << 17
_MEMO_CHUNK = 48  # longer chunks (URLs, unspaced scripts) hardly ever repeat
_CHUNK = re.compile(r"\S+")
_GRAMMAR = frozenset({"and", "or", "not"})
_NOTHING: frozenset[str] = frozenset()


@value
class Term:
    """A word of a query.

    Attributes:
        text: exact form at first appearance.
        forms: distinct stems under the languages in play, the query's own first; any of them counts.
    """

    text: str
    forms: tuple[str, ...]


class Analyzer:
    """Turns text into tokens and topics into terms.

    Attributes:
        default_language: what a text is taken for when nothing says otherwise.
    """

    def __init__(self, lexicon: Lexicon, *, default_language: str = "en") -> None:
        self.default_language = primary(default_language) or "en"
        self._lexicon = lexicon
        self._stemming = Stemming(self.default_language, lexicon.irregular)
        self._detection = Detection(lexicon.stop_words, self.default_language)
        self._streams: dict[str, _Streams] = {}
        self._tokens: dict[str, dict[str, tuple[Token, ...]]] = {}

    def tokens(self, text: str, language: str | None = None) -> list[Token]:
        """Every token, by start; at one start WHOLE comes first, then PIECE spellings, then the WORD.

        Args:
            text: any text, also with lone surrogates and NUL.
            language: of the text; None means the default language.
        """
        return [
            Token(exact, stem, start + shift, end + shift, form)
            for known, shift in self._chunks(text, language)
            for exact, stem, start, end, form in known
        ]

    def places(self, text: str, stems: Collection[str], language: str | None = None) -> list[tuple[int, int]]:
        """Start and end of those of `tokens` that have one of some stems, in the same order."""
        return [
            (start + shift, end + shift)
            for known, shift in self._chunks(text, language)
            for _, stem, start, end, _ in known
            if stem in stems
        ]

    def _chunks(self, text: str, language: str | None) -> Iterator[tuple[tuple[Token, ...], int]]:
        """The tokens of each chunk, with offsets in it, and where it begins."""
        tongue = self._stemming.tongue(language or self.default_language)
        memo = self._tokens.setdefault(tongue, {})
        for match in _CHUNK.finditer(text):
            chunk = match.group()
            known = memo.get(chunk)
            if known is None:
                known = tuple(self._read_chunk(chunk, tongue))
                _keep(memo, chunk, known)
            yield known, match.start()

    def stems(self, text: str, language: str | None = None) -> list[str]:
        """What is indexed: the stem of each of `tokens`, in the same order, several times faster."""
        return self.measured(text, language)[0]

    def measured(self, text: str, language: str | None = None) -> tuple[list[str], int]:
        """`stems`, and the text's length in words as a reader counts them.

        Other spellings of a word, an identifier beside its parts, single characters and every other of the
        overlapping pairs add no length: they are ours, and a text must not be worth less for them.
        """
        tongue = self._stemming.tongue(language or self.default_language)
        streams = self._streams.get(tongue)
        if streams is None:
            streams = self._streams[tongue] = _Streams(partial(self._read_stems, tongue=tongue))
        known = list(map(streams.__getitem__, text.split()))
        return list(chain.from_iterable([stems for stems, _ in known])), sum([words for _, words in known])

    def exact(self, text: str) -> list[str]:
        """Folded words of names, for matching entities and aliases as sequences; case never splits here."""
        return exact_words(text)

    def exact_tokens(self, text: str) -> list[Token]:
        """`exact` with offsets; `stem` repeats the exact form."""
        return [
            Token(word, word, match.start() + start, match.start() + end, Form.WORD)
            for match in _CHUNK.finditer(text)
            for word, start, end in exact_spans(match.group())
        ]

    def detect(self, text: str) -> str:
        """Likeliest language by its function words; the default unless another is clearly ahead."""
        return self._detection.language(text)

    def terms(self, topic: str, *, languages: Iterable[str] = (), limit: int = 24) -> tuple[Term, ...]:
        """Content terms in order of first appearance; empty when only function words are left.

        Args:
            topic: any text.
            languages: other languages whose stems may stand in the index.
            limit: most terms; the earliest are kept.
        """
        language = self.detect(topic)
        stop = self._stop_words(language)
        pairs = self._lexicon.stop_bigrams
        tongues = self._tongues(language, languages)
        content = (w for w in content_words(topic, stop) if not w.only_joins(pairs))
        found = self._distinct(content, tongues, limit)
        if found:
            return found
        return self._distinct(content_words(topic, stop), tongues, limit)

    def strict_terms(self, topic: str, *, languages: Iterable[str] = (), limit: int = 24) -> tuple[Term, ...]:
        """Terms without dropping function words, for a topic that has nothing else.

        `and`, `or` and `not` are left out as grammar unless nothing else is there. Empty only when the
        topic has no letter and no digit.
        """
        tongues = self._tongues(self.detect(topic), languages)
        spoken = (w for w in topic_words(topic, _NOTHING) if w.text not in _GRAMMAR)
        return self._distinct(spoken, tongues, limit) or self._distinct(
            topic_words(topic, _NOTHING), tongues, limit
        )

    def wholes(self, topic: str) -> tuple[str, ...]:
        """Stems of identifiers written whole, distinct, in order; they rank and never admit."""
        return tuple(
            dict.fromkeys(
                [part.text for chunk in topic.split() for part in parts(chunk) if part.form is Form.WHOLE]
            )
        )

    def _read_chunk(self, chunk: str, tongue: str) -> Iterator[Token]:
        """Tokens with offsets in the chunk."""
        stem = self._stemming.stem
        whole = ""
        for form, text, start, end, spelling in parts(chunk):
            if form is Form.WHOLE:
                whole = text
                yield Token(text, text, start, end, form)
                continue
            found = stem(text, tongue)
            if not spelling or found != whole:
                yield Token(text, found, start, end, form)
            if form is Form.WORD and not text.isascii():
                plain = bare(text)
                if plain != text and (other := stem(plain, tongue)) != found:
                    yield Token(plain, other, start, end, Form.PIECE)

    def _read_stems(self, chunk: str, tongue: str) -> tuple[tuple[str, ...], int]:
        """Stems of `_read_chunk` and the number of its words; unspaced runs, which are never stemmed,
        without the way over tokens."""
        word = plain_word(chunk)
        if word is not None:
            return (self._stemming.stem(word, tongue),), 1
        split = segments(chunk)
        if split is None:
            tokens = list(self._read_chunk(chunk, tongue))
            count = [token.form for token in tokens].count(Form.WORD) if chunk.isascii() else length(chunk)
            return tuple([token.stem for token in tokens]), count
        found: list[str] = []
        words = 0
        for unspaced, text in split:
            if unspaced:
                found += pairs_and_units(text)
                words += run_length(len(text))
            else:
                stems, count = self.measured(text, tongue)
                found += stems
                words += count
        return tuple(found), words

    def _stop_words(self, language: str) -> frozenset[str]:
        lists = self._lexicon.stop_words
        return lists.get(language, _NOTHING) | lists.get(self.default_language, _NOTHING)

    def _tongues(self, language: str, others: Iterable[str]) -> tuple[str, ...]:
        spoken = (language, self.default_language, *others)
        return tuple(dict.fromkeys([self._stemming.tongue(each) for each in spoken]))

    def _forms(self, word: str, tongues: tuple[str, ...]) -> list[str]:
        forms = [self._stemming.stem(word, tongue) for tongue in tongues]
        if not word.isascii() and (plain := bare(word)) != word:
            forms += [self._stemming.stem(plain, tongue) for tongue in tongues]
        return forms

    def _distinct(self, words: Iterable[TopicWord], tongues: tuple[str, ...], limit: int) -> tuple[Term, ...]:
        """One term a word; a word of which any form was seen is a repeat."""
        found: list[Term] = []
        seen: set[str] = set()
        group, whole_seen = "", False
        joined: list[str] = []
        for word in words:
            if word.group != group:
                # Parts of one written word share its joined spelling without being repeats of each other.
                seen.update(joined)
                group, joined = word.group, []
                if word.joined:
                    joined = [*self._forms(word.joined, tongues), word.joined]
                whole_seen = not seen.isdisjoint(joined)
            forms = self._forms(word.text, tongues)
            if whole_seen or not seen.isdisjoint(forms):
                continue
            if len(found) == limit:
                break
            seen.update(forms)
            found.append(Term(word.text, tuple(dict.fromkeys((*forms, *joined)))))
        return tuple(found)


class _Streams(dict[str, "_Stream"]):
    """Chunk -> its stems and its length in words, read when first asked for."""

    def __init__(self, read: Callable[[str], _Stream]) -> None:
        super().__init__()
        self._read = read

    def __missing__(self, chunk: str) -> _Stream:
        known = self._read(chunk)
        _keep(self, chunk, known)
        return known


def _keep(memo: dict[str, _Known], chunk: str, known: _Known) -> None:
    if len(chunk) > _MEMO_CHUNK:
        return
    if len(memo) >= _MEMO_LIMIT:
        memo.clear()
    memo[chunk] = known
