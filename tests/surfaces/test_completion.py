"""The completion script as bash runs it, and what the other shells are told."""

from __future__ import annotations

import os
import shlex
import subprocess
import sys
from pathlib import Path

import pytest

COMPLETE = """
eval "$(vade completion bash)"
COMP_WORDS=({words}); COMP_CWORD=$((${{#COMP_WORDS[@]}} - 1))
_vade_completion vade
printf '%s\\n' "${{COMPREPLY[@]}}"
"""


def environment(folder: Path) -> dict[str, str]:
    """An environment in which `vade` is the command of this package."""
    command = folder / "vade"
    command.write_text(f'#!/bin/sh\nexec {sys.executable} -m vademecum "$@"\n', encoding="utf-8")
    command.chmod(0o755)
    return {**os.environ, "VADE_HOME": str(folder / "home"), "PATH": f"{folder}:{os.environ['PATH']}"}


@pytest.mark.parametrize(
    ("words", "offered"),
    [
        (["vade", "list", "--sort", "sta"], ["status", "stale"]),
        (["vade", "list", "--select", "key,ti"], ["key,title"]),
        (["vade", "list", "--select", "=", "key,ti"], ["key,title"]),
        (["vade", "list", "--dedupe-by", "=", "kin"], ["kind"]),
        (["vade", "review", "list", "--filter", "su"], ["summary"]),
        (["vade", "schema", "review", "pro"], ["propose"]),
    ],
)
def test_bash_completes_fields(tmp_path: Path, words: list[str], offered: list[str]) -> None:
    script = COMPLETE.format(words=shlex.join(words))

    run = subprocess.run(["bash", "-c", script], env=environment(tmp_path), capture_output=True, check=True)

    assert run.stdout.decode().split() == offered


@pytest.mark.parametrize(
    ("shell", "told"),
    [("zsh", b"plain\nstatus\n_\nplain\nstale\n_\n"), ("fish", b"plain,status\nplain,stale\n")],
)
def test_other_shells_are_told_fields(tmp_path: Path, shell: str, told: bytes) -> None:
    place = {"zsh": "3", "fish": "sta"}[shell]
    asked = {"COMP_WORDS": "vade list --sort sta", "COMP_CWORD": place, "_VADE_COMPLETE": f"{shell}_complete"}

    run = subprocess.run(
        [sys.executable, "-m", "vademecum"],
        env=environment(tmp_path) | asked,
        capture_output=True,
        check=False,
    )

    assert run.stdout == told
