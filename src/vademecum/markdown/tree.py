"""YAML as a tree of texts with their places, read by the library's parser without any typing.

Every scalar stays its own letters, so ``yes``, ``0777`` and ``2024-01-01`` survive. Tags are ignored,
nothing is ever constructed, and depth and size are bounded whatever aliases refer to.
"""

from __future__ import annotations

from vademecum.markdown.bounds import MAX_DEPTH, MAX_KEY, MAX_NODES
from vademecum.markdown.outcome import Refusal
from vademecum.model.file import QuarantineReason
from vademecum.model.value import replace, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

Raw = str | list["Raw"] | dict[str, "Raw"] | None
"""A YAML value without places; None is an empty plain scalar, the value of ``key:``."""


@value
class Text:
    """A scalar. `style` is its quote, ``|`` or ``>``, or empty when plain; offsets count characters."""

    value: str
    style: str
    start: int
    end: int
    column: int
    size: int


@value
class Items:
    """A sequence; `size` counts all nodes below with aliases expanded."""

    items: tuple[Tree, ...]
    flow: bool
    start: int
    end: int
    column: int
    size: int


@value
class Pairs:
    """A mapping in file order."""

    entries: tuple[tuple[Text, Tree], ...]
    flow: bool
    start: int
    end: int
    column: int
    size: int


Tree = Text | Items | Pairs


@value
class Source:
    """What is read, so that advice speaks of what its reader has before him.

    Attributes:
        name: what the text is.
        line: a line of it as it should be.
        max_nodes: bound on nodes with aliases expanded.
    """

    name: str
    line: str
    max_nodes: int


FRONT_MATTER = Source("front matter", "key: value", MAX_NODES)


def compose(text: str, source: Source = FRONT_MATTER, *, first_line: int = 1) -> Tree | None:
    """Read one YAML document.

    Args:
        text: YAML source.
        source: what it is.
        first_line: line of the file on which `text` begins, for messages.

    Returns:
        The root, or None when there is nothing but white space and comments.

    Raises:
        Refusal: not YAML, a key stands twice, too deep, too many nodes.
    """
    import yaml

    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    try:
        return _Composer(text, yaml.parse(text, Loader=loader), first_line, source.max_nodes).document()
    except yaml.YAMLError as error:
        at = _place(text, error)
        line = text.count("\n", 0, at) + first_line
        raise Refusal(QuarantineReason.UNPARSABLE, _advice(text, at, source), line) from None


