"""How a person writes a point in time: a date, a date with its time, or a span from now."""

from __future__ import annotations

from calendar import monthrange
from datetime import datetime, timedelta
from enum import Enum

_FIXED = {"h": timedelta(hours=1), "d": timedelta(days=1), "w": timedelta(weeks=1)}
_MONTHS = {"mo": 1, "y": 12}
_MOST_DIGITS = 4


class Span(Enum):
    """What a span such as ``7d`` means where a time is wanted."""

    AGO = "that long ago"
    AHEAD = "that long from now"
    UNSAID = "nothing: either side of now would make sense"


_ADVICE = {Span.AGO: " or an age like 7d", Span.AHEAD: " or a span from now like 7d", Span.UNSAID: ""}


def moment(text: str, now: datetime, span: Span, *, ends: bool = False) -> datetime | None:
    """The point in time that a text means, None when it means none; `advice` then says what would.

    Args:
        text: ISO 8601 (local time unless it carries an offset), or a number and one of ``h d w mo y``.
        now: the present, with an offset.
        span: what a bare span means.
        ends: a bare date means its end, so that ``until 2026-03-31`` holds the whole day, and a bare week
            (``2026-W14``) its last moment.
    """
    said = text.strip()
    try:
        if parts := _span(said):
            sign = {Span.AGO: -1, Span.AHEAD: 1, Span.UNSAID: 0}[span]
            return _moved(now, sign * parts[0], parts[1]) if sign else None
        at = datetime.fromisoformat(said)
        whole = timedelta(days=_days(said) if ends else 0)
        return (at + whole).astimezone() if at.tzinfo is None else at
    except (ValueError, OverflowError):
        return None


def within(text: str, end: datetime) -> datetime:
    """The last moment of a bare date or week, whose end `moment` gave; of any other text its own."""
    said = text.strip()
    return end - timedelta(microseconds=1) if _span(said) is None and _days(said) else end


def _days(said: str) -> int:
    """Days that a legal time means as a whole; none where it has a time of day."""
    if len(said) > len("2026-03-31"):
        return 0
    return 7 if len(said.replace("-", "")) == len("2026W14") else 1


def advice(text: str, span: Span) -> str:
    """What to write in place of a text that `moment` refused."""
    legal = f"write 2026-03-31, 2026-03-31T14:00{_ADVICE[span]}"
    if span is Span.UNSAID and _span(text.strip()):
        return f"{text.strip()!r} could lie on either side of now; {legal}"
    return f"{text.strip()[:40]!r} is no time; {legal}"


def _span(text: str) -> tuple[int, str] | None:
    unit = next((unit for unit in (*_MONTHS, *_FIXED) if text.endswith(unit)), None)
    amount = text.removesuffix(unit) if unit else ""
    if unit is None or not (amount.isascii() and amount.isdigit() and len(amount) <= _MOST_DIGITS):
        return None
    return int(amount), unit


def _moved(now: datetime, amount: int, unit: str) -> datetime:
    """`now` and so much time; a month that is too short for the day gives its last one."""
    if unit in _FIXED:
        return now + amount * _FIXED[unit]
    years, month = divmod(now.month - 1 + amount * _MONTHS[unit], 12)
    year = now.year + years
    return now.replace(year=year, month=month + 1, day=min(now.day, monthrange(year, month + 1)[1]))
