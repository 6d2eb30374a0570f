"""The brief as bounded text for a model, in the same frame as a digest."""

from __future__ import annotations

from vademecum.retrieval.packing import CLOSING, ELLIPSIS, FRAME, OPENING, cost_of, safe_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from vademecum.model.answer import Hit
    from vademecum.model.brief import BriefPart

HEADER = "vademecum brief (what matters at the start; `recall` finds the rest):"
HEADINGS: Mapping[str, str] = {
    "pinned": "Pinned:",
    "waiting": "Waiting for the user's decision (`vade review list`):",
    "decisions": "Recent decisions:",
    "people": "People:",
}
"""Part -> the line above it."""


def brief_text(parts: Sequence[BriefPart], *, max_bytes: int) -> str:
    """The parts as a framed block of at most `max_bytes` UTF-8 bytes; empty when not one line fits.

    No line is cut: one that does not fit is skipped for a shorter one, and the ellipsis in its part says that
    something was left out. A part whose first line does not fit has no heading either.
    """
    room = max_bytes - sum(cost_of(line) for line in (OPENING, FRAME, HEADER, CLOSING)) + 1
    printed: list[str] = []
    for part in parts:
        lines = _part_lines(part, room)
        printed += lines
        room -= sum(cost_of(line) for line in lines)
    return "\n".join([OPENING, FRAME, HEADER, *printed, CLOSING]) if printed else ""


def _part_lines(part: BriefPart, room: int) -> list[str]:
    heading = HEADINGS[part.name]
    room -= cost_of(heading) + cost_of(ELLIPSIS)
    kept: list[str] = []
    for line in map(_line, part.items):
        if cost_of(line) <= room:
            kept.append(line)
            room -= cost_of(line)
    if not kept:
        return []
    return [heading, *kept, *([ELLIPSIS] if len(kept) < part.total else [])]


def _line(hit: Hit) -> str:
    said = f" — {safe_line(hit.summary)}" if hit.summary else ""
    mark = f" [{hit.mark}]" if hit.mark else ""
    return f"  {safe_line(hit.key)}{said}{mark}"
