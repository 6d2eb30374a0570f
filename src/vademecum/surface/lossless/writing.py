"""Values as text on the wire."""

from __future__ import annotations

import json

from vademecum.errors import InvalidValue
from vademecum.surface.envelope import to_json
from vademecum.surface.lossless.forms import decoded, encoded
from vademecum.surface.lossless.leaves import is_a

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

MEDIA_TYPE = "application/vnd.vademecum.values+json"
"""What a client asks for that wants values, and what such an answer is."""

VERSION = 1
"""Of the form. It changes when an older reader could misunderstand; a further field needs no other number,
because readers refuse what they do not know."""


def written(thing: object) -> bytes:
    """A value, or what may stand in one, as UTF-8."""
    return to_json({"version": VERSION, "value": encoded(thing)}).encode()


def read(raw: bytes) -> Any:
    """What `written` was given.

    Raises:
        InvalidValue: this is none of its texts, or one of another version.
    """
    document = parsed(raw)
    if not is_a(document, dict) or "value" not in document:
        raise InvalidValue("values", "this is no answer in values")
    if document.get("version") != VERSION:
        raise InvalidValue("values", f"the other end speaks another version of values than {VERSION}")
    return decoded(document["value"])


def parsed(raw: bytes) -> Any:
    """JSON in UTF-8, of whatever depth somebody sends.

    Raises:
        InvalidValue: it is none, or too deep.
    """
    try:
        return json.loads(raw.decode(), parse_constant=_refused)
    except RecursionError:
        raise InvalidValue("values", "the JSON is too deep") from None
    except ValueError:  # that of the decoder and that of a broken UTF-8 are both one
        raise InvalidValue("values", "this is no JSON in UTF-8") from None


def _refused(name: str) -> Any:
    raise ValueError(name)  # NaN and its kin are no JSON; numbers that are none are written as `$float`
