"""Copies of a home, for people."""

from __future__ import annotations

from vademecum.cli.rendering.layout import BOLD, DIM, GREEN, RED, size
from vademecum.text.lines import one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.cli.view import View
    from vademecum.model.copies import HomeCopy, Restored, VerifiedCopy


def taken(view: View, answer: HomeCopy) -> str:
    """Where the copy is, and what it holds."""
    where = one_line(answer.path)
    if view.quiet:
        return where
    lines = [view.style(where, BOLD), f"  {_held(answer)}"]
    return "\n".join([*lines, view.style("  It is as private as the home itself.", DIM)])


def _held(answer: HomeCopy | VerifiedCopy) -> str:
    """What a copy holds; of an encrypted home that is not known."""
    files = f"{size(answer.bytes)} in {answer.files:,} files"
    if answer.files and not (answer.memories or answer.conversations):
        return files
    return f"{answer.memories:,} memories and {answer.conversations:,} conversations, {files}"


def restored(view: View, answer: Restored) -> str:
    """Where the home is, and where what was there before went."""
    where = one_line(answer.home)
    if view.quiet:
        return where
    lines = [view.style(where, BOLD), f"  {answer.files:,} files, {size(answer.bytes)}"]
    if answer.aside is not None:
        lines.append(f"  what was there before is in {one_line(answer.aside)}")
    return "\n".join(lines)


_MOST = 20
"""Losses, and paths of one kind, that a person is shown."""


def verified(view: View, answer: VerifiedCopy) -> str:
    """Whether the copy is whole, what it has lost, and what became different at home since."""
    lines: list[str] = []
    if not view.quiet:
        where = view.style(one_line(answer.path), BOLD)
        lines = [where, f"  {_held(answer)}"]
    lines += [
        f"  {view.style(loss.kind.value, RED)}: {one_line(loss.message)}" for loss in answer.losses[:_MOST]
    ]
    if (more := len(answer.losses) - _MOST) > 0:
        lines.append(f"  … {more:,} more; `vade backup verify --json` names all")
    if view.quiet:
        return "\n".join(lines)
    lines.append(
        _told_whole(view) if not answer.losses else "  Restore from another copy what is named here."
    )
    return "\n".join([*lines, *_since(answer)])


def _told_whole(view: View) -> str:
    return f"  {view.style('whole', GREEN)}: every file is what was copied and can be read"


def _since(answer: VerifiedCopy) -> list[str]:
    if answer.home is None:
        return ["  not compared: the home here is not the one that it was taken of"]
    where = one_line(answer.home)
    kinds = {"changed": answer.changed, "added": answer.added, "deleted": answer.deleted}
    told = [
        f"  {name} since in {where}: {', '.join(map(one_line, paths[:_MOST]))}"
        f"{f' and {len(paths) - _MOST:,} more' if len(paths) > _MOST else ''}"
        for name, paths in kinds.items()
        if paths
    ]
    return told or [f"  {where} is as it was then"]
