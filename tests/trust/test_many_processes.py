"""Eight processes write and read one home at once, and nobody meets an error."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

import vademecum

WORKER = """
import json, sys
import vademecum

home, name, count = sys.argv[1], sys.argv[2], int(sys.argv[3])
kept = []
with vademecum.open(home, sync_interval_s=0.0) as vade:
    for number in range(count):
        done = vade.remember(f"{name} writes note {number} about harbours", about=["Rhea"])
        kept.append(done.memory.record.id)
        vade.recall("which notes are about harbours?")
        vade.search(f"{name} {number}")
        if number % 4 == 0:
            vade.edit(kept[-1], add_tags=["seen"])
        if number % 5 == 0:
            vade.after_answer()
        if name == "w0" and number == 6:
            vade.reindex()
print(json.dumps(kept))
"""


@pytest.mark.timeout(240)
def test_t1_eight_processes_share_a_home(tmp_path: Path) -> None:
    home = tmp_path / "home"
    count = 12
    workers = [
        subprocess.Popen(
            [sys.executable, "-c", WORKER, str(home), f"w{number}", str(count)],
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        for number in range(8)
    ]
    ended = [worker.communicate(timeout=200) for worker in workers]

    assert [errors for _, errors in ended] == [""] * 8
    kept = {record for output, _ in ended for record in json.loads(output)}
    assert len(kept) == 8 * count
    with vademecum.open(home) as vade:
        listed = vade.list(limit=100)
        assert (listed.total, {hit.id for hit in listed.items}) == (8 * count, kept)
        assert vade.entities().total == 1
        assert [finding.code for finding in vade.doctor().findings] == ["healthy"]
