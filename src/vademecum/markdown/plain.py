"""A strict reader for the front matter that we write ourselves.

It takes `key: scalar`, lists of scalars or of flat mappings, and flat mappings, and gives up at the
first thing whose meaning depends on more of YAML. Where it answers, it answers what the library would
(tests/markdown/test_plain_front.py), some fifteen times faster.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.markdown.tree import Raw

_INDICATORS = frozenset("-?:,[]{}#&*!|>'\"%@` ")
_FLOW_SPECIALS = frozenset("[]{}:#?\"'&*!|>%@`")
_MAX_KEY = 64
_MAX_FRONT = 8 << 10  # below this no bound of the library's reader can be reached


class _NotPlain(Exception):
    """The text needs the library."""


def read_plain(front: str) -> dict[str, Raw] | None:
    """Read plain front matter with LF line breaks.

    Returns:
        key -> value in file order, or None when the library must read it.
    """
    # Whatever is not printable (tabs, other line breaks, unusual spaces) may mean something to YAML.
    if len(front) > _MAX_FRONT or not front.replace("\n", "").isprintable():
        return None
    try:
        return _read(front.split("\n"))
    except _NotPlain:
        return None


def _read(lines: list[str]) -> dict[str, Raw]:
    fields: dict[str, Raw] = {}
    children: list[str] = []
    key = ""
    for line in lines:
        if not line or line[0] == "#":
            continue
        if line[0] == " " or line.startswith("- "):
            children.append(line)
            continue
        if children:
            fields[key] = _nested(fields.get(key, ""), children)
            children = []
        key, value = _pair(line)
        if key in fields:
            raise _NotPlain
        fields[key] = value if value is None else _value(value)
    if children:
        fields[key] = _nested(fields.get(key, ""), children)
    return fields


def _pair(line: str) -> tuple[str, str | None]:
    key, colon, value = line.partition(": ")
    if not colon:
        if line[-1] != ":":
            raise _NotPlain
        key = line[:-1]
    if not key.isidentifier() or not key.isascii() or len(key) > _MAX_KEY:
        raise _NotPlain
    return key, value.strip(" ") or None


def _value(text: str) -> Raw:
    return _flow(text) if text[0] == "[" else _scalar(text)


def _scalar(text: str) -> str:
    first = text[0]
    if first in _INDICATORS:
        if first in "\"'" and len(text) > 1 and text[-1] == first:
            inner = text[1:-1]
            if first not in inner and "\\" not in inner:
                return inner
        raise _NotPlain
    if ": " in text or " #" in text or text[-1] == ":":
        raise _NotPlain
    return text


def _flow(text: str) -> Raw:
    inner = text[1:-1].strip(" ")
    if text[-1] != "]" or len(text) < 2:
        raise _NotPlain
    items: list[Raw] = []
    for part in inner.split(",") if inner else ():
        item = part.strip(" ")
        if not item:
            raise _NotPlain
        if item[0] not in "\"'" and (item[0] == "-" or not _FLOW_SPECIALS.isdisjoint(item)):
            raise _NotPlain
        items.append(_scalar(item))
    return items


def _nested(parent: Raw, lines: list[str]) -> Raw:
    """Value of a key that stands alone on its line, from the lines indented below it."""
    if parent is not None:
        raise _NotPlain
    rows = [(len(line) - len(text), text) for line in lines if (text := line.lstrip(" "))]
    if not rows:
        return None
    indent, first = rows[0]
    if first.startswith("- "):
        return _list(rows, indent)
    return _mapping(rows, indent)


def _mapping(rows: list[tuple[int, str]], indent: int) -> Raw:
    fields: dict[str, Raw] = {}
    for column, text in rows:
        if column != indent:
            raise _NotPlain
        _put(fields, text)
    return fields


def _list(rows: list[tuple[int, str]], indent: int) -> Raw:
    items: list[Raw] = []
    fields: dict[str, Raw] | None = None
    inner = 0
    for column, text in rows:
        if column == indent and text.startswith("- "):
            content = text[2:].lstrip(" ")
            fields = {} if _is_pair(content) else None
            if fields is None:
                items.append(_scalar(content) if content else None)
                continue
            inner = column + len(text) - len(content)
            items.append(fields)
            _put(fields, content)
        elif fields is None or column != inner:
            raise _NotPlain
        else:
            _put(fields, text)
    return items


def _is_pair(content: str) -> bool:
    return bool(content) and content[0] not in "\"'[{" and (": " in content or content[-1] == ":")


def _put(fields: dict[str, Raw], text: str) -> None:
    key, value = _pair(text)
    if key in fields:
        raise _NotPlain
    fields[key] = value if value is None else _scalar(value)
