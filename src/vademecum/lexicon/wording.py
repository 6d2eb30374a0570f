"""Reads the lists by which texts and claims are judged; each file describes its own lines."""

from __future__ import annotations

import os
from typing import TypedDict

from vademecum.model.wording import Cue, Holds, Over, PredicateNames, Reservations, Sense, SmallWords, Wording

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

_HERE = os.path.dirname(__file__)


def load_wording() -> Wording:
    """The shipped lists; six small files are read at each call."""
    cues, fillers, reminiscing = _cues()
    telling = {form: meaning for meaning, forms in _lines("telling.txt") for form in _forms(forms)}
    small = {kind: frozenset(_forms(forms)) for kind, forms in _lines("small_words.txt")}
    reservations = {kind: frozenset(_forms(forms)) for kind, forms in _lines("reservations.txt")}
    return Wording(
        predicates=_predicates(),
        telling=telling,
        small=SmallWords(**small),
        reservations=Reservations(**reservations),
        cues=cues,
        fillers=fillers,
        reminiscing=reminiscing,
    )


def _predicates() -> PredicateNames:
    senses: dict[str, Sense] = {}
    lists: dict[str, frozenset[str]] = {}
    for kind, line in _lines("predicates.txt"):
        number, _, each = kind.partition(" ")
        if number not in ("one", "many"):
            lists[kind] = frozenset(_forms(line))
        elif each:
            senses.update({form: Sense(form, False, Holds(number)) for form in _forms(line)})
        else:
            senses.update(_group(line, Holds(number)))
    return PredicateNames(
        senses=senses,
        uncertain=lists["uncertain"],
        attributes=lists["attribute"],
        superlatives=lists["superlative"],
        breaking=lists["breaking"],
        denials=lists["denial"],
        **_dependents(),
    )


class _Dependents(TypedDict):
    following: dict[str, frozenset[str]]
    over: tuple[Over, ...]
    resting: frozenset[str]


def _dependents() -> _Dependents:
    following: dict[str, frozenset[str]] = {}
    over: list[Over] = []
    resting: frozenset[str] = frozenset()
    for kind, line in _lines("dependents.txt"):
        parts = [frozenset(_forms(part)) for part in line.split(" / ")]
        match kind.partition(" ")[0]:
            case "same":
                causes, effects = parts
                for cause in causes:
                    following[cause] = following.get(cause, frozenset()).union(effects) - {cause}
            case "over":
                over.append(Over(*parts))
            case _:
                resting = parts[0]
    return _Dependents(following=following, over=tuple(over), resting=resting)


def _group(line: str, holds: Holds) -> Iterator[tuple[str, Sense]]:
    affirming, _, denying = line.partition(" / ")
    group = _forms(affirming)[0]
    for forms, denies in ((affirming, False), (denying, True)):
        for form in _forms(forms):
            yield form, Sense(group, denies, holds)


def _cues() -> tuple[tuple[Cue, ...], dict[str, tuple[str, ...]], dict[str, tuple[str, ...]]]:
    cues: list[Cue] = []
    around: dict[str, dict[str, tuple[str, ...]]] = {"filler": {}, "unless": {}}
    for head, line in _lines("cues.txt"):
        lang, place = head.split()
        if place in around:
            around[place][lang] = _forms(line)
        else:
            cues += [Cue(lang=lang, words=words, ends=place == "after") for words in _forms(line)]
    return tuple(cues), around["filler"], around["unless"]


def _lines(name: str) -> Iterator[tuple[str, str]]:
    """What stands before and after the first colon of each line that is neither empty nor a comment."""
    with open(os.path.join(_HERE, name), "rb") as file:
        for line in file.read().decode().split("\n"):
            if line and not line.startswith("#"):
                head, _, rest = line.partition(": ")
                yield head, rest


def _forms(line: str) -> tuple[str, ...]:
    return tuple(line.split(" | ")) if line else ()
