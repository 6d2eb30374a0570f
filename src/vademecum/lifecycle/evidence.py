"""What a repeat is worth: one more source, more evidence, more confidence up to what its sources allow."""

from __future__ import annotations

from datetime import UTC

from vademecum.model.record import Evidence, SourceKind
from vademecum.model.value import replace, value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import date, datetime

    from vademecum.model.record import Memory, Source

MAX_SOURCES = 100
"""Entries a memory keeps: more than anybody reads. Beyond it the newest entry gives way to the next; the
counts go on."""


@value
class _Worth:
    """What a kind of source is worth, 0..1.

    Attributes:
        one: confidence after a single statement.
        cap: highest confidence by statements of this kind.
        proven: the cap once they came several times, from several sessions, on several days.
    """

    one: float
    cap: float
    proven: float


# The caps are those of the founding planner: command 1.0, statement 0.95, strong implication 0.70 (0.85 with
# more evidence), weak inference 0.55 (0.75). What one statement is worth leaves room for a second below them.
_WORTH = {
    SourceKind.USER: _Worth(0.9, 1.0, 1.0),
    SourceKind.KEYWORD: _Worth(0.8, 0.95, 0.95),
    SourceKind.AGENT: _Worth(0.6, 0.70, 0.85),
    SourceKind.IMPORT: _Worth(0.6, 0.70, 0.85),
    SourceKind.FILE: _Worth(0.6, 0.70, 0.85),
    SourceKind.INFERENCE: _Worth(0.4, 0.55, 0.75),
}

_PROVEN = Evidence(count=3, sessions=2, days=2)
"""Evidence from which the higher cap holds; the founding planner promotes from the same numbers."""

_NOTHING = Evidence(count=0, sessions=0, days=0)


def reinforced(memory: Memory, source: Source, now: datetime) -> Memory:
    """A memory that was said once more: one more source, grown evidence, no less confidence.

    The very same source again (kind and reference) changes nothing. A source without a reference names no
    place, so each is taken for a statement of its own.

    Args:
        now: the moment of the repeat, aware; taken when the source states none.
    """
    if source.ref is not None and any((s.kind, s.ref) == (source.kind, source.ref) for s in memory.sources):
        return memory
    added = source if source.at else replace(source, at=now)
    evidence = _grown(memory, added)
    sources = (*memory.sources[: MAX_SOURCES - 1], added)
    return replace(
        memory,
        sources=sources,
        evidence=evidence,
        confidence=_confidence(memory, added, evidence),
        updated=max(now, memory.updated) if memory.updated else now,
    )


def evidence_of(memory: Memory) -> Evidence:
    """What is stated of a memory's evidence, else what its sources show."""
    return memory.evidence or Evidence(
        count=len(memory.sources),
        sessions=len({_session(source, memory) for source in memory.sources}),
        days=len({_day(source, memory) for source in memory.sources}),
    )


def confidence_cap(sources: Sequence[Source], evidence: Evidence) -> float:
    """The highest confidence that sources of these kinds allow, 0..1; the most explicit one decides."""
    often = proven(evidence)
    worths = [_WORTH[source.kind] for source in sources]
    return max([worth.proven if often else worth.cap for worth in worths], default=1.0)


def proven(evidence: Evidence) -> bool:
    """Whether it was said three times, in two sessions, on two days."""
    return (
        evidence.count >= _PROVEN.count
        and evidence.sessions >= _PROVEN.sessions
        and evidence.days >= _PROVEN.days
    )


def capped(memory: Memory) -> Memory:
    """A new memory whose stated confidence is no higher than its sources allow."""
    if memory.confidence is None:
        return memory
    cap = confidence_cap(memory.sources, evidence_of(memory))
    return replace(memory, confidence=min(memory.confidence, cap))


def _confidence(memory: Memory, added: Source, evidence: Evidence) -> float:
    """Noisy-OR of what was and what is added, under the cap; what stood above the cap stays."""
    before = memory.confidence
    if before is None:
        before = _either([_WORTH[source.kind].one for source in memory.sources])
        before = min(before, confidence_cap(memory.sources, evidence_of(memory)))
    cap = confidence_cap((*memory.sources, added), evidence)
    joined = round(_either([before, _WORTH[added.kind].one]), 4)  # four digits are what a file should show
    return max(before, min(joined, cap))


def _either(chances: Sequence[float]) -> float:
    """The chance that at least one of several independent statements is right."""
    wrong = 1.0
    for chance in chances:
        wrong *= 1.0 - chance
    return 1.0 - wrong


def _grown(memory: Memory, added: Source) -> Evidence:
    before = evidence_of(memory) if memory.sources or memory.evidence else _NOTHING
    sessions = {_session(source, memory) for source in memory.sources}
    days = {_day(source, memory) for source in memory.sources}
    return Evidence(
        count=before.count + 1,
        sessions=before.sessions + (_session(added, memory) not in sessions),
        days=before.days + (_day(added, memory) not in days),
    )


def _session(source: Source, memory: Memory) -> str:
    """The conversation or file a source names; without a reference all of one day are one session."""
    if source.ref:
        return source.ref.partition("#")[0]
    return f"day:{_day(source, memory)}"


def _day(source: Source, memory: Memory) -> date | None:
    """The day (UTC) on which it was said; without a time the day the memory was made."""
    at = source.at or memory.created
    return at.astimezone(UTC).date() if at else None
