"""Time limits: what is late is left to itself, and what hangs costs one wait."""

from __future__ import annotations

from threading import Event

import pytest
from tests.engine.homes_in_memory import StandingClock

from vademecum.engine.deadlines import BUSY, LATE, CountedDeadlines, ThreadedDeadlines
from vademecum.ports import Deadlines

MOMENT_S, LONG_S = 0.001, 60.0


@pytest.fixture(params=["threaded", "counted"])
def deadlines(request: pytest.FixtureRequest) -> Deadlines:
    return ThreadedDeadlines() if request.param == "threaded" else CountedDeadlines(StandingClock())


def test_result_in_time_comes_back(deadlines: Deadlines) -> None:
    assert deadlines.within("meaning", LONG_S, lambda: 7) == (7, "")


def test_failure_is_a_reason_without_its_words(deadlines: Deadlines) -> None:
    def fail() -> int:
        raise RuntimeError("secret")

    assert deadlines.within("meaning", LONG_S, fail) == (None, "failed with RuntimeError")


def test_what_failed_may_be_asked_again(deadlines: Deadlines) -> None:
    deadlines.within("meaning", LONG_S, lambda: 1 // 0)

    assert deadlines.within("meaning", LONG_S, lambda: 7) == (7, "")


def test_what_hangs_costs_one_wait() -> None:
    deadlines, released = ThreadedDeadlines(), Event()
    first = deadlines.within("meaning", MOMENT_S, released.wait)
    second = deadlines.within("meaning", LONG_S, lambda: True)
    other = deadlines.within("graph", LONG_S, lambda: True)
    released.set()

    assert (first, second, other) == ((None, LATE), (None, BUSY), (True, ""))


@pytest.mark.parametrize(("took", "told"), [(10, (7, "")), (11, (None, LATE))])
def test_late_is_judged_by_the_injected_clock(took: int, told: tuple[int | None, str]) -> None:
    clock = StandingClock()

    def act() -> int:
        clock.go_on(milliseconds=took)
        return 7

    assert CountedDeadlines(clock).within("meaning", 0.010, act) == told
