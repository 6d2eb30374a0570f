"""What `vade install` writes for each host: which files, where in them, and which words."""

from __future__ import annotations

import os
import shlex

from vademecum.hooks.hosts import EVENTS
from vademecum.hooks.typed import is_array, is_table
from vademecum.model.value import value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

SERVER = "vademecum"
"""The name of our server, and of our hooks where a host wants one."""

TIMEOUT_S = 10
"""What hosts are told to wait at most. A hook ends by itself after two seconds."""

BY_DESKTOP = frozenset({"cursor", "copilot"})
"""Hosts that a desktop starts, without the search path of a shell."""

_FILES: Mapping[str, tuple[str, str, str]] = {
    # host: variable of its folder, the folder, the folder in a project
    "claude-code": ("CLAUDE_CONFIG_DIR", "~/.claude", ".claude"),
    "codex": ("CODEX_HOME", "~/.codex", ".codex"),
    "cursor": ("", "~/.cursor", ".cursor"),
    "gemini": ("GEMINI_CONFIG_DIR", "~/.gemini", ".gemini"),
    # The folder of its command line has a file of that name too, and is not asked for it.
    "antigravity": ("", "~/.gemini/config", ".agents"),
    "copilot": ("COPILOT_HOME", "~/.copilot", ".github"),
}

APPROVALS: Mapping[str, tuple[str, ...]] = {
    "claude-code": ("Sessions that run already know nothing of it; the next one does.",),
    "codex": (
        "Codex runs no hook before you trust it: it asks at its next start; or open `/hooks` in it yourself.",
    ),
    "cursor": ("Cursor shows the hooks and the server in its settings; switch the server on there.",),
    "gemini": ("Gemini CLI reads hooks at its next start, and warns of those of a project that are new.",),
    "antigravity": ("Antigravity reads hooks at its next start.",),
    "copilot": ("VS Code asks whether it may start the server when it is first used.",),
}
"""What the person still has to do or to know, by host."""


@value(kw_only=True)
class Entry:
    """One value of ours in a file.

    Attributes:
        path: keys that lead to it.
        given: the value.
        append: it joins the array at `path`.
        shared: it says nothing of us, and stays when we go.
    """

    path: tuple[str, ...]
    given: Any
    append: bool = False
    shared: bool = False


@value(kw_only=True)
class Target:
    """A file of a host, and what we want in it.

    Attributes:
        path: absolute.
        format: ``json`` or ``toml``.
    """

    path: str
    format: str
    entries: tuple[Entry, ...]


def targets(host: str, vade: str, project: str | None, environ: Mapping[str, str]) -> tuple[Target, ...]:
    """The files of a host, hooks first.

    Args:
        host: one of `hosts.EVENTS`.
        vade: how the command is run, for a shell.
        project: root of the project that it is for; None for everything that the person does.
        environ: may name a host's folder.
    """
    variable, usual, within = _FILES[host]
    if project is not None:
        folder = os.path.join(project, within)
    else:
        folder = os.path.abspath(os.path.expanduser(environ.get(variable, "") or usual))
    hooks = tuple(_hook(host, event, vade) for event in EVENTS[host] if not _is_other_spelling(host, event))
    versioned = (Entry(path=("version",), given=1, shared=True), *hooks)
    server = _server(host, vade, project)
    match host:
        case "claude-code":
            # Its servers stand beside its folder, unless the folder was moved.
            moved = folder if environ.get(variable) else os.path.dirname(folder)
            servers = os.path.join(project, ".mcp.json") if project else os.path.join(moved, ".claude.json")
            return (_json(folder, "settings.json", hooks), _json("", servers, (server,)))
        case "codex":
            config = Target(path=os.path.join(folder, "config.toml"), format="toml", entries=(server,))
            return (_json(folder, "hooks.json", hooks), config)
        case "cursor":
            return (_json(folder, "hooks.json", versioned), _json(folder, "mcp.json", (server,)))
        case "gemini":
            return (_json(folder, "settings.json", (*hooks, server)),)
        case "antigravity":
            return (_json(folder, "hooks.json", hooks), _json(folder, "mcp_config.json", (server,)))
        case _:
            editor = os.path.join(project, ".vscode", "mcp.json") if project else "mcp-config.json"
            own = os.path.join("hooks", "vademecum.json")
            return (_json(folder, own, versioned), _json(folder, editor, (server,)))


def _json(folder: str, name: str, entries: tuple[Entry, ...]) -> Target:
    return Target(path=os.path.join(folder, name), format="json", entries=entries)


def _is_other_spelling(host: str, event: str) -> bool:
    """Copilot's command line understands the editor's spelling, and both would run both."""
    return host == "copilot" and event[0].islower()


def command(vade: str, event: str, host: str) -> str:
    """What a host runs at an event."""
    return f"{vade} hook {event} --host {host}"


def _hook(host: str, event: str, vade: str) -> Entry:
    line = command(vade, event, host)
    run: dict[str, Any] = {"type": "command", "command": line, "timeout": TIMEOUT_S}
    match host:
        case "cursor":
            return Entry(path=("hooks", event), given={"command": line, "timeout": TIMEOUT_S}, append=True)
        case "antigravity":
            return Entry(path=(SERVER, event), given=run, append=True)
        case "copilot":
            given = {**run, "bash": line, "timeoutSec": TIMEOUT_S}
            return Entry(path=("hooks", event), given=given, append=True)
        case "gemini":  # in milliseconds
            named = {"name": SERVER, **run, "timeout": TIMEOUT_S * 1000}
            return Entry(path=("hooks", event), given={"hooks": [named]}, append=True)
        case _:
            return Entry(path=("hooks", event), given={"hooks": [run]}, append=True)


def _server(host: str, vade: str, project: str | None) -> Entry:
    (program,) = shlex.split(vade)
    run: dict[str, Any] = {"command": program, "args": ["mcp"]}
    if host == "codex":
        return Entry(path=("mcp_servers", SERVER), given=run)
    if host == "claude-code":
        return Entry(path=("mcpServers", SERVER), given={"type": "stdio", **run})
    if host == "copilot" and project is not None:
        return Entry(path=("servers", SERVER), given={"type": "stdio", **run})
    if host == "copilot":
        return Entry(path=("mcpServers", SERVER), given={"type": "local", **run, "tools": ["*"]})
    return Entry(path=("mcpServers", SERVER), given=run)


def is_ours(given: Any) -> bool:
    """Whether a value, however its host wrote it anew, runs our hook or our server."""
    if is_table(given):
        serves = given.get("args") == ["mcp"] and _is_vade(str(given.get("command", "")))
        return serves or any(map(is_ours, given.values()))
    if is_array(given):
        return any(map(is_ours, given))
    if not isinstance(given, str) or " hook " not in given or " --host " not in given:
        return False
    return _is_vade(given.split(" hook ", 1)[0].strip("'\""))


def _is_vade(program: str) -> bool:
    return os.path.basename(program) in ("vade", "vade.exe")
