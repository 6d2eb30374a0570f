"""What the tests of erasure share: where a sentinel is told, and a process that is killed in the middle."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

Place = tuple[str, str, str]
"""Module (empty for the package), class (or module in it) and function in whose place the process dies."""

_KILLED = """\
import os, signal, vademecum
import vademecum.blotting
from {module} import {owner}
def die(*_given, **_named):
    os.kill(os.getpid(), signal.SIGKILL)
{owner}.{step} = die
vademecum.open().{verb}
"""


def killed(verb: str, place: Place, folder: Path) -> int:
    """Call a verb of an open home in a process that dies at a place; its status."""
    module, owner, step = place
    whole = f"vademecum.{module}".rstrip(".")
    program = _KILLED.format(module=whole, owner=owner, step=step, verb=verb)
    return subprocess.run([sys.executable, "-c", program], cwd=folder, check=False).returncode


def telling(folder: Path, sentinel: str) -> list[str]:
    """Files below a folder that hold the sentinel, in their bytes or in their name; sorted."""
    files = [path for path in folder.rglob("*") if path.is_file()]
    told = [p for p in files if sentinel in p.name or sentinel.encode() in p.read_bytes().lower()]
    return sorted(path.relative_to(folder).as_posix() for path in told)
