"""Many processes on one home."""

from __future__ import annotations

import json
import subprocess
import sys
import tempfile
from pathlib import Path

import vademecum
from trust.listing import every_id

WRITERS, READERS = 8, 4
SECONDS = 10
"""Of the short form."""

_WRITER = """
import json, sys, time
import vademecum

home, name, end = sys.argv[1], sys.argv[2], time.monotonic() + float(sys.argv[3])
kept = []
with vademecum.open(home, sync_interval_s=0.0) as vade:
    while time.monotonic() < end:
        kept.append(vade.remember(f"{name} writes note {len(kept)} about harbours").memory.record.id)
        if len(kept) % 4 == 0:
            vade.edit(kept[-1], add_tags=["seen"])
            vade.after_answer()
print(json.dumps(kept))
"""
_READER = """
import json, sys, time
import vademecum

home, name, end = sys.argv[1], sys.argv[2], time.monotonic() + float(sys.argv[3])
asked = 0
with vademecum.open(home, sync_interval_s=0.0) as vade:
    while time.monotonic() < end:
        vade.recall("which notes are about harbours?")
        vade.search("w1 note", mode="all")
        asked += 2
print(json.dumps(asked))
"""


def processes(scale: int) -> tuple[str, bool]:
    """Let all of them work at once, and count what became of it."""
    seconds = str(SECONDS * scale)
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder, "home")
        programs = [(_WRITER, f"w{n}") for n in range(WRITERS)] + [(_READER, f"r{n}") for n in range(READERS)]
        running = [
            subprocess.Popen(
                [sys.executable, "-c", program, str(home), name, seconds],
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                text=True,
            )
            for program, name in programs
        ]
        ended = [process.communicate() for process in running]
        errors = sum(bool(complaint) for _, complaint in ended)
        answers = [json.loads(told or "0") for told, _ in ended]
        kept = [record for answer in answers if isinstance(answer, list) for record in answer]
        asked = sum(answer for answer in answers if isinstance(answer, int))
        with vademecum.open(home) as vade:
            there = set(every_id(vade))
            codes = {finding.code for finding in vade.doctor().findings}
    lost, doubled = len(set(kept) - there), len(there - set(kept)) + len(kept) - len(set(kept))
    done = f"{len(kept)} writes and {asked} questions in {seconds} s"
    figure = f"{done}, {errors} errors, {lost} lost, {doubled} doubled"
    return figure, not (errors or lost or doubled) and codes == {"healthy"}
