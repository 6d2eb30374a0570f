"""Types of parameters: how a JSON value is read as one, and how its schema looks.

A type is spelled as in Python (`shape.Parameter.type`) and parsed once.
"""

from __future__ import annotations

import ast
import re
from datetime import datetime
from functools import cache
from math import isfinite

from vademecum.errors import InvalidValue, LimitExceeded, UnknownName, quoted
from vademecum.model.answer import Recall
from vademecum.model.conversation import NewTurn, Role, ToolUse
from vademecum.model.plan import Plan
from vademecum.model.record import Relation
from vademecum.model.value import MISSING, fields_of
from vademecum.surface.lossless.forms import decoded
from vademecum.surface.lossless.leaves import is_a
from vademecum.text.nearest import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from enum import StrEnum
    from typing import Any

    Read = Callable[[str, Any], Any]

_MADE: Mapping[str, type[Any]] = {"Relation": Relation, "NewTurn": NewTurn, "ToolUse": ToolUse}
"""Values that a request states field by field."""

_CHOSEN: Mapping[str, type[StrEnum]] = {"Role": Role}

_WHOLE: Mapping[str, type[Any]] = {"Recall": Recall, "Plan": Plan}
"""Values that a program sends back as it was given them (`surface.lossless`)."""

_MOMENT = re.compile(
    r"\d{4}-\d{2}-\d{2}[Tt]\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:[Zz]|[+-]\d{2}:\d{2})", re.ASCII
)
_FRACTION = re.compile(r"(\.\d{6})\d+", re.ASCII)
_LARGEST = 2**53
_INNER_TEXT = 2_000_000
_MOST_DEPTH = 32
"""Levels of an open object."""


