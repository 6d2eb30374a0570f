"""Near repeats: texts that say the same in almost the same words, and in exactly the same where it matters.

A near repeat is only ever pointed out; nothing is merged for it. Two texts are near when four fifths of
their words are common and what is left over is *added* on one side: an exchanged word (`Frankfurt` for
`Dublin`, `blocked` for `allowed`) makes another statement in every language, and no list of names or of
opposites would find them all. Numbers, versions, identifiers, names, denials and the small words that
decide (`before`, `only`, `must`) have to be equal on both sides.
"""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from functools import lru_cache
from itertools import pairwise

from vademecum.model.value import value
from vademecum.text.analyzer import Form
from vademecum.text.scripts import PAIRED, SPACELESS, fold, script_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from vademecum.model.lexicon import Lexicon
    from vademecum.model.wording import SmallWords, Wording
    from vademecum.text.analyzer import Analyzer, Token

COMMON_SHARE = 0.8
"""Least Jaccard of two word sets: one word of five may be new. Looser, and sentences of one pattern meet."""

_SWAP_WORDS = 64
"""Longest texts whose order is compared; beyond, equal bags of words no longer hide a swap."""

_TITLE_SHARE = 0.6
"""When so many words are written with a capital, it is a heading, and capitals tell no names."""

_CONTRACTIONS = (
    (re.compile(r"\bcan['’]?t\b", re.IGNORECASE), "can not"),
    (re.compile(r"\bwon['’]t\b", re.IGNORECASE), "will not"),
    (re.compile(r"(?<=[a-z])n['’]t\b", re.IGNORECASE), " not"),
)
_NUMBER = re.compile(r"(?:[±~<>≤≥≠]=?\s*|(?<![\w.,])[-+])?[$€£¥₹]?\d+(?:[.,:/]\d+)*(?:\s?[%‰°$€£¥₹](?!\w))?")
_THOUSANDS = re.compile(r"(?<=\d),(?=\d{3}(?!\d))")
_BEGINNING = re.compile(r"(?:^|[.!?:;…。！？\n])[\s\"'«»„“”‘’(\[*_#>-]*$")
_PERSON = "@"
"""Begins the meanings of words that stand for a person."""

_LEAD = 12
"""Characters before a word in which a sentence's end is sought: a few signs and spaces stand between."""

_JOIN = "&"
"""In place of a word around which two things may change places."""

_LEAD_IN = "^"
"""Before a word that begins a time or a place, which may stand before or behind the verb."""


@value(kw_only=True)
class Signature:
    """What is compared of a text.

    Attributes:
        words: stems of content words, and the single characters of scripts without spaces.
        spelled: every form in which a word of the text may be written, neighbours joined too.
        identifiers: names of files, versions, symbols and the like, folded.
        names: stems of words that a capital inside a sentence makes a name.
        numbers: in ascending order, with sign, currency and unit sign.
        telling: meanings of small deciding words, in order of the alphabet, as often as they occur.
        run: characters of scripts without spaces in text order, without the inflecting kana.
        order: stems of all words of scripts with spaces in text order, articles left out, joining and
            leading words marked.
        nouns_stand_out: the language writes each noun with a capital, so that a capital makes no name.
    """

    words: frozenset[str]
    spelled: frozenset[str]
    identifiers: frozenset[str]
    names: frozenset[str]
    numbers: tuple[str, ...]
    telling: tuple[str, ...]
    run: str
    order: tuple[str, ...]
    nouns_stand_out: bool


def signature(text: str, analyzer: Analyzer, lexicon: Lexicon, wording: Wording) -> Signature:
    """Read a text for comparison; linear in its length."""
    plain = _expanded(text)
    language = analyzer.detect(plain)
    stop = lexicon.stop_words.get(language, frozenset()) | lexicon.stop_words.get(
        analyzer.default_language, frozenset()
    )
    tokens = analyzer.tokens(_caseless(plain), language)
    spaced = [token for token in tokens if not _unspaced(token.exact)]
    words = [token for token in spaced if token.form is Form.WORD]
    content = [t for t in _compounds(spaced) if t.exact not in stop and t.exact not in wording.telling]
    units = _units(tokens)
    run = [unit for unit in units if not _inflects(unit)]
    return Signature(
        words=frozenset([token.stem for token in content]) | frozenset(run or units),
        spelled=_spelled(spaced),
        identifiers=frozenset([t.exact for t in spaced if t.form is Form.WHOLE]),
        names=_names(plain, content),
        numbers=_numbers(plain),
        telling=_telling([token.exact for token in words], "".join(units), wording.telling),
        run="".join(run),
        order=_order(plain, words, wording.small),
        nouns_stand_out=language == "de",
    )


