"""What a cold answer to a prompt is made of, in instructions of the processor: the same on a busy machine.

`vade hook UserPromptSubmit` does all of it in one process; here a process does the same step by step
(`hook_walk.py`), below valgrind, which must be installed, and without its deadline. What the system does for
a process, reading files above all, is no instruction of its own and not counted.

    python benchmarks/hook_steps.py --n 100000 [--keep FOLDER]
"""

from __future__ import annotations

import argparse
import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

from generator import Generator
from homes import home_of_files, workspace
from vademecum.model.record import Scope

LOADED = """\
import os, sys
leave, file = os._exit, sys.argv.pop()
def told(status):
    open(file, "w").write(" ".join(name for name in sys.modules if name.startswith("vademecum")))
    leave(status)
os._exit = told
from vademecum.__main__ import main
main()
"""
"""Tells which modules of ours an answer loads."""


def modules_of(env: dict[str, str], prompt: str, folder: Path) -> list[str]:
    """Modules of ours that a hook loads for a prompt, in their order."""
    file = folder / "modules"
    said = {"session_id": f"steps-{os.getpid()}", "cwd": env["HOME"], "prompt": prompt}
    hook = ["hook", "UserPromptSubmit", "--host", "claude-code", str(file)]
    command = [sys.executable, "-c", LOADED, *hook]
    subprocess.run(command, input=json.dumps(said).encode(), env=env, check=True, stdout=subprocess.DEVNULL)
    return file.read_text().split()


def counted(command: list[str], env: dict[str, str], folder: Path) -> list[tuple[str, int]]:
    """Steps of a process, and the instructions of each; one without a name where it tells none."""
    valgrind = shutil.which("valgrind")
    if valgrind is None:
        raise SystemExit("this counts with valgrind, which is not installed")
    for left in folder.glob("counts*"):
        left.unlink()
    options = ["--tool=callgrind", "--dump-before=os_getppid", f"--callgrind-out-file={folder}/counts"]
    line = [valgrind, *options, sys.executable, *command]
    done = subprocess.run(line, env=env, check=True, capture_output=True, text=True)
    steps = [line.removeprefix("step:") for line in done.stderr.splitlines() if line.startswith("step:")]
    if not steps:
        return [("", _total(folder / "counts"))]
    return [(step, _total(folder / f"counts.{number}")) for number, step in enumerate(steps, 1)]


def _total(file: Path) -> int:
    lines = [line.split() for line in file.read_text().splitlines()]
    return next(int(line[1]) for line in lines if line[:1] in (["totals:"], ["summary:"]))


def main() -> None:
    """Count and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--n", type=int, default=100_000, help="memories")
    parser.add_argument("--keep", type=Path, help="folder in which the home stays for the next run")
    options = parser.parse_args()
    generator = Generator()
    with workspace(options.keep, options.n) as folder:
        paths = {"HOME": folder, "VADE_HOME": folder / "home", "XDG_CACHE_HOME": folder / "cache"}
        env = {
            **{name: text for name, text in os.environ.items() if not name.startswith(("VADE", "PYTHON"))},
            **{name: str(path) for name, path in paths.items()},
            "VADE_HOOKS_HELPER": "false",
        }
        if not paths["VADE_HOME"].exists():
            print(f"building {options.n:,} memories …", file=sys.stderr)
            home_of_files(generator, options.n, folder)
        (query,) = generator.queries(1, words=24, own=13, corpus=options.n, scope=Scope("personal"))
        walk = [str(Path(__file__).with_name("hook_walk.py")), query.text]
        walk += modules_of(env, query.text, folder)
        counted(walk, env, folder)  # the first run writes bytecode
        steps, ((_, floor),) = counted(walk, env, folder), counted(["-c", "pass"], env, folder)
        print(f"| {options.n:,} memories | million instructions | × bare interpreter |\n|---|---|---|")
        for step, count in [*steps, ("**all of it**", sum(count for _, count in steps))]:
            print(f"| {step} | {count / 1e6:.1f} | {count / floor:.2f} |")


if __name__ == "__main__":
    main()
