"""Copies of a home, for people."""

from __future__ import annotations

from vademecum.cli.rendering.layout import BOLD, DIM, size
from vademecum.text.lines import one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.cli.view import View
    from vademecum.model.copies import HomeCopy, Restored


def taken(view: View, answer: HomeCopy) -> str:
    """Where the copy is, and what it holds."""
    where = one_line(answer.path)
    if view.quiet:
        return where
    held = f"{answer.memories:,} memories and {answer.conversations:,} conversations"
    lines = [view.style(where, BOLD), f"  {held}, {size(answer.bytes)} in {answer.files:,} files"]
    return "\n".join([*lines, view.style("  It is as private as the home itself.", DIM)])


def restored(view: View, answer: Restored) -> str:
    """Where the home is, and where what was there before went."""
    where = one_line(answer.home)
    if view.quiet:
        return where
    lines = [view.style(where, BOLD), f"  {answer.files:,} files, {size(answer.bytes)}"]
    if answer.aside is not None:
        lines.append(f"  what was there before is in {one_line(answer.aside)}")
    return "\n".join(lines)
