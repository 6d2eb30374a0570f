"""Changes to a JSON text that leave every other byte as it is: comments, spaces, order, endings of lines.

Settings belong to their owner. They are read only as far as to know where a value begins and ends, and what
is added is written between two bytes of theirs.
"""

from __future__ import annotations

import json
import re

from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

_BLANK = re.compile(r"(?:[\s\ufeff]|//[^\n]*|/\*.*?\*/)*", re.DOTALL)
_STRING = re.compile(r'"(?:[^"\\]|\\.)*"', re.DOTALL)
_PLAIN = re.compile(r"[^\s,\]}/\"\[{:]+")
_DEEPEST = 100


class Unreadable(ValueError):
    """A text that is no JSON object, with where it stops being one."""


@value(kw_only=True)
class Node:
    """A value in the text.

    Attributes:
        start, end: its span.
        kind: ``{``, ``[`` or empty for a plain one.
        keys: of the members of an object, in order; empty texts for an array.
        places: where the keys of the members begin, or the elements.
        members: the values, in order.
    """

    start: int
    end: int
    kind: str = ""
    keys: tuple[str, ...] = ()
    places: tuple[int, ...] = ()
    members: tuple[Node, ...] = ()

    def member(self, key: str) -> Node | None:
        """The last member of that name, which is the one that readers take."""
        return next(
            (m for k, m in zip(reversed(self.keys), reversed(self.members), strict=True) if k == key), None
        )


def parsed(text: str) -> Node:
    """The object that a text is.

    Raises:
        Unreadable: it is none.
    """
    node, place = _node(text, _after_blank(text, 0), 0)
    if node.kind != "{" or _after_blank(text, place) != len(text):
        raise _unreadable(text, place, "the end of one object")
    return node


def plain(text: str, node: Node) -> Any:
    """A value as JSON types."""
    if node.kind == "{":
        return {key: plain(text, one) for key, one in zip(node.keys, node.members, strict=True)}
    if node.kind == "[":
        return [plain(text, one) for one in node.members]
    return json.loads(text[node.start : node.end])


def _after_blank(text: str, place: int) -> int:
    found = _BLANK.match(text, place)
    return found.end() if found else place


def _unreadable(text: str, place: int, wanted: str) -> Unreadable:
    line = text.count("\n", 0, place) + 1
    return Unreadable(f"line {line}: expected {wanted}")


def _node(text: str, place: int, depth: int) -> tuple[Node, int]:
    if depth > _DEEPEST:
        raise _unreadable(text, place, "fewer brackets within each other")
    opening = text[place : place + 1]
    if opening in ("{", "["):
        return _container(text, place, depth)
    found = _STRING.match(text, place) or _PLAIN.match(text, place)
    try:
        json.loads(found[0] if found else "")
    except ValueError:
        raise _unreadable(text, place, "a value") from None
    assert found is not None
    return Node(start=place, end=found.end()), found.end()


def _container(text: str, start: int, depth: int) -> tuple[Node, int]:
    kind = text[start]
    closing = "}" if kind == "{" else "]"
    keys: list[str] = []
    places: list[int] = []
    members: list[Node] = []
    place = _after_blank(text, start + 1)
    while text[place : place + 1] != closing:
        places.append(place)
        key = ""
        if kind == "{":
            key, place = _key(text, place)
        member, place = _node(text, place, depth + 1)
        keys.append(key)
        members.append(member)
        place = _after_blank(text, place)
        if text[place : place + 1] == ",":
            place = _after_blank(text, place + 1)
        elif text[place : place + 1] != closing:
            raise _unreadable(text, place, f"a comma or {closing}")
    node = Node(
        start=start,
        end=place + 1,
        kind=kind,
        keys=tuple(keys),
        places=tuple(places),
        members=tuple(members),
    )
    return node, place + 1


def _key(text: str, place: int) -> tuple[str, int]:
    found = _STRING.match(text, place)
    colon = _after_blank(text, found.end()) if found else place
    if found is None or text[colon : colon + 1] != ":":
        raise _unreadable(text, place, "a key and a colon")
    key: str = json.loads(found[0])
    return key, _after_blank(text, colon + 1)


def put(text: str, path: Sequence[str], given: Any, *, append: bool) -> tuple[str, str]:
    """A text with one value more.

    Args:
        text: an object.
        path: keys that lead to where it belongs; what is missing of them is made.
        given: the value.
        append: it joins the array at `path`; else it is the member that the last key of `path` names.

    Returns:
        The text, and what was put into it, as one piece.

    Raises:
        Unreadable: the text is no object, or something else stands where an object or array is needed.
    """
    node, depth = parsed(text), 0
    for place, key in enumerate(path):
        if node.kind != "{":
            raise _unreadable(text, node.start, f"an object that has {key}")
        below = node.member(key)
        if below is None or (place == len(path) - 1 and not append):
            if below is not None:
                raise _unreadable(text, below.start, f"no {key} yet")
            rest: Any = [given] if append else given
            for missing in reversed(path[place + 1 :]):
                rest = {missing: rest}
            return _inserted(text, node, depth, f"{json.dumps(key)}: ", rest)
        node, depth = below, depth + 1
    if node.kind != "[":
        raise _unreadable(text, node.start, "an array")
    return _inserted(text, node, depth, "", given)


def _inserted(text: str, node: Node, depth: int, before: str, given: Any) -> tuple[str, str]:
    """Put a member behind the last one, in the manner of the text."""
    unit, newline = _indent(text), "\r\n" if "\r\n" in text else "\n"
    spread = "\n" in text or not node.members
    if spread:
        margin = newline + unit * (depth + 1)
        shown = json.dumps(given, indent=unit, ensure_ascii=False).replace("\n", margin)
    else:
        margin, shown = " ", json.dumps(given, ensure_ascii=False)
    if node.members:
        place, piece = node.members[-1].end, f",{margin}{before}{shown}"
    else:
        closing = newline + unit * depth if "\n" not in text[node.start : node.end] else ""
        place, piece = node.start + 1, f"{margin}{before}{shown}{closing}"
    return text[:place] + piece + text[place:], piece


def _indent(text: str) -> str:
    found = re.search(r"\n([ \t]+)\S", text)
    return found[1] if found else "  "


def without(text: str, path: Sequence[str], is_ours: Callable[[Any], bool]) -> str:
    """A text without the members of an array, or the member of an object, that are ours; what is empty then
    stays, but for what holds nothing else.

    Args:
        text: an object.
        path: keys that lead to the array, or to the value itself.
        is_ours: told a value as JSON types.
    """
    node = parsed(text)
    for key in path[:-1]:
        below = node.member(key)
        if below is None or below.kind != "{":
            return text
        node = below
    last = node.member(path[-1]) if path and node.kind == "{" else None
    if last is None:
        return text
    if last.kind == "[":
        ours = [place for place, one in enumerate(last.members) if is_ours(plain(text, one))]
        if not ours:
            return text
        if len(ours) < len(last.members):
            for place in reversed(ours):
                text = _cut(text, last, place)
            return text
    elif not is_ours(plain(text, last)):
        return text
    text = _cut(text, node, len(node.keys) - 1 - node.keys[::-1].index(path[-1]))
    return without(text, path[:-1], lambda rest: rest == {}) if len(path) > 1 else text


def _cut(text: str, node: Node, place: int) -> str:
    """The text without one member, and without the comma that parted it from its neighbour."""
    if place > 0:
        start, end = node.members[place - 1].end, node.members[place].end
    elif len(node.members) > 1:
        start, end = node.places[0], node.places[1]
    else:
        start, end = node.start + 1, node.end - 1
    return text[:start] + text[end:]
