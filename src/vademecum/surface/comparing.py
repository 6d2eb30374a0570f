"""How values of an answer compare with each other and with what was typed.

Numbers compare as numbers (``1`` is ``1.0``), dates and times as points in time, everything else as text.
A text that reads as a number has a size, yet equals itself alone: version 1.10 is not 1.1, nor a hash 1e5
the number 100000. A date without a time means the whole of that day where the other side stands on the clock.
"""

from __future__ import annotations

import json
import re
from datetime import UTC, date, datetime
from math import isfinite

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_NUMBER = re.compile(r"[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?", re.ASCII)
_DAY = re.compile(r"\d{4}-\d{2}-\d{2}", re.ASCII)
_LONGEST_NUMBER = 40  # digits beyond say an identifier, and a hostile one costs time


def as_text(one: Any) -> str:
    """A value as text: null is empty, booleans are in lower case, lists and objects are JSON."""
    if type(one) is str:
        return one
    if one is None:
        return ""
    if one is True or one is False:
        return "true" if one else "false"
    return json.dumps(one, ensure_ascii=False)


def as_number(one: Any) -> int | float | None:
    """A number, or a text that is one; None for anything else, booleans included."""
    if type(one) is int or type(one) is float:
        return one
    if type(one) is str and 0 < len(one) <= _LONGEST_NUMBER and _NUMBER.fullmatch(one):
        if one.lstrip("+-").isdigit():
            return int(one)
        number = float(one)
        return number if isfinite(number) else None
    return None


def as_moment(one: Any) -> datetime | None:
    """A text in ISO 8601 as a point in time, UTC where it names no zone; None for anything else."""
    if type(one) is not str or len(one) < 10 or one[4] != "-":
        return None
    try:
        moment = datetime.fromisoformat(one)
    except ValueError:
        return None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)


def as_day(text: str) -> date | None:
    """A text that is a date and nothing more."""
    if not _DAY.fullmatch(text):
        return None
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None


class Operand:
    """What was typed, to be compared with one value after another.

    Attributes:
        text: as typed, its quotation marks gone.
        literal: it stood in quotation marks and is text, whatever it looks like.
    """

    __slots__ = ("_day", "_moment", "_number", "literal", "text")

    def __init__(self, text: str, *, literal: bool = False) -> None:
        self.text = text
        self.literal = literal
        self._number = None if literal else as_number(text)
        self._day = None if literal else as_day(text)
        self._moment = None if literal else as_moment(text)

    def equals(self, one: Any) -> bool:
        """Whether a single value is this."""
        if type(one) is str and one == self.text:
            return True
        if self._number is not None:
            return (type(one) is int or type(one) is float) and one == self._number
        if self._moment is not None:
            return self.order(one) == 0
        return as_text(one) == self.text or (one is None and self.text == "null" and not self.literal)

    def order(self, one: Any) -> int | None:
        """Sign of ``value - operand``; None when the two have no order."""
        if self._number is not None:
            number = as_number(one)
            return None if number is None or type(one) is bool else _sign(number, self._number)
        if self._moment is not None:
            moment = as_moment(one)
            if moment is None:
                return None
            if self._day is not None:
                return _sign(moment.date(), self._day)
            return _sign(moment, self._moment)
        return _sign(one, self.text) if type(one) is str else None


def _sign(left: Any, right: Any) -> int:
    return int(left > right) - int(left < right)