def near(one: Signature, other: Signature) -> bool:
    """Whether two texts are near repeats; the same whichever comes first.

    False for texts without a word, which cannot be compared.
    """
    return (
        one.numbers == other.numbers
        and _tells_alike(one, other)
        and common_share(one, other) >= COMMON_SHARE
        and _spelled_alike(one, other)
        and not _exchanges(one, other)
        and not (_adds_names(one, other) or _adds_names(other, one))
        and not _swaps(one, other)
    )


def common_share(one: Signature, other: Signature) -> float:
    """Jaccard of the words, 0..1; of all words when neither text has any but function words."""
    mine, theirs = one.words, other.words
    if not mine and not theirs:
        mine, theirs = frozenset(one.order), frozenset(other.order)
        apart = len(mine ^ theirs)
    else:
        apart = sum([not _held(word, other) for word in mine]) + sum([not _held(w, one) for w in theirs])
    union = len(mine | theirs)
    return 1 - apart / union if union else 0.0


def adds(new: Signature, known: Signature) -> int:
    """How many things a text tells that another does not: words, numbers, names, identifiers, denials."""
    return (
        sum(not _held(word, known) for word in new.words)
        + sum((Counter(new.numbers) - Counter(known.numbers)).values())
        + sum((Counter(new.telling) - Counter(known.telling)).values())
        + sum(not _written_in(each, known) for each in new.identifiers)
    )


def _expanded(text: str) -> str:
    """The text with its contractions written out and its large numbers in one piece."""
    for pattern, full in _CONTRACTIONS:
        text = pattern.sub(full, text)
    return _THOUSANDS.sub("", text)


def _caseless(text: str) -> str:
    """The text in small letters, so that `GitHub` is one word; unless that would move characters."""
    small = text.lower()
    return small if len(small) == len(text) else text


def _unspaced(word: str) -> bool:
    return _is_unspaced(word[0])


@lru_cache(maxsize=1 << 14)
def _is_unspaced(char: str) -> bool:
    script = script_of(char)
    return script in PAIRED or script in SPACELESS


def _units(tokens: Iterable[Token]) -> list[str]:
    """Single characters of scripts without spaces; a run of one character is a word by itself."""
    units: list[str] = []
    for token in tokens:
        if token.form is Form.WHOLE or not _unspaced(token.exact):
            continue
        if token.form is Form.PIECE or token.end - token.start == 1:
            units.append(token.exact)
    return units


def _compounds(spaced: Sequence[Token]) -> list[Token]:
    """Words, a compound with one hyphen as one of them: `e-mail` counts as `email`."""
    whole = {(token.start, token.end) for token in spaced if token.form is Form.WHOLE}
    kept: list[Token] = []
    covered = 0
    for token in spaced:
        if token.start < covered:
            continue
        # A PIECE in any other place is its word again, without accents.
        if token.form is Form.PIECE and (token.start, token.end) in whole:
            kept.append(token._replace(stem=token.exact))
            covered = token.end
        elif token.form is Form.WORD:
            kept.append(token)
    return kept


def _order(text: str, words: Sequence[Token], small: SmallWords) -> tuple[str, ...]:
    order: list[str] = []
    for token in words:
        # A capital makes a letter the name of something: `sheet A`.
        names = len(token.exact) == 1 and text[token.start].isupper()
        if token.exact in small.joining and not names:
            order.append(_JOIN)
        elif token.exact in small.leading:
            order.append(f"{_LEAD_IN}{token.stem}")
        elif token.exact not in small.articles or names:
            order.append(token.stem)
    return tuple(order)


