"""What a call of a verb becomes: a method, a path, a query and a body, as the table of operations says."""

from __future__ import annotations

import json
from datetime import datetime
from enum import Enum
from urllib.parse import quote

from vademecum.errors import InvalidValue, UsageError
from vademecum.model.plain import plain
from vademecum.model.value import fields_of, is_value, value
from vademecum.surface.lossless.forms import encoded
from vademecum.surface.operations.shape import Place

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from vademecum.surface.operations.shape import Operation, Parameter

UNHEARD = frozenset({"watch", "progress", "embedded"})
"""What a verb tells while it is at work; a server says nothing before it has answered."""

WHOLE = ("Plan", "Recall", "tuple[Recall, ...]")
"""Types of parameters that cross as values do, because they came from an answer and nobody writes them."""


@value(kw_only=True)
class Request:
    """What is sent.

    Attributes:
        path: below the server's address, with its parameters in it.
        query: name and value of each parameter there, in the order of the table.
        body: None where there is none.
    """

    method: str
    path: str
    query: tuple[tuple[str, str], ...] = ()
    body: bytes | None = None
    media: str = "application/json"


def request_of(
    operation: Operation, arguments: Sequence[Any], named: Mapping[str, Any], *, at: str = ""
) -> Request:
    """The request that a call means.

    Args:
        operation: the verb's row.
        arguments, named: as the verb takes them.
        at: the session that it is asked of.

    Raises:
        TypeError: the verb does not take this.
        UsageError: something cannot be sent.
    """
    given = bound(operation, arguments, named)
    session = {"name": at} if at else {}
    texts: dict[str, str] = {}
    query: list[tuple[str, str]] = []
    body: dict[str, Any] = {}
    for parameter in operation.parameters:
        name = parameter.name
        told = session.get(name, given.get(name))
        if told is None:
            continue
        match parameter.place:
            case Place.PATH:
                texts[name] = _segment(str(told))
            case Place.QUERY:
                query += [(name, one) for one in _said(parameter, told)]
            case Place.BODY:
                body[name] = sent(parameter, told)
    takes_body = any(one.place is Place.BODY for one in operation.parameters)
    return Request(
        method=operation.method,
        path=operation.path.format_map(texts),
        query=tuple(query),
        body=json.dumps(body, allow_nan=False).encode("ascii") if takes_body else None,
    )


def bound(operation: Operation, arguments: Sequence[Any], named: Mapping[str, Any]) -> dict[str, Any]:
    """Name -> what was given, of a call by position and by name; what verbs only tell is left out.

    Raises:
        TypeError: as Python does for a function of its own.
        UsageError: a function is given, and functions cannot be sent.
    """
    called = operation.verb.rpartition(".")[2]
    by_name = {name: one for name, one in named.items() if one is not None and name not in UNHEARD}
    known = {one.name for one in operation.parameters}
    places = [one for one in operation.parameters if one.subject]
    places += [one for one in operation.parameters if not one.subject and one.place is not Place.PATH]
    given: dict[str, Any] = {}
    rest = list(arguments)
    for place in places:
        if not rest:
            break
        given[place.name], rest = (tuple(rest), []) if place.spread else (rest[0], rest[1:])
    if rest:
        raise TypeError(f"{called}() takes {len(places)} arguments, {len(arguments)} were given")
    for name, one in by_name.items():
        if name not in known and callable(one):
            raise UsageError(f"{name} is a function, which cannot be sent to a server; leave it out")
        if name not in known or name in given:
            fault = "more than once" if name in given else "which it does not take"
            raise TypeError(f"{called}() is given {name!r}, {fault}")
        given[name] = one
    missing = [one.name for one in operation.parameters if one.subject and one.required]
    if lacking := [name for name in missing if name not in given]:
        raise TypeError(f"{called}() is missing {', '.join(map(repr, lacking))}")
    return given


def sent(parameter: Parameter, told: Any) -> Any:
    """An argument as it stands in a body.

    Raises:
        InvalidValue: it has no form there.
    """
    if parameter.type in WHOLE:
        many = parameter.type.startswith("tuple")
        return [encoded(each) for each in told] if many else encoded(told)
    try:
        return _jsonable(told)
    except (TypeError, ValueError):
        raise InvalidValue(parameter.name, "cannot be written as JSON, so it cannot be sent") from None


def _jsonable(told: Any) -> Any:
    match told:
        case Enum():
            return told.value
        case datetime():
            return told.isoformat()
        case bytes():
            return told.decode()
        case None | bool() | int() | float() | str():
            return told
        case _ if hasattr(told, "items"):
            return {str(key): _jsonable(item) for key, item in told.items()}
        case _ if is_value(told):
            members = {name: _jsonable(getattr(told, name)) for name in fields_of(told)}
            return {name: one for name, one in members.items() if one is not None}
        case _:
            return [_jsonable(each) for each in told]


def _said(parameter: Parameter, told: Any) -> list[str]:
    """An argument as texts of a query; a list is repeated."""
    if parameter.type.startswith("tuple"):
        return [_text(each) for each in told]
    return [_text(told)]


def _text(told: Any) -> str:
    if isinstance(told, bool):
        return "true" if told else "false"
    return str(plain(told))


def _segment(text: str) -> str:
    """A part of a path; a text of dots alone would be taken for a way up, and an empty one for none.

    Raises:
        InvalidValue: a text that no path can hold.
    """
    if not text.strip("."):
        raise InvalidValue("handle", f"{text!r} is no id or key")
    try:
        return quote(text, safe="")
    except UnicodeEncodeError:
        raise InvalidValue("handle", "is no text in Unicode") from None
