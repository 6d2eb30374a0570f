"""Changes of what holds, for people: what a memory became, what took its place, what is in doubt now."""

from __future__ import annotations

from vademecum.cli.rendering.layout import BOLD, DIM
from vademecum.cli.rendering.records import in_doubt, place, summary
from vademecum.model.record import Status
from vademecum.text.lines import one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pathlib import Path

    from vademecum.cli.view import View
    from vademecum.model.revision import Revised, Superseded

_DONE = {"active": "Restored", "retracted": "Retracted", "deprecated": "Deprecated", "archived": "Archived"}
_PROPOSED = "Proposed; it holds until somebody says `vade review approve"


def revised(view: View, answer: Revised, home: Path) -> str:
    """What became of a record."""
    key = one_line(answer.memory.key)
    if view.quiet:
        return key
    name = view.style(key, BOLD)
    if answer.outcome == "unchanged":
        return f"Nothing changed: {name} is {answer.before.value} already"
    if answer.outcome == "proposed":
        said = f"{_PROPOSED} {key}`: {name}"
    elif answer.dry_run:
        said = f"Nothing written; would be {_done(answer).lower()}: {name}"
    else:
        said = f"{_done(answer)} {name}"
    lines = [
        f"{said}: {one_line(summary(answer.memory))}",
        view.style(f"  {place(home, answer.memory)}", DIM),
    ]
    return "\n".join([*lines, *in_doubt(view, answer.doubted)])


def _done(answer: Revised) -> str:
    restored = answer.before is Status.ARCHIVED and answer.outcome == Status.DEPRECATED.value
    return "Restored, deprecated as before" if restored else _DONE[answer.outcome]


def superseded(view: View, answer: Superseded, home: Path) -> str:
    """What holds now, and what held until now."""
    if view.quiet:
        return one_line(answer.memory.key)
    old, new = (view.style(one_line(one.key), BOLD) for one in (answer.replaced, answer.memory))
    said, waits = one_line(summary(answer.memory)), answer.outcome == "proposed"
    if answer.dry_run:
        lines = [f"Nothing written; would {'be proposed' if waits else 'hold from now on'}: {said}"]
    else:
        told = f"{_PROPOSED} {one_line(answer.memory.key)}`" if waits else "Holds from now on"
        lines = [f"{told}: {new}: {said}", view.style(f"  {place(home, answer.memory)}", DIM)]
    lines.append(f"  in the place of {old}: {one_line(summary(answer.replaced))}")
    if answer.provisional:
        lines.append(f"  new names: {', '.join(one_line(name) for name in answer.provisional)}")
    return "\n".join([*lines, *in_doubt(view, answer.doubted)])
