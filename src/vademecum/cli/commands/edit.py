"""`vade edit`: change what the options name, or open the file itself."""

from __future__ import annotations

from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import TYPE_CHECKING, Any

import click

from vademecum.cli.given import read_file, read_text
from vademecum.cli.grammar import Command
from vademecum.cli.inputs import TEXT, TYPE, chain, dry_run_option, expected_option, pair, properties
from vademecum.cli.rendering import records
from vademecum.errors import UsageError, VadeError
from vademecum.surface import answers
from vademecum.surface.outcomes import Interrupted

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
    click.option(
        "--property",
        "stated",
        type=TEXT,
        multiple=True,
        metavar="KEY=VALUE",
        help="Set a free property; a key given twice is a list, empty clears.",
    ),
)


@click.command(
    cls=Command,
    examples=(
        ("vade edit oat-milk --tag coffee --untag tea", "change tags"),
        ("vade edit oat-milk --set confidence=0.8 --dry-run", "see first what would change"),
        ("vade edit oat-milk --set expires=30d", "times as in `vade remember`: a date, or a span from now"),
        ("vade edit rhea --property city=Porto", "a free property of a page, as rules read it"),
        ("vade edit oat-milk", "edit a copy of the file in $EDITOR"),
    ),
)
@click.argument("handle", type=TEXT, metavar="ID")
@_changes
@expected_option
@dry_run_option
@click.pass_obj
def edit(
    session: Session, /, handle: str, *, expected_updated: datetime | None, dry_run: bool, **changes: Any
) -> None:
    """Change a memory or an entity.

    Only what is named changes; every other byte of the file stays. ID is an id, the beginning of one, or a
    key. Without any change named, a copy of the file opens in $EDITOR and takes its place when it was left
    in order.
    """
    assignments: tuple[str, ...] = changes.pop("assignments")
    changes["set_fields"] = dict(pair("--set", text) for text in assignments)
    changes["set_properties"] = properties("--property", changes.pop("stated"))
    if changes["text"] == "-":
        changes["text"] = read_text(("-",))
    if session.remote and not any(value not in (None, (), {}) for value in changes.values()):
        raise UsageError("the file stands on the server, out of reach of an editor; name what is to change")
    named = any(value not in (None, (), {}) for value in changes.values())
    if not named and not session.is_interactive:
        raise UsageError("nothing to change; name it, e.g. --tag coffee or --set confidence=0.8")
    with session.open() as vade:
        before = vade.get(handle)
        if named:
            stored = vade.edit(handle, expected_updated=expected_updated, dry_run=dry_run, **changes)
        elif dry_run:
            raise UsageError("--dry-run needs a change to try, e.g. --tag coffee")
        else:
            stored = _by_hand(vade, handle)
        summary = records.summary(stored)
        same = stored.record == before.record
        session.answer(
            {**answers.shown(stored, summary), "dry_run": dry_run},
            lambda view: records.changed(view, stored, session.holder, dry_run=dry_run, same=same),
            revision=vade.revision,
            stale=stored.stale,
            warnings=stored.warnings,
        )


def _by_hand(vade: Vade, handle: str) -> Stored:
    """Let a copy of the file be edited, and put it in the file's place if it is still this memory.

    What an editor leaves must not cost the memory, nor its writer the work: a copy that is refused is kept.

    Raises:
        VadeError: the copy was refused, the editor failed or was interrupted; the file is as it was.
    """
    stored = vade.get(handle)
    before = read_file(Path(stored.file))
    folder = Path(mkdtemp(prefix="vade-edit-"))
    draft = folder / Path(stored.path).name
    draft.write_bytes(before)
    try:
        click.edit(filename=str(draft))
        after = draft.read_bytes() if draft.exists() else b""
        if after != before:
            stored = vade.rewrite(stored.record.id, before, after)
    except VadeError as error:
        error.message = f"{error.message}; {_kept(draft)}"
        raise
    except KeyboardInterrupt:
        raise Interrupted(f"interrupted; {stored.path} is as it was, and {_kept(draft)}") from None
    except click.ClickException as error:
        raise VadeError(f"the editor failed; {stored.path} is as it was, and {_kept(draft)}") from error
    rmtree(folder, ignore_errors=True)
    return stored


def _kept(draft: Path) -> str:
    if draft.exists():
        return f"what the editor left is kept in {draft}"
    return "the editor left no file"
