"""How long what a session learned by itself holds, and how its weight fades; the founding planner's numbers.

Only what nobody wrote is touched by any of this. A memory whose source is the user in person, an agent's
deliberate note or an import holds until somebody ends it, and so does a file without sources, which is a
person's own.
"""

from __future__ import annotations

from datetime import timedelta
from math import exp

from vademecum.lifecycle.evidence import evidence_of, proven
from vademecum.model.extracted import Lasting
from vademecum.model.record import Importance, Memory, MemoryType, SourceKind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

_LASTING = {
    Lasting.MOMENTARY: timedelta(hours=12),
    Lasting.SCHEDULED: timedelta(days=2),
    Lasting.RECENT: timedelta(days=7),
}
_TYPES = {MemoryType.COMMITMENT: timedelta(days=7), MemoryType.PROJECT: timedelta(days=30)}

_OVERHEARD = frozenset({SourceKind.KEYWORD, SourceKind.INFERENCE})
"""Sources of what a session read out of a talk, or somebody concluded."""

FADING_DAYS = 14.0
"""The age at which the fading half of a weight has fallen to 1/e."""


def lifetime(kind: MemoryType, lasting: Lasting) -> timedelta | None:
    """How long it holds; None when nothing ends it. Of type and duration the longer one decides: an
    appointment is a commitment, too."""
    spans = [span for span in (_TYPES.get(kind), _LASTING.get(lasting)) if span is not None]
    return max(spans, default=None)


def ends(kind: MemoryType, lasting: Lasting, at: datetime, until: datetime | None = None) -> datetime | None:
    """When something said at a moment expires; None when it does not.

    Args:
        kind: the sort of memory.
        lasting: how long it was said to hold.
        at: when it was said, aware.
        until: the date that it speaks of, if any; its lifetime begins there.
    """
    span = lifetime(kind, lasting)
    return None if span is None else max(at, until or at) + span


def recency(age_days: float) -> float:
    """Weight of something momentary or episodic by its age: 1 when new, never below one half."""
    return 0.5 + 0.5 * exp(-max(0.0, age_days) / FADING_DAYS)


def overheard(memory: Memory) -> bool:
    """Whether nobody wrote a memory: a session read it out of a talk, and nobody has touched it since."""
    if not memory.sources or any(source.kind not in _OVERHEARD for source in memory.sources):
        return False
    return not any(event.by == SourceKind.USER for event in memory.review_history)


def firm(memory: Memory) -> bool:
    """Whether a memory is exempt from expiring and fading by itself."""
    kept = memory.pinned or memory.importance is Importance.HIGH
    return kept or proven(evidence_of(memory)) or not overheard(memory)


def confirmed(memory: Memory) -> datetime | None:
    """When it was last said or changed; None when the file does not tell."""
    moments = [source.at for source in memory.sources] + [memory.created, memory.updated]
    return max([moment for moment in moments if moment is not None], default=None)
