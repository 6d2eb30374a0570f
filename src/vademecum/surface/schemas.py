"""JSON Schema of every answer, made from the table of contracts and from the values in `model`."""

from __future__ import annotations

import ast
import re
from enum import StrEnum
from functools import cache
from importlib import import_module

from vademecum.errors import UnknownName
from vademecum.model.value import fields_of
from vademecum.surface.contracts import CONTRACTS, OPEN, SHAPES, Contract
from vademecum.surface.verb_contracts import contract_of
from vademecum.text.nearest import nearest

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterator, Mapping
    from typing import Any

    from vademecum.surface.keys import FieldKey

DIALECT = "https://json-schema.org/draft/2020-12/schema"

_MODULES = (
    "answer",
    "brief",
    "conversation",
    "copies",
    "cypher",
    "edges",
    "extracted",
    "fields",
    "file",
    "foreseen",
    "graph",
    "history",
    "importing",
    "doubted",
    "linked",
    "noticed",
    "plan",
    "policy",
    "proposed",
    "receipt",
    "recollection",
    "record",
    "rehearsal",
    "reviewed",
    "revision",
    "rules",
    "tidied",
    "transcript",
)
"""Modules of `model` whose values stand in answers."""

_PLAIN: Mapping[str, Mapping[str, Any]] = {
    "str": {"type": "string"},
    "int": {"type": "integer"},
    "float": {"type": "number"},
    "bool": {"type": "boolean"},
    "object": {},
    "Any": {},
    "datetime": {"type": "string", "format": "date-time"},
    "ConversationId": {"type": "string"},
    "MemoryId": {"type": "string"},
    "Key": {"type": "string"},
    "Scope": {"type": "string"},
}

_IN_SESSIONS = {"Kept": "SessionKept", "Noted": "SessionNoted", "Turn": "SessionTurn"}
"""Name in `model.session` -> what it is called where it would be taken for another one."""

_SOMETIMES: Mapping[str, frozenset[str]] = {"Hit": frozenset({"explanation"})}
"""Value -> fields that are left out where they say nothing."""

_REWRITTEN: Mapping[str, Mapping[str, str]] = {
    "RecordOfMemory": {"extra": "dict[str, Any]"},
    "RecordOfEntity": {"extra": "dict[str, Any]"},
}
_PLACED = {
    "id": "str",
    "key": "str",
    "kind": "Kind",
    "summary": "str",
    "path": "str",
    "lines": "tuple[int, int]",
    "stale": "bool",
}
"""What a record in full has in every case; what nothing is said of is left out."""


def schema_of(command: str) -> dict[str, Any]:
    """JSON Schema of what a command answers with ``--json``: its answer, or the error in its place.

    Raises:
        UnknownName: there is no such command.
    """
    if command not in CONTRACTS:
        raise UnknownName("command", command, suggestions=nearest(command, CONTRACTS))
    contract = CONTRACTS[command]
    made = Schemas()
    answer = made.answer(command)
    failure = made.closed({"ok": "bool", "error": "Error", "meta": "Meta"})
    failure["properties"]["ok"] = {"const": False}
    return {
        "$schema": DIALECT,
        "title": f"vade {command} --json",
        "anyOf": [answer, failure, *([] if contract.besides is None else [dict(contract.besides)])],
        "$defs": made.definitions(),
    }


def body_of(command: str) -> dict[str, str]:
    """Field -> type of an answer of a command or verb, without its frame."""
    contract = contract_of(command) or Contract()
    fields: dict[str, str] = {}
    if contract.of is not None:
        left_out = {"warnings", *contract.without}
        fields = {n: t for n, t in _types(contract.of).items() if n not in left_out}
    return {**fields, **contract.fields}


def field_names(command: str) -> tuple[str, ...]:
    """Names that the knobs of a command may name, dotted where they are inside, in the answer's order."""
    contract = contract_of(command)
    if contract is None:
        return ()
    body = body_of(command)
    if contract.array is None:
        return tuple(_dotted(body, 3))
    inner = body[contract.array].removeprefix("tuple[").partition(",")[0]
    return tuple(_dotted(_types(inner), 3))


def declares(command: str | None, key: FieldKey, there: Container[str]) -> bool:
    """Whether a command's answer may hold a field, so that a lack of it in every element is a fact.

    Args:
        command: whose answer it is; None for one from elsewhere, of which nothing is known.
        key: the field, as the knobs name it.
        there: outermost names that the answer at hand has. A further one that an answer has only when it was
            asked for (``explanation``) was not asked for.
    """
    contract = contract_of(command)
    if contract is None:
        return False
    fields = body_of(str(command))
    if contract.array is not None:
        fields = _types(fields[contract.array].removeprefix("tuple[").partition(",")[0])
    first, *rest = key.segments
    kind = fields.get(first) or (fields.get(f"{first}?") if first in there else None)
    for segment in rest:
        within = _types(_inner(kind or ""))
        kind = within.get(segment) or within.get(f"{segment}?")
    return kind is not None


def _inner(kind: str) -> str:
    """What a field's type is about: itself, or its members'."""
    return kind.removesuffix(" | None").removeprefix("tuple[").removesuffix(", ...]")


_FRAME = {"ok": "bool", "command": "str", "schema": "str"}


def _dotted(fields: Mapping[str, str], depth: int) -> Iterator[str]:
    for spelled, kind in fields.items():
        name = spelled.removesuffix("?")
        yield name
        inner = _inner(kind)
        if depth > 1 and (inner in SHAPES or inner in _named()):
            yield from (f"{name}.{below}" for below in _dotted(_types(inner), depth - 1))


