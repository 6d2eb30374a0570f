"""`vade import`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from vademecum.cli.grammar import Command
from vademecum.cli.inputs import SINCE, TEXT, dry_run_option
from vademecum.cli.rendering import imports
from vademecum.surface.outcomes import Exit

if TYPE_CHECKING:
    from collections.abc import Callable

    from vademecum.cli.session import Session
    from vademecum.model.importing import Imported


@click.command(
    "import",
    cls=Command,
    examples=(
        ("vade import claude-code", "every transcript and memory that Claude Code keeps"),
        ("vade import chatgpt-export.zip --dry-run", "what would become of each record"),
        ("vade import ~/notes --scope personal", "a folder of Markdown; the notes stay as they are"),
        ("vade import codex --since 30d --json", "what was said lately; the answer as JSON"),
    ),
)
@click.argument("source", type=TEXT)
@click.option("--as", "format", type=TEXT, metavar="FORMAT", help="Take every file for this format.")
@click.option(
    "--since", type=SINCE, metavar="TIME", help="Leave out what is older: 2026-03-01, or an age like 7d."
)
@click.option("--again", is_flag=True, help="Read unchanged files too; take in anew what was removed here.")
@dry_run_option
@click.pass_obj
def import_(session: Session, /, source: str, **given: Any) -> None:
    """Take in what other systems kept: conversations and memories.

    SOURCE is a file, a folder, a zip archive, or a host: claude-code, codex, gemini, antigravity. Formats
    are known by their content. Nothing is taken in twice, an interrupted import goes on where it stopped, and
    what was forgotten here stays forgotten. The source is only read. Ends with 13 when a record cannot be
    read; the others are in.
    """
    dry_run = bool(given["dry_run"])
    with session.open(create=not dry_run) as vade:

        def run(watch: Callable[[str, int, int], None] | None = None) -> Imported:
            return vade.import_from(source, scope=session.flags.scope, watch=watch, **given)

        answer = _with_progress(run) if session.shows_progress else run()
        if answer.rejected:
            session.status = Exit.PARTIAL
        shown = answer.to_dict()
        del shown["warnings"]
        session.answer(
            shown,
            lambda view: imports.imported(view, answer),
            revision=vade.revision,
            truncated=bool(answer.untold),
            warnings=answer.warnings,
        )


def _with_progress(run: Callable[[Callable[[str, int, int], None]], Imported]) -> Imported:
    """Import with a bar on stderr, for the person who waits."""
    from rich.console import Console
    from rich.progress import BarColumn, Progress, TextColumn

    columns = (TextColumn("{task.description}"), BarColumn(), TextColumn("{task.fields[amount]}"))
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("", total=None, amount="")

        def watch(name: str, done: int, size: int) -> None:
            told, amount = imports.progress(name, done, size)
            bar.update(task, description=told, completed=done, total=max(size, 1), amount=amount)

        return run(watch)
