"""An annotation as two functions: a value of that type to JSON, and JSON of that type to the value."""

from __future__ import annotations

import ast
from datetime import date, datetime
from functools import cache
from types import MappingProxyType

from vademecum.errors import InvalidValue
from vademecum.model.file import Stamp
from vademecum.model.value import fields_of
from vademecum.surface.lossless.leaves import (
    Form,
    day,
    from_base64,
    is_a,
    moment,
    number,
    numbered,
    plain,
    text,
    to_base64,
    wrong,
)
from vademecum.surface.lossless.registry import ALIASES, ENUMS, NAMES, VALUES, named

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping
    from typing import Any

MOST_DEPTH = 64
"""Levels of JSON. A rule's comparison is the deepest thing that there is, some twenty; every level of a value
costs a few calls, so this ends long before the interpreter does."""

MARK = "$"
"""Begins the keys by which a thing of an open type says what it is; a mapping with such a key is a list of
pairs."""


def encoded(thing: object) -> Any:
    """A thing of any type that may cross, as JSON that says itself what it is.

    Raises:
        TypeError: it, or something in it, may not cross; a fault of this program.
    """
    return _open(thing)


def decoded(data: object) -> Any:
    """What `encoded` was given.

    Raises:
        InvalidValue: this is none of its answers.
    """
    return _opened(data, 0)


# ── open types: the JSON says what it is ─────────────────────────────────────────────────────────────


def _open(thing: Any) -> Any:
    if thing is None or type(thing) in (bool, str, int):
        return thing
    if (name := NAMES.get(thing.__class__)) is not None:
        return {MARK: name, **_value_form(name).encode(thing)}
    for kind, encode in _OPEN.items():
        if isinstance(thing, kind):
            return encode(thing)
    if hasattr(thing, "items"):
        return _open_mapping(thing)
    raise TypeError(f"a {type(thing).__name__} may not cross")


def _open_mapping(thing: Mapping[Any, Any]) -> Any:
    if any(not isinstance(key, str) or key.startswith(MARK) for key in thing):
        return {"$dict": [[_open(key), _open(item)] for key, item in thing.items()]}
    return {key: _open(item) for key, item in thing.items()}


_OPEN: Mapping[type[Any], Callable[[Any], Any]] = {
    str: str,  # an enumeration or a name of its own type is the text that it is
    float: number,
    list: lambda thing: [_open(each) for each in thing],
    tuple: lambda thing: {"$tuple": [_open(each) for each in thing]},
    datetime: lambda thing: {"$datetime": thing.isoformat()},
    date: lambda thing: {"$date": thing.isoformat()},
    bytes: lambda thing: {"$bytes": to_base64(thing)},
}
"""In this order: a moment is a day, too."""


def _opened(data: Any, depth: int) -> Any:
    _bounded(depth)
    if data is None or type(data) in (bool, str, int, float):
        return data
    if is_a(data, list):
        return [_opened(each, depth + 1) for each in data]
    if not is_a(data, dict):
        raise wrong("JSON", data)
    if MARK in data:
        return _value_of(data, depth)
    marks = [key for key in data if key.startswith(MARK)]
    if not marks:
        return {key: _opened(item, depth + 1) for key, item in data.items()}
    if len(data) > 1 or marks[0] not in _OPENED:
        raise InvalidValue("values", "an object has keys that begin with $")
    return _OPENED[marks[0]](data[marks[0]], depth)


def _value_of(data: dict[str, Any], depth: int) -> Any:
    name = text(data[MARK])
    if name not in VALUES:
        raise InvalidValue("values", "there is no value of that name; the other end may be a newer version")
    return _value_form(name).decode({key: item for key, item in data.items() if key != MARK}, depth)


def _tuple_of(data: Any, depth: int) -> tuple[Any, ...]:
    return tuple([_opened(each, depth + 1) for each in _listed(data)])


def _dict_of(data: Any, depth: int) -> dict[Any, Any]:
    pairs = [_listed(pair, 2) for pair in _listed(data)]
    keys = [_opened(pair[0], depth + 2) for pair in pairs]
    try:
        return dict(zip(keys, [_opened(pair[1], depth + 2) for pair in pairs], strict=True))
    except TypeError:
        raise InvalidValue("values", "the key of a mapping is none") from None


def _listed(data: Any, size: int | None = None) -> list[Any]:
    if not is_a(data, list) or (size is not None and len(data) != size):
        raise wrong("a list" if size is None else f"a list of {size}", data)
    return list(data)


def _bounded(depth: int) -> None:
    if depth > MOST_DEPTH:
        raise InvalidValue("values", f"deeper than {MOST_DEPTH} levels")


_OPENED: Mapping[str, Callable[[Any, int], Any]] = {
    "$tuple": _tuple_of,
    "$dict": _dict_of,
    "$datetime": moment,
    "$date": day,
    "$bytes": from_base64,
    "$float": lambda data, depth: numbered({"$float": data}, depth),
}

_FREE = Form(_open, _opened)
_NULL = plain(type(None))

_PLAIN: Mapping[str, Form] = {
    "str": plain(str),
    "int": plain(int),
    "bool": plain(bool),
    "float": Form(number, numbered),
    "datetime": Form(lambda thing: thing.isoformat(), moment),
    "bytes": Form(to_base64, from_base64),
    "object": _FREE,
    "Any": _FREE,
}


# ── values, and what their annotations are made of ───────────────────────────────────────────────────


