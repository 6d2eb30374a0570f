"""kill -9 at any moment of writes and syncs loses nothing that was acknowledged."""

from __future__ import annotations

import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

import vademecum
from vademecum import Vade

ROUNDS = 50

WRITER = """
import sys
import vademecum

with vademecum.open(sys.argv[1], sync_interval_s=0.0) as vade:
    number = int(sys.argv[2])
    while True:
        number += 1
        kept = vade.remember(f"sentinel{number} stands in a note of its own", tags=["kill"]).memory.record.id
        print(f"{kept} {number}", flush=True)
        if number % 3 == 0:
            vade.edit(kept, add_tags=["edited"])
            print(f"{kept} {number}", flush=True)
        if number % 4 == 0:
            vade.sync()
        if number % 5 == 0:
            vade.after_answer()
"""


def killed_writer(home: Path, first: int, delay_s: float) -> list[tuple[str, int]]:
    """What a writer acknowledged before it was killed, `delay_s` after its first acknowledgement."""
    process = subprocess.Popen(
        [sys.executable, "-c", WRITER, str(home), str(first)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    begun = process.stdout.readline()
    time.sleep(delay_s)  # the moment of death is what the test is about
    os.kill(process.pid, signal.SIGKILL)
    told = [begun, *process.stdout.read().splitlines(keepends=True)]
    lines = [line for line in told if line.endswith("\n")]
    process.wait()
    process.stdout.close()
    return [(line.split()[0], int(line.split()[1])) for line in lines]


def lost(vade: Vade, acknowledged: dict[str, int]) -> list[int]:
    """Acknowledged notes that neither the files nor a search give back."""
    missing = []
    for record, number in acknowledged.items():
        hits = vade.search(f"sentinel{number}").hits
        if [hit.id for hit in hits] != [record] or vade.get(record).record.id != record:
            missing.append(number)
    return missing


@pytest.mark.timeout(240)
def test_nothing_acknowledged_is_lost(tmp_path: Path) -> None:
    rng = random.Random(9)
    home = tmp_path / "home"
    last = 0
    for _ in range(ROUNDS):
        acknowledged = dict(killed_writer(home, last, rng.uniform(0.0, 0.1)))
        last = max((*acknowledged.values(), last)) + 1_000
        with vademecum.open(home) as vade:
            assert lost(vade, acknowledged) == []
    with vademecum.open(home) as vade:
        found = vade.doctor().findings
        assert [finding.code for finding in found] == ["healthy"]
        assert vade.list(limit=1).total >= ROUNDS
