"""A command that asks a server: which ones can, and how the line is opened."""

from __future__ import annotations

from pathlib import Path

from vademecum.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from vademecum.cli.session import Session
    from vademecum.engine.vade import Vade

_MACHINE = "it is about this machine"
AT_HOME: Mapping[str, str] = {
    "backup": "it copies the files of a home; `vade export FILE.zip` fetches what a server holds",
    "bench": "it measures this machine",
    "chat-sim": "it replays a talk with a clock of its own, which a server does not take",
    "completion": _MACHINE,
    "config": "settings stand in the home here; a server has its own",
    "demo": "it has a home of its own",
    "hook": "hooks answer from the home here",
    "init": "it makes a home here; a server makes its own",
    "install": _MACHINE,
    "mcp": "let the agent itself ask the server, at its address with /mcp",
    "schema": "it describes this program",
    "serve": "it is a server itself",
    "service": "it looks after the database of a service",
    "shape": "it asks no memory at all",
    "uninstall": _MACHINE,
}
"""Command -> why it is not asked of a server; of a group: none of its commands. `AT_SERVER` goes before."""

AT_SERVER = ("schema fields",)


def reason_at_home(command: str) -> str:
    """Why a command is not asked of a server; empty when it is."""
    return "" if command in AT_SERVER else AT_HOME.get(command.partition(" ")[0], "")


def refuse_at_home(command: str) -> None:
    """Refuse a server where it would be left aside without a word.

    Raises:
        UsageError: the command is not asked of a server.
    """
    if reason := reason_at_home(command):
        raise UsageError(f"`vade {command}` is not asked of a server: {reason}; leave --remote out")


def connected(session: Session) -> Vade:
    """The home that the server holds; nothing is sent yet.

    Raises:
        VadeError: the command is not asked of a server, or the address or token cannot be.
    """
    if reason := reason_at_home(session.command):
        raise UsageError(
            f"`vade {session.command}` is not asked of a server: {reason}; --remote '' means the home here"
        )
    from vademecum.wiring_remote import connect, project_scope

    if session.flags.scope == "project":  # the one around this folder, which the server does not know
        isolate = session.settings.worktrees_isolate
        session.flags.scope = project_scope(str(Path.cwd()), isolate_worktrees=isolate)
    return connect(session.remote, _token(session))


def _token(session: Session) -> str | None:
    """What was named last holds: the flag, the variable, the setting."""
    from vademecum.settings import TOKEN_VARIABLE
    from vademecum.wiring_remote import token_in

    if session.flags.token_file:
        return token_in(session.flags.token_file)
    if token := session.environ.get(TOKEN_VARIABLE, "").strip():
        return token
    file = session.settings.remote_token_file
    return token_in(file) if file else None
