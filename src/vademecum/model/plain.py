"""Values as plain JSON types."""

from __future__ import annotations

from datetime import datetime
from enum import StrEnum

from vademecum.model.value import fields_of, is_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


class JsonMixin:
    """Gives frozen records a `to_dict` of plain JSON values."""

    __slots__ = ()

    def to_dict(self) -> dict[str, Any]:
        """The record as JSON types: enums by value, times as RFC 3339, tuples as lists."""
        return {name: plain(getattr(self, name)) for name in fields_of(self)}


_SEQUENCES: tuple[type[Any], ...] = (list, tuple)


def plain(thing: Any) -> Any:
    """Turn a value of this package into plain JSON types, recursively."""
    match thing:
        case JsonMixin():
            return thing.to_dict()
        case StrEnum():
            return thing.value
        case datetime():
            return thing.isoformat()
        case _ if isinstance(thing, _SEQUENCES):
            return [plain(member) for member in thing]
        case _ if hasattr(thing, "items"):
            return {str(key): plain(item) for key, item in thing.items()}
        case _ if is_value(thing):
            written = getattr(thing, "WRITTEN_AS", {})
            return {written.get(name, name): plain(getattr(thing, name)) for name in fields_of(thing)}
        case _:
            return thing
