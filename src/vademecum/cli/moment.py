"""The present moment, for ages on a screen and for ages given as options."""

from __future__ import annotations

from datetime import UTC, datetime


def now() -> datetime:
    """The present in UTC, from the same clock as the engine's."""
    from vademecum.wiring import SystemClock

    return SystemClock().now().astimezone(UTC)


def age(then: datetime, present: datetime) -> str:
    """How long ago, in the one unit that matters: ``3 days ago``."""
    seconds = (present - then).total_seconds()
    if seconds < 60:
        return "just now"
    for size, unit in (
        (31_557_600, "year"),
        (2_629_800, "month"),
        (604_800, "week"),
        (86_400, "day"),
        (3_600, "hour"),
        (60, "minute"),
    ):
        if seconds >= size:
            count = int(seconds // size)
            return f"{count} {unit}{'s' if count > 1 else ''} ago"
    return "just now"
