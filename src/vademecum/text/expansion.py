"""Curated synonyms and translations of the words of a text, to be indexed in a field of their own."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vademecum.model.lexicon import Lexicon
    from vademecum.text.analyzer import Analyzer

EXPANSION_LIMIT = 32
"""Most forms added to one text; more would drown its own words in the field's length."""

_Heads = dict[str, list[tuple[tuple[str, ...], str]]]


class _Table:
    """First word -> the forms that begin with it; made once per lexicon."""

    def __init__(self) -> None:
        self._made_from: Mapping[str, tuple[str, ...]] | None = None
        self._heads: _Heads = {}
        self.first_words: frozenset[str] = frozenset()

    def heads(self, expansions: Mapping[str, tuple[str, ...]], analyzer: Analyzer) -> _Heads:
        """The table of the given expansions; exact words do not depend on the analyzer's language."""
        if self._made_from is not expansions:
            heads: _Heads = {}
            for form in expansions:
                if words := tuple(analyzer.exact(form)):
                    heads.setdefault(words[0], []).append((words, form))
            self._heads, self._made_from = heads, expansions
            self.first_words = frozenset(heads)
        return self._heads


_table = _Table()


def expand(lexicon: Lexicon, analyzer: Analyzer, text: str) -> tuple[str, ...]:
    """Forms that mean the same as a form in the text and do not stand in it themselves.

    Forms are matched as sequences of exact words, in unspaced scripts therefore anywhere in a run. The
    answer follows the text, then the order of the group; at most `EXPANSION_LIMIT`.
    """
    words = analyzer.exact(text)
    heads = _table.heads(lexicon.expansions, analyzer)
    if _table.first_words.isdisjoint(words):
        return ()
    stream = _stream(words)
    found: dict[str, None] = {}
    for form in _present(words, heads):
        for other in lexicon.expansions[form]:
            if _stream(analyzer.exact(other)) not in stream:
                found.setdefault(other)
            if len(found) == EXPANSION_LIMIT:
                return tuple(found)
    return tuple(found)


def _present(words: Sequence[str], heads: _Heads) -> list[str]:
    """Forms that stand in the text, each once, by first appearance."""
    found: dict[str, None] = {}
    for position, word in enumerate(words):
        for wanted, form in heads.get(word, ()):
            if tuple(words[position : position + len(wanted)]) == wanted:
                found.setdefault(form)
    return list(found)


def _stream(words: Sequence[str]) -> str:
    """Words between separators, so that a sequence is found by substring search."""
    return "\n" + "".join([f"{word}\n" for word in words])
