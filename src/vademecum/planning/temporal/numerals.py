"""What a run of characters with digits says: a date, a clock time, a count, or nothing about time."""

from __future__ import annotations

import re
from enum import Enum

from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    Parts = list[tuple[int, "Numeral | None"]]

MOST_CHARACTERS = 40
"""The longest date with time and offset has 32; what is longer is an identifier."""


class Kind(Enum):
    """What the numbers of a numeral are."""

    NUMBER = 0  # one number
    ORDINAL = 1  # a day of the month, or a place in a row
    DATE = 2  # year, month, day
    MONTH = 3  # year, month
    EITHER = 4  # two numbers that are day and month in some order, and the year
    DAY_MONTH = 5  # 5.3 with the dot of an ordinal still to come
    MOMENT = 6  # year, month, day, hour, minute, second, offset in minutes or NO_OFFSET
    WEEK = 7  # year or 0, week
    WEEKDAY = 8  # year, week, day 1-7
    QUARTER = 9  # year or 0, quarter
    HALF = 10  # year or 0, half
    PLACE_YEAR = 15  # year, and the number of a month or week
    CLOCK = 11  # hour, minute
    DECADE = 12  # first year; below 100 the century is not said
    SHORT_YEAR = 13  # two digits
    DECIMAL = 16  # 2,5
    FISCAL = 14  # a year that begins when its owner says


NO_OFFSET = 10_000
NO_MINUTE = -1
"""In place of the minute of a clock time that has none."""


@value
class Numeral:
    """A run read as a whole."""

    kind: Kind
    numbers: tuple[int, ...]


def _numbers(kind: Kind) -> Callable[[re.Match[str]], Parts | None]:
    def read(match: re.Match[str]) -> Parts:
        numbers = tuple([int(group) for group in match.groups(default="0")])
        return [(len(match.group()), Numeral(kind, numbers))]

    return read


def _swapped(kind: Kind) -> Callable[[re.Match[str]], Parts | None]:
    def read(match: re.Match[str]) -> Parts:
        return [(len(match.group()), Numeral(kind, (int(match[2] or 0), int(match[1]))))]

    return read


def _day_first(match: re.Match[str]) -> Parts | None:
    day, month, year = (int(group) for group in match.groups())
    return [(len(match.group()), Numeral(Kind.DATE, (_full(year), month, day)))]


def _either(match: re.Match[str]) -> Parts | None:
    one, other, year = (int(group) for group in match.groups())
    if one > 31 or other > 31 or not (one and other):
        return None
    kind, numbers = Kind.EITHER, (one, other, _full(year))
    if one > 12:
        kind, numbers = Kind.DATE, (_full(year), other, one)
    elif other > 12:
        kind, numbers = Kind.DATE, (_full(year), one, other)
    elif one == other:
        kind, numbers = Kind.DATE, (_full(year), one, one)
    return [(len(match.group()), Numeral(kind, numbers))]


def _full(year: int) -> int:
    return year if year > 99 else 2000 + year


def _moment(match: re.Match[str]) -> Parts | None:
    *numbers, zone, sign, hours, minutes = match.groups()
    offset = NO_OFFSET
    if sign:
        offset = (int(hours) * 60 + int(minutes)) * (1 if sign == "+" else -1)
    elif zone:
        offset = 0
    fields = tuple([int(number or 0) for number in numbers])
    return [(len(match.group()), Numeral(Kind.MOMENT, (*fields, offset)))]


def _clock(match: re.Match[str]) -> Parts | None:
    hour, minute, half = int(match[1]), int(match[2] or NO_MINUTE), match[3]
    if (half and not 1 <= hour <= 12) or hour > 24 or minute > 59:
        return None
    if half:
        hour = hour % 12 + (12 if half.startswith("p") else 0)
    return [(len(match.group()), Numeral(Kind.CLOCK, (hour, minute)))]


def _clock_h(match: re.Match[str]) -> Parts | None:
    hour, minute = int(match[1]), int(match[2] or NO_MINUTE)
    if hour > 24 or minute > 59:
        return None
    return [(len(match.group()), Numeral(Kind.CLOCK, (hour, minute)))]


def _pair(match: re.Match[str]) -> Parts | None:
    """Two numbers with a hyphen: a range if dates stand around it, otherwise nothing."""
    return [_number(match[1]), (len(match[2]), None), _number(match[3])]


def _counted(match: re.Match[str]) -> Parts | None:
    return [_number(match[1]), (len(match[2]), None)]


def _worded(match: re.Match[str]) -> Parts | None:
    """Words and numbers with hyphens: `mid-2025`, `5-mar-2026`."""
    return [_number(part) if part.isdigit() else (len(part), None) for part in match.groups()]


def _day_year(match: re.Match[str]) -> Parts | None:
    return [_number(match[1]), (1, None), _number(match[2])]


def _number(digits: str) -> tuple[int, Numeral]:
    return len(digits), Numeral(Kind.NUMBER, (int(digits),))


