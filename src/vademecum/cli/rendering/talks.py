"""A replayed talk for people: each utterance as it comes, what was known for it, and how soon."""

from __future__ import annotations

from vademecum.cli.rendering.layout import BOLD, CYAN, DIM, GREEN, YELLOW
from vademecum.model.session import Verdict
from vademecum.text.lines import clip, collapse, one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.cli.view import View
    from vademecum.model.rehearsal import Rehearsal, RehearsedFact, RehearsedStep

_INDENT = " " * 10
_WIDEST = 160
"""Characters of a fact or an utterance in a pipe; a terminal has its own width."""


def step(view: View, done: RehearsedStep) -> str:
    """One step; partials that looked nothing up, and what was merely recalled, are left out when quiet."""
    fired = done.verdict == Verdict.FIRE.value
    if view.quiet and done.heard != "final":
        return ""
    if done.heard == "final":
        return "\n".join(_final(view, done))
    if not fired:
        return f"{_clock(view, done)}{view.style(_cut(view, f'… {done.text}'), DIM)}"
    head = f"{_clock(view, done)}{view.style('…', CYAN)} {_cut(view, done.text)}"
    looked = f"looked ahead for “{_safe(done.stable)}”: {_number(len(done.facts))}, {done.latency_ms:.1f} ms"
    return f"{head}\n{_INDENT}{view.style(looked, CYAN)}"


def _final(view: View, done: RehearsedStep) -> list[str]:
    who = f"{done.speaker}: " if done.speaker != "user" else ""
    lines = [f"{_clock(view, done)}{view.style(_cut(view, f'{who}{done.text}'), BOLD)}"]
    if who:
        return lines
    how = view.style("waiting", GREEN) if done.prepared else view.style("looked up", YELLOW)
    lines.append(f"{_INDENT}{how}: {_number(len(done.facts))}, {done.latency_ms:.1f} ms")
    lines += [f"{_INDENT}  {_fact(view, fact)}" for fact in done.facts]
    lines += [f"{_INDENT}{view.style('noted', GREEN)}: {_cut(view, text)}" for text in done.noted]
    lines += [f"{_INDENT}{view.style('left out', YELLOW)}: {_safe(why)}" for why in done.left_out]
    return lines


def _fact(view: View, fact: RehearsedFact) -> str:
    name = _safe(fact.key) if fact.key else "·"
    return f"{view.style(name, BOLD)} {_cut(view, fact.statement)}"


def summary(view: View, done: Rehearsal) -> str:
    """What the steps come to; nothing when quiet."""
    if view.quiet:
        return ""
    turns = "1 turn" if done.turns == 1 else f"{done.turns} turns"
    looks = "1 look ahead" if done.looks == 1 else f"{done.looks} looks ahead"
    line = f"{turns}, {looks}; the answer was waiting for {done.prepared}"
    if done.prepared_ms is not None:
        line += f" ({done.prepared_ms:.1f} ms, median)"
    if done.direct_ms is not None:
        line += f"; {done.turns - done.prepared} looked up ({done.direct_ms:.1f} ms)"
    return f"\n{line}."


def _clock(view: View, done: RehearsedStep) -> str:
    minutes, seconds = divmod(done.at_s, 60)
    return view.style(f"{int(minutes):3d}:{seconds:04.1f}  ", DIM)


def _number(facts: int) -> str:
    return "nothing known" if not facts else "1 fact" if facts == 1 else f"{facts} facts"


def _cut(view: View, text: str) -> str:
    room = max(20, view.width - len(_INDENT) - 12) if view.terminal else _WIDEST
    return clip(_safe(text), room)


def _safe(text: str) -> str:
    return collapse(one_line(text))
