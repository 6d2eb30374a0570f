"""From days to moments: midnights in a zone, founding windows, labels."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta, timezone

from vademecum.model.temporal import Grain, Unreadable
from vademecum.model.value import value
from vademecum.planning.temporal.anchors import PARTS, SEASONS, Anchor, Cycle, Stretch, Unfit, narrowed
from vademecum.planning.temporal.numerals import NO_MINUTE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import tzinfo

_DAY = timedelta(days=1)

FOUNDING = {
    "yesterday": (-2, 0, Grain.DAY),
    "last night": (-2, 0, Grain.PART),
    "this morning": (-1, 1, Grain.PART),
    "tonight": (-1, 1, Grain.PART),
    "tomorrow": (0, 2, Grain.DAY),
    "last week": (-14, 0, Grain.WEEK),
    "this week": (-7, 7, Grain.WEEK),
    "the other day": (-14, 0, Grain.WEEK),
}
"""Label -> days from now to its beginning and to its end, and grain. They are generous on purpose: people are
loose with these words, and a memory outside the window would be held against."""


@value
class Calendar:
    """The present, and the zone in which days begin at midnight."""

    now: datetime
    zone: tzinfo
    today: date

    def pinned(self, moment: datetime) -> datetime:
        """The same moment with the zone's offset as a fixed one."""
        local = moment.astimezone(self.zone)
        return local.replace(tzinfo=timezone(local.utcoffset() or timedelta()), fold=0)

    def moment(self, wall: datetime) -> datetime:
        """The moment at which clocks show `wall`: the first of two, the end of the gap that swallows it."""
        return self.pinned(wall.replace(tzinfo=self.zone, fold=0).astimezone(UTC))

    def midnight(self, day: int) -> datetime:
        """The first moment of a day, given as an ordinal."""
        return self.moment(datetime.fromordinal(day))

    def from_now(self, span: timedelta) -> datetime:
        """The moment so much elapsed time after now."""
        return self.pinned(self.now.astimezone(UTC) + span)

    def founding(self, label: str) -> Stretch:
        """The window of a founding label."""
        begin, end, grain = FOUNDING[label]
        return Stretch(self.from_now(begin * _DAY), self.from_now(end * _DAY), grain, label)

    def stretch(self, anchor: Anchor, days: tuple[int, int]) -> Stretch:
        """From the first moment of some days to that behind their last, or the piece that is asked for.

        Raises:
            Unfit: the days have no moment in this zone (a zone that moved across the date line skipped one).
        """
        first, end = narrowed(days, anchor)
        label = _label(anchor, days)
        if anchor.clock:
            found = self._at_clock(first, anchor.clock, label)
        elif anchor.part:
            found = self._part(first, anchor.part, label)
        else:
            grain = Grain.DAY if anchor.narrow and anchor.grain is Grain.WEEK else anchor.grain
            found = Stretch(self.midnight(first), self.midnight(end), grain, label)
        if found.after is not None and found.before is not None and found.after >= found.before:
            raise Unfit(Unreadable.IMPOSSIBLE)
        return found

    def _part(self, day: int, part: str, label: str) -> Stretch:
        begin, end = PARTS[part]
        start = datetime.fromordinal(day)
        later = start + timedelta(hours=end)
        return Stretch(
            self.moment(start + timedelta(hours=begin)), self.moment(later), Grain.PART, f"{label} {part}"
        )

    def _at_clock(self, day: int, clock: tuple[int, int], label: str) -> Stretch:
        hour, minute = clock[0], max(0, clock[1])
        is_exact = clock[1] != NO_MINUTE
        begin = self.moment(datetime.fromordinal(day) + timedelta(hours=hour, minutes=minute))
        grain, length = (Grain.MINUTE, 1) if is_exact else (Grain.HOUR, 60)
        end = self.pinned(begin.astimezone(UTC) + timedelta(minutes=length))
        said = f"{label}T{hour:02}:{minute:02}" if is_exact else f"{label}T{hour:02}"
        return Stretch(begin, end, grain, said)


def calendar_at(now: datetime, zone: tzinfo) -> Calendar:
    """The calendar of a present; on the last day that `datetime` knows, a zone may have no name for it."""
    try:
        return Calendar(now, zone, now.astimezone(zone).date())
    except OverflowError:
        return Calendar(now, zone, now.date())


_LONGEST = {Grain.MONTH: 31, Grain.QUARTER: 92, Grain.HALF: 184, Grain.SEASON: 92, Grain.YEAR: 366}
"""Days of one such time; what is longer is several (`2-3 months ago`) and called by its days."""


def _label(anchor: Anchor, days: tuple[int, int]) -> str:
    first, last = date.fromordinal(days[0]), date.fromordinal(days[1] - 1)
    narrow = f"{anchor.narrow.value} " if anchor.narrow else ""
    grain = anchor.grain if days[1] - days[0] <= _LONGEST.get(anchor.grain, days[1]) else Grain.DAY
    match grain:
        case Grain.WEEK if (last - first).days == 6 and first.weekday() == 0:
            year, week, _ = first.isocalendar()
            said = f"{year}-W{week:02}"
        case Grain.MONTH:
            said = f"{first.year:04}-{first.month:02}"
        case Grain.QUARTER:
            said = f"{first.year:04}-Q{first.month // 3 + 1}"
        case Grain.HALF:
            said = f"{first.year:04}-H{first.month // 6 + 1}"
        case Grain.SEASON:
            said = f"{SEASONS[first.month // 3 - 1]} {first.year:04}"
        case Grain.YEAR:
            said = f"{first.year:04}"
        case Grain.DECADE:
            said = f"{first.year:04}s"
        case Grain.CENTURY:
            said = f"{first.year:04}/{last.year:04}"
        case _:
            said = first.isoformat() if first == last else f"{first.isoformat()}/{last.isoformat()}"
    return narrow + said


def is_open(anchor: Anchor) -> bool:
    """Whether it comes back, so that it must be said which one is meant."""
    return anchor.cycle is not Cycle.ONCE and anchor.year is None
