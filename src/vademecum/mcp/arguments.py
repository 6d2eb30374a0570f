"""What a model gives as arguments becomes what a tool takes, or advice on how to ask.

Clients differ: lists and objects arrive as JSON in a string, numbers as text, and an empty string stands for
what is not given. All of that is understood; only what cannot be is told, with what could.
"""

from __future__ import annotations

import json
from typing import Any, cast

from vademecum.errors import InvalidValue, LimitExceeded, UnknownName, UsageError, quoted
from vademecum.text.nearest import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    Schema = Mapping[str, Any]

MOST_CHARACTERS = 1_000_000
"""Of one argument. Nothing stored may have a fiftieth of it; a longer one is a file in the wrong place."""

MOST_ELEMENTS = 1_000
_YES = {"true": True, "yes": True, "1": True, "false": False, "no": False, "0": False}
_SEPARATED = ("tags", "types")
"""Lists of names without commas, which models like to write as one text."""


def read_arguments(
    properties: Mapping[str, Schema], required: Sequence[str], given: Mapping[str, Any]
) -> dict[str, Any]:
    """The arguments of a tool as its function takes them; what is not given is left out.

    Args:
        properties: argument -> its JSON Schema.
        required: those that a call needs.
        given: as they came.

    Raises:
        UnknownName: an argument, or one of its values, that the tool does not have.
        UsageError: one that is missing or of another type.
        LimitExceeded: one that is too long.
    """
    for name in given:
        if name not in properties:
            raise _unknown(name, properties)
    read: dict[str, Any] = {}
    for name, schema in properties.items():
        value = given.get(name)
        if value is None or (isinstance(value, str) and not value.strip()):
            continue
        read[name] = _read(name, schema, value)
    missing = [name for name in required if name not in read]
    if missing:
        raise UsageError(f"{' and '.join(missing)} missing; {_told(missing[0], properties[missing[0]])}")
    return read


def _unknown(name: str, properties: Mapping[str, Schema]) -> UnknownName:
    meant = nearest(name, properties)
    return UnknownName("argument", name, suggestions=meant or tuple(properties)[:3])


def _told(name: str, schema: Schema) -> str:
    said = str(schema.get("description", ""))
    return f"{name}: {said}" if said else f"give {name}"


def _read(name: str, schema: Schema, value: Any) -> Any:
    if isinstance(value, str) and len(value) > MOST_CHARACTERS:
        raise LimitExceeded(f"{name}: {len(value):,} characters are more than {MOST_CHARACTERS:,}")
    match schema["type"]:
        case "array":
            return _texts(name, value)
        case "integer":
            return _count(name, schema, value)
        case "boolean":
            return _flag(name, value)
        case _:
            return _text(name, schema, value)


def _text(name: str, schema: Schema, value: Any) -> str:
    if isinstance(value, (bool, int, float)):
        value = json.dumps(value)
    if not isinstance(value, str):
        raise InvalidValue(name, f"write one text, not {_kind(value)}")
    choices: Sequence[str] = schema.get("enum", ())
    if not choices:
        return value
    said = value.strip().casefold()
    if said not in choices:
        raise UnknownName(name, value.strip(), suggestions=nearest(said, choices) or tuple(choices)[:3])
    return said


def _texts(name: str, value: Any) -> tuple[str, ...]:
    """A list; one text is a list of one, and JSON in a text is what it says."""
    if isinstance(value, str):
        value = _parsed(value) if value.strip()[:1] == "[" else _split(name, value)
    if not isinstance(value, list):
        raise InvalidValue(name, f'write a list of texts, ["one", "two"], not {_kind(value)}')
    elements = cast("list[object]", value)
    if len(elements) > MOST_ELEMENTS:
        raise LimitExceeded(f"{name}: {len(elements):,} elements are more than {MOST_ELEMENTS:,}")
    texts = [_text(name, {}, one) for one in elements if one is not None]
    return tuple(one.strip() for one in texts if one.strip())


def _split(name: str, text: str) -> list[str]:
    return text.split(",") if name in _SEPARATED else [text]


def _parsed(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return [text]


def _count(name: str, schema: Schema, value: Any) -> int:
    """A whole number, brought within its bounds."""
    if isinstance(value, str):
        text = value.strip()
        digits = text.removeprefix("-")
        value = int(text) if digits.isascii() and digits.isdigit() and len(digits) < 10 else value
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    least, most = int(schema["minimum"]), int(schema["maximum"])
    if isinstance(value, bool) or not isinstance(value, int):
        raise InvalidValue(name, f"{quoted(str(value))} is no whole number from {least} to {most}")
    return max(least, min(most, value))


def _flag(name: str, value: Any) -> bool:
    said = _YES.get(str(value).strip().casefold())
    if said is None:
        raise InvalidValue(name, f"{quoted(str(value))} is neither true nor false")
    return said


def _kind(value: object) -> str:
    return "an object" if isinstance(value, dict) else "a list" if isinstance(value, list) else "a number"
