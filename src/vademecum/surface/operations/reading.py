"""What stands in a request becomes the arguments of a verb, each of its type and within its bounds."""

from __future__ import annotations

import json
import re
from collections import Counter

from vademecum.errors import InvalidValue, LimitExceeded, UnknownName, UsageError, quoted
from vademecum.model.conversation import NewConversation
from vademecum.model.value import fields_of
from vademecum.surface.operations.inputs import as_object, chosen, known, reader, well_formed, wrong
from vademecum.surface.operations.shape import Operation, Parameter, Place
from vademecum.text.nearest import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping, Sequence
    from typing import Any

_GATHERED: Mapping[str, type[Any]] = {"NewConversation": NewConversation}
_LONG_NUMBER = re.compile(r"-?\d+", re.ASCII)
_WHOLE_NUMBER = re.compile(r"-?\d{1,16}", re.ASCII)
_NUMBER = re.compile(r"-?\d{1,16}(?:\.\d{1,16})?(?:[eE][+-]?\d{1,2})?", re.ASCII)
_TRUTHS = {"true": True, "1": True, "false": False, "0": False}


def parsed(raw: bytes) -> Any:
    """JSON that somebody sent.

    Raises:
        InvalidValue: it is none, or not in UTF-8, or it holds a number that no JSON has, or a name twice.
        LimitExceeded: it is nested too deeply.
    """
    try:
        return json.loads(raw.decode("utf-8-sig"), parse_constant=_refused, object_pairs_hook=_once)
    except UnicodeDecodeError as error:
        raise InvalidValue("body", f"is not UTF-8 at byte {error.start + 1}") from None
    except json.JSONDecodeError as error:
        raise InvalidValue("body", f"is no JSON: {error.msg} at character {error.pos + 1}") from None
    except ValueError:
        raise InvalidValue("body", "is no JSON: it holds a number that cannot be read") from None
    except RecursionError:
        raise LimitExceeded("the body is nested too deeply") from None


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object whose every name stands there once: of two values one would be lost unseen."""
    made = dict(pairs)
    if len(made) < len(pairs):
        twice = Counter(name for name, _ in pairs).most_common(1)[0][0]
        raise InvalidValue("body", f"{quoted(well_formed(twice))} is given twice; say which is meant")
    return made


def _refused(word: str) -> Any:
    raise ValueError(word)


def arguments(
    operation: Operation,
    *,
    path: Mapping[str, str],
    query: Sequence[tuple[str, str]],
    body: Any = None,
    others: Container[str] = (),
) -> dict[str, Any]:
    """The arguments of a request, by name; what is not given is not among them.

    Args:
        operation: what is asked.
        path: what stands in the path.
        query: pairs of the query, in order.
        body: the JSON of the body; None when there was none.
        others: names in the query that are no parameters (knobs, a cursor).

    Raises:
        UnknownName: a parameter that the operation has not.
        UsageError: one is missing, given twice, or of another type, or outside of its bounds.
        LimitExceeded: one is too long.
    """
    read = {one.name: _text_read(one, [path[one.name]]) for one in operation.within(Place.PATH)}
    read.update(_of_query(operation, query, others))
    read.update(of_body(operation, body))
    missing = [one.name for one in operation.parameters if one.required and one.name not in read]
    if missing:
        raise InvalidValue(missing[0], "is missing; there is no such request without it")
    return read


def of_body(operation: Operation, body: Any) -> dict[str, Any]:
    """The arguments that stand in a body.

    Raises:
        UsageError, LimitExceeded: as `arguments`.
    """
    takes = {one.name: one for one in operation.within(Place.BODY)}
    if body is None:
        return {}
    given = as_object("body", body)
    known("parameter", given, takes)
    return {name: _json_read(takes[name], raw) for name, raw in given.items() if raw is not None}


def of_names(operation: Operation, given: Mapping[str, Any]) -> dict[str, Any]:
    """Arguments that come by name as JSON, wherever a request of its own would have them.

    Raises:
        UsageError, LimitExceeded: as `arguments`.
    """
    takes = operation.named
    known("parameter", given, takes)
    return {name: _json_read(takes[name], raw) for name, raw in given.items() if raw is not None}


def called(operation: Operation, given: Mapping[str, Any]) -> tuple[tuple[Any, ...], dict[str, Any]]:
    """Arguments as the verb takes them: by position, and by name."""
    named = dict(given)
    first: list[Any] = []
    if operation.gathers is not None:
        kind = _GATHERED[operation.gathers]
        first.append(kind(**{name: named.pop(name) for name in fields_of(kind) if name in named}))
    subjects = [one for one in operation.parameters if one.subject]
    if any(one.spread for one in subjects):
        for one in subjects:
            value = named.pop(one.name, ())
            first += value if one.spread else [value]
    return tuple(first), named


def _of_query(
    operation: Operation, query: Sequence[tuple[str, str]], others: Container[str]
) -> dict[str, Any]:
    takes = {one.name: one for one in operation.within(Place.QUERY)}
    found: dict[str, list[str]] = {}
    for name, text in query:
        if name in takes:
            found.setdefault(name, []).append(text)
        elif name not in others:
            where = "it stands in the body" if name in operation.named else ""
            raise _unknown(name, takes, where)
    return {name: _text_read(takes[name], texts) for name, texts in found.items()}


def _unknown(name: str, takes: Iterable[str], where: str) -> UsageError:
    name = well_formed(name)
    if where:
        return InvalidValue(name, f"is no parameter of the query; {where}")
    return UnknownName("parameter", name, suggestions=nearest(name, takes))


def _text_read(one: Parameter, texts: list[str]) -> Any:
    """A parameter of the path or the query, where everything is text."""
    if one.type.startswith("tuple"):
        member = one.type.removeprefix("tuple[").partition(",")[0]
        return _json_read(one, [_typed(one.name, member, text) for text in texts])
    if len(texts) > 1:
        raise InvalidValue(one.name, "is given twice; say which is meant")
    return _json_read(one, _typed(one.name, one.type, texts[0]))


def _typed(name: str, type_: str, text: str) -> Any:
    """A text as the JSON value that it spells."""
    match type_:
        case "int" if _WHOLE_NUMBER.fullmatch(text):
            return int(text)
        case "float" if _NUMBER.fullmatch(text):
            return float(text)
        case "bool" if text.lower() in _TRUTHS:
            return _TRUTHS[text.lower()]
        case "int" | "float" if _LONG_NUMBER.fullmatch(text):
            raise InvalidValue(name, "is too large a number")
        case "int" | "float":
            raise wrong(name, text, "a number")
        case "bool":
            raise wrong(name, text, "true or false")
        case _:
            return text


def _json_read(one: Parameter, raw: Any) -> Any:
    read = reader(one.type)(one.name, raw)
    if one.choices:
        words: tuple[str, ...] = read if one.type.startswith("tuple") else (read,)
        for word in words:
            chosen(one.name, word, one.choices)
    _bound(one, read)
    return read


def _bound(one: Parameter, read: Any) -> None:
    """Refuse what is outside of the bounds of the table."""
    if one.type in ("int", "float"):
        size, what = read, ""
    elif one.type in ("str", "bytes"):
        size, what = len(read), "characters"
    elif one.type.startswith(("tuple", "dict")):
        size, what = len(read), "members"
    else:
        return
    if not what and one.least is not None and one.most is not None and not one.least <= size <= one.most:
        raise InvalidValue(one.name, f"{size} is not between {one.least} and {one.most}")  # as verbs say it
    if one.most is not None and size > one.most and what:
        raise LimitExceeded(f"{one.name} has more than {one.most:,} {what}")
    if one.most is not None and size > one.most:
        raise InvalidValue(one.name, f"is more than {one.most:,}")
    if one.least is not None and size < one.least:
        raise InvalidValue(
            one.name, f"has less than {one.least} {what}" if what else f"is less than {one.least}"
        )
