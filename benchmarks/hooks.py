"""What a host waits for: `vade hook` as a process, beside a bare interpreter, on a home of real files.

Every row is a process from its start to its end, with a payload on standard input. All are measured in turns,
in one run; ratios are of medians, and of a row's 95th percentile to the bare interpreter's median. What a
process works is told beside what is waited for it, because a busy machine makes everybody wait. Prompts are
about a memory that is told, but for one row. Two rows are floors: `re`, which the script of many an installer
loads before we begin, and the libraries that every recall loads. The last rows are a transcript of 10 MB:
what its host waits for, and how long the worker is at it meanwhile. `hook_steps.py` takes a prompt apart.

    python benchmarks/hooks.py --n 100000 [--keep FOLDER]
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Any

from generator import ONE_PERCENT, Generator
from homes import home_of_files, workspace
from vademecum.hooks import trace
from vademecum.hooks.wire import NAME
from vademecum.model.record import Scope

LIBRARIES = "import json, re, datetime, sqlite3, Stemmer, tantivy"
TRANSCRIPT_BYTES = 10_000_000
_SESSIONS = count(1)

Env = dict[str, str]
Took = tuple[float, float]


def took(command: list[str], env: Env, said: dict[str, Any] | None = None) -> Took:
    """Milliseconds of one process: by the clock, and of CPU."""
    raw = json.dumps(said).encode() if said is not None else b""
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, input=raw, env=env, cwd=env["HOME"], capture_output=True, check=True)
    waited = time.perf_counter() - began
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    worked = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return waited * 1000, worked * 1000


def payload(env: Env, **said: Any) -> dict[str, Any]:
    """A payload of a session that nobody had before."""
    return {"session_id": f"bench-{os.getpid()}-{next(_SESSIONS)}", "cwd": env["HOME"], **said}


def hook(event: str) -> list[str]:
    """The command that a host runs."""
    return [str(Path(sys.executable).with_name("vade")), "hook", event, "--host", "claude-code"]


def rows(env: Env, queries: list[str], unknown: list[str]) -> dict[str, Callable[[], Took]]:
    """What is measured, by the name of its row."""
    alone = {**env, "VADE_HOOKS_HELPER": "false"}  # other settings than the helper's, so it is no help either
    asked = count()

    def prompt(where: Env, texts: list[str] = queries) -> Took:
        text = texts[next(asked) % len(texts)]
        return took(hook("UserPromptSubmit"), where, payload(where, prompt=text))

    def capture(where: Env) -> Took:
        said = payload(where, transcript_path=f"{where['HOME']}/none.jsonl")
        return took(hook("Stop"), where, said)

    return {
        "bare interpreter": lambda: took([sys.executable, "-c", "pass"], env),
        "`import re`": lambda: took([sys.executable, "-c", "import re"], env),
        "the libraries of a recall": lambda: took([sys.executable, "-c", LIBRARIES], env),
        "prompt, with the helper": lambda: prompt(env),
        "prompt, alone": lambda: prompt(alone),
        "prompt of which nothing is told, alone": lambda: prompt(alone, unknown),
        "start, alone": lambda: took(hook("SessionStart"), alone, payload(alone, source="startup")),
        "stop, with the helper": lambda: capture(env),
        "stop, alone": lambda: capture(alone),
    }


def measure(env: Env, queries: list[str], unknown: list[str], repetitions: int) -> list[str]:
    """The table's rows."""
    measured = rows(env, queries, unknown)
    measured["prompt, with the helper"]()
    give_up = time.monotonic() + 60
    while not any(Path(env["XDG_CACHE_HOME"]).rglob(NAME)) and time.monotonic() < give_up:
        time.sleep(0.1)
    times: dict[str, list[Took]] = {name: [] for name in measured}
    for _ in range(repetitions):
        for name, run in measured.items():
            times[name].append(run())
    bare, floor = (statistics.median(column) for column in zip(*times["bare interpreter"], strict=True))
    wanted = {"prompt, with the helper": "p50 ≤ 2.0", "prompt, alone": "p50 ≤ 3.5, p95 ≤ 6"}
    table: list[str] = []
    for name, each in times.items():
        waited, worked = zip(*each, strict=True)
        middle, late = statistics.median(waited), statistics.quantiles(waited, n=20)[-1]
        shares = f"{middle / bare:.1f} | {late / bare:.1f} | {statistics.median(worked) / floor:.1f}"
        table.append(f"| {name} | {middle:.0f} | {shares} | {wanted.get(name, '')} |")
    return table


def large_transcript(env: Env) -> list[str]:
    """A host stops behind a transcript of 10 MB."""
    path = Path(env["HOME"]) / "large.jsonl"
    session = payload(env)["session_id"]
    with path.open("w", encoding="utf-8") as file:
        for number in count():
            words = " ".join(f"word{(number * 7 + place) % 5000}" for place in range(150))
            message = {"role": "user" if number % 2 == 0 else "assistant", "id": f"m{number}"}
            said = {
                "type": message["role"],
                "uuid": f"{session}-{number}",
                "sessionId": session,
                "timestamp": "2026-03-01T10:00:00.000Z",
                "message": {**message, "content": [{"type": "text", "text": words}]},
            }
            if file.tell() > TRANSCRIPT_BYTES:
                break
            file.write(json.dumps(said) + "\n")
    waited, _ = took(hook("Stop"), env, {**payload(env), "session_id": session, "transcript_path": str(path)})
    kept: dict[str, Any] = {}
    while not kept:
        time.sleep(0.2)
        done = [line for line in trace.lines(env["VADE_HOME"]) if line["outcome"] == trace.KEPT]
        kept = next((line for line in done if line["reason"] == f"{number} turns"), {})
    return [
        f"| stop behind 10 MB, with the helper | {waited:.0f} | | | | |",
        f"| the worker meanwhile, {number:,} turns | {kept['ms']:,.0f} | | | | |",
    ]


def main() -> None:
    """Measure and print the table."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--n", type=int, default=100_000, help="memories")
    parser.add_argument("--repetitions", type=int, default=25, help="processes of each row")
    parser.add_argument("--keep", type=Path, help="folder in which the home stays for the next run")
    options = parser.parse_args()
    generator = Generator()
    with workspace(options.keep, options.n) as folder:
        paths = {"HOME": folder, "VADE_HOME": folder / "home", "XDG_CACHE_HOME": folder / "cache"}
        env = {
            # An installed package has its bytecode; who develops may have forbidden Python to write any.
            **{name: text for name, text in os.environ.items() if not name.startswith(("VADE", "PYTHON"))},
            **{name: str(path) for name, path in paths.items()},
        }
        if not paths["VADE_HOME"].exists():
            print(f"building {options.n:,} memories …", file=sys.stderr)
            home_of_files(generator, options.n, folder)
        queries, unknown = (
            [q.text for q in generator.queries(40, words=24, own=13, corpus=options.n, scope=scope)]
            for scope in (Scope("personal"), ONE_PERCENT)  # a folder of no project is not told of projects
        )
        print(
            f"| {options.n:,} memories | p50 ms | p50 × | p95 × | CPU × | wanted |\n|---|---|---|---|---|---|"
        )
        print("\n".join(measure(env, queries, unknown, options.repetitions)))
        print("\n".join(large_transcript(env)))


if __name__ == "__main__":
    main()
