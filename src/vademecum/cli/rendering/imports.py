"""What became of an import, for people: the sums first, then why something was left out."""

from __future__ import annotations

from vademecum.cli.rendering.layout import BOLD, DIM, YELLOW
from vademecum.model.importing import Fate
from vademecum.text.lines import clip, collapse, one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.cli.view import View
    from vademecum.model.importing import Imported

_MOST = 12
"""Lines about what was left out; an archive of years has thousands for a handful of reasons."""

_NAME = 40


def progress(name: str, done: int, size: int) -> tuple[str, str]:
    """What a bar says before and behind itself.

    Args:
        name: of a file that is read; empty while what was read is made findable.
        done: bytes of the file, or conversations.
        size: of all of it.
    """
    if not name:
        return "indexing", f"{done:,} of {size:,} conversations"
    return short(name), f"{done / 1e6:,.1f} of {size / 1e6:,.1f} MB" if size else ""


def short(name: str) -> str:
    """A file's name as a bar shows it: its end, which tells files apart."""
    safe = one_line(name)
    return safe if len(safe) <= _NAME else f"…{safe[1 - _NAME :]}"


def imported(view: View, answer: Imported) -> str:
    """How many records of each fate, then what was rejected and why, then what was skipped and why."""
    sums = f"{answer.imported:,} imported, {answer.duplicate:,} known already"
    sums += f", {answer.skipped:,} skipped, {answer.rejected:,} rejected"
    if view.quiet:
        return sums
    files = "1 file" if answer.files == 1 else f"{answer.files:,} files"
    parts = [view.style(f"{'Would be: ' if answer.dry_run else ''}{sums}  ({files})", BOLD)]
    parts += [f"  {line}" for line in _kinds(answer)]
    parts += _rejected(view, answer)
    parts += _skipped(view, answer)
    return "\n".join(parts)


_KINDS = {
    "turn": ("turn", "turns"),
    "memory": ("memory", "memories"),
    "conversation": ("conversation", "conversations"),
    "entity": ("page of an entity", "pages of entities"),
    "title": ("title", "titles"),
    "aliases": ("vocabulary", "vocabularies"),
    "alias": ("alias", "aliases"),
    "fields": ("declaration of fields", "declarations of fields"),
    "field": ("declared field", "declared fields"),
    "rules": ("file of rules", "files of rules"),
    "rule": ("rule", "rules"),
    "settings": ("file of settings", "files of settings"),
}


def _kinds(answer: Imported) -> list[str]:
    """Of what kind the new records are."""
    counts: dict[str, int] = {}
    conversations: set[str | None] = set()
    for record in answer.records:
        if record.outcome is Fate.IMPORTED:
            counts[record.kind] = counts.get(record.kind, 0) + record.count
            if record.kind == "turn":
                conversations.add(record.id)
    lines = {kind: _counted(count, kind) for kind, count in counts.items()}
    if conversations:
        lines["turn"] += f" of {_counted(len(conversations), 'conversation')}"
    return list(lines.values())


def _counted(count: int, kind: str) -> str:
    return f"{count:,} {_KINDS[kind][count != 1]}"


def _rejected(view: View, answer: Imported) -> list[str]:
    bad = [record for record in answer.records if record.outcome is Fate.REJECTED]
    lines = [
        f"  {view.style('rejected', YELLOW)} {one_line(record.file)}, {record.place}: "
        f"{clip(collapse(one_line(record.reason)), 160)}"
        for record in bad[:_MOST]
    ]
    return lines if len(bad) <= _MOST else [*lines, f"  … {len(bad) - _MOST:,} more; --json names all"]


def _skipped(view: View, answer: Imported) -> list[str]:
    """Skipped records by reason, most first."""
    reasons: dict[str, int] = {}
    for record in answer.records:
        if record.outcome is Fate.SKIPPED:
            reasons[record.reason] = reasons.get(record.reason, 0) + record.count
    ordered = sorted(reasons.items(), key=lambda each: (-each[1], each[0]))
    lines = [
        f"  {view.style(f'skipped {count:,}: {clip(one_line(why), 120)}', DIM)}" for why, count in ordered
    ]
    return lines[:_MOST]
