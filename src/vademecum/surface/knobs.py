"""The knobs that shape an answer: one table, from which flags, help, docs, completions and tests are made.

They work in this order: filter, sort, dedupe, limit, project. Without any the answer is untouched.
"""

from __future__ import annotations

from enum import Enum

from vademecum.errors import InvalidValue
from vademecum.model.value import fields_of, value
from vademecum.surface.keys import FieldKey, parse_key, parse_keys
from vademecum.surface.ordering import SortKey, parse_sort
from vademecum.surface.predicates import Predicate, parse_filter

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

SMALLEST_BUDGET = 160
"""Least ``--max-output-bytes``: what an answer needs to say that nothing else fits."""

_LARGEST = 2**53


class Takes(Enum):
    """What a knob is turned with."""

    KEYS = "keys"
    KEY = "key"
    CONDITION = "condition"
    ORDER = "order"
    COUNT = "count"
    NOTHING = "nothing"
    CHOICE = "choice"


@value(kw_only=True)
class Knob:
    """One knob.

    Attributes:
        name: its name in `Shape`, in HTTP and in MCP; the flag is the same with hyphens.
        also: a second flag.
        repeatable: several may be given.
        least: smallest count.
        choices: what may be chosen, the first being meant when nothing is said.
        streams: it can be honoured on a stream, record by record, in bounded memory.
        receipts: it is applied to the receipt of a command that has changed something; others are only noted.
    """

    name: str
    takes: Takes
    metavar: str
    help: str
    also: str | None = None
    repeatable: bool = False
    least: int = 1
    choices: tuple[str, ...] = ()
    streams: bool = False
    receipts: bool = False

    @property
    def flag(self) -> str:
        """The flag on a command line."""
        return "--" + self.name.replace("_", "-")

    @property
    def names_fields(self) -> bool:
        """Whether it begins with the name of a field, which can be completed."""
        return self.takes in (Takes.KEYS, Takes.KEY, Takes.CONDITION, Takes.ORDER)


KNOBS: tuple[Knob, ...] = (
    Knob(
        name="select",
        also="--fields",
        takes=Takes.KEYS,
        metavar="KEYS",
        help="Only these fields, with commas between; dotted names reach inside.",
        streams=True,
        receipts=True,
    ),
    Knob(
        name="filter",
        takes=Takes.CONDITION,
        metavar="EXPR",
        repeatable=True,
        help="Only elements with key=value, !=, ~ (holds), >, >=, <, <=, 'key in a,b' or 'key exists'; "
        "repeated, all of them.",
        streams=True,
    ),
    Knob(
        name="sort",
        takes=Takes.ORDER,
        metavar="KEY[:desc]",
        repeatable=True,
        help="Order elements by a field; repeated, by the next one among equals.",
    ),
    Knob(
        name="dedupe_by",
        takes=Takes.KEY,
        metavar="KEY",
        help="Keep the first element of each value; those without the field all stay.",
    ),
    Knob(
        name="max_items",
        takes=Takes.COUNT,
        metavar="N",
        least=0,
        help="At most this many members in every list of the answer.",
        streams=True,
        receipts=True,
    ),
    Knob(
        name="count_only",
        takes=Takes.NOTHING,
        metavar="",
        help="Say how many elements there are, and show none.",
        streams=True,
    ),
    Knob(
        name="truncate_content",
        takes=Takes.COUNT,
        metavar="N",
        help="Cut texts to this many characters; ids, paths, times and the like stay whole.",
        streams=True,
        receipts=True,
    ),
    Knob(
        name="max_output_bytes",
        takes=Takes.COUNT,
        metavar="N",
        least=SMALLEST_BUDGET,
        help="Drop elements from the end until the answer fits.",
        receipts=True,
    ),
    Knob(
        name="allow_unknown_keys",
        takes=Takes.NOTHING,
        metavar="",
        help="Take a field that no element has for an empty one instead of refusing it.",
        streams=True,
        receipts=True,
    ),
    Knob(
        name="filter_scope",
        takes=Takes.CHOICE,
        metavar="page|universe",
        choices=("universe", "page"),
        help="Whether a condition means everything there is (a cut page is then refused) or this page.",
        streams=True,
        receipts=True,
    ),
)
"""Every knob, in the order of help."""

BY_NAME: Mapping[str, Knob] = {knob.name: knob for knob in KNOBS}


@value(kw_only=True)
class Shape:
    """The knobs as they are turned.

    Attributes:
        select: fields to keep; empty keeps all.
        filter: all must hold.
        max_items, truncate_content, max_output_bytes: None sets no bound.
    """

    select: tuple[FieldKey, ...] = ()
    filter: tuple[Predicate, ...] = ()
    sort: tuple[SortKey, ...] = ()
    dedupe_by: FieldKey | None = None
    max_items: int | None = None
    count_only: bool = False
    truncate_content: int | None = None
    max_output_bytes: int | None = None
    allow_unknown_keys: bool = False
    filter_scope: str = "universe"

    @property
    def turned(self) -> tuple[str, ...]:
        """Names of the knobs that differ from doing nothing, in the order of the table."""
        return tuple([name for name, default in fields_of(self).items() if getattr(self, name) != default])


def shape_of(given: Mapping[str, Any]) -> Shape | None:
    """Read knobs from the words they were turned with.

    Args:
        given: name of a knob -> its text, number, truth value, or a list of texts where it is repeatable;
            what is None, false or an empty list was not turned.

    Returns:
        None when none is turned.

    Raises:
        InvalidValue: a value cannot be read; the message names the flag.
    """
    read = {
        name: _read(BY_NAME[name], said)
        for name, said in given.items()
        if said is not None and said is not False and said not in ((), [])
    }
    shape = Shape(**read)
    return shape if shape.turned else None


def _read(knob: Knob, said: Any) -> Any:
    if knob.repeatable:
        parts = (said,) if isinstance(said, str) else said
        return tuple([_one(knob, str(part)) for part in parts])
    return _one(knob, said)


def _one(knob: Knob, said: Any) -> Any:
    match knob.takes:
        case Takes.KEYS:
            return parse_keys(knob.flag, said if isinstance(said, str) else ",".join(said))
        case Takes.KEY:
            return parse_key(knob.flag, str(said))
        case Takes.CONDITION:
            return parse_filter(knob.flag, said)
        case Takes.ORDER:
            return parse_sort(knob.flag, said)
        case Takes.COUNT:
            return _count(knob, said)
        case Takes.NOTHING:
            return _truth(knob, said)
        case Takes.CHOICE:
            if said not in knob.choices:
                raise InvalidValue(knob.flag, f"{said!r} is none of {', '.join(knob.choices)}")
            return said


def _count(knob: Knob, said: Any) -> int:
    text = str(said).strip()
    if text.isascii() and text.isdigit() and len(text) <= len(str(_LARGEST)):
        number = int(text)
        if knob.least <= number <= _LARGEST:
            return number
    raise InvalidValue(knob.flag, f"{str(said)[:40]!r} is no whole number from {knob.least} up")


def _truth(knob: Knob, said: Any) -> bool:
    if said is True or (isinstance(said, str) and said.strip().lower() in ("1", "true", "yes", "")):
        return True
    if isinstance(said, str) and said.strip().lower() in ("0", "false", "no"):
        return False
    raise InvalidValue(knob.flag, f"{str(said)[:40]!r} is neither true nor false")