def well_formed(text: str) -> str:
    """A text that UTF-8 can carry: a lone surrogate, which JSON can spell, becomes U+FFFD."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return text


def reader(type_: str) -> Read:
    """Reads JSON values of a type: given the name for messages, and the value.

    It raises InvalidValue for a value of another type, UnknownName for a word that is none of those to choose
    from.
    """
    return _reader(type_)


@cache
def _reader(type_: str) -> Read:
    return _read_node(ast.parse(type_, mode="eval").body)


def _read_node(node: ast.expr) -> Read:
    match node:
        case ast.BinOp(left=left, op=ast.BitOr(), right=ast.Constant(value=None)):
            inner = _read_node(left)
            return lambda name, raw: None if raw is None else inner(name, raw)
        case ast.Name(id=type_):
            return _READ.get(type_) or _read_named(type_)
        case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=[member, ast.Constant()])):
            return _read_list(_read_node(member))
        case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=members)):
            return _read_row([_read_node(member) for member in members])
        case ast.Subscript(value=ast.Name(id="dict"), slice=ast.Tuple(elts=[_, held])):
            return _read_mapping(_read_node(held))
        case _:
            raise TypeError(f"no parameter is of the type {ast.unparse(node)}")


def _read_named(type_: str) -> Read:
    if type_ in _WHOLE:
        kind = _WHOLE[type_]
        return lambda name, raw: _whole(name, raw, kind)
    if type_ in _CHOSEN:
        names = tuple([one.value for one in _CHOSEN[type_]])
        return lambda name, raw: _CHOSEN[type_](chosen(name, _text(name, raw), names))
    return _read_made(_MADE[type_])


def _read_made(kind: type[Any]) -> Read:
    """Reads an object whose members are fields of a value."""
    readers = {name: _reader(str(kind.__annotations__[name])) for name in fields_of(kind)}
    needed = [name for name, default in fields_of(kind).items() if default is MISSING]

    def read(name: str, raw: Any) -> Any:
        given = as_object(name, raw)
        known(name, given, readers)
        missing = [one for one in needed if given.get(one) is None]
        if missing:
            raise InvalidValue(name, f"lacks {' and '.join(missing)}")
        return kind(**{k: readers[k](f"{name}.{k}", one) for k, one in given.items() if one is not None})

    return read


def known(name: str, given: Mapping[str, Any], there: Mapping[str, object]) -> None:
    """Refuse a member that nobody declared.

    Raises:
        UnknownName: there is one; the nearest names are suggested.
    """
    for one in given:
        if one not in there:
            raise UnknownName(name, well_formed(one), suggestions=nearest(one, there))


def _read_list(member: Read) -> Read:
    def read(name: str, raw: Any) -> Any:
        return tuple([member(name, one) for one in as_list(name, raw)])

    return read


def _read_row(members: list[Read]) -> Read:
    def read(name: str, raw: Any) -> Any:
        given = as_list(name, raw)
        if len(given) != len(members):
            raise wrong(name, raw, f"a list of {len(members)}")
        return tuple([member(name, one) for member, one in zip(members, given, strict=True)])

    return read


def _read_mapping(member: Read) -> Read:
    def read(name: str, raw: Any) -> Any:
        given = as_object(name, raw)
        return {well_formed(key): member(f"{name}.{well_formed(key)}", one) for key, one in given.items()}

    return read


def _whole(name: str, raw: Any, kind: type[Any]) -> Any:
    try:
        read = decoded(raw)
    except InvalidValue as error:
        raise InvalidValue(name, error.message) from None
    if not isinstance(read, kind):
        raise InvalidValue(name, f"is no {kind.__name__} as a program is given one")
    return read


def as_object(name: str, raw: Any) -> dict[str, Any]:
    """A JSON value that is an object.

    Raises:
        InvalidValue: it is none.
    """
    if not is_a(raw, dict):
        raise wrong(name, raw, "an object")
    members: dict[str, Any] = raw
    return members


def as_list(name: str, raw: Any) -> list[Any]:
    """A JSON value that is a list.

    Raises:
        InvalidValue: it is none.
    """
    if not is_a(raw, list):
        raise wrong(name, raw, "a list")
    listed: list[Any] = raw
    return listed


def wrong(name: str, raw: object, wanted: str) -> InvalidValue:
    """What a value of another type is answered with."""
    shown = quoted(well_formed(raw)) if isinstance(raw, str) else _JSON_NAMES.get(type(raw), "a number")
    return InvalidValue(well_formed(name), f"{shown} is not {wanted}")


_JSON_NAMES: Mapping[type[Any], str] = {
    dict: "an object",
    list: "a list",
    bool: "a truth value",
    type(None): "null",
}


def _text(name: str, raw: Any) -> str:
    if not isinstance(raw, str):
        raise wrong(name, raw, "a text")
    return well_formed(raw)


def _bounded_text(name: str, raw: Any) -> str:
    text = _text(name, raw)
    if len(text) > _INNER_TEXT:
        raise LimitExceeded(f"{name} has more than {_INNER_TEXT:,} characters")
    return text


def _bytes(name: str, raw: Any) -> bytes:
    return _text(name, raw).encode()


def _whole_number(name: str, raw: Any) -> int:
    if isinstance(raw, float) and raw.is_integer():
        raw = int(raw)
    if not isinstance(raw, int) or isinstance(raw, bool):
        raise wrong(name, raw, "a whole number")
    if abs(raw) > _LARGEST:
        raise InvalidValue(name, "is too large a number")
    return raw


def _number(name: str, raw: Any) -> float:
    if not isinstance(raw, int | float) or isinstance(raw, bool):
        raise wrong(name, raw, "a number")
    if abs(raw) > _LARGEST or not isfinite(raw):
        raise InvalidValue(name, "is too large a number")
    return float(raw)


def _truth(name: str, raw: Any) -> bool:
    if not isinstance(raw, bool):
        raise wrong(name, raw, "true or false")
    return raw


def _moment(name: str, raw: Any) -> datetime:
    text = _text(name, raw)
    wanted = "a time with an offset, e.g. 2026-03-31T09:00:00Z"
    if not _MOMENT.fullmatch(text):
        raise wrong(name, raw, wanted)
    try:
        return datetime.fromisoformat(_FRACTION.sub(r"\1", text.upper()))
    except ValueError:
        raise wrong(name, raw, wanted) from None


def _open(name: str, raw: Any, depth: int = 0) -> Any:
    """Any JSON value, its texts well-formed."""
    if depth > _MOST_DEPTH:
        raise LimitExceeded(f"{name} is nested too deeply")
    match raw:
        case str():
            return well_formed(raw)
        case list():
            return [_open(name, one, depth + 1) for one in as_list(name, raw)]
        case dict():
            given = as_object(name, raw)
            return {well_formed(key): _open(name, one, depth + 1) for key, one in given.items()}
        case _:
            return raw


_READ: Mapping[str, Read] = {
    "str": _bounded_text,
    "bytes": _bytes,
    "int": _whole_number,
    "float": _number,
    "bool": _truth,
    "datetime": _moment,
    "object": _open,
}


def chosen(name: str, word: str, choices: tuple[str, ...]) -> str:
    """A word that is one of those to choose from.

    Raises:
        UnknownName: it is none; the nearest are suggested, else the first.
    """
    if word not in choices:
        raise UnknownName(name, word, suggestions=nearest(word, choices) or choices[:3])
    return word


def schema(type_: str) -> dict[str, Any]:
    """JSON Schema of a type of a parameter, whole: nothing is referred to."""
    return _schema(ast.parse(type_, mode="eval").body)


def _schema(node: ast.expr) -> dict[str, Any]:
    match node:
        case ast.BinOp(left=left, op=ast.BitOr()):
            return nullable(_schema(left))
        case ast.Name(id=type_):
            return _named_schema(type_)
        case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=[member, ast.Constant()])):
            return {"type": "array", "items": _schema(member)}
        case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=[first, *more])):
            size = 1 + len(more)
            return {"type": "array", "items": _schema(first), "minItems": size, "maxItems": size}
        case ast.Subscript(slice=ast.Tuple(elts=[_, held])):
            return {"type": "object", "additionalProperties": _schema(held)}
        case _:
            raise TypeError(f"no parameter is of the type {ast.unparse(node)}")


def nullable(schema: dict[str, Any]) -> dict[str, Any]:
    """A schema that lets null pass too, which means that nothing is said."""
    if not isinstance(schema.get("type"), str):
        return schema
    chosen = {"enum": [*schema["enum"], None]} if "enum" in schema else {}
    return {**schema, "type": [schema["type"], "null"], **chosen}


def _named_schema(type_: str) -> dict[str, Any]:
    if type_ in _PLAIN:
        return dict(_PLAIN[type_])
    if type_ in _WHOLE:
        return {"type": "object", "properties": {"$": {"const": type_}}, "required": ["$"]}
    if type_ in _CHOSEN:
        return {"type": "string", "enum": [one.value for one in _CHOSEN[type_]]}
    kind = _MADE[type_]
    needed = [name for name, default in fields_of(kind).items() if default is MISSING]
    inner = {name: schema(str(kind.__annotations__[name])) for name in fields_of(kind)}
    return {
        "type": "object",
        "properties": {name: one if name in needed else nullable(one) for name, one in inner.items()},
        "required": needed,
        "additionalProperties": False,
    }


_PLAIN: Mapping[str, Mapping[str, Any]] = {
    "str": {"type": "string"},
    "bytes": {"type": "string"},
    "int": {"type": "integer", "minimum": -_LARGEST, "maximum": _LARGEST},
    "float": {"type": "number", "minimum": -_LARGEST, "maximum": _LARGEST},
    "bool": {"type": "boolean"},
    "datetime": {"type": "string", "format": "date-time"},
    "object": {},
}
