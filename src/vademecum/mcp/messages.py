"""One line of the wire as a message, or what is wrong with it, before any protocol's library sees it."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any, cast

from vademecum.model.value import value
from vademecum.text.lines import storable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

PARSE_ERROR, INVALID_REQUEST = -32700, -32600
MOST_BYTES = 16 << 20
"""Of one line: ten times the longest argument that is read, escaped as badly as JSON allows."""

DEEPEST = 64
"""Levels of a message; those of the protocol have six."""


@value(kw_only=True)
class Fault:
    """A line that is no message.

    Attributes:
        id: of the request, where it can be read; else None.
        code: of JSON-RPC.
    """

    id: str | int | None
    code: int
    message: str


def read_line(line: bytes) -> dict[str, Any] | Fault | None:
    """Read one line; None for a blank one."""
    if len(line) > MOST_BYTES:
        return Fault(id=None, code=INVALID_REQUEST, message=f"a message may have {MOST_BYTES:,} bytes")
    if not line.strip():
        return None
    try:
        said = json.loads(line.decode("utf-8", "replace"))
    except (ValueError, RecursionError):
        return Fault(id=None, code=PARSE_ERROR, message="this line is no JSON")
    if not isinstance(said, dict):
        return Fault(id=None, code=INVALID_REQUEST, message="a message is one JSON object")
    return _checked(cast("dict[str, Any]", said))


def _checked(said: dict[str, Any]) -> dict[str, Any] | Fault:
    named = said.get("id")
    legible = isinstance(named, (str, int)) and not isinstance(named, bool)
    if "id" in said and not legible and "method" in said:
        return Fault(id=None, code=INVALID_REQUEST, message="id must be a string or a whole number")
    known = named if legible else None
    if _deeper(said, DEEPEST):
        return Fault(id=known, code=INVALID_REQUEST, message=f"nested deeper than {DEEPEST} levels")
    clean = _storable(said)
    if said.get("method") == "tools/call":
        _mend_call(clean)
    return cast("dict[str, Any]", clean)


def _mend_call(said: dict[str, Any]) -> None:
    """Arguments that came as JSON in a string, or as nothing, are what they say; what is no object becomes
    one that no tool takes, so that the answer is advice for the model and no error of the protocol."""
    params: Any = said.get("params")
    if not isinstance(params, dict):
        return
    given: Any = cast("dict[str, Any]", params).get("arguments")
    if isinstance(given, str):
        with suppress(ValueError, RecursionError):
            given = json.loads(given) if given.strip() else None
    if given is None:
        given = {}
    elif not isinstance(given, dict):
        given = {"arguments": given}
    cast("dict[str, Any]", params)["arguments"] = given


def _deeper(thing: Any, levels: int) -> bool:
    if levels == 0:
        return isinstance(thing, (dict, list))
    return any(_deeper(one, levels - 1) for one in _members(thing))


def _members(thing: Any) -> Iterable[Any]:
    if isinstance(thing, dict):
        return cast("dict[str, Any]", thing).values()
    return cast("Iterable[Any]", thing) if isinstance(thing, list) else ()


def _storable(thing: Any) -> Any:
    """Without NUL and lone surrogates, which no answer could repeat."""
    if isinstance(thing, str):
        return thing if thing.isascii() and "\0" not in thing else storable(thing)
    if isinstance(thing, dict):
        members = cast("dict[str, Any]", thing).items()
        return {_storable(name): _storable(one) for name, one in members}
    if isinstance(thing, list):
        return [_storable(one) for one in _members(thing)]
    return thing
