"""What is searched, for people."""

from __future__ import annotations

from vademecum.cli.rendering.layout import DIM, GREEN, Column, table
from vademecum.text.lines import one_line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.cli.view import View
    from vademecum.model.fields import FieldUse, FieldUses

_ADVICE = "`vade schema fields --add` and `--remove` change it; Entity means every page."


def fields(view: View, answer: FieldUses) -> str:
    """A line a field, and what was changed."""
    if view.quiet:
        return "\n".join(_named(use) for use in answer.results if use.searched)
    columns = (
        Column("field", flexible=True),
        Column("searched", style=GREEN),
        Column("records", right=True),
        Column("", style=DIM),
    )
    rows = [
        (
            _named(use),
            "yes" if use.searched else "no",
            f"{use.records:,}",
            "by default" if use.default and use.searched else "",
        )
        for use in answer.results
    ]
    return "\n\n".join([*_changed(answer), table(view, columns, rows), _room(answer)])


def _named(use: FieldUse) -> str:
    return one_line(f"{use.label}.{use.field}")


def _changed(answer: FieldUses) -> list[str]:
    if not answer.changed:
        return []
    return [f"{'Would change' if answer.dry_run else 'Changed'}: {', '.join(map(one_line, answer.changed))}"]


def _room(answer: FieldUses) -> str:
    noun = "field" if answer.room == 1 else "fields"
    return f"Writing may declare {answer.room} more {noun}. {_ADVICE}"
