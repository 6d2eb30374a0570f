"""Where a page ends, as an opaque text: by number and by what stands there, so that a list which changes
meanwhile is neither read twice nor in part."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from hashlib import sha256
from typing import TYPE_CHECKING

from vademecum.errors import InvalidValue
from vademecum.model.value import value
from vademecum.surface.envelope import to_json

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any

CURSOR = "cursor"
_BAD = "is none that this list gave; begin again without it"
_MOST = 1_000
_WINDOW = 100
"""How far away what ended a page is looked for when it has moved."""


@value(kw_only=True)
class Cursor:
    """Where the next page begins.

    Attributes:
        offset: how many come before it.
        last: id of the last one before it.
        of: digest of what was asked for.
    """

    offset: int
    last: str
    of: str


def digest_of(operation: str, arguments: Mapping[str, Any]) -> str:
    """What a cursor holds of the question it belongs to."""
    asked = {name: str(one) for name, one in arguments.items() if name not in ("offset", "limit")}
    return sha256(to_json([operation, sorted(asked.items())]).encode()).hexdigest()[:16]


def written(cursor: Cursor) -> str:
    """A cursor as text."""
    raw = json.dumps([cursor.offset, cursor.last, cursor.of]).encode()
    return urlsafe_b64encode(raw).decode().rstrip("=")


def read(text: str, of: str) -> Cursor:
    """A cursor that was given out for the same question.

    Raises:
        InvalidValue: it is none, or one of another question.
    """
    try:
        told = json.loads(urlsafe_b64decode(text[:_MOST].encode("ascii") + b"=" * (-len(text) % 4)))
    except (ValueError, RecursionError):
        raise InvalidValue(CURSOR, _BAD) from None
    match told:
        case [int() as offset, str() as last, str() as asked] if 0 < offset < 10**9:
            pass
        case _:
            raise InvalidValue(CURSOR, _BAD)
    if asked != of:
        raise InvalidValue(CURSOR, "belongs to another question; keep every other parameter as it was")
    return Cursor(offset=offset, last=last, of=of)


def place_after(cursor: Cursor, ids: Callable[[int, int], Sequence[str]]) -> tuple[int, bool]:
    """How many come before the next page now, and whether what ended the last one was found.

    Args:
        cursor: where the last page ended then.
        ids: gives the ids of so many from a place on.
    """
    if list(ids(cursor.offset - 1, 1)) == [cursor.last]:
        return cursor.offset, True
    for begin in (max(cursor.offset - 1, 0), max(cursor.offset - 1 - _WINDOW, 0)):
        found = list(ids(begin, _WINDOW))
        if cursor.last in found:
            return begin + found.index(cursor.last) + 1, True
    return cursor.offset, False
