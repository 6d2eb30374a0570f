"""The state of a record as an entity tag, and what a request says of the tags that it knows."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import TYPE_CHECKING

from vademecum.errors import InvalidValue
from vademecum.model.plain import plain
from vademecum.surface.envelope import to_json

if TYPE_CHECKING:
    from vademecum.model.answer import Stored

_TAG = re.compile(r'(?:W/)?"[\x21\x23-\x7e\x80-\uffff]*"')
_LISTED = re.compile(rf"\s*{_TAG.pattern}\s*(?:,\s*{_TAG.pattern}\s*)*")


def tag_of(stored: Stored) -> str:
    """The tag of a record: equal as long as it says the same, wherever it stands and however it is shown."""
    said = to_json([stored.key, plain(stored.record)], ascii_only=True)
    return f'"{sha256(said.encode()).hexdigest()[:32]}"'


def matches(header: str, tag: str, *, weak: bool = False) -> bool:
    """Whether a tag is among those that a header lists; ``*`` means any.

    Args:
        header: ``If-Match`` or ``If-None-Match``.
        tag: of what is there.
        weak: a tag that says it is weak counts as well.

    Raises:
        InvalidValue: the header is no list of tags.
    """
    if header.strip() == "*":
        return True
    if not _LISTED.fullmatch(header):
        raise InvalidValue(
            "If-Match", 'is no list of tags; write ETags as they were given, e.g. "1f3a…", or *'
        )
    listed = _TAG.findall(header)
    return tag in [one.removeprefix("W/") if weak else one for one in listed]
