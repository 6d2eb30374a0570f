"""Whoever dies while a home is turned leaves one that opens with everything in it."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from tests.sealing.conftest import SENTINEL, Sealing

from trust.disk import Disk, Fault
from vademecum.errors import VaultError
from vademecum.sealing import layout
from vademecum.sealing.turning import Turned

Turn = Callable[[Sealing], Turned]
ALL = ["Oats", "Rhea", "Safe"]


def died(sealing: Sealing, turn: Turn, at: int | None) -> int:
    """Turn it in a process that dies at a step of the disk; how many steps there were before."""
    reading, writing = os.pipe()
    if not (child := os.fork()):
        disk = Disk(sealing.home.parent, Fault.DEATH if at is not None else None, at)
        disk.take_over()
        try:
            turn(sealing)
        finally:
            os.write(writing, str(len(disk.steps)).encode())
            os._exit(0)
    os.close(writing)
    os.waitpid(child, 0)
    with os.fdopen(reading) as pipe:
        return int(pipe.read() or 0)


def whole(sealing: Sealing) -> None:
    """Open it as somebody does who finds it so, and be sure of all that is in it."""
    if layout.is_sealed(str(sealing.home)):
        assert sealing.unlock().left == ()
        told = sealing.resting()
        assert not any(SENTINEL.encode() in data for data in told.values())
    assert sealing.titles() == ALL


def tried(sealing: Sealing, turn: Turn, *, before: Callable[[Sealing], object]) -> int:
    """Let somebody die at each step in turn, each time on a home as it was."""
    before(sealing)
    kept = sealing.home.parent / "kept"
    kept.mkdir()
    for name in ("home", "memory"):
        if (sealing.home.parent / name).exists():
            shutil.copytree(sealing.home.parent / name, kept / name)

    def anew() -> None:
        for name in ("home", "memory", "cache"):
            shutil.rmtree(sealing.home.parent / name, ignore_errors=True)
            if (kept / name).exists():
                shutil.copytree(kept / name, sealing.home.parent / name)

    anew()
    steps = died(sealing, turn, None)
    for at in range(steps):
        anew()
        died(sealing, turn, at)
        whole(sealing)
    return steps


@pytest.mark.parametrize(
    ("turn", "before"),
    [
        (Sealing.encrypt, lambda _: None),
        (Sealing.decrypt, Sealing.encrypt),
        (Sealing.lock, Sealing.encrypt),
        (Sealing.unlock, lambda one: (one.encrypt(), one.lock())),
    ],
    ids=["encrypt", "decrypt", "lock", "unlock"],
)
def test_a_death_loses_nothing(sealing: Sealing, turn: Turn, before: Callable[[Sealing], object]) -> None:
    assert tried(sealing, turn, before=before) >= 1


def test_a_full_disk_leaves_the_home_as_it_was(sealing: Sealing, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: object, **__: object) -> None:
        raise OSError(28, "No space left on device")

    before = sealing.resting()
    monkeypatch.setattr("vademecum.durable.write_all", fails)
    with pytest.raises(VaultError, match="full"):
        sealing.encrypt()
    monkeypatch.undo()

    assert {path: data for path, data in sealing.resting().items() if path in before} == before
    assert not layout.is_sealed(str(sealing.home))
    assert not any(Path(one).is_file() for one in sealing.memory.rglob("*"))
