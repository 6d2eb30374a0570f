"""What a change would bring about, for people."""

from __future__ import annotations

from vademecum.cli.rendering.layout import BOLD, GREEN, RED, YELLOW
from vademecum.text.lines import one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.cli.view import View
    from vademecum.model.foreseen import Foreseen, ForeseenEdge, ForeseenRecord


def foreseen(view: View, answer: Foreseen) -> str:
    """Records, relations and doubts, a line each."""
    lines = [_record(view, one) for one in answer.records]
    lines += [_edge(view, one) for one in answer.edges]
    doubts = [f"in doubt: {one_line(one.key)} ({one_line(one.reason)})" for one in answer.doubted]
    lines += [view.style(doubt, YELLOW) for doubt in doubts]
    lines += [f"named no more by {one_line(key)}" for key in answer.relinked]
    if answer.provisional:
        lines.append(f"new names: {', '.join(map(one_line, answer.provisional))}")
    if view.quiet:
        return "\n".join(lines)
    if answer.truncated:
        lines.append("and more derived relations than are told")
    if not lines:
        return f"Nothing would change: {one_line(answer.outcome)}."
    said = "; it would wait for `vade review`" if answer.outcome == "proposed" else ""
    return "\n".join([f"Nothing is written. This would come of it{said}:", *(f"  {line}" for line in lines)])


def _record(view: View, one: ForeseenRecord) -> str:
    key = view.style(one_line(one.key), BOLD)
    if one.before is None:
        return f"{key} is written"
    if one.after is None:
        return f"{key} goes for good"
    status = f": {one.before} → {one.after}" if one.before != one.after else ""
    fields = [name for name in one.changed if name != "status"]
    told = f" ({', '.join(fields)})" if fields else ""
    return f"{key}{status}{told}"


def _edge(view: View, one: ForeseenEdge) -> str:
    sign, colour = ("+", GREEN) if one.change == "comes" else ("-", RED)
    span = f" since {one.since:%Y-%m-%d}" if one.since else ""
    span += f" until {one.until:%Y-%m-%d}" if one.until else ""
    told = f"{sign} {one_line(one.subject)} {one_line(one.predicate)} {one_line(one.object)}{span}"
    return f"{view.style(told, colour)}  [{one_line(one.said_by)}]"
