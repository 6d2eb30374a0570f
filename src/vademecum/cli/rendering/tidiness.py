"""What may be cleaned up, for people: by kind, each with what to do about it."""

from __future__ import annotations

from itertools import groupby

from vademecum.cli.rendering.layout import BOLD, DIM, GREEN, YELLOW
from vademecum.text.lines import collapse, one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.cli.view import View
    from vademecum.model.tidied import Tidied, Untidy

_MOST = 10
"""Findings of one kind that a person is shown; after an import there may be thousands of one thing."""

_HEADINGS = {
    "exact_repeat": "Said twice",
    "half_written_chain": "Replacements that only one side knows of",
    "kept_aside": "Replacements that were put aside",
    "broken_chain": "Replaced by something that is gone",
    "doubt": "In doubt",
    "unsaid_claim": "Claims that their text does not say",
    "near_repeat": "Said nearly twice",
    "expired": "Ran out",
    "lonely_stub": "Pages begun by a mention that is gone",
    "broken_link": "Links to nothing",
    "promote": "Said often enough to be settled",
    "lapse": "Overheard, and over by now",
    "fade": "Guessed, and never confirmed",
}


_SWEPT = frozenset({"promote", "lapse", "fade"})


def tidied(view: View, answer: Tidied) -> str:
    """Findings by kind, most pressing first, then how many were or can be repaired."""
    if view.quiet:
        return "\n".join(one_line(finding.key) for finding in answer.findings)
    if not answer.findings:
        return "Nothing to tidy up."
    parts: list[str] = []
    for kind, alike in groupby(answer.findings, key=lambda finding: finding.kind):
        found = list(alike)
        lines = [view.style(f"{_HEADINGS[kind]} ({len(found):,})", BOLD)]
        lines += [_finding(view, finding) for finding in found[:_MOST]]
        if (more := len(found) - _MOST) > 0:
            lines.append(f"  … {more:,} more; `vade tidy --json` names all")
        parts.append("\n".join(lines))
    return "\n\n".join([*parts, _closing(view, answer)])


def _finding(view: View, finding: Untidy) -> str:
    said = f"  {view.style(one_line(finding.key), BOLD)} {collapse(one_line(finding.message))}"
    if finding.done and finding.kind in _SWEPT:
        undone = view.style(f"undo with {one_line(finding.fix)}", DIM)
        return f"{said}  {view.style('done', GREEN)}\n    {undone}"
    if finding.done:
        return f"{said}  {view.style('repaired', GREEN)}"
    return f"{said}\n    {view.style(one_line(finding.fix), DIM)}"


def _closing(view: View, answer: Tidied) -> str:
    if answer.applied:
        return f"Repaired {answer.repaired:,}; the rest is for you to decide."
    if answer.repairable:
        safe = "can be repaired without losing anything: `vade tidy --apply`"
        return view.style(f"Nothing written; {answer.repairable:,} {safe}", YELLOW)
    return "Nothing written; all of it is for you to decide."
