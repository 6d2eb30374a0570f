"""`vade edit`: change what the options name, or open the file itself."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from vademecum.cli.given import read_text
from vademecum.cli.grammar import Command
from vademecum.cli.inputs import SINCE, TEXT, TYPE, chain, dry_run_option, pair
from vademecum.cli.rendering import records
from vademecum.errors import UsageError, VadeError
from vademecum.surface import answers

if TYPE_CHECKING:
    from datetime import datetime

    from vademecum.cli.session import Session
    from vademecum.engine.vade import Vade
    from vademecum.model.answer import Stored

_changes = chain(
    click.option("--text", type=TEXT, metavar="TEXT|-", help="Replace the text; - reads standard input."),
    click.option("--title", type=TEXT, help="Replace the title, or an entity's name."),
    click.option("--type", type=TYPE, help="Change what it is."),
    click.option("--tag", "add_tags", type=TEXT, multiple=True, help="Add a tag; repeat for more."),
    click.option("--untag", "remove_tags", type=TEXT, multiple=True, help="Remove a tag; repeat for more."),
    click.option("--alias", "add_aliases", type=TEXT, multiple=True, help="Add other words to find it by."),
    click.option("--unalias", "remove_aliases", type=TEXT, multiple=True, help="Remove such words."),
    click.option(
        "--set",
        "assignments",
        type=TEXT,
        multiple=True,
        metavar="FIELD=VALUE",
        help="Set any other field; empty clears.",
    ),
)


@click.command(
    cls=Command,
    examples=(
        ("vade edit oat-milk --tag coffee --untag tea", "change tags"),
        ("vade edit oat-milk --set confidence=0.8 --dry-run", "see first what would change"),
        ("vade edit oat-milk", "open the file in $EDITOR"),
    ),
)
@click.argument("handle", type=TEXT, metavar="ID")
@_changes
@click.option(
    "--expect-updated",
    "expected_updated",
    type=SINCE,
    metavar="TIME",
    help="Refuse unless this is when it was last changed.",
)
@dry_run_option
@click.pass_obj
def edit(
    session: Session, /, handle: str, *, expected_updated: datetime | None, dry_run: bool, **changes: Any
) -> None:
    """Change a memory or an entity.

    Only what is named changes; every other byte of the file stays. ID is an id, the beginning of one, or a
    key. Without any change named, the file opens in $EDITOR.
    """
    assignments: tuple[str, ...] = changes.pop("assignments")
    changes["set_fields"] = dict(pair("--set", text) for text in assignments)
    if changes["text"] == "-":
        changes["text"] = read_text(("-",))
    named = any(value not in (None, (), {}) for value in changes.values())
    if not named and not session.is_interactive:
        raise UsageError("nothing to change; name it, e.g. --tag coffee or --set confidence=0.8")
    with session.open() as vade:
        if named:
            stored = vade.edit(handle, expected_updated=expected_updated, dry_run=dry_run, **changes)
        elif dry_run:
            raise UsageError("--dry-run needs a change to try, e.g. --tag coffee")
        else:
            stored = _by_hand(vade, session.home, handle)
        summary = records.summary(stored)
        session.answer(
            {**answers.shown(stored, summary), "dry_run": dry_run},
            lambda view: records.changed(view, stored, session.home, dry_run=dry_run, summary=summary),
            revision=vade.revision,
            stale=stored.stale,
            warnings=stored.warnings,
        )


def _by_hand(vade: Vade, home: Path, handle: str) -> Stored:
    """Open the file, which is the truth, and read it again.

    What the editor leaves and nobody can read is set aside as a draft, and the file is put back: an editor
    that fails must not cost the memory.
    """
    before = vade.get(handle)
    path = home / "memories" / before.path
    original = path.read_bytes()
    click.edit(filename=str(path))
    vade.sync()
    try:
        return vade.get(before.record.id)
    except VadeError as error:
        draft = _set_aside(path)
        if not path.exists():
            path.write_bytes(original)
        vade.sync()
        kept = f"; what the editor left is kept in {draft}" if draft else ""
        raise VadeError(f"{before.path} was put back, because the edit left no such memory{kept}") from error


def _set_aside(path: Path) -> Path | None:
    """Move what the editor left out of the vault; None when it left nothing."""
    import shutil
    import tempfile

    if not path.exists() or not path.stat().st_size:
        path.unlink(missing_ok=True)
        return None
    draft = Path(tempfile.mkdtemp(prefix="vade-draft-")) / path.name
    shutil.move(path, draft)
    return draft
