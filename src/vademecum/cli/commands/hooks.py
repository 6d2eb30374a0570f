"""`vade hook`."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

import click

from vademecum.cli.grammar import Command
from vademecum.cli.inputs import TEXT, dry_run_option
from vademecum.cli.rendering import installs

if TYPE_CHECKING:
    from vademecum.cli.session import Session

# The rooms at street level never meet: this one knows the other by its address alone, as it knows commands.
_ENTRY, _INSTALLING = "vademecum.hooks.entry", "vademecum.hooks.installing"

_project = click.option(
    "--project", is_flag=True, help="In the settings of the project around the current folder."
)


@click.command(
    cls=Command,
    examples=(("vade hook UserPromptSubmit --host claude-code", "what a host runs at a prompt"),),
)
@click.argument("event", type=TEXT)
@click.option(
    "--host",
    type=TEXT,
    default="",
    metavar="HOST",
    help="claude-code, codex, cursor, gemini, antigravity or copilot.",
)
@click.pass_obj
def hook(session: Session, event: str, host: str) -> None:
    """Answer an event of an agent's host: what matters at a start, what is known at a prompt.

    The payload comes on standard input. Whatever happens, it ends with 0 and prints nothing that the host did
    not ask for; `vade doctor` tells what went wrong. After a turn it has the transcript kept by a process of
    its own. `vade install HOST` makes a host run it.
    """
    session.status = import_module(_ENTRY).run(host, event, session.folder, session.environ)


@click.command(
    cls=Command,
    examples=(
        ("vade install claude-code --dry-run", "what would be written, as a diff"),
        ("vade install codex", "hooks and the server; then trust them in Codex"),
        ("vade install claude-code --project", "in the files that a team shares"),
    ),
)
@click.argument("host", type=TEXT)
@_project
@dry_run_option
@click.pass_obj
def install(session: Session, host: str, project: bool, dry_run: bool) -> None:
    """Let an agent's host use the memory: its hooks, and `vade mcp`.

    HOST is claude-code, codex, cursor, gemini, antigravity or copilot. Only entries of ours are written; what
    else stands in the settings stays to the byte, and a copy is kept for `vade uninstall`. A host's own
    memory is left as it is set. Doing it twice changes nothing.
    """
    if not dry_run:
        with session.open(create=True):
            pass
    installing = import_module(_INSTALLING)
    root = installing.project_root() if project else None
    done = installing.Installing(session.folder, session.environ).install(host, root, dry_run=dry_run)
    _answer(session, done, dry_run=dry_run)


@click.command(cls=Command, examples=(("vade uninstall claude-code", "the settings are what they were"),))
@click.argument("host", type=TEXT)
@_project
@dry_run_option
@click.pass_obj
def uninstall(session: Session, host: str, project: bool, dry_run: bool) -> None:
    """Take out of a host's settings what `vade install` wrote into them. No memory is touched."""
    installing = import_module(_INSTALLING)
    root = installing.project_root() if project else None
    done = installing.Installing(session.folder, session.environ).uninstall(host, root, dry_run=dry_run)
    _answer(session, done, dry_run=dry_run)


def _answer(session: Session, done: Any, *, dry_run: bool) -> None:
    changes = [{"path": one.path, "outcome": one.outcome, "diff": one.diff} for one in done.changes]
    body = {
        "host": done.host,
        "project": done.project,
        "results": changes,
        "approvals": list(done.approvals),
        "dry_run": dry_run,
    }
    session.answer(body, lambda view: installs.changed(view, body))