def _inflects(unit: str) -> bool:
    """Whether a character is hiragana, of which the endings of Japanese words are made."""
    return "\u3041" <= unit[0] <= "\u309f"


def _spelled(tokens: Sequence[Token]) -> frozenset[str]:
    words = [token.exact for token in tokens if token.form is Form.WORD]
    joined = [first + second for first, second in pairwise(words)]
    return frozenset([*[token.exact for token in tokens], *joined])


def _names(text: str, content: Sequence[Token]) -> frozenset[str]:
    """Stems of capitalised words that do not begin a sentence."""
    capitals = [token for token in content if text[token.start].isupper()]
    if len(content) >= 4 and len(capitals) >= _TITLE_SHARE * len(content):
        return frozenset()
    return frozenset(
        token.stem
        for token in capitals
        if not _BEGINNING.search(text, max(0, token.start - _LEAD), token.start)
    )


def _numbers(text: str) -> tuple[str, ...]:
    found = _NUMBER.findall(unicodedata.normalize("NFKC", text))
    return tuple(sorted([fold("".join(number.split())) for number in found]))


def _telling(words: Iterable[str], run: str, meanings: Mapping[str, str]) -> tuple[str, ...]:
    told = [one for word in words if word in meanings for one in meanings[word].split()]
    if run:
        for form, meaning in meanings.items():
            if _unspaced(form):
                told += [meaning] * run.count(form)
    return tuple(sorted(told))


def _tells_alike(one: Signature, other: Signature) -> bool:
    """Whether the small words tell the same; a person may be added (`our wiki`), not exchanged."""
    mine, theirs = Counter(one.telling), Counter(other.telling)
    added, missing = mine - theirs, theirs - mine
    persons = all(meaning.startswith(_PERSON) for meaning in (*added, *missing))
    return persons and not (added and missing)


def _held(word: str, known: Signature) -> bool:
    return word in known.words or word in known.spelled


def _written_in(identifier: str, other: Signature) -> bool:
    """Whether the other text spells an identifier, hyphens left out or not."""
    return identifier in other.spelled or identifier.replace("-", "") in other.spelled


def _spelled_alike(one: Signature, other: Signature) -> bool:
    return all(_written_in(each, other) for each in one.identifiers) and all(
        _written_in(each, one) for each in other.identifiers
    )


def _exchanges(one: Signature, other: Signature) -> bool:
    """Whether each text has something that the other lacks."""
    mine = any(not _held(word, other) for word in one.words if not _unspaced(word))
    theirs = any(not _held(word, one) for word in other.words if not _unspaced(word))
    if one.run != other.run:
        if _is_part(other.run, one.run):
            mine = True
        elif _is_part(one.run, other.run):
            theirs = True
        else:
            return True
    return mine and theirs


def _is_part(shorter: str, longer: str) -> bool:
    """Whether the characters of one stand in the other in the same order."""
    rest = iter(longer)
    return all(char in rest for char in shorter)


def _adds_names(one: Signature, other: Signature) -> bool:
    return not one.nouns_stand_out and any(not _held(name, other) for name in one.names)


def _swaps(one: Signature, other: Signature) -> bool:
    """Whether two things have changed places around a word: `Anna manages Bob`, `Bob manages Anna`."""
    mine, theirs = list(one.order), list(other.order)
    if mine == theirs or len(mine) > _SWAP_WORDS or Counter(mine) != Counter(theirs):
        return False
    while mine[0] == theirs[0]:
        del mine[0], theirs[0]
    while mine[-1] == theirs[-1]:
        del mine[-1], theirs[-1]
    size = len(mine)
    for first in range(1, size):
        if mine[:first] != theirs[size - first :]:
            continue
        for last in range(1, size - first):
            pivot = mine[first : size - last]
            if mine[size - last :] == theirs[:last] and pivot == theirs[last : size - first]:
                moved = mine[0].startswith(_LEAD_IN) or theirs[0].startswith(_LEAD_IN)
                return not moved and set(pivot) != {_JOIN}
    return False
