"""What a sweep makes of a memory that a session learned by itself: promoted, ended, put away or left alone.

Each change is explained, undone by one command, and deletes nothing. What a person, an agent's deliberate
note or an import brought is left alone (`lifecycle.lifetimes`).
"""

from __future__ import annotations

from enum import StrEnum

from vademecum.lifecycle.admission import MIN_CONFIDENCE
from vademecum.lifecycle.evidence import confidence_cap, evidence_of, proven
from vademecum.lifecycle.lifetimes import confirmed, ends, firm, recency
from vademecum.lifecycle.transitions import Move, moved, refusal
from vademecum.model.extracted import Lasting
from vademecum.model.record import (
    PERSONAL,
    Memory,
    Review,
    ReviewEvent,
    Sensitivity,
    SourceKind,
    Status,
)
from vademecum.model.value import replace, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from datetime import datetime

BY = "tidy"
"""Who did it, in the history of a memory."""

PROMOTED_CONFIDENCE = 0.80
"""From which something that was said often enough is promoted; the founding planner's number."""

_DAY_S = 86_400.0


class SweepKind(StrEnum):
    """What becomes of a memory."""

    PROMOTE = "promote"  # it was said often enough to be taken for settled
    LAPSE = "lapse"  # its time is up: it gets an end
    FADE = "fade"  # a guess that nobody confirmed: it is archived


@value(kw_only=True)
class Sweep:
    """One change.

    Attributes:
        becomes: the memory after it.
        why: a clause about the memory.
        undo: what undoes it, with ``{key}`` for the memory's key.
    """

    kind: SweepKind
    becomes: Memory
    why: str
    undo: str


def swept(memory: Memory, now: datetime, *, contradicted: bool) -> Sweep | None:
    """What becomes of a memory; None when it is left alone. Doing it again changes nothing more.

    Args:
        memory: as its file says.
        now: the present, aware.
        contradicted: another visible memory says something else of the same.
    """
    if memory.status is not Status.ACTIVE or memory.superseded_by is not None or memory.supersedes:
        return None
    return _promoted(memory, now, contradicted=contradicted) or _lapsed(memory, now) or _faded(memory, now)


def promotable(memory: Memory, *, contradicted: bool) -> bool:
    """Whether a personal draft that nobody wrote was said often and surely enough, and is not contradicted.

    A project's drafts are for its people to approve.
    """
    if memory.scope != PERSONAL or memory.review is not Review.DRAFT:
        return False
    if not memory.sources or any(source.kind is SourceKind.USER for source in memory.sources):
        return False
    explicit = all(source.kind is SourceKind.KEYWORD for source in memory.sources)
    private = memory.sensitivity is not Sensitivity.NORMAL and not explicit
    doubted = contradicted or memory.needs_review is not None
    sure = (memory.confidence or 0.0) >= PROMOTED_CONFIDENCE
    return sure and proven(evidence_of(memory)) and not doubted and not private


def _promoted(memory: Memory, now: datetime, *, contradicted: bool) -> Sweep | None:
    if not promotable(memory, contradicted=contradicted):
        return None
    evidence = evidence_of(memory)
    said = f"was said {evidence.count} times in {evidence.sessions} sessions on {evidence.days} days"
    event = ReviewEvent(at=now, by=BY, before=Review.DRAFT, after=Review.APPROVED, note=said)
    becomes = replace(
        memory, review=Review.APPROVED, review_history=(*memory.review_history, event), updated=now
    )
    return Sweep(kind=SweepKind.PROMOTE, becomes=becomes, why=said, undo="vade review reject {key}")


def _lapsed(memory: Memory, now: datetime) -> Sweep | None:
    """Something overheard whose kind does not last, without an end of its own."""
    told = confirmed(memory)
    if firm(memory) or memory.expires is not None or told is None:
        return None
    end = ends(memory.type, Lasting.PERSISTENT, told, memory.valid_until or memory.valid_from)
    if end is None or end > now:
        return None
    why = f"is a {memory.type.value} that was overheard, and not said again since {told:%Y-%m-%d}"
    undo = "vade edit {key} --set expires="
    return Sweep(kind=SweepKind.LAPSE, becomes=replace(memory, expires=end, updated=now), why=why, undo=undo)


def _faded(memory: Memory, now: datetime) -> Sweep | None:
    """A guess whose confidence, at its age, would not let it in any more."""
    told = confirmed(memory)
    guessed = all(source.kind is SourceKind.INFERENCE for source in memory.sources)
    if firm(memory) or not guessed or told is None or refusal(memory, Move.ARCHIVE) is not None:
        return None
    worth = confidence_cap(memory.sources, evidence_of(memory))
    stated = worth if memory.confidence is None else min(memory.confidence, worth)
    if stated * recency((now - told).total_seconds() / _DAY_S) >= MIN_CONFIDENCE:
        return None
    why = f"is a guess that nothing has confirmed since {told:%Y-%m-%d}"
    becomes = moved(memory, Move.ARCHIVE, at=now, reason=why, by=BY)
    assert isinstance(becomes, Memory)
    return Sweep(kind=SweepKind.FADE, becomes=becomes, why=why, undo="vade restore {key}")
