"""Commands that ask a server: which ones can, and what they show at its door."""

from __future__ import annotations

from vademecum.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

    from vademecum.settings import Settings

_MACHINE = "it is about this machine"
_FILES = "it is about the files of the home here; a server encrypts its disks"
AT_HOME: Mapping[str, str] = {
    "backup": "it copies the files of a home; `vade export FILE.zip` fetches what a server holds",
    "bench": "it measures this machine",
    "chat-sim": "it replays a talk with a clock of its own, which a server does not take",
    "completion": _MACHINE,
    "config": "settings stand in the home here; a server has its own",
    "decrypt": _FILES,
    "demo": "it has a home of its own",
    "encrypt": _FILES,
    "hook": "hooks answer from the home here",
    "init": "it makes a home here; a server makes its own",
    "install": _MACHINE,
    "lock": _FILES,
    "mcp": "let the agent itself ask the server, at its address with /mcp",
    "schema": "it describes this program",
    "serve": "it is a server itself",
    "service": "it looks after the database of a service",
    "shape": "it asks no memory at all",
    "uninstall": _MACHINE,
    "unlock": _FILES,
    "watch": "it looks at the files of the home here; a server looks after its own",
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


def refuse_elsewhere(command: str) -> None:
    """Refuse to ask a server that the settings name.

    Raises:
        UsageError: the command is not asked of a server.
    """
    if reason := reason_at_home(command):
        raise UsageError(
            f"`vade {command}` is not asked of a server: {reason}; --remote '' means the home here"
        )


def known_token(file: str | None, environ: Mapping[str, str], settings: Settings) -> str | None:
    """The token to send: of the file that a flag names, the variable's, of the file that a setting names.

    Raises:
        VaultError: the file cannot be read.
    """
    from vademecum.settings import TOKEN_VARIABLE
    from vademecum.wiring_remote import token_in

    if file is None and (token := environ.get(TOKEN_VARIABLE, "").strip()):
        return token
    named = settings.remote_token_file if file is None else file
    return token_in(named) if named else None
