"""Many processes, sudden deaths, threads and forks."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
from pathlib import Path
from types import ModuleType

import pytest

import vademecum
from vademecum.model.entry import Changes
from vademecum.stores.local.index import LocalIndex

PROGRAMS = Path(__file__).with_name("programs")
SOURCE = Path(vademecum.__file__).parents[1]
ROOT = Path(__file__).parents[2]

needs_fork = pytest.mark.skipif(not hasattr(os, "fork"), reason="the programs fork")


def run(program: str, *arguments: object) -> tuple[int, str]:
    """Exit status and everything a program printed."""
    done = subprocess.run(
        [sys.executable, PROGRAMS / program, *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": f"{SOURCE}{os.pathsep}{ROOT}"},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


@needs_fork
def test_killed_writers_lose_nothing_acknowledged(cache: Path) -> None:
    status, printed = run("crash_rounds.py", cache, 50, 7)

    assert status == 0, printed


@needs_fork
def test_eight_processes_start_and_work_together(cache: Path) -> None:
    status, printed = run("crowd.py", cache, 4, 4, 0, 3)

    assert status == 0, printed


@needs_fork
def test_rebuilding_disturbs_no_other_process(cache: Path) -> None:
    status, printed = run("crowd.py", cache, 2, 2, 2, 2)

    assert status == 0, printed


@pytest.mark.slow
@needs_fork
@pytest.mark.timeout(600)
def test_two_hundred_deaths_lose_nothing(cache: Path) -> None:
    status, printed = run("crash_rounds.py", cache, 200, 11)

    assert status == 0, printed


def test_threads_share_one_index(local: LocalIndex, samples: ModuleType) -> None:
    faults: list[BaseException] = []

    def work(who: int) -> None:
        try:
            for step in range(20):
                local.apply(Changes(put=(samples.entry(who * 100 + step, "shared"),)))
                local.propose(samples.ask("shared"))
                local.flush(threshold=5)
        except BaseException as fault:  # noqa: BLE001 - a thread's fault belongs to the test
            faults.append(fault)

    threads = [threading.Thread(target=work, args=(who,)) for who in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()

    assert faults == []
    assert len(local.propose(samples.ask("shared", depth=1_000)).candidates) == 120
    assert local.check() == ()


@needs_fork
@pytest.mark.filterwarnings("ignore::DeprecationWarning")
def test_forked_child_opens_its_own(local: LocalIndex, samples: ModuleType) -> None:
    local.apply(Changes(put=(samples.entry(1, "word"),)))
    pid = os.fork()
    if pid == 0:
        local.apply(Changes(put=(samples.entry(2, "word"),)))
        os._exit(0)
    _, status = os.waitpid(pid, 0)
    local.apply(Changes(put=(samples.entry(3, "word"),)))

    assert status == 0
    assert local.known_files() == 3
    assert local.check() == ()


def test_reader_sees_one_state_while_others_write(local: LocalIndex, samples: ModuleType) -> None:
    local.apply(Changes(put=(samples.entry(1, "word"),)))
    with local._shelf.current().catalogue.reading() as connection:
        before = connection.execute("SELECT count(*) FROM record").fetchone()
        local.apply(Changes(put=(samples.entry(2, "word"),)))
        after = connection.execute("SELECT count(*) FROM record").fetchone()

    assert before == after == (1,)
