"""Threads of a process that lives long share one arena."""

from __future__ import annotations

import subprocess
import sys

import pytest

PROGRAM = """\
import ctypes, threading
from vademecum.arenas import keep_one
if {kept}:
    assert keep_one()
held = []
gate = threading.Barrier(8)
def work():
    gate.wait()
    held.append([bytes(3_000 + n) for n in range(500)])
    gate.wait()
threads = [threading.Thread(target=work) for _ in range(8)]
[one.start() for one in threads]
[one.join() for one in threads]
ctypes.CDLL(None).malloc_stats()
"""


def arenas(*, kept: bool) -> int:
    program = [sys.executable, "-c", PROGRAM.format(kept=kept)]
    done = subprocess.run(program, capture_output=True, text=True, check=True)
    return done.stderr.count("Arena ")


@pytest.mark.skipif(sys.platform != "linux", reason="arenas are glibc's")
def test_threads_share_one_arena() -> None:
    if arenas(kept=False) < 2:
        pytest.skip("this C library has no arenas")

    assert arenas(kept=True) == 1
