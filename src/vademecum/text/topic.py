"""The words of a topic before they become terms: what counts, what only joins, what belongs together."""

from __future__ import annotations

import re

from vademecum.model.value import value
from vademecum.text.scripts import Script, script_of
from vademecum.text.words import Form, Part, parts

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterator

_APOSTROPHES = frozenset("'\u2019\u02bc\u2018\u00b4`")
_FRAGMENTS = frozenset({"s", "t", "d", "m", "ll", "re", "ve"})
_DO = frozenset({"do", "does", "did", "don", "doesn", "didn", "dont", "doesnt", "didnt"})
_VERBS = frozenset({"like", "need", "own", "want"})
"""Function words that are a verb of meaning behind a form of *do* and a subject."""

_SUBJECT = 3
"""Most words of a subject between *do* and its verb: *the new team*."""

_CHUNK = re.compile(r"\S{1,4096}")  # a longer run without a space is no question; this bounds its cost


@value
class TopicWord:
    """One WORD of a topic.

    Attributes:
        joined: spelling of the written word it is a part of (`GitHub` -> `github`), empty when it is whole.
        group: identifies that written word; distinct for every other word.
        fragment: torn off by an apostrophe (`what's`, `l'arbre`); never content.
        last: the last pair of a longer run of an unspaced script.
    """

    text: str
    joined: str
    group: str
    fragment: bool
    last: bool

    def is_stop(self, stop: Container[str]) -> bool:
        """Whether it is a function word of the list, or torn off one."""
        return self.fragment or self.text in stop

    def only_joins(self, pairs: Container[str]) -> bool:
        """Whether a pair of characters only asks or joins.

        Besides whole pairs the list holds single particles. A Han particle (的) spoils any pair; a kana
        particle (を) one with another script, since inside a kana word it is a syllable; a Hangul particle
        (를) only ends a longer run.
        """
        if self.text in pairs:
            return True
        if len(self.text) != 2:
            return False
        first, second = self.text[0], self.text[1]
        scripts = (script_of(first), script_of(second))
        if scripts[1] is Script.HANGUL:
            return self.last and second in pairs
        if Script.KANA in scripts and scripts[0] is scripts[1]:
            return False
        return first in pairs or second in pairs


def content_words(topic: str, stop: Container[str]) -> Iterator[TopicWord]:
    """The words that are no function words here.

    English asks for a verb with *do*: in `what does she like` it stands behind its subject and says what the
    question is about. In `errors like this`, `I would like to` and `I need to` it does not count.
    """
    since_do = _SUBJECT + 1
    for word in topic_words(topic, stop):
        if not word.is_stop(stop) or (word.text in _VERBS and 0 < since_do <= _SUBJECT):
            yield word
        if word.text in _DO:
            since_do = 0
        elif not word.fragment:
            since_do += 1


def topic_words(topic: str, stop: Container[str]) -> Iterator[TopicWord]:
    """WORD tokens in text order.

    Parts of a written word that are all function words (`WhatIf`) are replaced by its joined spelling.
    """
    for match in _CHUNK.finditer(topic):
        chunk = match.group()
        found = parts(chunk)
        position = 0
        while position < len(found):
            part = found[position]
            position += 1
            if part.form is Form.PIECE and part.spelling:
                inner: list[Part] = []
                while position < len(found) and found[position].start < part.end:
                    inner.append(found[position])
                    position += 1
                yield from _written_word(chunk, match.start(), part, inner, stop)
            elif part.form is Form.WORD:
                yield _word(chunk, part, "", f"{match.start()}:{position}")


def _written_word(
    chunk: str, shift: int, spelling: Part, inner: list[Part], stop: Container[str]
) -> Iterator[TopicWord]:
    group = f"{shift}:{spelling.start}:{spelling.end}"
    words = [_word(chunk, p, spelling.text, group) for p in inner if p.form is Form.WORD]
    if all(word.is_stop(stop) for word in words):
        yield _word(chunk, spelling, "", group)
    else:
        yield from words


def _word(chunk: str, part: Part, joined: str, group: str) -> TopicWord:
    after = chunk[part.end : part.end + 1]
    last = part.end - part.start > 1 and not (after and script_of(after) is Script.HANGUL)
    longer = part.start > 0 and script_of(chunk[part.start - 1]) is Script.HANGUL
    return TopicWord(part.text, joined, group, _is_fragment(chunk, part), last and longer)


def _is_fragment(chunk: str, part: Part) -> bool:
    torn_off = part.start > 1 and chunk[part.start - 1] in _APOSTROPHES and chunk[part.start - 2].isalpha()
    if torn_off and part.text in _FRAGMENTS:
        return True
    if chunk[part.end : part.end + 1] not in _APOSTROPHES or part.end >= len(chunk) - 1:
        return False
    rest = chunk[part.end + 1 :]
    if part.text.endswith("n") and rest[0] in "tT" and not rest[1:2].isalnum():
        return True  # the body of a contraction that is no word of its own: won't, ain't
    return len(part.text) == 1 and rest[:2].isalpha() and len(rest) > 1  # an elided article: l'arbre, d'un
