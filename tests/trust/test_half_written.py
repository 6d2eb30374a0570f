"""A supersession that is killed between its two files is completed at the next start: one truth is left."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

import vademecum
from vademecum.model.record import Memory, Status

KILLED = """
import os, signal, sys
import vademecum
from vademecum.vault.files import FileVault

real = FileVault.{method}

def die(self, *given, **more):
    if {after}:
        real(self, *given, **more)
    os.kill(os.getpid(), signal.SIGKILL)

with vademecum.open(sys.argv[1], sync_interval_s=0.0) as vade:
    FileVault.{method} = die
    vade.supersede(sys.argv[2], "The port is 8081.")
"""


def killed(home: Path, old: str, method: str, *, after: bool) -> None:
    """Supersede in a process that dies before or after it called a method of the vault for the first time."""
    program = KILLED.format(method=method, after=after)
    ended = subprocess.run([sys.executable, "-c", program, str(home), old], check=False)
    assert ended.returncode == -signal.SIGKILL


@pytest.mark.parametrize(
    ("method", "after", "text", "status"),
    [
        ("create", False, "8080", Status.ACTIVE),
        ("create", True, "8081", Status.SUPERSEDED),
        ("replace", False, "8081", Status.SUPERSEDED),
        ("replace", True, "8081", Status.SUPERSEDED),
    ],
    ids=["before the new file", "after the new file", "before the old file", "after the old file"],
)
def test_a_killed_supersession_leaves_one_truth(
    tmp_path: Path, method: str, after: bool, text: str, status: Status
) -> None:
    with vademecum.open(tmp_path) as vade:
        old = vade.remember("The port is 8080.").memory.record.id
    killed(tmp_path, old, method, after=after)

    with vademecum.open(tmp_path) as vade:
        assert [hit.snippet for hit in vade.search("port").hits] == [f"The «port» is {text}."]
        record = vade.get(old).record
        assert isinstance(record, Memory)
        assert record.status is status
        assert [finding.code for finding in vade.doctor().findings] == ["healthy"]


def test_a_doubt_is_written_before_the_old_file(tmp_path: Path) -> None:
    with vademecum.open(tmp_path) as vade:
        old = vade.remember("The port is 8080.", title="Port").memory.record.id
        vade.remember("Open [[Port]] in the firewall.")
    killed(tmp_path, old, "create", after=True)

    with vademecum.open(tmp_path) as vade:
        assert [hit.mark for hit in vade.search("firewall").hits] == ["needs review"]
