"""The first screen of the README is a transcript that really happens."""

from __future__ import annotations

import os
import re
import shlex
import subprocess
import sys
from pathlib import Path

README = Path(__file__).parents[2] / "README.md"


def transcript() -> list[tuple[str, str]]:
    """(command, what it prints) of the first console block."""
    block = re.search(r"```console\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert block is not None
    steps = re.split(r"^\$ ", block.group(1), flags=re.MULTILINE)[1:]
    return [(step.partition("\n")[0], step.partition("\n")[2]) for step in steps]


def run(command: str, home: Path) -> str:
    arguments = shlex.split(command)[1:]
    environment = {**os.environ, "VADE_HOME": str(home), "PYTHONIOENCODING": "utf-8"}
    ran = subprocess.run(
        [sys.executable, "-m", "vademecum", *arguments],
        capture_output=True,
        cwd=home.parent,
        env=environment,
        check=True,
    )
    return ran.stdout.decode()


def test_first_screen_happens_as_printed(tmp_path: Path) -> None:
    home = tmp_path / "home"
    for command, expected in transcript():
        printed = run(command, home)
        if command.startswith("vade remember"):
            printed = printed.splitlines()[0] + "\n"
        assert printed == expected


def test_python_example_runs(tmp_path: Path) -> None:
    block = re.search(r"```python\n(.*?)```", README.read_text(encoding="utf-8"), re.DOTALL)
    assert block is not None
    environment = {**os.environ, "VADE_HOME": str(tmp_path / "home")}

    ran = subprocess.run(
        [sys.executable, "-c", block.group(1)], capture_output=True, text=True, env=environment, check=True
    )

    assert ran.stdout.startswith("hits ['We deploy on Tuesdays.']\n<vademecum-recall>")
