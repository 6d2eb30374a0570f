"""A memory's history for people: the chain from its first link to what holds now, each with its steps."""

from __future__ import annotations

from vademecum.cli.rendering.layout import BOLD, DIM, GREEN, YELLOW, block, indent
from vademecum.text.lines import collapse, one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import datetime

    from vademecum.cli.view import View
    from vademecum.model.history import Event, History, Link
    from vademecum.model.record import Key, MemoryId

_NO_DATE = " " * len("2026-01-01 12:00")


def history(view: View, answer: History) -> str:
    """The links, oldest first."""
    if view.quiet:
        return "\n".join(one_line(link.key) for link in answer.links)
    keys = {link.id: link.key for link in answer.links}
    shown = [_link(view, number, link, answer, keys) for number, link in enumerate(answer.links, start=1)]
    if answer.current is None:
        shown.append(view.style("Nothing of it holds now.", YELLOW))
    return "\n\n".join(shown)


def _link(view: View, number: int, link: Link, answer: History, keys: Mapping[MemoryId, Key]) -> str:
    state = view.style(link.status.value, GREEN if link.id == answer.current else YELLOW)
    review = f" [{link.review.value}]" if link.review else ""
    asked = view.style("  (asked for)", DIM) if link.id == answer.id and len(answer.links) > 1 else ""
    lines = [f"{number}. {view.style(one_line(link.key), BOLD)}  {state}{review}{_validity(link)}{asked}"]
    if link.title:
        lines.append(f"   {one_line(link.title)}")
    if text := block(link.text).strip():
        lines.append(indent(text, 3))
    lines += [f"   {line}" for line in _steps(view, link, keys)]
    lines.append(f"   {view.style(one_line(link.path), DIM)}")
    return "\n".join(lines)


def _validity(link: Link) -> str:
    since = f" from {_day(link.valid_from)}" if link.valid_from else ""
    until = f" until {_day(link.valid_until)}" if link.valid_until else ""
    return f"{since}{until}"


def _steps(view: View, link: Link, keys: Mapping[MemoryId, Key]) -> Iterator[str]:
    for event in link.events:
        at = event.at.strftime("%Y-%m-%d %H:%M") if event.at else _NO_DATE
        yield f"{view.style(at, DIM)}  {_told(event, link, keys)}"
    if link.needs_review is not None:
        why = f"{_NO_DATE}  in doubt: {collapse(one_line(link.needs_review.reason))}"
        yield view.style(why, YELLOW)


def _told(event: Event, link: Link, keys: Mapping[MemoryId, Key]) -> str:
    said = event.what
    if said == "superseded" and link.newer:
        said = f"superseded by {one_line(keys.get(link.newer, link.newer))}"
    elif event.by:
        said += f" by {one_line(event.by)}"
    if event.ref:
        said += f" ({one_line(event.ref)})"
    return f"{said}: {collapse(one_line(event.note))}" if event.note else said


def _day(at: datetime) -> str:
    return at.strftime("%Y-%m-%d")
