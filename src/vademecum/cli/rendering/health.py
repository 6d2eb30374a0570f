"""The state of a home for people: findings with their fix, counts with bars, what a rebuild did."""

from __future__ import annotations

from itertools import groupby

from vademecum.cli.rendering.layout import BOLD, DIM, GREEN, RED, YELLOW, bars, size
from vademecum.text.lines import collapse, one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.cli.view import View
    from vademecum.model.answer import CheckUp, Finding, Synced, VaultStats

_MOST = 20
"""Findings of one code that a person is shown; a broken import would fill the screen with one thing."""

_STYLES = {"ok": GREEN, "note": DIM, "warning": YELLOW, "error": f"{BOLD};{RED}"}


def checkup(view: View, answer: CheckUp) -> str:
    """Findings, worst first, each with what to do."""
    lines: list[str] = []
    for _, alike in groupby(answer.findings, key=lambda finding: (finding.level, finding.code)):
        told = [f for f in alike if not (view.quiet and f.level == "ok")]
        lines += [_finding(view, finding) for finding in told[:_MOST]]
        if (more := len(told) - _MOST) > 0:
            lines.append(f"         … {more:,} more {told[0].code}; `vade doctor --json` names all")
    if not view.quiet:
        lines.append(_verdict(answer))
    return "\n".join(lines)


def _finding(view: View, finding: Finding) -> str:
    subject = f"{one_line(finding.subject)}: " if finding.subject else ""
    level = view.style(f"{finding.level:<7}", _STYLES.get(finding.level, ""))
    shown = f"{level}  {subject}{collapse(one_line(finding.message))}"
    return f"{shown}\n         fix: {one_line(finding.fix)}" if finding.fix else shown


def _verdict(answer: CheckUp) -> str:
    bad = sum(f.level in ("warning", "error") for f in answer.findings)
    if not bad:
        return "\nAll is well."
    return f"\n{bad} {'thing needs' if bad == 1 else 'things need'} attention."


def vault_stats(view: View, answer: VaultStats) -> str:
    """Totals, then a bar plot for each way of counting."""
    totals = (
        f"{_counted(answer.memories, 'memory', 'memories')}, "
        f"{_counted(answer.entities, 'entity', 'entities')}, {_counted(answer.terms, 'term', 'terms')}, "
        f"{_counted(answer.conversations, 'conversation', 'conversations')} "
        f"({_counted(answer.turns, 'turn', 'turns')}); "
        f"files {size(answer.file_bytes)}, index {size(answer.index_bytes)}"
    )
    if answer.quarantined:
        totals += f"; {answer.quarantined} unreadable (`vade doctor`)"
    if view.quiet:
        return totals
    groups = (
        ("by scope", answer.by_scope),
        ("by type", answer.by_type),
        ("by status", answer.by_status),
        ("by month", dict(sorted(answer.by_month.items(), reverse=True))),
        ("by tag", answer.by_tag),
    )
    parts = [
        f"{view.style(name, BOLD)}\n{bars(view, list(counts.items()))}" for name, counts in groups if counts
    ]
    return "\n\n".join([totals, *parts])


def synced(view: View, answer: Synced) -> str:
    """What a rebuild found."""
    read = answer.added + answer.changed
    if view.quiet:
        return ""
    rate = f" ({read / answer.elapsed_s:,.0f} a second)" if answer.elapsed_s > 0 and read else ""
    verb = "Read" if answer.warnings else "Indexed"
    lines = [f"{verb} {read:,} {'file' if read == 1 else 'files'} in {answer.elapsed_s:.1f} s{rate}."]
    if answer.conversations:
        lines.append(f"  {_counted(answer.conversations, 'conversation', 'conversations')} read too.")
    if answer.adopted:
        lines.append(f"  {answer.adopted} got an id.")
    if answer.quarantined:
        lines.append(f"  {answer.quarantined} could not be read; `vade doctor` names them.")
    lines += _unread(answer)
    return "\n".join(lines)


def followed(view: View, answer: Synced) -> str:
    """What changed at one look, in one line, and what could not be read."""
    if view.quiet:
        return ""
    counts = {
        "added": answer.added,
        "changed": answer.changed,
        "deleted": answer.deleted,
        "set aside": answer.quarantined,
    }
    told = [f"{count:,} {what}" for what, count in counts.items() if count]
    if answer.conversations:
        told.append(f"{_counted(answer.conversations, 'conversation', 'conversations')} read")
    line = ", ".join(told) or "nothing has changed"
    return "\n".join([f"{line[:1].upper()}{line[1:]}.", *_unread(answer)])


def _unread(answer: Synced) -> list[str]:
    return [
        f"  not read: {one_line(f or '.')} ({one_line(reason)})" for f, reason in answer.unreachable.items()
    ]


def _counted(count: int, one: str, many: str) -> str:
    return f"{count:,} {one if count == 1 else many}"
