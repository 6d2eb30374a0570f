"""Names of fields in somebody's answer: how they are written, and what they lead to in an element.

A key is dotted: ``detail.rows`` is ``rows`` inside ``detail``. A segment in double quotes is one name,
whatever it holds (``"a.b"``, ``"a=b"``; a backslash before ``"`` and itself), so that every name can be said.
In a list a number is a place, and a name is asked of every member: the answer is then the list of what they
have.
"""

from __future__ import annotations

import re

from vademecum.errors import InvalidValue, quoted
from vademecum.model.value import value
from vademecum.surface.kinds import LIST, OBJECT

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any, TypeAlias

    Getter: TypeAlias = "Callable[[Any], Any]"

ABSENT: Any = object()
"""In place of a value where there is none; null is a value."""

_SEGMENT = re.compile(r'"((?:[^"\\]|\\.)*)"|([^".]+)')
_PLAIN = re.compile(r"[^\s\".,:=~<>!()]+")


@value
class FieldKey:
    """One key.

    Attributes:
        segments: names from the outside to the inside; at least one.
    """

    segments: tuple[str, ...]

    def __str__(self) -> str:
        """The key as a person may type it again."""
        return ".".join([_spelled(segment) for segment in self.segments])

    @property
    def last(self) -> str:
        """The innermost name."""
        return self.segments[-1]

    def renamed(self, last: str) -> FieldKey:
        """The same place under another innermost name."""
        return FieldKey((*self.segments[:-1], last))


def parse_key(flag: str, text: str) -> FieldKey:
    """Read one key.

    Args:
        flag: who asks, for the message.
        text: the key as typed.

    Raises:
        InvalidValue: it is empty, has an empty segment, or a quotation that does not end.
    """
    segments: list[str] = []
    rest = text.strip()
    while True:
        found = _SEGMENT.match(rest)
        if found is None:
            raise InvalidValue(
                flag, f'{quoted(text)} is no key; write names with dots between, odd names in "…"'
            )
        inner, bare = found.groups()
        segments.append(bare.strip() if inner is None else re.sub(r"\\(.)", r"\1", inner))
        rest = rest[found.end() :].lstrip()
        if not rest:
            return FieldKey(tuple(segments))
        if rest[0] != ".":
            raise InvalidValue(
                flag, f"{quoted(text)} is no key; behind {quoted(segments[-1])} a dot is wanted"
            )
        rest = rest[1:].lstrip()


def parse_keys(flag: str, text: str) -> tuple[FieldKey, ...]:
    """Read keys with commas between; each once, in order.

    Raises:
        InvalidValue: one of them cannot be read, or there is none.
    """
    parts = [part for part in split_outside_quotes(text, ",") if part.strip()]
    if not parts:
        raise InvalidValue(flag, "no key is given; name fields with commas between")
    return tuple(dict.fromkeys([parse_key(flag, part) for part in parts]))


def split_outside_quotes(text: str, separator: str) -> list[str]:
    """`text` cut at a separator of one character, except inside double quotes."""
    parts: list[str] = []
    start = 0
    for place in outside_quotes(text):
        if text[place] == separator:
            parts.append(text[start:place])
            start = place + 1
    parts.append(text[start:])
    return parts


def outside_quotes(text: str) -> Iterable[int]:
    """Places of the characters that no double quotes enclose, in order."""
    quoting = escaped = False
    for place, letter in enumerate(text):
        if escaped:
            escaped = False
        elif quoting and letter == "\\":
            escaped = True
        elif letter == '"':
            quoting = not quoting
        elif not quoting:
            yield place


def getter(key: FieldKey) -> Getter:
    """A function from an element to the key's value in it, or `ABSENT`."""
    if len(key.segments) == 1:
        name = key.last

        def read(element: Any) -> Any:
            if type(element) is OBJECT:
                return element.get(name, ABSENT)
            return _step(element, name)

        return read
    segments = key.segments

    def descend(element: Any) -> Any:
        for segment in segments:
            element = element.get(segment, ABSENT) if type(element) is OBJECT else _step(element, segment)
            if element is ABSENT:
                return ABSENT
        return element

    return descend


def first_of(keys: Sequence[FieldKey]) -> Getter:
    """A function from an element to the value of the first of the keys that it has, or `ABSENT`."""
    if len(keys) == 1:
        return getter(keys[0])
    readers = [getter(key) for key in keys]

    def read(element: Any) -> Any:
        for one in readers:
            found = one(element)
            if found is not ABSENT:
                return found
        return ABSENT

    return read


def column(elements: Sequence[Any], keys: Sequence[FieldKey]) -> list[Any]:
    """What each element has under the first of the keys that it has, or `ABSENT`."""
    if len(keys) > 1 or len(keys[0].segments) > 1:
        return list(map(first_of(keys), elements))
    name, read = keys[0].last, getter(keys[0])
    # The commonest key, without a call for each element: half the time of a filter over many.
    return [one.get(name, ABSENT) if type(one) is OBJECT else read(one) for one in elements]


def _step(holder: Any, segment: str) -> Any:
    """One step into what is no object."""
    if type(holder) is not LIST:
        return ABSENT
    if segment.isascii() and segment.isdigit():
        place = int(segment) if len(segment) < 10 else len(holder)
        return holder[place] if place < len(holder) else ABSENT
    found = [one[segment] for one in holder if type(one) is OBJECT and segment in one]
    return found or ABSENT


def names_in(element: Any, depth: int) -> Iterable[FieldKey]:
    """Keys that resolve in an element, outer before inner, in the element's own order.

    Args:
        element: any JSON value.
        depth: most segments of a key.
    """
    if depth <= 0:
        return
    for holder in element if type(element) is LIST else (element,):
        if type(holder) is not OBJECT:
            continue
        for name, inner in holder.items():
            yield FieldKey((name,))
            if type(inner) in (OBJECT, LIST):
                for key in names_in(inner, depth - 1):
                    yield FieldKey((name, *key.segments))


def _spelled(segment: str) -> str:
    if _PLAIN.fullmatch(segment):
        return segment
    inner = segment.replace("\\", "\\\\").replace('"', '\\"')
    return f'"{inner}"'
