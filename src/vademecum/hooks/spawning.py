"""Processes that outlive the hook that begins them, each in a session of its own, bound to nothing."""

from __future__ import annotations

import os
import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

INSIDE = "VADEMECUM_INSIDE"
"""Set for everything that a hook begins: a hook that runs below it is our own work, and does nothing."""


def begin(module: str, home: str, environ: Mapping[str, str]) -> bool:
    """Begin a module of ours, detached; False when the system refuses.

    Args:
        module: as for ``python -m``.
        home: of the memories.
        environ: of the host.
    """
    # -P: whatever lies in the host's working folder is not imported. No shell, and nothing of a payload.
    command = [sys.executable, "-P", "-m", module]
    there = {**environ, "VADE_HOME": home, INSIDE: "1"}
    quiet = [(os.POSIX_SPAWN_OPEN, number, os.devnull, os.O_RDWR, 0) for number in (0, 1, 2)]
    try:
        try:
            os.posix_spawn(sys.executable, command, there, file_actions=quiet, setsid=True)
        except NotImplementedError:  # an older macOS: a group is as good, but for a terminal that closes
            os.posix_spawn(sys.executable, command, there, file_actions=quiet, setpgroup=0)
    except OSError:
        return False
    return True
