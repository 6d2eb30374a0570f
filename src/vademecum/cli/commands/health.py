"""`vade doctor`, `vade stats` and `vade reindex`."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

import click

from vademecum.cli import mending
from vademecum.cli.grammar import Command
from vademecum.cli.mending import with_findings
from vademecum.cli.rendering import health
from vademecum.errors import UsageError
from vademecum.surface import answers
from vademecum.surface.outcomes import Exit

if TYPE_CHECKING:
    from vademecum.cli.session import Session
    from vademecum.engine.vade import Vade
    from vademecum.model.answer import Synced

# The rooms at street level never meet: this one knows the other by its address alone.
_CHECKING = "vademecum.hooks.checking"


@click.command(
    cls=Command,
    examples=(
        ("vade doctor", "what is wrong, where, and the command that mends it"),
        ("vade doctor --quiet", "only what needs attention; exit status 1 when something is broken"),
        ("vade doctor --deep", "every record read and derived anew; takes as long as `vade reindex`"),
        ("vade doctor --deep --fix", "mend what a killed process left, then look again"),
    ),
)
@click.option(
    "--deep",
    is_flag=True,
    help="Also derive every record anew from its file, look for what was forgotten and is here again, for "
    "leavings of killed processes, loose permissions and links.",
)
@click.option(
    "--fix",
    is_flag=True,
    help="With --deep: blot out leavings, close permissions, finish erasures, and build the index anew where "
    "it differs. No memory is changed.",
)
@click.pass_obj
def doctor(session: Session, *, deep: bool, fix: bool) -> None:
    """Check the home, explain what is wrong and how to mend it.

    Ends with 0 when nothing is broken, notes or not, and with 1 when something is.
    """
    if fix and not deep:
        raise UsageError("--fix mends what --deep finds; give both")
    if deep and session.remote:
        raise UsageError("--deep reads the files of the home here; leave --remote out")
    with session.open() as vade:
        if deep:
            answer = mending.mended(session, vade) if fix else mending.looked(session, vade)
        else:
            answer = vade.doctor()
        if not session.remote:
            answer = with_findings(answer, import_module(_CHECKING).check(session.folder, session.environ))
        session.answer(
            answers.checkup(answer), lambda view: health.checkup(view, answer), revision=vade.revision
        )
    if any(finding.level == "error" for finding in answer.findings):
        session.status = Exit.FAILURE


@click.command(cls=Command, examples=(("vade stats", "totals and small bar plots"),))
@click.pass_obj
def stats(session: Session) -> None:
    """Count what is in the home."""
    with session.open() as vade:
        answer = vade.stats()
        session.answer(
            answers.vault_stats(answer),
            lambda view: health.vault_stats(view, answer),
            revision=answer.revision,
            warnings=answer.warnings,
        )


@click.command(cls=Command, examples=(("vade reindex", "every answer is the same before and after"),))
@click.pass_obj
def reindex(session: Session) -> None:
    """Build the index anew from the files.

    The index is disposable: it holds nothing that the files do not say. The old one serves until the new
    one is complete.
    """
    with session.open(create=True) as vade:
        answer = _with_progress(vade) if session.shows_progress else vade.reindex()
        unread = [f"not read: {place or '.'}: {reason}" for place, reason in answer.unreachable.items()]
        session.answer(
            answers.synced(answer),
            lambda view: health.synced(view, answer),
            revision=answer.revision,
            partial=bool(answer.unreachable),
            warnings=(*answer.warnings, *(unread if session.as_json else ())),
        )


def _with_progress(vade: Vade) -> Synced:
    """Rebuild with a bar on stderr, for the person who waits."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        files, texts = (
            bar.add_task("indexing", total=None),
            bar.add_task("embedding", total=None, visible=False),
        )
        return vade.reindex(
            lambda done, total: bar.update(files, completed=done, total=total),
            lambda done, total: bar.update(texts, completed=done, total=total, visible=True),
        )