_CLOCK_TIME = r"(\d{1,2}):(\d{2})(?::(\d{2})(?:[.,]\d{1,9})?)?"
# In order: the first that fits a whole run says what it is.
_SHAPES: tuple[tuple[re.Pattern[str], Callable[[re.Match[str]], Parts | None]], ...] = tuple(
    [
        (re.compile(shape, re.ASCII), read)
        for shape, read in (
            (r"(\d{1,9})", _numbers(Kind.NUMBER)),
            (r"(\d{1,2})(?:st|nd|rd|th|º|°|o|a)", _numbers(Kind.ORDINAL)),
            (r"(1)(?:er|re)", _numbers(Kind.ORDINAL)),
            (r"(\d{1,2})(?:e|eme)", _numbers(Kind.ORDINAL)),
            (r"(\d{4})-(\d{2})-(\d{2})", _numbers(Kind.DATE)),
            (r"(\d{4})/(\d{1,2})/(\d{1,2})", _numbers(Kind.DATE)),
            (r"(\d{4})\.(\d{1,2})\.(\d{1,2})", _numbers(Kind.DATE)),
            (rf"(\d{{4}})-(\d{{2}})-(\d{{2}})t{_CLOCK_TIME}(?:(z)|([+-])(\d{{2}}):?(\d{{2}}))?", _moment),
            (r"(\d{4})-?w(\d{2})", _numbers(Kind.WEEK)),
            (r"(\d{4})-?w(\d{2})-?(\d)", _numbers(Kind.WEEKDAY)),
            (r"(\d{4})-(\d{2})", _numbers(Kind.MONTH)),
            (r"(?:kw|cw)\.?(\d{1,2})(?:[/-](\d{4}))?", _swapped(Kind.WEEK)),
            (r"(\d{1,2})\.(\d{1,2})\.(\d{4})", _day_first),
            (r"(\d{2})\.(\d{2})\.(\d{2})", _day_first),
            (r"(\d{1,2})[/-](\d{1,2})[/-](\d{4})", _either),
            (r"(\d{1,2})/(\d{1,2})/(\d{2})", _either),
            (r"(\d{1,2})/(\d{4})", _swapped(Kind.PLACE_YEAR)),
            (r"(\d{1,2})\.(\d{1,2})", _numbers(Kind.DAY_MONTH)),
            (r"(\d{1,2}):(\d{2})(?::\d{2})?(am|pm|a\.m|p\.m)?", _clock),
            (r"(\d{1,2})(?:[:.](\d{2}))?(am|pm|a\.m|p\.m)", _clock),
            (r"(\d{1,2})h(\d{2})?", _clock_h),
            (r"['’]?(\d0)(?:s|ern?)", _numbers(Kind.DECADE)),
            (r"(\d{3}0)(?:s|ern?|'s|’s)", _numbers(Kind.DECADE)),
            (r"[qt]([1-4])(?:[/'’-]?(\d{4}))?", _swapped(Kind.QUARTER)),
            (r"(\d{4})[/-]?[qt]([1-4])", _numbers(Kind.QUARTER)),
            (r"h([12])(?:[/'’-]?(\d{4}))?", _swapped(Kind.HALF)),
            (r"(\d{4})[/-]?h([12])", _numbers(Kind.HALF)),
            (r"['’](\d{2})", _numbers(Kind.SHORT_YEAR)),
            (r"fy['’]?(\d{4}|\d{2})", _numbers(Kind.FISCAL)),
            (r"(\d{1,4})(-)(\d{1,4})", _pair),
            (r"(\d{1,2}),(\d{4})", _day_year),
            (r"(\d{1,2}),(\d{1,2})", _numbers(Kind.DECIMAL)),
            (r"(\d{1,4})([a-z]+)", _counted),
            (r"([a-z]{3,9})(-)(\d{4})", _worded),
            (r"(\d{1,2})(-)([a-z]{3,9})(-)(\d{4})", _worded),
        )
    ]
)


def classify(run: str) -> Parts | None:
    """What a folded run says, as widths and numerals (None for letters and signs); None when nothing."""
    for shape, read in _SHAPES:
        if match := shape.fullmatch(run):
            return read(match)
    return None


_HAN_DIGITS = {
    **{sign: value for value, sign in enumerate("〇一二三四五六七八九")},
    "零": 0,
    "两": 2,
    "兩": 2,
}
_HAN_UNITS = {"十": 10, "百": 100, "千": 1000}
_HAN_MYRIADS = {"万": 10_000, "萬": 10_000, "亿": 100_000_000, "億": 100_000_000}
HAN_NUMERALS = {*_HAN_DIGITS, *_HAN_UNITS, *_HAN_MYRIADS}


def han_number(signs: Sequence[str]) -> int:
    """The number that Han characters make: by their places, else by units; 0 when there are none."""
    if signs and all(sign in _HAN_DIGITS for sign in signs):
        return int("".join([str(_HAN_DIGITS[sign]) for sign in signs]))
    total = section = digit = 0
    for sign in signs:
        if sign in _HAN_DIGITS:
            digit = _HAN_DIGITS[sign]
        elif sign in _HAN_UNITS:
            section += (digit or 1) * _HAN_UNITS[sign]
            digit = 0
        else:
            total = (total + (section + digit or 1)) * _HAN_MYRIADS[sign]
            section = digit = 0
    return total + section + digit
