"""Which folders a person told a host to trust, as the hosts themselves keep it."""

from __future__ import annotations

import json
import os
import tomllib
from typing import cast

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
    claude = [_claude_projects(place, wanted) for place in _by_claude(hosts)]
    codex = [_codex_projects(place) for place in _by_codex(hosts)]
    return frozenset(
        folder
        for folder in wanted
        if any(_table(projects, folder).get("hasTrustDialogAccepted") is True for projects in claude)
        or any(_table(projects, folder).get("trust_level") == "trusted" for projects in codex)
    )


def places_of(hosts: Hosts) -> tuple[str, ...]:
    """The files in which hosts keep whom they trust."""
    return (*_by_claude(hosts), *_by_codex(hosts))


def _by_claude(hosts: Hosts) -> tuple[str, ...]:
    usual, *moved = hosts.claude
    return (f"{os.path.dirname(usual)}/.claude.json", *(f"{each}/.claude.json" for each in moved))


def _by_codex(hosts: Hosts) -> tuple[str, ...]:
    return tuple(f"{each}/config.toml" for each in hosts.codex)


def _claude_projects(place: str, folders: Iterable[str]) -> dict[str, Any]:
    data = _bytes(place)
    if not any(os.fsencode(json.dumps(folder, ensure_ascii=False)) in data for folder in folders):
        return {}  # nearly always, and reading megabytes of JSON takes a while
    try:
        return _table(json.loads(data), "projects")
    except (ValueError, RecursionError):
        return {}


def _codex_projects(place: str) -> dict[str, Any]:
    try:
        return _table(tomllib.loads(_bytes(place).decode()), "projects")
    except (ValueError, RecursionError):
        return {}


def _table(settings: object, name: str) -> dict[str, Any]:
    found = cast("dict[str, object]", settings).get(name) if isinstance(settings, dict) else None
    return cast("dict[str, Any]", found) if isinstance(found, dict) else {}


def _bytes(place: str) -> bytes:
    try:
        with open(place, "rb") as file:
            return file.read(_LARGEST) if os.fstat(file.fileno()).st_size <= _LARGEST else b""
    except OSError:
        return b""
