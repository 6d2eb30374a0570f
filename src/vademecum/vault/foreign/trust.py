"""Which folders a person told a host to trust, as the hosts themselves keep it."""

from __future__ import annotations

import json
import os
import tomllib

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from typing import Any

    from vademecum.vault.foreign.looking import Hosts

_LARGEST = 64 << 20
"""Bytes of a host's settings; Claude Code keeps the last prompts of every project in them."""


def trusted(hosts: Hosts, folders: Iterable[str]) -> frozenset[str]:
    """Those of some folders that are trusted. Trust in a folder around one does not reach it, for anything
    may be cloned there."""
    wanted = frozenset(folders)
    claude, codex = _claude_projects(hosts, wanted), _codex_projects(hosts)
    return frozenset(
        folder
        for folder in wanted
        if _table(claude, folder).get("hasTrustDialogAccepted") is True
        or _table(codex, folder).get("trust_level") == "trusted"
    )


def _claude_projects(hosts: Hosts, folders: Iterable[str]) -> dict[str, Any]:
    at_home = hosts.claude == f"{hosts.person}/.claude"
    data = _bytes(f"{hosts.person}/.claude.json" if at_home else f"{hosts.claude}/.claude.json")
    if not any(json.dumps(folder, ensure_ascii=False).encode() in data for folder in folders):
        return {}  # nearly always, and reading megabytes of JSON takes a while
    try:
        return _table(json.loads(data), "projects")
    except (ValueError, RecursionError):
        return {}


def _codex_projects(hosts: Hosts) -> dict[str, Any]:
    try:
        return _table(tomllib.loads(_bytes(f"{hosts.codex}/config.toml").decode()), "projects")
    except (ValueError, RecursionError):
        return {}


def _table(settings: Any, name: str) -> dict[str, Any]:
    found = settings.get(name) if isinstance(settings, dict) else None
    return found if isinstance(found, dict) else {}


def _bytes(place: str) -> bytes:
    try:
        with open(place, "rb") as file:
            return file.read(_LARGEST) if os.fstat(file.fileno()).st_size <= _LARGEST else b""
    except OSError:
        return b""
