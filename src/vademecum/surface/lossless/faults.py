"""Errors of the one family as JSON, and the same errors again."""

from __future__ import annotations

from vademecum.errors import (
    Ambiguous,
    Conflict,
    InvalidValue,
    QuerySyntaxError,
    QuotaExceeded,
    Refused,
    UnknownName,
    VadeError,
)
from vademecum.surface.lossless.forms import decoded, encoded
from vademecum.surface.lossless.leaves import is_a
from vademecum.surface.outcomes import Internal

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from typing import Any


def _family(kind: type[VadeError]) -> Iterator[type[VadeError]]:
    yield kind
    for child in kind.__subclasses__():
        yield from _family(child)


KINDS: Mapping[str, type[VadeError]] = {
    kind.code: kind
    for kind in _family(VadeError)
    if kind.__module__ in (VadeError.__module__, Internal.__module__)
}
"""Code -> class of error."""

DETAILS: Mapping[type[VadeError], tuple[str, ...]] = {
    UnknownName: ("what", "name"),
    InvalidValue: ("field",),
    Refused: ("details",),
    QuerySyntaxError: ("position",),
    Ambiguous: ("candidates",),
    Conflict: ("path",),
    QuotaExceeded: ("retry_after_s",),
}
"""What errors of a class say besides their message and suggestions."""


def encoded_error(error: VadeError) -> dict[str, Any]:
    """An error as a JSON object; `decoded_error` takes it."""
    details = {name: encoded(getattr(error, name)) for name in DETAILS.get(type(error), ())}
    return {
        "code": error.code,
        "message": error.message,
        "suggestions": list(error.suggestions),
        **({"details": details} if details else {}),
    }


def decoded_error(data: Mapping[str, Any]) -> VadeError:
    """The error that an object tells of. A code that only a newer version knows is a plain `VadeError`.

    Raises:
        InvalidValue: it is no such object.
    """
    message: Any = data.get("message")
    suggestions: Any = data.get("suggestions", [])
    if not is_a(message, str) or not is_a(suggestions, list):
        raise InvalidValue("values", "this is no error")
    told = tuple([each for each in suggestions if is_a(each, str)])
    kind = KINDS.get(str(data.get("code")), VadeError)
    details: Any = data.get("details", {})
    wanted = DETAILS.get(kind, ())
    if not is_a(details, dict) or not set(wanted) <= details.keys():
        kind, wanted = VadeError, ()
    # The constructors put their own words around what they are given; here the whole message is known.
    error = kind.__new__(kind)
    VadeError.__init__(error, message, suggestions=told)
    for name in wanted:
        setattr(error, name, decoded(details[name]))
    return error
