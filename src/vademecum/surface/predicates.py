"""Conditions on an element: ``key=value`` and its relatives, read once and then asked of every element.

The earliest operator outside quotation marks wins, of two at one place the longer. On a list a condition
holds when it holds for a member; its denial (``!=``, ``not in``) when it holds for none.
"""

from __future__ import annotations

import re
from enum import StrEnum

from vademecum.errors import InvalidValue, quoted
from vademecum.model.value import value
from vademecum.surface.comparing import Operand, as_text
from vademecum.surface.keys import ABSENT, FieldKey, outside_quotes, parse_key, split_outside_quotes
from vademecum.surface.kinds import LIST

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    Test = Callable[[Any], bool]


class Operator(StrEnum):
    """What is asked of a value."""

    EQUAL = "="
    UNEQUAL = "!="
    CONTAINS = "~"
    ABOVE = ">"
    AT_LEAST = ">="
    BELOW = "<"
    AT_MOST = "<="
    IN = "in"
    NOT_IN = "not in"
    EXISTS = "exists"
    MISSING = "not exists"


DENYING = frozenset({Operator.UNEQUAL, Operator.NOT_IN, Operator.MISSING})
"""Operators that hold for an element without the key."""

_SIGNS = ("!=", ">=", "<=", "==", "=", "~", ">", "<")  # longer ones first
_WORDS = re.compile(r"\s+(not\s+in|in|not\s+exists|exists)(?=[\s(]|$)")
_FORM = "write key=value, key!=value, key~part, key>9, 'key in a,b' or 'key exists'"


@value(kw_only=True)
class Predicate:
    """One condition.

    Attributes:
        said: as it was typed.
        operands: what to compare with; none for `EXISTS` and `MISSING`, several only for `IN` and `NOT_IN`.
    """

    said: str
    key: FieldKey
    operator: Operator
    operands: tuple[Operand, ...]

    @property
    def denies(self) -> bool:
        """Whether an element without the key passes."""
        return self.operator in DENYING


def parse_filter(flag: str, text: str) -> Predicate:
    """Read one condition.

    Raises:
        InvalidValue: no operator, no key, or a value where none belongs.
    """
    name, operator, rest = _cut(flag, text)
    key = parse_key(flag, name)
    match operator:
        case Operator.EXISTS | Operator.MISSING:
            if rest.strip():
                raise InvalidValue(flag, f"{quoted(text)}: nothing may stand behind {operator.value!r}")
            operands: tuple[Operand, ...] = ()
        case Operator.IN | Operator.NOT_IN:
            listed = rest.strip()
            if listed[:1] + listed[-1:] == "()":
                listed = listed[1:-1]
            operands = tuple([_operand(part) for part in split_outside_quotes(listed, ",") if part.strip()])
            if not operands:
                raise InvalidValue(
                    flag, f"{quoted(text)}: values are wanted behind {operator.value!r}, as in a,b"
                )
        case _:
            operands = (_operand(rest),)
    return Predicate(said=text, key=key, operator=operator, operands=operands)


def _cut(flag: str, text: str) -> tuple[str, Operator, str]:
    """Key, operator and what stands behind it."""
    places = set(outside_quotes(text))
    word = next((found for found in _WORDS.finditer(text) if found.start() in places), None)
    for place in sorted(places):
        if word is not None and place == word.start():
            return text[:place], Operator(" ".join(word[1].split())), text[word.end() :]
        sign = next((sign for sign in _SIGNS if text.startswith(sign, place)), None)
        if sign is not None:
            return text[:place], Operator(sign if sign != "==" else "="), text[place + len(sign) :]
    raise InvalidValue(flag, f"{quoted(text)} is no condition; {_FORM}")


def _operand(typed: str) -> Operand:
    text = typed.strip()
    if len(text) > 1 and text[0] == text[-1] == '"':
        return Operand(re.sub(r"\\(.)", r"\1", text[1:-1]), literal=True)
    return Operand(text)


def holds(predicate: Predicate) -> Test:
    """A function from a key's value (or `ABSENT`) to whether the condition holds."""
    single = _single(predicate)
    if predicate.operator is Operator.EXISTS:
        return lambda one: one is not ABSENT
    if predicate.operator is Operator.MISSING:
        return lambda one: one is ABSENT
    denies = predicate.denies

    def test(one: Any) -> bool:
        if one is ABSENT:
            return denies
        return (any(map(single, one)) if type(one) is LIST else single(one)) is not denies

    return test


def _single(predicate: Predicate) -> Test:
    """The condition on one value that is no list, denials turned round."""
    operands = predicate.operands
    match predicate.operator:
        case Operator.EQUAL | Operator.UNEQUAL:
            return operands[0].equals
        case Operator.IN | Operator.NOT_IN:
            return lambda one: any(operand.equals(one) for operand in operands)
        case Operator.CONTAINS:
            part = operands[0].text.casefold()
            return lambda one: part in as_text(one).casefold()
        case Operator.ABOVE:
            return lambda one: operands[0].order(one) == 1
        case Operator.BELOW:
            return lambda one: operands[0].order(one) == -1
        case Operator.AT_LEAST:
            return lambda one: operands[0].order(one) in (0, 1)
        case Operator.AT_MOST:
            return lambda one: operands[0].order(one) in (0, -1)
        case Operator.EXISTS | Operator.MISSING:
            return lambda _one: True
