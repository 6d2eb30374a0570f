"""Housekeeping runs when nobody asks, and ends with whoever began it."""

from __future__ import annotations

import threading

import pytest
from tests.engine.homes_in_memory import MemoryHome

from vademecum.engine import idle as housekeeping
from vademecum.engine.idle import Idle


@pytest.fixture(autouse=True)
def hurry(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(housekeeping, "IDLE_S", 0.0)


def test_large_vault_is_looked_at_when_idle(home: MemoryHome) -> None:
    large = MemoryHome(sync_max_files=1, vault=home.vault)
    for number in range(3):
        large.remember(f"Number {number}.")
    large.note("by-hand", "The lighthouse is lit.")
    assert large.recalled("lighthouse") == []
    idle = Idle(lambda: large.vade)

    idle.begin()
    idle.answered()
    wait_for(lambda: large.index.known_files() == 4)

    assert idle.ended()
    assert large.recalled("lighthouse") == ["by-hand"]


def wait_for(holds: object, tries: int = 2_000) -> None:
    """Until it holds, or for some ten seconds."""
    pause = threading.Event()
    assert callable(holds)
    assert any(holds() or pause.wait(0.005) for _ in range(tries))


def test_end_waits_for_what_is_under_way(home: MemoryHome) -> None:
    idle = Idle(lambda: home.vade)
    idle.begin()

    assert idle.ended()
    assert [thread.name for thread in threading.enumerate() if thread.name == "housekeeping"] == []
