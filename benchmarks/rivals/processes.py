"""Programs of others, run apart: an environment that leads into one folder, and an end to every wait."""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

from rivals.rival import CannotRun, Late, Note

INSTALLING_S, FILLING_S, STARTING_S, ASKING_S = 900.0, 1800.0, 120.0, 60.0
"""Longest waits. The slowest answer that came from the rivals measured took a tenth of each on busy cores;
docs/benchmarks.md says of the two that did not come why they are in doubt."""

SHOWN_REASON = 300
"""Characters of what a program said before it failed."""


def apart(home: Path, *folders: Path, **more: str) -> dict[str, str]:
    """An environment in which a program finds nothing of its user's.

    Args:
        home: where it believes to be at home.
        folders: looked through for programs before those of the system.
        more: variables that it reads.
    """
    path = os.pathsep.join([*map(str, folders), os.defpath])
    places = {f"XDG_{kind}_HOME": str(home / kind.lower()) for kind in ("CACHE", "CONFIG", "DATA", "STATE")}
    return {"HOME": str(home), "PATH": path, "LANG": "C.UTF-8", "NO_COLOR": "1", **places, **more}


def run(
    command: Sequence[str | Path], env: Mapping[str, str], folder: Path, *, stage: str, longest_s: float
) -> str:
    """What a program writes to its standard output.

    Raises:
        CannotRun: it is not there, fails, or takes longer than it may.
        Late: it takes longer than it may for a question.
    """
    try:
        process = subprocess.Popen(
            [str(part) for part in command],
            env=env,
            cwd=folder,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
            errors="replace",
            start_new_session=True,
        )
    except OSError as error:
        raise CannotRun(stage, f"{Path(command[0]).name}: {error.strerror or error}") from error
    with process:
        try:
            told, complained = process.communicate(timeout=longest_s)
        except subprocess.TimeoutExpired as error:
            end(process)
            told = f"no end after {longest_s:g} s"
            raise (Late(told) if stage == "ask" else CannotRun(stage, told)) from error
        except BaseException:
            # It stands in a session of its own: who interrupts the comparison does not reach it.
            end(process)
            raise
    if process.returncode:
        raise CannotRun(stage, f"exit {process.returncode}: {reason(complained or told)}")
    return told


def end(process: subprocess.Popen[str] | subprocess.Popen[bytes]) -> None:
    """End a program that was started in a session of its own, and whatever it started there."""
    with contextlib.suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def reason(complained: str) -> str:
    """The end of what a program wrote, where it says why it failed, on one line; of a trace its last line."""
    lines = complained.strip().splitlines()
    traced = any(line.startswith("Traceback") for line in lines)
    line = " ".join((lines[-1] if traced else complained).split())
    return line if len(line) <= SHOWN_REASON else f"… {line[-SHOWN_REASON:]}"


def write(notes: Sequence[Note], folder: Path) -> None:
    """Every note as a Markdown file without any front matter, as one's own folder of notes has them."""
    folder.mkdir(parents=True, exist_ok=True)
    for note in notes:
        (folder / f"{note.name}.md").write_text(note.text + "\n", encoding="utf-8")


def size(folder: Path) -> int:
    """Bytes of all files below a folder."""
    return sum(path.lstat().st_size for path in folder.rglob("*") if path.is_file() and not path.is_symlink())
