"""Whether two pages may be about one and the same, judged by their names, with the reason.

This only ever proposes: pages become one by a person's word. A difference in a number, a version, a sign or
a label is a difference, however alike the rest looks; one reason is enough to ask, and reasons never add up
over a third page.
"""

from __future__ import annotations

import unicodedata
from enum import StrEnum

from vademecum.graph.name_tables import LEGAL_FORMS, LETTERS, NUMERALS, SMALL_WORDS, SPOKEN
from vademecum.model.value import value
from vademecum.text.links import link_form

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_GENERIC = frozenset({"", "entity"})
"""Labels of pages that nobody described."""

_LONG_WORD = 6
"""Letters from which on one that differs is a likelier reason than another name: of four letters most words
have a neighbour (Iran and Iraq), of seven few do."""

_SHORTEST_ACRONYM = 3


class Reason(StrEnum):
    """Why two names may mean one."""

    NAME = "same name"
    ACCENTS = "same but for accents"
    ORDER = "same words in another order"
    LEGAL_FORM = "same but for the legal form"
    SPACING = "same but for spaces"
    INITIALS = "initials of the same name"
    ACRONYM = "initial letters of the words"
    SHORTER = "the same first and last name"
    SPELLING = "one letter differs"
    SCRIPT = "same in another script"


@value
class Named:
    """A page by what it is called.

    Attributes:
        names: the name, then the aliases.
        label: what sort of thing; a generic one says nothing.
    """

    names: tuple[str, ...]
    label: str = ""


@value
class _Reading:
    """A name taken apart.

    Attributes:
        form: as links compare it.
        words: its words in plain Latin letters where they can be written so.
        numbers: words that hold a digit or are a Roman numeral; they have to be equal.
        foreign: whether its letters had to be put into other ones.
    """

    form: str
    words: tuple[str, ...]
    numbers: tuple[str, ...]
    foreign: bool


def reason_to_ask(one: Named, other: Named) -> Reason | None:
    """Why two pages may be one, the strongest reason first; None when nothing says so."""
    labels = {one.label.casefold(), other.label.casefold()} - _GENERIC
    if len(labels) > 1:
        return None
    found = (_reason(_read(left), _read(right)) for left in one.names for right in other.names)
    order = list(Reason)
    return min((reason for reason in found if reason), key=order.index, default=None)


def blocks(named: Named) -> frozenset[str]:
    """Keys of which two pages share at least one whenever there may be a reason to ask."""
    return frozenset(key for name in named.names for key in _keys(_read(name)))


def _keys(reading: _Reading) -> Iterator[str]:
    words = _content(reading.words)
    if not words:
        return
    yield " ".join(sorted(words))
    yield "".join(words)
    yield f"{words[0][0]} {words[-1]}"
    yield f"{words[-1][0]} {words[0]}"
    if (letters := _first_letters(reading.words)) is not None:
        yield letters
    yield f"{_spoken(words[0])[0]} {_spoken(words[-1])}"
    # What differs in one letter has a half that does not.
    joined = "".join(words)
    half = len(joined) // 2
    yield f"<{joined[:half]}"
    yield f">{joined[half + len(joined) % 2 :]}"
    yield f">{joined[half:]}"
    yield f"<{joined[: half + 1]}"


def _reason(one: _Reading, other: _Reading) -> Reason | None:
    if not one.words or not other.words:
        return None
    if one.form == other.form:
        return Reason.NAME
    if one.numbers != other.numbers:
        return None
    left, right = one.words, other.words
    if left == right:
        return Reason.SCRIPT if one.foreign != other.foreign else Reason.ACCENTS
    if sorted(left) == sorted(right):
        return Reason.ORDER
    short, long = _content(left), _content(right)
    if short == long:
        return Reason.LEGAL_FORM
    if sorted(short) == sorted(long):
        return Reason.ORDER
    if "".join(left) == "".join(right):
        return Reason.SPACING
    if (left[0] == _first_letters(right) and len(left) == 1) or (
        right[0] == _first_letters(left) and len(right) == 1
    ):
        return Reason.ACRONYM
    return _initials(short, long) or _spelling(short, long, foreign=one.foreign != other.foreign)