@cache
def _value_form(name: str) -> Form:
    """The form of a registered value: an object of its fields, without those that have their default."""
    kind = VALUES[name]
    defaults = fields_of(kind)

    def encode(thing: Any) -> dict[str, Any]:
        made: dict[str, Any] = {}
        for field, form in _field_forms(name).items():
            given = getattr(thing, field)
            if given is not defaults[field]:
                made[field] = form.encode(given)
        return made

    def decode(data: Any, depth: int) -> Any:
        _bounded(depth)
        forms = _field_forms(name)
        if not is_a(data, dict) or not data.keys() <= forms.keys():
            raise InvalidValue("values", f"this is no {name}; the other end may be a newer version")
        told = {field: forms[field].decode(item, depth + 1) for field, item in data.items()}
        try:
            return kind(**told)
        except TypeError:
            raise InvalidValue("values", f"a field of {name} is missing") from None

    return Form(encode, decode, name)


@cache
def _field_forms(name: str) -> Mapping[str, Form]:
    """The fields' forms, read when the first value crosses: a value may hold others of its own kind."""
    kind = VALUES[name]
    written = kind.__annotations__
    return {field: form_of(written[field], kind) for field in fields_of(kind)}


def form_of(annotation: str, speaker: type[Any]) -> Form:
    """The form of an annotation that stands in the class `speaker`.

    Raises:
        TypeError: it names what may not cross.
    """
    return _form(ast.parse(annotation, mode="eval").body, speaker)


def _form(node: ast.expr, speaker: type[Any]) -> Form:
    match node:
        case ast.Constant(value=None):
            return _NULL
        case ast.Name(id=name):
            return _named_form(name, speaker)
        case ast.BinOp(op=ast.BitOr()):
            return _union([_form(one, speaker) for one in _alternatives(node)])
        case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=[one, ast.Constant()])):
            return _many(_form(one, speaker))
        case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=parts)):
            return _row([_form(one, speaker) for one in parts])
        case ast.Subscript(value=ast.Name(id="Iterable"), slice=one):
            return _many(_form(one, speaker))
        case ast.Subscript(value=ast.Name(id="dict"), slice=ast.Tuple(elts=[_, item])):
            return _mapping(_form(item, speaker), dict)
        case ast.Subscript(value=ast.Name(id="Mapping"), slice=ast.Tuple(elts=[_, item])):
            return _mapping(_form(item, speaker), MappingProxyType)
        case _:
            raise TypeError(f"{speaker.__name__}: {ast.unparse(node)} may not cross")


def _alternatives(node: ast.expr) -> list[ast.expr]:
    match node:
        case ast.BinOp(left=left, op=ast.BitOr(), right=right):
            return [*_alternatives(left), *_alternatives(right)]
        case _:
            return [node]


def _named_form(name: str, speaker: type[Any]) -> Form:
    if name in ALIASES:
        return form_of(ALIASES[name], speaker)
    if name in _PLAIN:
        return _PLAIN[name]
    if name == Stamp.__name__:
        return _STAMP
    kind = named(name, speaker)
    if kind is None:
        raise TypeError(f"{speaker.__name__}: {name} may not cross")
    return _value_form(NAMES[kind]) if kind in NAMES else _enumeration(name)


def _enumeration(name: str) -> Form:
    kind = ENUMS[name]

    def decode(data: Any, _depth: int) -> Any:
        try:
            return kind(text(data))
        except ValueError:
            raise InvalidValue("values", f"this is no {name}; the other end may be a newer version") from None

    return Form(lambda thing: thing.value, decode)


def _union(members: list[Form]) -> Form:
    """None is null, and one further type stands for itself; of several each says its name."""
    others = [form for form in members if form is not _NULL]
    if len(others) > 1:
        tags = [form.tag for form in others]
        if None in tags:
            raise TypeError("the members of a union must be values, to be told apart")
        return Form(_open, _among(frozenset(tags)))
    (rest,) = others

    def decode(data: Any, depth: int) -> Any:
        return None if data is None else rest.decode(data, depth)

    return Form(lambda thing: None if thing is None else rest.encode(thing), decode)


def _among(tags: frozenset[str | None]) -> Callable[[Any, int], Any]:
    def decode(data: Any, depth: int) -> Any:
        if not is_a(data, dict) or data.get(MARK) not in tags:
            raise wrong(" or ".join(sorted(filter(None, tags))), data)
        return _value_of(data, depth)

    return decode


def _many(one: Form) -> Form:
    def decode(data: Any, depth: int) -> tuple[Any, ...]:
        return tuple([one.decode(each, depth + 1) for each in _listed(data)])

    return Form(lambda thing: [one.encode(each) for each in thing], decode)


def _row(parts: list[Form]) -> Form:
    def encode(thing: Iterable[Any]) -> list[Any]:
        return [form.encode(each) for form, each in zip(parts, thing, strict=True)]

    def decode(data: Any, depth: int) -> tuple[Any, ...]:
        return tuple(
            [
                form.decode(each, depth + 1)
                for form, each in zip(parts, _listed(data, len(parts)), strict=True)
            ]
        )

    return Form(encode, decode)


def _mapping(item: Form, kind: Callable[[dict[str, Any]], Any]) -> Form:
    """One whose keys are text."""

    def decode(data: Any, depth: int) -> Any:
        if not is_a(data, dict):
            raise wrong("an object", data)
        return kind({key: item.decode(each, depth + 1) for key, each in data.items()})

    return Form(lambda thing: {key: item.encode(each) for key, each in thing.items()}, decode)


_STAMP = Form(list, lambda data, depth: Stamp(*_row([_PLAIN["int"]] * 5).decode(data, depth)))
