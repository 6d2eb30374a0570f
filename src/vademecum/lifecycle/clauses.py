"""The words around a statement: what may stand before it, what makes it none, and where it ends."""

from __future__ import annotations

import re

from vademecum.lifecycle.openings import BORDER, Openings, any_of, is_wide, literal, longest_first
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from vademecum.model.saying import Sayings

_NEVER = re.compile(r"(?!)")
_GAP = re.compile(r"[\s¿¡,，、:：;；!！.…—–-]*")
_COMMA = re.compile(r"\s*[,，、:：;；!！.…—–-]")
_LEADING = ("keep", "mend", "hedge", "filler")

_LETTERS = {"zh": re.compile("[\u4e00-\u9fff]"), "hi": re.compile("[\u0900-\u097f]")}
_LATIN = re.compile("[A-Za-z]")

_ASKING_LATE = ("zh", "hi")
"""Languages in which the word that asks stands where the answer would."""

_QUOTES = re.compile(r"“[^”]*”|„[^“”]*[“”]|«[^»]*»|「[^」]*」|『[^』]*』|‘[^’]*’(?!\w)|\"[^\"]*\"")
_SINGLE = re.compile(r"(?<![\w'’])'[^'\n]+'(?![\w])")
"""Quotations; an apostrophe inside a word opens and closes none."""


@value(kw_only=True)
class Clauses:
    """The words of one language as patterns.

    Attributes:
        letters: a text without any is of another language.
        openings: the forms of orders and statements.
        kin: word for a relation -> name of the relation.
        leading: role, pattern of its words; tried where a clause begins.
        bare: words among them that need no comma behind them.
        joints: where a further clause may begin.
        unreal: words that make what follows a thought or somebody else's words.
        said: words of speaking.
        cut: where what is told ends; `joined` is one of the words between two things of one kind.
        empty: beginnings that tell nothing by themselves; `owner` those that mean the speaker.
        vague: words that lean on what was said before.
        denied: ends of what is told that deny it.
        asking: words that ask, at the beginning of a clause or, with `asks_late`, anywhere in it.
        asked: ends of a sentence that asks.
        times: how long it holds and words that show it; words that show nothing are listed under "".
        private, secret: words of what is sensitive and of what is never kept.
    """

    lang: str
    letters: re.Pattern[str]
    openings: Openings
    kin: Mapping[str, str]
    leading: tuple[tuple[str, re.Pattern[str]], ...]
    bare: frozenset[str]
    joints: re.Pattern[str]
    unreal: re.Pattern[str]
    said: re.Pattern[str]
    cut: re.Pattern[str]
    joined: re.Pattern[str]
    empty: re.Pattern[str]
    vague: re.Pattern[str]
    owner: re.Pattern[str]
    denied: re.Pattern[str]
    asking: re.Pattern[str]
    asks_late: bool
    asked: re.Pattern[str]
    times: tuple[tuple[str, re.Pattern[str]], ...]
    private: re.Pattern[str]
    secret: re.Pattern[str]


def clauses(sayings: Sayings) -> Clauses:
    """The patterns of one language; making them takes milliseconds, so make them once."""
    words = sayings.words
    joins = any_of(words.get("join", ()))
    times = (("", "tail"), ("momentary", "now"), ("recent", "lately"), ("scheduled", "due"))
    return Clauses(
        lang=sayings.lang,
        letters=_LETTERS.get(sayings.lang, _LATIN),
        openings=Openings(sayings),
        kin=sayings.kin,
        leading=tuple([(role, _beginning(words.get(role, ()))) for role in _LEADING]),
        bare=frozenset({*words.get("filler", ()), *words.get("hedge", ())}),
        joints=re.compile(rf"[,;:，；、：—–]|\s-\s|{joins}" if joins else "[,;，；、]", re.IGNORECASE),
        unreal=_anywhere((*words.get("if", ()), *words.get("said", ()))),
        said=_anywhere(words.get("said", ())),
        cut=_anywhere(words.get("cut", ())),
        joined=_anywhere(words.get("join", ())),
        empty=_beginning(words.get("it", ())),
        vague=_anywhere(words.get("vague", ())),
        owner=_beginning(words.get("me", ())),
        denied=_ending(words.get("deny", ())),
        asking=_anywhere(words.get("asks", ())),
        asks_late=sayings.lang in _ASKING_LATE,
        asked=_ending(words.get("asked", ()), late=sayings.lang in _ASKING_LATE),
        times=tuple([(name, _anywhere(words.get(role, ()))) for name, role in times]),
        private=_anywhere(words.get("private", ())),
        secret=_anywhere(words.get("secret", ())),
    )


def led_in(sentence: str, place: int, words: Clauses) -> tuple[int, str] | None:
    """The word that may stand before a statement: where it goes on, and its role; None without one.

    `no` mends something only when it stands alone, else it denies what follows.
    """
    for role, pattern in words.leading:
        match = pattern.match(sentence, place)
        if match is None:
            continue
        said = " ".join(match.group().lower().split())
        if role == "mend" and said not in words.bare and not _COMMA.match(sentence, match.end()):
            continue
        gap = _GAP.match(sentence, match.end())
        return (gap.end() if gap else match.end()), role
    return None


def quoted(text: str) -> tuple[tuple[int, int], ...]:
    """Where quotations stand."""
    return tuple([match.span() for each in (_QUOTES, _SINGLE) for match in each.finditer(text)])


def starts(sentence: str, words: Clauses, most: int) -> Iterator[tuple[int, int]]:
    """Where a clause of a sentence may end, and where the next may begin, in order."""
    opening = _GAP.match(sentence)
    yield 0, opening.end() if opening else 0
    for count, match in enumerate(words.joints.finditer(sentence)):
        if count == most:
            return
        gap = _GAP.match(sentence, match.end())
        yield match.start(), gap.end() if gap else match.end()


def _beginning(phrases: tuple[str, ...]) -> re.Pattern[str]:
    if not phrases:
        return _NEVER
    found = [literal(each) + ("" if is_wide(each) else BORDER) for each in longest_first(phrases)]
    return re.compile("|".join(found), re.IGNORECASE)


def _anywhere(phrases: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(any_of(phrases), re.IGNORECASE) if phrases else _NEVER


def _ending(phrases: tuple[str, ...], *, late: bool = False) -> re.Pattern[str]:
    """Behind a comma where words have borders: `on the right` asks nothing. Where what asks stands `late`,
    a space is enough."""
    if not phrases:
        return _NEVER
    before = "" if all(map(is_wide, phrases)) else r"(?:[,，]\s*|\s)" if late else r"[,，]\s*"
    return re.compile(rf"{before}(?:{any_of(phrases)})[\s?？؟!.。।]*$", re.IGNORECASE)