class _Composer:
    """Builds the tree from the parser's events; a node becomes known to aliases when it is complete."""

    def __init__(self, text: str, events: Iterator[Any], first_line: int, max_nodes: int) -> None:
        self._text = text
        self._events = events
        self._first_line = first_line
        self._max_nodes = max_nodes
        self._anchors: dict[str, Tree] = {}
        self._nodes = 0

    def document(self) -> Tree | None:
        root: Tree | None = None
        for event in self._events:
            name = type(event).__name__
            if name == "DocumentStartEvent" and root is not None:
                raise self._refusal(event, "holds a second YAML document; keep one")
            if name in _NODE_EVENTS:
                root = self._node(event, 1)
        return root

    def _node(self, event: Any, depth: int) -> Tree:
        if depth > MAX_DEPTH:
            raise self._refusal(event, f"YAML nested deeper than {MAX_DEPTH} levels; flatten it")
        match type(event).__name__:
            case "AliasEvent":
                return self._alias(event)
            case "ScalarEvent":
                node: Tree = self._scalar(event)
            case "SequenceStartEvent":
                node = self._items(event, depth)
            case _:
                node = self._pairs(event, depth)
        if event.anchor is not None:
            self._anchors[event.anchor] = node
        return node

    def _alias(self, event: Any) -> Tree:
        node = self._anchors.get(event.anchor)
        if node is None:
            raise self._refusal(event, f"the alias *{event.anchor} names no anchor before it")
        self._count(event, node.size)
        start = event.start_mark
        return replace(node, start=start.index, end=event.end_mark.index, column=start.column)

    def _scalar(self, event: Any) -> Text:
        self._count(event, 1)
        if "\0" in event.value:
            raise self._refusal(event, "contains an escaped NUL character; remove it")
        start = event.start_mark
        # libyaml reports no style for a plain scalar, the Python parser an empty one.
        return Text(event.value, event.style or "", start.index, event.end_mark.index, start.column, 1)

    def _items(self, event: Any, depth: int) -> Items:
        self._count(event, 1)
        items: list[Tree] = []
        while type(child := next(self._events)).__name__ != "SequenceEndEvent":
            items.append(self._node(child, depth + 1))
        size = 1 + sum(item.size for item in items)
        mark = event.start_mark
        return Items(tuple(items), bool(event.flow_style), mark.index, _end(items, child), mark.column, size)

    def _pairs(self, event: Any, depth: int) -> Pairs:
        self._count(event, 1)
        entries: list[tuple[Text, Tree]] = []
        seen: dict[str, int] = {}
        while type(child := next(self._events)).__name__ != "MappingEndEvent":
            key = self._key(child, depth, seen)
            entries.append((key, self._node(next(self._events), depth + 1)))
        size = 1 + sum(1 + value.size for _, value in entries)
        mark = event.start_mark
        last = [value for _, value in entries]
        return Pairs(tuple(entries), bool(event.flow_style), mark.index, _end(last, child), mark.column, size)

    def _key(self, event: Any, depth: int, seen: dict[str, int]) -> Text:
        key = self._node(event, depth + 1)
        if not isinstance(key, Text):
            raise self._refusal(event, "a key must be a word, not a list or a mapping")
        at = event.start_mark.index
        if (first := seen.setdefault(key.value, at)) != at:
            where = self._line(first)
            raise self._refusal(event, f"the key {key.value!r} stands twice, first on line {where}; keep one")
        if len(key.value) > MAX_KEY:
            raise self._refusal(event, f"a key is longer than {MAX_KEY} characters")
        return key

    def _count(self, event: Any, nodes: int) -> None:
        self._nodes += nodes
        if self._nodes > self._max_nodes:
            raise self._refusal(event, f"YAML holds more than {self._max_nodes} values; shorten it")

    def _line(self, at: int) -> int:
        return self._text.count("\n", 0, at) + self._first_line

    def _refusal(self, event: Any, message: str) -> Refusal:
        return Refusal(QuarantineReason.UNPARSABLE, message, self._line(event.start_mark.index))


_NODE_EVENTS = {"ScalarEvent", "SequenceStartEvent", "MappingStartEvent", "AliasEvent"}


def _end(children: list[Tree], closing: Any) -> int:
    # A block collection is said to end where the next token begins, beyond comments; its last child
    # knows better.
    if closing.start_mark.index != closing.end_mark.index or not children:
        return int(closing.end_mark.index)
    return children[-1].end


def _place(text: str, error: Any) -> int:
    mark = getattr(error, "problem_mark", None) or getattr(error, "context_mark", None)
    if mark is not None:
        return min(int(mark.index), len(text))
    # The reader refuses a character by its byte position, which is of no use here: look for it.
    return next((i for i, c in enumerate(text) if _unprintable(c)), 0)


def _unprintable(character: str) -> bool:
    code = ord(character)
    return (code < 0x20 and character not in "\t\n\r") or 0x7F <= code < 0xA0 or code in (0xFFFE, 0xFFFF)


def _advice(text: str, at: int, source: Source) -> str:
    """What is probably wrong, judged by the line itself and not by the parser's words."""
    start = text.rfind("\n", 0, at) + 1
    end = text.find("\n", at)
    line = text[start:] if end < 0 else text[start:end]
    if any(_unprintable(c) for c in line.rstrip("\r")):
        return f"a control character stands in the {source.name}; remove it"
    if line.lstrip(" ").startswith("\t"):
        return f"{source.name} is indented with a tab; use spaces"
    _, _, value = line.partition(": ")
    if value[:1] in "@`%*&!|>" and value:
        return f"a value that begins with {value[0]} must be put in quotes"
    if ": " in value:
        return 'a value with ": " inside must be put in quotes'
    return f"{source.name} is not YAML here; write one `{source.line}` a line and quote what is unusual"


def to_raw(tree: Tree) -> Raw:
    """The values of a tree without their places."""
    match tree:
        case Text(value, style):
            return None if not value and not style else value
        case Items(items):
            return [to_raw(item) for item in items]
        case Pairs(entries):
            return {key.value: to_raw(value) for key, value in entries}
