"""A line to a server becomes a home: the only module that names the way out to one."""

from __future__ import annotations

import os
from typing import cast

from vademecum.errors import VaultError, quoted
from vademecum.remote.address import MOST_TOKEN, address
from vademecum.remote.home import RemoteHome
from vademecum.remote.line import Line

TYPE_CHECKING = False
if TYPE_CHECKING:
    from vademecum.engine.vade import Vade

TIMEOUT_S = 60.0
"""Longest wait for an answer; whoever reindexes or imports much gives more."""


def connect(url: str, token: str | None = None, *, timeout_s: float = TIMEOUT_S) -> Vade:
    """Open a home that a server holds: `vade serve`, on this machine or another.

    It has the verbs of `Vade`, with the same values and errors; nothing is sent before the first one. Where
    a connection breaks off, what was asked is asked again, and a write is done once all the same.

    Args:
        url: address of the server, e.g. ``https://memory.example.org``.
        token: what opens its door, where it has one; it is sent encrypted, or to this machine only.
        timeout_s: longest wait for an answer.

    Raises:
        InvalidValue: the address or the token cannot be.
    """
    # The verbs are made from the table of operations, which tests hold against those of `Vade`.
    return cast("Vade", RemoteHome(Line(address(url, token), timeout_s)))


def token_in(file: str) -> str:
    """The token that a file holds on its first line.

    Raises:
        VaultError: it cannot be read.
    """
    path = os.path.expanduser(file)
    try:
        with open(path, encoding="ascii", errors="replace") as opened:
            return opened.readline(MOST_TOKEN + 1).strip()
    except OSError as error:
        raise VaultError(f"the token in {quoted(file)} cannot be read: {error.strerror or error}") from None


def project_scope(cwd: str, *, isolate_worktrees: bool) -> str:
    """The scope of the project around a folder here, by the name that a server knows it by.

    Raises:
        UsageError: the folder belongs to no project.
    """
    from vademecum.vault.scopes import parse_scope

    return parse_scope("project", cwd, isolate_worktrees=isolate_worktrees)
