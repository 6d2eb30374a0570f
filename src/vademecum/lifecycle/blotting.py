"""A record with one secret blotted out of everything it says."""

from __future__ import annotations

import re
from datetime import datetime
from enum import StrEnum
from typing import cast

from vademecum.model.value import fields_of, is_value, replace, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from vademecum.model.record import Record

BLOT = "[redacted]"
"""Stands where the secret stood."""

_DROPPED = frozenset({"tags", "aliases", "entities"})
"""Lists of names: one that holds the secret is no name any more, and goes as a whole."""

_KEPT = frozenset({"id", "scope", "supersedes", "superseded_by"})


@value
class Blotted:
    """What blotting a secret out leaves.

    Attributes:
        occurrences: places at which it stood.
        fields: names of the fields in which it stood, in their order.
    """

    record: Record
    occurrences: int
    fields: tuple[str, ...]


class _Pen:
    def __init__(self, secret: str) -> None:
        self._secret = re.compile(re.escape(secret), re.IGNORECASE)
        self.occurrences = 0

    def text(self, text: str) -> str:
        blotted, number = self._secret.subn(BLOT, text)
        self.occurrences += number
        return blotted

    def names(self, names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(name for name in names if self.text(name) == name)

    def anything(self, thing: Any) -> Any:
        """Whatever a field may hold, with every text in it blotted."""
        match thing:
            case StrEnum() | datetime():
                return thing
            case str():
                return self.text(thing)
            case tuple():
                return tuple(self.anything(one) for one in cast("tuple[object, ...]", thing))
            case list():
                return [self.anything(one) for one in cast("list[object]", thing)]
            case _ if hasattr(thing, "items"):
                return {self.anything(key): self.anything(held) for key, held in thing.items()}
            case _ if is_value(thing):
                return replace(thing, **self.fields(thing))
            case _:
                return thing

    def fields(self, thing: Any) -> Mapping[str, Any]:
        """Fields of a value that the secret is taken out of."""
        changed: dict[str, Any] = {}
        for name in fields_of(thing):
            held = getattr(thing, name)
            if name not in _KEPT:
                after = self.names(held) if name in _DROPPED else self.anything(held)
                if after != held:
                    changed[name] = after
        return changed


def blotted(record: Record, secret: str) -> Blotted:
    """Take every occurrence of a secret out of a record, whatever its case; ids and links stay.

    In text `BLOT` stands in its place; a tag, an alias or a name that holds it goes as a whole.
    """
    pen = _Pen(secret)
    changed = pen.fields(record)
    return Blotted(replace(record, **changed), pen.occurrences, tuple(changed))


_COMMENT = re.compile(r"(?:^|(?<=\s))#.*")


def comments_blotted(text: str, body_line: int, secret: str) -> str:
    """A file with a secret blotted out of the comments in its front matter, which no field of a record holds.

    Args:
        text: of the whole file.
        body_line: the line on which the body begins, counted from 1.
        secret: what goes, whatever its case.
    """
    pen = _Pen(secret)
    lines = text.split("\n")
    front = [_COMMENT.sub(lambda found: pen.text(found[0]), line) for line in lines[: body_line - 1]]
    return "\n".join((*front, *lines[body_line - 1 :]))
