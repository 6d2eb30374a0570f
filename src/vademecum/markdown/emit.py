"""Values to lines of YAML that every reader, of YAML 1.1 or 1.2, reads as the same text."""

from __future__ import annotations

import json

from vademecum.markdown.forms import Bare

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.markdown.tree import Raw

# What YAML 1.1 types as null or boolean, beside numbers and dates, which begin with a digit or a sign.
_TYPED_WORDS = frozenset({"null", "true", "false", "yes", "no", "on", "off", "y", "n"})
_NUMERIC = frozenset("0123456789abcdefABCDEFxXoO_.:+-TtZz ")
_FLOW_BORDERS = frozenset("[]{},:#?\"'&*!|>%@`")
# A direction override in a title would show one text and store another.
_DIRECTIONS = (*range(0x202A, 0x202F), *range(0x2066, 0x206A))
_ESCAPED = (*range(0x7F, 0xA0), 0x2028, 0x2029, *_DIRECTIONS, 0xFEFF, 0xFFFE, 0xFFFF)
_FOLD = {code: f"\\u{code:04x}" for code in _ESCAPED}


def scalar(text: str, *, flow: bool = False) -> str:
    """The shortest safe spelling: plain where nothing could misread it, else in double quotes."""
    if isinstance(text, Bare) or (_is_plain(text) and not (flow and not _FLOW_BORDERS.isdisjoint(text))):
        return str(text)
    return quoted(text)


def quoted(text: str) -> str:
    """In double quotes, on one line, with escapes for whatever a reader could refuse or hide."""
    return json.dumps(text, ensure_ascii=False).translate(_FOLD)


def single_quoted(text: str) -> str:
    """In single quotes where they can hold it, else in double quotes."""
    return "'" + text.replace("'", "''") + "'" if text.isprintable() else quoted(text)


def _is_plain(text: str) -> bool:
    if not text or not text.isprintable() or ": " in text or " #" in text or text[-1] in ": ":
        return False
    if text[0].isalpha():
        return text.lower() not in _TYPED_WORDS
    return text[0].isdigit() and text[0].isascii() and not _NUMERIC.issuperset(text)


def flow_list(items: list[str]) -> str:
    """A list of texts on one line."""
    return "[" + ", ".join(scalar(item, flow=True) for item in items) + "]"


def entry(key: str, value: Raw, *, indent: int = 2) -> list[str]:
    """The lines of one top-level key.

    Args:
        indent: columns before the members of a list or a mapping.
    """
    inline = _inline(value)
    return [f"{name(key)}: {inline}"] if inline else [f"{name(key)}:", *members(value, indent)]


def members(value: Raw, indent: int = 2) -> list[str]:
    """The lines below the key of a list or a mapping that is not empty."""
    margin = " " * indent
    if isinstance(value, dict):
        return [f"{margin}{name(key)}: {_nested(content)}" for key, content in value.items()]
    lines: list[str] = []
    assert isinstance(value, list)
    for item in value:
        if not isinstance(item, dict) or not item:
            lines.append(f"{margin}- {_nested(item)}")
            continue
        for position, (key, content) in enumerate(item.items()):
            lines.append(f"{margin}{'- ' if position == 0 else '  '}{name(key)}: {_nested(content)}")
    return lines


def name(key: str) -> str:
    """A key, in quotes unless it is a word that no reader types."""
    simple = key.replace("-", "_").isidentifier() and key.isascii() and key.lower() not in _TYPED_WORDS
    return key if simple else quoted(key)


def _inline(value: Raw) -> str:
    """What stands behind the colon; empty when the value needs lines of its own."""
    if isinstance(value, str):
        return scalar(value)
    if not value:
        return "{}" if isinstance(value, dict) else "[]"
    return ""


def _nested(value: Raw) -> str:
    if isinstance(value, str):
        return scalar(value)
    if isinstance(value, dict):
        return "{" + ", ".join(f"{quoted(key)}: {_deep(content)}" for key, content in value.items()) + "}"
    assert isinstance(value, list)
    return "[" + ", ".join(_deep(item) for item in value) + "]"


def _deep(value: Raw) -> str:
    return quoted(value) if isinstance(value, str) else _nested(value)
