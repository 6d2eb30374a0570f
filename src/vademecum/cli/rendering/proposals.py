"""What conversations told that may be worth keeping, for people."""

from __future__ import annotations

from vademecum.cli.rendering.layout import BOLD, DIM
from vademecum.model.answer import RememberOutcome
from vademecum.text.lines import clip, collapse, one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.cli.view import View
    from vademecum.model.proposed import Proposal, Proposals

_KNOWN = (RememberOutcome.EXISTING, RememberOutcome.REINFORCED, RememberOutcome.ECHO)


def proposed(view: View, answer: Proposals) -> str:
    """Each statement with its turn, then how many wait."""
    if view.quiet:
        return "\n".join(item.key or "" for item in answer.items if item.outcome not in _KNOWN)
    lines = [_item(view, item) for item in answer.items]
    new = sum(item.outcome not in _KNOWN for item in answer.items)
    read = f"{answer.turns:,} turns of {answer.conversations:,} conversations read"
    if not new:
        return "\n".join([*lines, f"Nothing new to propose; {read}."])
    waits = "would wait" if answer.dry_run else "waits" if new == 1 else "wait"
    return "\n".join([*lines, f"{new:,} {waits} in `vade review list`; {read}."])


def _item(view: View, item: Proposal) -> str:
    said = clip(collapse(one_line(item.text)), 160)
    notes = [one_line(item.turn)]
    if item.outcome in _KNOWN:
        notes.append("remembered already")
    if item.similar:
        notes.append(f"much like {', '.join(item.similar)}")
    return f"  {view.style(said, BOLD)}\n    {view.style('; '.join(notes), DIM)}"
