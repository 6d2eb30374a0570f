"""What stands at the leaves: text, numbers, moments, days, bytes."""

from __future__ import annotations

import math
from base64 import b64decode, b64encode
from datetime import date, datetime

from vademecum.errors import InvalidValue

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any


class Form:
    """How things of one type cross.

    Attributes:
        encode: thing -> JSON.
        decode: JSON and its depth -> thing; raises `InvalidValue`.
        tag: name of the value, where it is one; by it a union tells its members apart.
    """

    __slots__ = ("decode", "encode", "tag")

    def __init__(
        self, encode: Callable[[Any], Any], decode: Callable[[Any, int], Any], tag: str | None = None
    ) -> None:
        self.encode, self.decode, self.tag = encode, decode, tag


def is_a(data: object, *kinds: type[Any]) -> bool:
    """Whether JSON is of one of these types and of no other that counts as one of them: true is no number."""
    return type(data) in kinds


def wrong(what: str, data: object) -> InvalidValue:
    """The complaint that something else stands there than `what`."""
    return InvalidValue("values", f"{type(data).__name__} where {what} was expected")


def plain(*kinds: type[Any]) -> Form:
    """The form of what stands for itself in JSON."""

    def decode(data: Any, _depth: int) -> Any:
        if not is_a(data, *kinds):
            raise wrong(kinds[0].__name__, data)
        return data

    return Form(lambda thing: thing, decode)


def number(thing: float) -> Any:
    """A number; one that JSON does not have by its name."""
    return thing if math.isfinite(thing) else {"$float": repr(thing)}


def numbered(data: Any, _depth: int) -> Any:
    """A number again, whole where it was."""
    if is_a(data, int, float):
        return data
    if is_a(data, dict) and (told := data.get("$float")) in ("inf", "-inf", "nan"):
        return float(told)
    raise wrong("a number", data)


def moment(data: Any, _depth: int) -> datetime:
    """A moment as `isoformat` writes it."""
    try:
        return datetime.fromisoformat(text(data))
    except ValueError:
        raise InvalidValue("values", "a time is not written as RFC 3339") from None


def day(data: Any, _depth: int) -> date:
    """A day as `isoformat` writes it."""
    try:
        return date.fromisoformat(text(data))
    except ValueError:
        raise InvalidValue("values", "a day is not written as RFC 3339") from None


def from_base64(data: Any, _depth: int) -> bytes:
    """Bytes again."""
    try:
        return b64decode(text(data), validate=True)
    except ValueError:
        raise InvalidValue("values", "bytes are not written in base64") from None


def text(data: Any) -> str:
    """Text, and nothing that only counts as text."""
    if not is_a(data, str):
        raise wrong("text", data)
    return str(data)


def to_base64(thing: bytes) -> str:
    """Bytes as text."""
    return b64encode(thing).decode("ascii")
