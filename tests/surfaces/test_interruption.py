"""SIGINT at chosen moments: always the same status, never a trace."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

# Interrupts itself when it begins to load a module, or when it ends.
PROGRAM = """
import atexit, os, signal, sys
from vademecum.__main__ import main

class Watch:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Watch())
if {module!r} == "the end":
    atexit.register(os.kill, os.getpid(), signal.SIGINT)
sys.argv = ["vade", *{line!r}]
sys.exit(main())
"""


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("vademecum.cli.quick", ["recall", "port"]),
        ("vademecum.cli.ending", ["recall", "port"]),
        ("vademecum.engine.vade", ["recall", "port"]),
        ("vademecum.surface.answers", ["recall", "port", "--json"]),
        ("vademecum.cli.rendering.hits", ["recall", "port"]),
        ("vademecum.cli.main", ["list"]),
        ("vademecum.cli.root", ["list"]),
        ("vademecum.cli.commands.records", ["list"]),
        ("vademecum.engine.listing", ["list"]),
        ("the end", ["list"]),
    ],
)
def test_interruption_ends_with_its_status(tmp_path: Path, module: str, line: list[str]) -> None:
    done = subprocess.run(
        [sys.executable, "-c", PROGRAM.format(module=module, line=line)],
        env={**os.environ, "VADE_HOME": str(tmp_path / "home")},
        cwd=tmp_path,
        capture_output=True,
        timeout=60,
        check=False,
    )

    assert done.returncode == 130
    assert b"Traceback" not in done.stderr
