"""Where a key lives: in an element, only on the envelope, or nowhere; and what was meant when it is nowhere.

The verdict looks at every element; a sample serves advice alone.
"""

from __future__ import annotations

from enum import Enum

from vademecum.model.value import value
from vademecum.surface.keys import ABSENT, FieldKey, getter, names_in
from vademecum.surface.kinds import LIST, OBJECT
from vademecum.surface.synonyms import spellings
from vademecum.text.nearest import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

SAMPLE_ELEMENTS, SAMPLE_NAMES, SAMPLE_DEPTH = 64, 512, 4
"""How far advice looks: elements, names, and segments of a name."""

MOST_SUGGESTIONS = 3


class Place(Enum):
    """Where a key resolves."""

    ELEMENT = "element"
    ENVELOPE = "envelope"
    ABSENT = "absent"


@value(kw_only=True)
class FieldScope:
    """What a key is looked up in.

    Attributes:
        elements: members of the result array; empty when there is none.
        envelope: everything around it; empty when the answer is a bare array.
        command: whose answer it is, for its synonyms; None when unknown.
    """

    elements: Sequence[Any]
    envelope: Mapping[str, Any]
    command: str | None = None


@value
class Found:
    """A key's place.

    Attributes:
        key: the spelling that the data has; the key as asked when it is absent.
        also: further spellings that elements have, in which the field is looked up where that one is missing.
    """

    place: Place
    key: FieldKey
    also: tuple[FieldKey, ...] = ()


@value
class Advice:
    """What was probably meant.

    Attributes:
        partial: names were left unread that might fit better.
    """

    suggestions: tuple[str, ...]
    partial: bool


def find(scope: FieldScope, key: FieldKey) -> Found:
    """Where the key lives, and under which spelling: elements before the envelope, itself before synonyms."""
    names = spellings(key, scope.command)
    there = [spelling for spelling in names if resolves(scope.elements, spelling)]
    if there:
        return Found(Place.ELEMENT, there[0], tuple(there[1:]))
    for spelling in names:
        if getter(spelling)(dict(scope.envelope)) is not ABSENT:
            return Found(Place.ENVELOPE, spelling)
    return Found(Place.ABSENT, key)


def resolves(elements: Sequence[Any], key: FieldKey) -> bool:
    """Whether any element has the key."""
    held: Sequence[Any] = elements
    for place, segment in enumerate(key.segments[:-1]):  # by level: a call for each element costs more
        read = getter(FieldKey(key.segments[place:]))
        if any(type(one) is LIST and read(one) is not ABSENT for one in held):
            return True
        held = [one[segment] for one in held if type(one) is OBJECT and segment in one]
    last, read = key.last, getter(FieldKey((key.last,)))
    return any(last in one if type(one) is OBJECT else read(one) is not ABSENT for one in held)


def advise(scope: FieldScope, key: FieldKey) -> Advice:
    """At most three names that were probably meant: declared synonyms first, then by likeness."""
    names, partial = vocabulary(scope)
    declared = [str(one) for one in spellings(key, scope.command)[1:] if str(one) in names]
    alike = nearest(".".join(key.segments), [name for name in names if name not in declared])
    return Advice(tuple([*declared, *alike][:MOST_SUGGESTIONS]), partial)


def vocabulary(scope: FieldScope) -> tuple[Mapping[str, None], bool]:
    """Names of the first elements (of the envelope when there are none), and whether there may be more."""
    names: dict[str, None] = {}
    elements = scope.elements[:SAMPLE_ELEMENTS] if scope.elements else [dict(scope.envelope)]
    for element in elements:
        for key in names_in(element, SAMPLE_DEPTH):
            name = str(key)
            if name in names:
                continue
            if len(names) == SAMPLE_NAMES:
                return names, True
            names[name] = None
    return names, len(scope.elements) > SAMPLE_ELEMENTS
