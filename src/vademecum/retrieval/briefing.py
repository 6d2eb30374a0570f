"""The brief as bounded text for a model, in the same frame as a digest."""

from __future__ import annotations

from vademecum.retrieval.packing import CLOSING, ELLIPSIS, FRAME, OPENING, cost_of, safe_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from vademecum.model.answer import Hit
    from vademecum.model.brief import BriefCount, BriefGap, BriefPart

HEADER = "vademecum brief (what matters at the start; `recall` finds the rest):"
PARTIAL = "Partial: time ran out before everything was asked for; `vade brief` tells the rest."
HEADINGS: Mapping[str, str] = {
    "pinned": "Pinned:",
    "waiting": "Waiting for the user's decision (`vade review list`):",
    "decisions": "Recent decisions:",
    "people": "People:",
}
"""Part -> the line above it."""

COMMANDS: Mapping[str, Sequence[str]] = {
    "memories": ('vade recall "QUESTION" — what is known, or that nothing is', "vade show ID — one in full"),
    "entities": ("vade graph node NAME — what a name means, and what it is joined to",),
    "relations": ("vade graph path NAME NAME — how one leads to the other",),
}
"""What there is -> commands that help with it."""

_SINGULAR: Mapping[str, str] = {"memories": "memory", "entities": "entity", "relations": "relation"}


def brief_text(
    parts: Sequence[BriefPart],
    *,
    max_bytes: int,
    counts: Sequence[BriefCount] = (),
    gaps: Sequence[BriefGap] = (),
    partial: bool = False,
) -> str:
    """All of it as a framed block of at most `max_bytes` UTF-8 bytes; empty when not one line fits.

    No line is cut: one that does not fit is skipped for a shorter one, and the ellipsis in its part says that
    something was left out. A part whose first line does not fit has no heading either.
    """
    room = max_bytes - sum(cost_of(line) for line in (OPENING, FRAME, HEADER, CLOSING)) + 1
    printed: list[str] = []

    def put(heading: str, lines: Iterable[str], *, total: int) -> None:
        nonlocal room
        kept = _fitting(heading, lines, room, total)
        printed.extend(kept)
        room -= sum(map(cost_of, kept))

    if partial and cost_of(PARTIAL) <= room:
        printed.append(PARTIAL)
        room -= cost_of(PARTIAL)
    put("There is:", map(_count_line, counts), total=len(counts))
    put("Not found by any question:", map(_gap_line, gaps), total=len(gaps))
    for part in parts:
        put(HEADINGS[part.name], map(_line, part.items), total=part.total)
    helping = [f"  {line}" for count in counts for line in COMMANDS.get(count.name, ())]
    put("Commands:", helping, total=len(helping))
    return "\n".join([OPENING, FRAME, HEADER, *printed, CLOSING]) if printed else ""


def _fitting(heading: str, lines: Iterable[str], room: int, total: int) -> list[str]:
    """The heading and those of its lines for which there is room; nothing when none of them fits.

    Args:
        heading: stands above them.
        lines: what is listed.
        room: bytes that are left.
        total: how many lines there would be in all.
    """
    room -= cost_of(heading) + cost_of(ELLIPSIS)
    kept: list[str] = []
    for line in lines:
        if cost_of(line) <= room:
            kept.append(line)
            room -= cost_of(line)
    if not kept:
        return []
    return [heading, *kept, *([ELLIPSIS] if len(kept) < total else [])]


def _count_line(count: BriefCount) -> str:
    told = [f"{number:,} {safe_line(name)}" for name, number in count.by.items()]
    if count.sorts > len(told):
        told.append(f"{count.sorts - len(told)} more sorts")
    noun = _SINGULAR[count.name] if count.total == 1 else count.name
    return f"  {count.total:,} {noun}: {', '.join(told)}"


def _gap_line(gap: BriefGap) -> str:
    return f"  {safe_line(gap.what)}; {safe_line(gap.fix)}"


def _line(hit: Hit) -> str:
    said = f" — {safe_line(hit.summary)}" if hit.summary else ""
    mark = f" [{hit.mark}]" if hit.mark else ""
    return f"  {safe_line(hit.key)}{said}{mark}"