def _initials(left: Sequence[str], right: Sequence[str]) -> Reason | None:
    short, long = sorted((left, right), key=len)
    if len(short) < 2 or short[-1] != long[-1] or len(short[-1]) < 2:
        return None
    if any(len(word) == 1 for word in (*short[:-1], *long[:-1])):
        pairs = zip(short[:-1], long[:-1], strict=False)
        if all(a.startswith(b) or b.startswith(a) for a, b in pairs if 1 in (len(a), len(b)) or a != b):
            return Reason.INITIALS
        return None
    if len(long) > len(short) and short[0] == long[0] and set(short) <= set(long):
        return Reason.SHORTER
    return None


def _spelling(left: Sequence[str], right: Sequence[str], *, foreign: bool) -> Reason | None:
    if len(left) != len(right):
        return None
    apart = [(a, b) for a, b in zip(left, right, strict=True) if a != b]
    spoken = [(_spoken(a), _spoken(b)) for a, b in apart]
    if foreign and all(a == b for a, b in spoken):
        return Reason.SCRIPT
    if len(apart) != 1:
        return None
    (one, other), (said, heard) = apart[0], spoken[0]
    if min(len(one), len(other)) < _LONG_WORD or one[0] != other[0]:
        return None
    return Reason.SPELLING if said == heard or _one_apart(one, other) else None


def _first_letters(words: Sequence[str]) -> str | None:
    """What an acronym of these words is, None when they are too few for one."""
    said = [word for word in words if word not in SMALL_WORDS]
    return "".join([word[0] for word in said]) if len(said) >= _SHORTEST_ACRONYM else None


def _one_apart(one: str, other: str) -> bool:
    """Whether one letter was added or left out, or two neighbours changed places, but for the last ones.

    One letter in place of another makes another word too often, and one at the end another name: Daniel and
    Daniela, Christian and Christina.
    """
    if len(one) == len(other):
        places = [at for at, (a, b) in enumerate(zip(one, other, strict=True)) if a != b]
        return (
            len(places) == 2
            and places[1] == places[0] + 1 < len(one) - 1
            and one[places[0]] == other[places[1]]
            and one[places[1]] == other[places[0]]
        )
    short, long = sorted((one, other), key=len)
    return len(long) == len(short) + 1 and any(
        long[:at] + long[at + 1 :] == short for at in range(1, len(long) - 1)
    )


def _spoken(word: str) -> str:
    """A word without what spellings of one sound differ in."""
    for written, heard in SPOKEN:
        word = word.replace(written, heard)
    return "".join([letter for at, letter in enumerate(word) if at == 0 or letter != word[at - 1]])


def _content(words: Sequence[str]) -> tuple[str, ...]:
    """Words without legal forms and small ones, unless nothing else is there."""
    return tuple([one for one in words if one not in LEGAL_FORMS and one not in SMALL_WORDS]) or tuple(words)


def _read(name: str) -> _Reading:
    form = link_form(name)
    plain = _plain(form)
    words = tuple(plain.split())
    numbers = tuple([word for word in words if word in NUMERALS or any(letter.isdigit() for letter in word)])
    foreign = any(
        letter.isalpha() and not unicodedata.name(letter, "").startswith("LATIN") for letter in form
    )
    return _Reading(form, words, numbers, foreign)


def _plain(form: str) -> str:
    """In Latin letters without accents, as far as a table knows them."""
    spelled = "".join([LETTERS.get(letter, letter) for letter in form])
    marked = unicodedata.normalize("NFKD", spelled)
    return "".join([letter for letter in marked if not unicodedata.combining(letter)])
