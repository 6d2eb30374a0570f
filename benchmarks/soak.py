"""Everything that may work on one home at once, for as long as one likes, and whether anything grows.

A server of the page and the API, a server for an agent, a watcher, hooks of a host, and writers are on one
home together. The writers fill it up to a number of memories and each changes its own from then on, so that
nothing has a reason to grow. Each interval tells how long questions took, what the lasting processes hold,
and how large home and index are; of the time in which the home is full, the last third is compared with the
second.

    python benchmarks/soak.py --minutes 60 [--writers 8] [--untimed]
"""

from __future__ import annotations

import argparse
import json
import os
import random
import statistics
import subprocess
import sys
import tempfile
import time
from contextlib import closing, suppress
from functools import partial
from http.client import HTTPConnection
from pathlib import Path
from threading import Event, Thread
from typing import Any
from urllib.parse import urlsplit

import vademecum

MOST_GROWTH = 1.3
"""Of a figure's last third to its second."""

SLACK = 4
"""Files, MB or ms that a figure may differ by anyway."""

MOST_MEMORIES = 1_000

VADE = [sys.executable, "-m", "vademecum"]
SUBJECTS = ("harbour", "library", "garden", "archive", "kitchen", "workshop", "orchard", "station")


class Lasting:
    """A process that stays: what it holds, read from the kernel (Linux)."""

    def __init__(self, name: str, home: Path, *command: str) -> None:
        self.name = name
        self.process = subprocess.Popen(
            [*VADE, "--home", str(home), *command],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
        )

    def line(self) -> Any:
        """The next line it prints, as JSON."""
        assert self.process.stdout is not None
        return json.loads(self.process.stdout.readline())

    def ask(self, **message: Any) -> Any:
        """One line out, one line in."""
        assert self.process.stdin is not None
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")
        self.process.stdin.flush()
        return self.line()

    def descriptors(self) -> int:
        """How many files it has open."""
        return sum(1 for _ in Path(f"/proc/{self.process.pid}/fd").iterdir())

    def resident_mb(self) -> float:
        """Memory that it holds."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text(encoding="ascii").split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6

    def leave(self) -> None:
        """End it."""
        self.process.terminate()
        self.process.communicate()


def write(home: Path, number: int, ended: Event, kept: list[str], errors: list[str]) -> None:
    """Remember until the home is full, then change what is there; the home is opened anew for each fifty."""
    rng, own = random.Random(number), list[str]()
    while not ended.is_set():
        with vademecum.open(home) as vade:
            for _ in range(50):
                if ended.wait(0.05):
                    return
                try:
                    text = f"The {rng.choice(SUBJECTS)} of writer {number} has {rng.randrange(10**9)} tiles."
                    if len(kept) < MOST_MEMORIES:
                        own.append(vade.remember(text).memory.record.id)
                        kept.append(own[-1])
                    else:
                        vade.edit(rng.choice(own), text=text)
                except vademecum.VadeError as error:
                    errors.append(str(error))


def hook(home: Path, number: int) -> None:
    """A prompt of a host's session."""
    said = {"session_id": f"soak-{number}", "prompt": "how many tiles has the harbour?", "cwd": "/"}
    command = [*VADE, "--home", str(home), "hook", "UserPromptSubmit", "--host", "claude-code"]
    subprocess.run(command, input=json.dumps(said).encode(), capture_output=True, check=True)


def held_mb(folder: Path) -> float:
    """Bytes of all files below, which may go while they are looked at."""
    sizes = 0
    for above, _, names in os.walk(folder):
        for name in names:
            with suppress(FileNotFoundError):
                sizes += os.lstat(Path(above, name)).st_size
    return sizes / 1e6


def look(url: str) -> bytes:
    """What a person sees who searches on the page."""
    place = urlsplit(url)
    with closing(HTTPConnection(place.netloc, timeout=60)) as line:
        line.request("GET", f"{place.path}?q=harbour")
        page = line.getresponse()
        found = page.read()
    if page.status != 200:
        raise RuntimeError(f"the page answers {page.status}")
    return found


