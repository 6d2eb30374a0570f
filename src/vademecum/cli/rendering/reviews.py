"""The review for people: what waits, what a proposal would change word by word, what a decision did."""

from __future__ import annotations

from vademecum.cli.rendering.hits import when
from vademecum.cli.rendering.layout import BOLD, CYAN, DIM, GREEN, RED, YELLOW, indent
from vademecum.cli.rendering.records import in_doubt, place
from vademecum.lifecycle.reviewing import Waiting
from vademecum.text.lines import collapse, one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from datetime import datetime
    from pathlib import Path

    from vademecum.cli.view import View
    from vademecum.model.reviewed import Comparison, DiffLine, FieldChange, Queue, Queued, Reviewed

_EMPTY = "Nothing waits for a decision."
_SAID = {
    Waiting.REPLACEMENT: "would replace {against}",
    Waiting.RETIREMENT: "is proposed to be {proposes}",
    Waiting.PROPOSAL: "is proposed",
    Waiting.DOUBT: "is in doubt",
    Waiting.APPROVED: "is approved and may be published",
    Waiting.DRAFT: "is a draft",
}
_ADVICE = {
    Waiting.REPLACEMENT: "approve {key} · reject {key}",
    Waiting.RETIREMENT: "approve {key} · reject {key}",
    Waiting.PROPOSAL: "approve {key} · reject {key}",
    Waiting.DOUBT: "approve {key}",
    Waiting.APPROVED: "publish {key} · reject {key}",
    Waiting.DRAFT: "propose {key} · reject {key}",
}
_DONE = {
    "proposed": "Proposed",
    "approved": "Approved",
    "rejected": "Rejected",
    "published": "Published",
    "kept": "Kept as it is:",
    "still_holds": "Still holds:",
    "superseded": "Approved",
    "retracted": "Retracted",
    "deprecated": "Deprecated",
    "archived": "Archived",
}


def queue(view: View, answer: Queue, present: datetime) -> str:
    """What waits, numbered, each with what it would change and the commands that decide it."""
    if view.quiet:
        return "\n".join(one_line(item.key) for item in answer.items)
    if not answer.items:
        return _EMPTY
    shown = [_waiting(view, number, item, present) for number, item in enumerate(answer.items, start=1)]
    left = answer.total - len(answer.items)
    noun = "decision waits" if answer.total == 1 else "decisions wait"
    more = f"; {left} not shown, `--limit {min(answer.total, 1000)}` shows more" if left else ""
    return "\n\n".join([*shown, view.style(f"{answer.total} {noun}{more}", DIM)])


def _waiting(view: View, number: int, item: Queued, present: datetime) -> str:
    waits = Waiting(item.waits_as)
    against = one_line(item.against) or "a memory that is gone"
    said = _SAID[waits].format(against=against, proposes=item.proposes and item.proposes.value)
    at = when(view, item.at.isoformat() if item.at else None, present)
    facts = [one_line(fact) for fact in (item.scope, item.by or "", at) if fact]
    heading = f"{view.style(one_line(item.key), BOLD)} {view.style(said, YELLOW)}"
    lines = [f"{number}. {heading}  {view.style(' · '.join(facts), DIM)}"]
    if item.note:
        lines.append(f"   because: {collapse(one_line(item.note))}")
    lines += [f"   {view.style('note: ' + one_line(warning), YELLOW)}" for warning in item.warnings]
    changes = comparison(view, item.change) if item.change else ""
    lines.append(indent(changes or collapse(one_line(item.summary)), 3))
    advice = _ADVICE[waits].format(key=one_line(item.key))
    lines.append(f"   {view.style(f'vade review {advice}', DIM)}")
    return "\n".join(lines)


def comparison(view: View, change: Comparison) -> str:
    """What one memory says otherwise than another: fields first, then the text."""
    return "\n".join(
        [*(_field(view, each) for each in change.fields), *(_line(view, each) for each in change.lines)]
    )


def _field(view: View, change: FieldChange) -> str:
    before = view.style(one_line(change.before), RED) if change.before else "nothing"
    after = view.style(one_line(change.after), GREEN) if change.after else "nothing"
    arrow = "→" if view.wide_letters else "->"
    return f"{view.style(f'{change.field}:', DIM)} {before} {arrow} {after}"


def _line(view: View, line: DiffLine) -> str:
    if line.sign == "…":
        return view.style("…" if view.wide_letters else "...", DIM)
    text = one_line(line.text)
    if line.sign == " ":
        return view.style(f"  {text}", DIM)
    colour = RED if line.sign == "-" else GREEN
    return f"{view.style(line.sign, colour)} {_marked(view, text, line.changed, colour)}"


def _marked(view: View, text: str, spans: Sequence[tuple[int, int]], colour: str) -> str:
    """The changed words stand out by weight; where there is no colour, the two lines say it themselves."""
    if not spans:
        return view.style(text, colour)
    parts: list[str] = []
    done = 0
    for start, end in spans:
        parts += [view.style(text[done:start], colour), view.style(text[start:end], f"{BOLD};4;{colour}")]
        done = end
    return "".join([*parts, view.style(text[done:], colour)])


def reviewed(view: View, answer: Reviewed, home: Path) -> str:
    """What a decision did, and to which files."""
    key = one_line(answer.memory.key)
    if view.quiet:
        return key
    done = _DONE[answer.outcome]
    verb = f"Nothing written; would be {done.lower()}" if answer.dry_run else done
    replaced = [
        f"  in place of {view.style(one_line(old.key), CYAN)}: {place(home, old)}" for old in answer.replaced
    ]
    told = [*replaced, *in_doubt(view, answer.doubted)]
    if answer.relieved:
        told.append(f"  in doubt no more: {', '.join(map(one_line, answer.relieved))}")
    return "\n".join([f"{verb} {view.style(key, BOLD)}", f"  {place(home, answer.memory)}", *told])
