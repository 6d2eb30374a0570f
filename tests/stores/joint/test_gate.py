"""So many threads are inside at a time, and each of them as often as it likes."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from vademecum.errors import Busy
from vademecum.stores.joint.gate import Gate


def entered(gate: Gate) -> bool:
    with gate.passed():
        return True


def test_who_is_inside_passes_again() -> None:
    gate = Gate(1)

    with gate.passed():
        assert entered(gate)


def test_who_comes_when_it_is_full_is_told_so() -> None:
    gate = Gate(1, wait_s=0.01)

    with gate.passed(), ThreadPoolExecutor(1) as threads, pytest.raises(Busy):
        threads.submit(entered, gate).result()


def test_a_place_is_free_again_after_an_error() -> None:
    gate = Gate(1)
    with pytest.raises(ValueError, match="broken"), gate.passed():
        raise ValueError("broken")

    with ThreadPoolExecutor(1) as threads:
        assert threads.submit(entered, gate).result()
