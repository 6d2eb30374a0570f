"""The user's vocabulary: a topic rewritten by every alias entry that it mentions.

Both directions of an entry hold. Sides are matched as word sequences by their exact forms (so `sso` is not
in *association*), sides in scripts without spaces as text. At most two rewritings follow the topic as
given. An entry serves once, else it would undo in the second round what it did in the first; and each
rewriting must differ from all before it, so a cycle stops by itself.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from vademecum.model.file import AliasEntry
from vademecum.model.value import value
from vademecum.text.scripts import is_unspaced
from vademecum.text.sequences import find_run

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.text.analyzer import Analyzer, Token

EXTRA_ROUNDS = 2

Matching = Callable[[Sequence[str]], Sequence[AliasEntry]]
"""Entries with a side that begins with one of these folded words."""


@value
class _Span:
    """A part of the topic and what stands there instead."""

    start: int
    end: int
    replacement: str


def rewritings(topic: str, analyzer: Analyzer, matching: Matching) -> tuple[str, ...]:
    """The rewritten topics, in order of their rounds; empty when the vocabulary has nothing to say."""
    known = {_normal(topic, analyzer)}
    used: set[AliasEntry] = set()
    found: list[str] = []
    current = topic
    for _ in range(EXTRA_ROUNDS):
        current = _rewrite(current, analyzer, matching, used)
        normal = _normal(current, analyzer)
        if normal in known:
            break
        known.add(normal)
        found.append(current)
    return tuple(found)


def _normal(topic: str, analyzer: Analyzer) -> tuple[str, ...]:
    return tuple(analyzer.exact(topic))


def _rewrite(topic: str, analyzer: Analyzer, matching: Matching, used: set[AliasEntry]) -> str:
    """Apply every matching entry to its first mention; mentions that overlap an earlier one wait.

    All spans are found in the text as it was, so that two entries that mirror each other cannot turn a
    word forth and back in one round.
    """
    tokens = analyzer.exact_tokens(topic)
    entries = matching(tuple(dict.fromkeys(token.exact for token in tokens)))
    spans: list[_Span] = []
    for entry in entries:
        if entry in used:
            continue
        span = _mention(topic, tokens, entry.alias, entry.target, analyzer) or _mention(
            topic, tokens, entry.target, entry.alias, analyzer
        )
        if span and all(span.end <= other.start or other.end <= span.start for other in spans):
            spans.append(span)
            used.add(entry)
    for span in sorted(spans, key=lambda s: -s.start):
        topic = f"{topic[: span.start]} {span.replacement} {topic[span.end :]}"
    return " ".join(topic.split())


def _mention(topic: str, tokens: list[Token], side: str, other: str, analyzer: Analyzer) -> _Span | None:
    """The first place where `side` is mentioned, unless `other` stands there in full already."""
    wanted = analyzer.exact(side)
    if wanted == analyzer.exact(other):
        return None
    if any(is_unspaced(character) for character in side):
        start = topic.casefold().find(side.casefold())
        return _Span(start, start + len(side), other) if start >= 0 else None
    first = find_run([token.exact for token in tokens], wanted)
    return _Span(tokens[first].start, tokens[first + len(wanted) - 1].end, other) if first >= 0 else None