@cache
def _named() -> Mapping[str, Any]:
    """Every value and enumeration that answers are made of, by name; records in full besides."""
    found: dict[str, Any] = {
        name: one
        for module in _MODULES
        for name, one in vars(import_module(f"vademecum.model.{module}")).items()
        if isinstance(one, type) and (hasattr(one, "__value_fields__") or issubclass(one, StrEnum))
    }
    found["RecordOfMemory"], found["RecordOfEntity"] = found["Memory"], found["Entity"]
    return {**found, **_of_sessions()}


def _of_sessions() -> dict[str, Any]:
    """Values of `model.session`; those whose name another value bears already go by a longer one."""
    said = vars(import_module("vademecum.model.session"))
    kinds = {name: one for name, one in said.items() if getattr(one, "__module__", "") == said["__name__"]}
    return {_IN_SESSIONS.get(name, name): one for name, one in kinds.items() if isinstance(one, type)}


def _types(name: str) -> dict[str, str]:
    """Field -> type of an object; a name that may be missing ends with ``?``."""
    if name in SHAPES:
        return dict(SHAPES[name])
    kind = _named().get(name)
    if kind is None or not hasattr(kind, "__value_fields__"):
        return {}
    written = getattr(kind, "WRITTEN_AS", {})
    told = {written.get(n, n): _spelled(kind, n) for n in fields_of(kind)}
    if name not in _REWRITTEN:
        return {f"{n}?" if n in _SOMETIMES.get(name, ()) else n: t for n, t in told.items()}
    told.pop("properties", None)
    # What nothing is said of is left out of a record, so that no field is ever null there.
    optional = {f"{n}?": t.replace(" | None", "") for n, t in told.items() if n not in _PLACED}
    optional.pop("extra?", None)
    return {**_PLACED, **optional, **{f"{n}?": t for n, t in _REWRITTEN[name].items()}}


def _spelled(kind: type[Any], name: str) -> str:
    """Type of a field, with the names that all of these schemas use."""
    type_ = str(kind.__annotations__[name])
    if kind.__module__ != "vademecum.model.session":
        return type_
    return re.sub(r"\w+", lambda word: _IN_SESSIONS.get(word[0], word[0]), type_)


class Schemas:
    """Makes schemas, and remembers of which objects it was asked for.

    Args:
        within: where the schemas of named objects will stand, as a JSON pointer.
    """

    def __init__(self, within: str = "#/$defs") -> None:
        self._within = within
        self._wanted: list[str] = []

    def answer(self, command: str) -> dict[str, Any]:
        """Schema of what a command or verb answers when nothing fails."""
        contract = contract_of(command) or Contract()
        answer = self.closed({**_FRAME, **body_of(command), "meta": "Meta"})
        answer["properties"]["ok"] = {"const": True}
        answer["properties"]["command"] = {"const": contract.named or command}
        answer["properties"]["schema"] = {"const": "vade/1"}
        return answer

    def closed(self, fields: Mapping[str, str]) -> dict[str, Any]:
        """Schema of an object with these fields and no others."""
        return {
            "type": "object",
            "properties": {n.removesuffix("?"): self.of(t) for n, t in fields.items()},
            "required": [n for n in fields if not n.endswith("?")],
            "additionalProperties": False,
        }

    def definitions(self) -> dict[str, Any]:
        """Schemas of all named objects, those that they name included."""
        made: dict[str, Any] = {}
        for name in self._wanted:  # grows while it is walked
            if name not in made:
                made[name] = self._named(name)
        return dict(sorted(made.items()))

    def _named(self, name: str) -> dict[str, Any]:
        kind = None if name in SHAPES else _named()[name]
        if kind is not None and issubclass(kind, StrEnum):
            return {"type": "string", "enum": [member.value for member in kind]}
        schema = self.closed(_types(name))
        if name in OPEN:
            del schema["additionalProperties"]
        return schema

    def of(self, spelled: str) -> dict[str, Any]:
        """Schema of a type, spelled as in Python."""
        return self._node(ast.parse(spelled, mode="eval").body)

    def _node(self, node: ast.expr) -> dict[str, Any]:
        match node:
            case ast.BinOp(left=left, op=ast.BitOr(), right=right):
                return {"anyOf": [*_parts(self._node(left)), *_parts(self._node(right))]}
            case ast.Constant(value=None):
                return {"type": "null"}
            case ast.Name(id=name):
                return self._name(name)
            case ast.Subscript(value=ast.Name(id="tuple" | "frozenset"), slice=inside):
                return self._list(inside)
            case ast.Subscript(value=ast.Name(id="dict" | "Mapping"), slice=ast.Tuple(elts=[_, held])):
                return {"type": "object", "additionalProperties": self._node(held)}
            case _:
                raise UnknownName("type in an answer", ast.unparse(node))

    def _list(self, inside: ast.expr) -> dict[str, Any]:
        match inside:
            case ast.Tuple(elts=[member, ast.Constant(value=end)]) if end is ...:
                return {"type": "array", "items": self._node(member)}
            case ast.Tuple(elts=members):
                held = [self._node(member) for member in members]
                return {"type": "array", "prefixItems": held, "minItems": len(held), "maxItems": len(held)}
            case _:
                return {"type": "array", "items": self._node(inside)}

    def _name(self, name: str) -> dict[str, Any]:
        if name in _PLAIN:
            return dict(_PLAIN[name])
        if name not in SHAPES and name not in _named():
            raise UnknownName("type in an answer", name, suggestions=nearest(name, _named()))
        self._wanted.append(name)
        return {"$ref": f"{self._within}/{name}"}


def _parts(schema: dict[str, Any]) -> list[dict[str, Any]]:
    return schema["anyOf"] if list(schema) == ["anyOf"] else [schema]
