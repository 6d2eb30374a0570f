"""The order of elements by a key: numbers as numbers, dates as points in time, the rest as text.

Elements without the key, or with null in it, come last in either direction; equals keep their order.
"""

from __future__ import annotations

from vademecum.errors import InvalidValue
from vademecum.model.value import value
from vademecum.surface.comparing import as_moment, as_text
from vademecum.surface.keys import ABSENT, FieldKey, parse_key, split_outside_quotes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_DIRECTIONS = {"asc": False, "desc": True}
_NUMBERS = frozenset({int, float})


@value
class SortKey:
    """By what to order, and in which direction."""

    key: FieldKey
    descending: bool = False

    def __str__(self) -> str:
        """As it may be typed again."""
        return f"{self.key}:desc" if self.descending else str(self.key)


def parse_sort(flag: str, text: str) -> SortKey:
    """Read ``KEY``, ``KEY:asc`` or ``KEY:desc``.

    Raises:
        InvalidValue: no key, or another word behind the colon.
    """
    *parts, direction = split_outside_quotes(text, ":")
    if not parts:
        return SortKey(parse_key(flag, direction))
    if direction.strip().lower() not in _DIRECTIONS:
        raise InvalidValue(
            flag, f"{direction.strip()[:20]!r} is no direction; write KEY, KEY:asc or KEY:desc"
        )
    return SortKey(parse_key(flag, ":".join(parts)), _DIRECTIONS[direction.strip().lower()])


def in_order(elements: list[Any], found: list[Any], *, descending: bool) -> list[Any]:
    """A new list of the elements in order of what each was found to have; `ABSENT` where it has nothing."""
    keyed = list(zip(found, elements, strict=True))
    having = [pair for pair in keyed if pair[0] is not ABSENT and pair[0] is not None]
    lacking = [element for one, element in keyed if one is ABSENT or one is None]
    rank = _rank([one for one, _ in having])
    places = sorted(range(len(having)), key=rank.__getitem__, reverse=descending)
    return [having[place][1] for place in places] + lacking


def _rank(found: list[Any]) -> list[Any]:
    """Something comparable for each value; numbers before times before text where kinds are mixed."""
    kinds = set(map(type, found))
    if kinds <= _NUMBERS:
        return found
    if kinds == {str}:
        moments = [as_moment(one) for one in found] if as_moment(found[0]) else [None]
        return found if None in moments else moments
    return [_mixed(one) for one in found]


def _mixed(one: Any) -> tuple[int, float, str]:
    if type(one) in _NUMBERS:
        return 0, one, ""
    moment = as_moment(one)
    return (1, moment.timestamp(), "") if moment else (2, 0.0, as_text(one))
