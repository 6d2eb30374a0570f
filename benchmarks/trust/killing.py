"""Processes that die in the middle of writing."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path

import vademecum

WRITERS = 4
ROUNDS = 8
"""Of the short form; each kills all writers once."""

_WRITER = """
import sys
import vademecum

name = sys.argv[2]
with vademecum.open(sys.argv[1], sync_interval_s=0.0) as vade:
    number = 0
    while True:
        number += 1
        kept = vade.remember(f"sentinel{name}n{number} stands in a note of its own").memory.record.id
        print(f"{kept} {name}n{number}", flush=True)
        if number % 3 == 0:
            vade.edit(kept, add_tags=["edited"])
        if number % 4 == 0:
            vade.after_answer()
"""


def writers(scale: int) -> tuple[str, bool]:
    """Kill writers at random moments and look for what they were told is kept."""
    rng = random.Random(31)
    kept: dict[str, str] = {}
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder, "home")
        for number in range(ROUNDS * scale):
            kept |= _killed(home, number, rng)
        with vademecum.open(home) as vade:
            lost = [record for record, word in kept.items() if _lost(vade, record, word)]
            codes = {finding.code for finding in vade.doctor().findings}
    figure = f"{ROUNDS * scale * WRITERS} kills, {len(kept)} acknowledged, {len(lost)} lost"
    return f"{figure}, doctor: {', '.join(sorted(codes))}", not lost and codes == {"healthy"}


def _killed(home: Path, number: int, rng: random.Random) -> dict[str, str]:
    command = [sys.executable, "-c", _WRITER, str(home)]
    running = [
        subprocess.Popen([*command, f"r{number}w{writer}"], stdout=subprocess.PIPE, text=True)
        for writer in range(WRITERS)
    ]
    told: list[str] = []
    for process in running:
        assert process.stdout is not None
        told.append(process.stdout.readline())
        time.sleep(rng.uniform(0.0, 0.1))
        os.kill(process.pid, signal.SIGKILL)
    for process in running:
        assert process.stdout is not None
        told += process.stdout.read().splitlines(keepends=True)
        process.wait()
        process.stdout.close()
    # A line that was cut acknowledges nothing.
    return dict(line.split() for line in told if line.endswith("\n"))


def _lost(vade: vademecum.Vade, record: str, word: str) -> bool:
    found = [hit.id for hit in vade.search(f"sentinel{word}").hits]
    return record not in found or vade.get(record).record.id != record