def timed_ms(act: Any) -> float:
    """Milliseconds by the clock."""
    begun = time.perf_counter()
    act()
    return (time.perf_counter() - begun) * 1000


def soak(home: Path, minutes: float, writers: int) -> tuple[list[dict[str, float]], list[str]]:
    """Rows, one an interval, and what went wrong."""
    with vademecum.open(home) as vade:
        vade.remember("The harbour has a first note.")
    page, agent = Lasting("page", home, "serve", "--port", "0", "--json"), Lasting("agent", home, "mcp")
    watcher = Lasting("watcher", home, "watch", "--quiet")
    url = page.line()["url"]
    agent.ask(
        id=0,
        method="initialize",
        params={
            "protocolVersion": "2025-11-25",
            "capabilities": {},
            "clientInfo": {"name": "soak", "version": "1"},
        },
    )
    recall = {"name": "recall", "arguments": {"query": "how many tiles has the harbour?"}}
    ended, kept, errors = Event(), list[str](), list[str]()
    crowd = [Thread(target=write, args=(home, number, ended, kept, errors)) for number in range(writers)]
    for one in crowd:
        one.start()
    rows: list[dict[str, float]] = []
    end = time.monotonic() + minutes * 60
    pause_s = max(1.0, minutes)
    while time.monotonic() < end:
        number = len(rows) + 1
        rows.append(
            {
                "page ms": statistics.median(timed_ms(lambda: look(url)) for _ in range(5)),
                "agent ms": statistics.median(
                    timed_ms(lambda n=step: agent.ask(id=n, method="tools/call", params=recall))
                    for step in range(number * 10, number * 10 + 5)
                ),
                "hook ms": timed_ms(partial(hook, home, number)),
                **{f"{one.name} MB": one.resident_mb() for one in (page, agent, watcher)},
                **{f"{one.name} files": one.descriptors() for one in (page, agent, watcher)},
                "home MB": held_mb(home),
                "index MB": held_mb(Path(os.environ["XDG_CACHE_HOME"])),
                "memories": len(kept),
            }
        )
        time.sleep(pause_s)
    ended.set()
    for one in crowd:
        one.join()
    for lasting in (page, agent, watcher):
        lasting.leave()
    with vademecum.open(home) as vade:
        there = vade.list(limit=1).total
        errors += [finding.message for finding in vade.doctor().findings if finding.level == "error"]
    if there != len(kept) + 1:
        errors.append(f"{len(kept) + 1} were kept, {there} are there")
    return rows, errors


def compared(rows: list[dict[str, float]]) -> list[tuple[str, float, float]]:
    """Each figure while the home was full: its median in the second third, when all is warm, and the last."""
    full = [row for row in rows if row["memories"] >= MOST_MEMORIES] or rows
    third = max(1, len(full) // 3)
    return [
        (
            name,
            statistics.median(row[name] for row in full[third : 2 * third] or full),
            statistics.median(row[name] for row in full[-third:]),
        )
        for name in rows[0]
    ]


def main() -> int:
    """Soak, print the table, and say by the exit status whether all stayed flat."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--writers", type=int, default=8)
    parser.add_argument("--untimed", action="store_true", help="times are told, and decide nothing")
    options = parser.parse_args()
    os.environ.setdefault("VADE_EMBEDDER", "none")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["XDG_CACHE_HOME"] = str(Path(folder, "cache"))
        rows, errors = soak(Path(folder, "home"), options.minutes, options.writers)
    print(f"{options.minutes:g} minutes, {options.writers} writers, {rows[-1]['memories']:,} memories")
    print("| | second third | last third | |\n|---|---|---|---|")
    flat = True
    for name, first, last in compared(rows):
        decides = not (options.untimed and name.endswith(" ms"))
        grows = decides and last > first * MOST_GROWTH + SLACK
        flat &= not grows
        print(f"| {name} | {first:,.1f} | {last:,.1f} | {'**grows**' if grows else ''} |")
    for error in errors:
        print(f"wrong: {error}")
    return 0 if flat and not errors else 1


if __name__ == "__main__":
    sys.exit(main())
