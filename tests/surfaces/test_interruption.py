"""SIGINT at chosen moments: always the same status, never a trace."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

# Interrupts itself when it begins to load a module, or when it ends.
PROGRAM = """
import atexit, os, signal, sys
sys.argv = ["/bin/vade", *{line!r}]

class Watch:
    def find_spec(self, name, path=None, target=None):
        if name == {module!r}:
            os.kill(os.getpid(), signal.SIGINT)

sys.meta_path.insert(0, Watch())
if {module!r} == "the end":
    atexit.register(os.kill, os.getpid(), signal.SIGINT)

from vademecum.__main__ import main
sys.exit(main())
"""


@pytest.mark.parametrize(
    ("module", "line"),
    [
        ("gc", ["recall", "port"]),
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


# Leaves a draft, then presses Ctrl-C: everything that runs in the terminal is interrupted.
EDITOR = """
import os, pathlib, signal, sys
pathlib.Path(sys.argv[1]).write_text("half a thought")
os.killpg(0, signal.SIGINT)
"""


def test_interrupted_editor_leaves_its_draft(tmp_path: Path) -> None:
    (tmp_path / "editor.py").write_text(EDITOR)
    vade = [sys.executable, "-m", "vademecum"]
    environment = {
        **os.environ,
        "VADE_HOME": str(tmp_path / "home"),
        "EDITOR": f"{sys.executable} {tmp_path / 'editor.py'}",
        "TMPDIR": str(tmp_path),
    }
    subprocess.run([*vade, "remember", "Apples are red."], env=environment, cwd=tmp_path, check=True)
    ours, theirs = pty.openpty()
    done = subprocess.run(
        [*vade, "edit", "apples-are-red"],
        stdin=theirs,
        stdout=theirs,
        stderr=subprocess.PIPE,
        env=environment,
        cwd=tmp_path,
        start_new_session=True,
        timeout=60,
        check=False,
    )
    os.close(ours)
    os.close(theirs)

    (draft,) = tmp_path.glob("vade-edit-*/apples-are-red.md")
    assert (done.returncode, draft.read_text()) == (130, "half a thought")
    assert f"what the editor left is kept in {draft}".encode() in done.stderr
    assert b"Traceback" not in done.stderr.partition(b"vade: interrupted")[2]
