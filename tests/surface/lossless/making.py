"""Values of every registered class, made from their annotations by a seeded chance.

Hypothesis takes seconds for one value of forty fields, of which several are values again; this takes a
millisecond, and says of a failure as much by its seed.
"""

from __future__ import annotations

import ast
from datetime import UTC, date, datetime, timedelta, timezone
from random import Random
from types import MappingProxyType
from typing import Any

from vademecum.model.file import Stamp
from vademecum.model.value import fields_of
from vademecum.surface.lossless.registry import ALIASES, ENUMS, NAMES, named

_TEXTS = ("", "a", "«ключ»", "$", "$tuple", "\ud800", "\x00\x1b\u2028", "1e999", "null", "x" * 300)
_FLOATS = (0.0, -0.0, 1.5, 1e-300, float("inf"), float("-inf"), 3)
_ZONES = (None, UTC, timezone(timedelta(hours=-3, minutes=-30)), timezone(timedelta(seconds=61)))
_DEEP = 4


class Making:
    """Makes values; those of one seed are always the same."""

    def __init__(self, seed: int) -> None:
        self._chance = Random(seed)
        self._depth = 0

    def value(self, kind: type[Any]) -> Any:
        self._depth += 1
        written = kind.__annotations__
        made = kind(**{name: self._made(written[name], kind) for name in fields_of(kind)})
        self._depth -= 1
        return made

    def open(self) -> Any:
        """A thing of an open type."""
        self._depth += 1
        kinds = (self.open_list, lambda: tuple(self.open_list()), self._open_dict, *self._scalars() * 2)
        made = self._chance.choice(kinds if self._depth < _DEEP else self._scalars())()
        self._depth -= 1
        return made

    def open_list(self) -> list[Any]:
        return [self.open() for _ in range(self._chance.randrange(3))]

    def _scalars(self) -> tuple[Any, ...]:
        plain = tuple((lambda n=name: self._plain(n)) for name in ("str", "int", "float", "bool", "bytes"))
        return (*plain, lambda: None, self._moment, lambda: date(2026, 2, self._chance.randrange(1, 29)))

    def _open_dict(self) -> dict[Any, Any]:
        keys = (*_TEXTS, 1, None, (1, "a"))
        return {self._chance.choice(keys): self.open() for _ in range(self._chance.randrange(3))}

    def _made(self, annotation: str, speaker: type[Any]) -> Any:
        return self._of(ast.parse(annotation, mode="eval").body, speaker)

    def _of(self, node: ast.expr, speaker: type[Any]) -> Any:
        match node:
            case ast.Constant(value=None):
                return None
            case ast.Name(id=name):
                return self._named(name, speaker)
            case ast.BinOp(left=left, right=right):
                empty = isinstance(right, ast.Constant) and self._depth >= _DEEP
                return self._of(right if empty or self._chance.random() < 0.4 else left, speaker)
            case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=[one, ast.Constant()])):
                return self._many(one, speaker)
            case ast.Subscript(value=ast.Name(id="tuple"), slice=ast.Tuple(elts=parts)):
                return tuple(self._of(part, speaker) for part in parts)
            case ast.Subscript(value=ast.Name(id="Iterable"), slice=one):
                return self._many(one, speaker)
            case ast.Subscript(value=ast.Name(id=name), slice=ast.Tuple(elts=[_, item])):
                made = {self._plain("str"): self._of(item, speaker) for _ in range(self._few())}
                return made if name == "dict" else MappingProxyType(made)
            case _:
                raise AssertionError(ast.unparse(node))

    def _many(self, one: ast.expr, speaker: type[Any]) -> tuple[Any, ...]:
        return tuple(self._of(one, speaker) for _ in range(self._few()))

    def _few(self) -> int:
        return 0 if self._depth > _DEEP else self._chance.randrange(3)

    def _named(self, name: str, speaker: type[Any]) -> Any:
        if name in ALIASES:
            return self._made(ALIASES[name], speaker)
        if name in ("object", "Any"):
            return self.open()
        if name == "Stamp":
            return Stamp(*[self._chance.randrange(2**63) for _ in range(5)])
        if name == "datetime":
            return self._moment()
        kind = named(name, speaker)
        if kind is None:
            return self._plain(name)
        return self.value(kind) if kind in NAMES else self._chance.choice(list(ENUMS[name]))

    def _plain(self, name: str) -> Any:
        match name:
            case "str":
                return self._chance.choice(_TEXTS)
            case "int":
                return self._chance.choice((0, -1, 7, 2**80))
            case "float":
                return self._chance.choice(_FLOATS)
            case "bool":
                return self._chance.random() < 0.5
            case "bytes":
                return self._chance.randbytes(self._chance.randrange(4))
            case _:
                raise AssertionError(name)

    def _moment(self) -> datetime:
        at = datetime(2026, 1, 1, tzinfo=UTC, microsecond=self._chance.choice((0, 1, 999_999)))
        return (at + timedelta(minutes=self._chance.randrange(10**9))).replace(
            tzinfo=self._chance.choice(_ZONES)
        )


def values_of(kind: type[Any], count: int = 40) -> list[Any]:
    """Some values of a class."""
    return [Making(seed).value(kind) for seed in range(count)]
