"""What was written into the settings of a host."""

from __future__ import annotations

from vademecum.cli.rendering.layout import DIM, GREEN, RED
from vademecum.text.lines import one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from vademecum.cli.view import View

_COLOURS = {"+": GREEN, "-": RED, "@": DIM}


def changed(view: View, body: Mapping[str, Any]) -> str:
    """The files with what became of them, the differences of a dry run, and what is left to do."""
    lines: list[str] = []
    for change in body["results"]:
        told = change["outcome"]
        if body["dry_run"] and change["diff"]:
            lines += [_coloured(view, line) for line in change["diff"].splitlines()]
        elif not view.quiet:
            lines.append(f"{told:<9}  {one_line(change['path'])}")
    return "\n".join([*lines, *body["approvals"]])


def _coloured(view: View, line: str) -> str:
    return view.style(one_line(line.expandtabs(4)), _COLOURS.get(line[:1], ""))
