"""Work beside the turn: begun at once, never waited for, and dropped when it comes too late."""

from __future__ import annotations

from functools import partial
from threading import Event

from vademecum.engine.aside import Aside

SOON_S = 10.0


def test_a_result_is_handed_over_once() -> None:
    aside = Aside()
    aside.begin(1, lambda: "done")

    assert aside.settled(SOON_S)
    assert [aside.take(1), aside.take(1)] == ["done", None]


def test_nobody_waits_for_it() -> None:
    aside, held = Aside(), Event()
    aside.begin(1, held.wait)

    assert aside.take(1) is None
    assert not aside.settled(0)
    held.set()


def test_a_late_result_is_dropped() -> None:
    aside, held = Aside(), Event()
    aside.begin(1, lambda: held.wait() and "old")
    aside.begin(2, lambda: "new")
    held.set()

    assert aside.settled(SOON_S)
    assert [aside.take(1), aside.take(2)] == [None, "new"]


def test_only_the_newest_is_done() -> None:
    aside, held, under_way = Aside(), Event(), Event()
    done: list[int] = []

    def hold() -> None:
        under_way.set()
        held.wait()

    aside.begin(1, hold)
    assert under_way.wait(SOON_S)
    for generation in (2, 3, 4):
        aside.begin(generation, partial(done.append, generation))
    held.set()

    assert aside.settled(SOON_S)
    assert done == [4]


def test_an_older_generation_is_not_begun() -> None:
    aside = Aside()

    assert aside.begin(2, lambda: "new")
    assert not aside.begin(1, lambda: "old")


def test_a_failure_leaves_the_worker() -> None:
    aside = Aside()
    aside.begin(1, lambda: 1 / 0)
    aside.settled(SOON_S)
    aside.begin(2, lambda: "next")

    assert aside.settled(SOON_S)
    assert aside.take(2) == "next"


def test_nothing_begins_after_the_end() -> None:
    aside = Aside()
    aside.close()
    aside.close()

    assert not aside.begin(1, lambda: "late")


def test_what_comes_after_the_end_is_dropped() -> None:
    aside, held = Aside(), Event()
    aside.begin(1, lambda: held.wait() and "late")
    aside.close()
    held.set()

    assert aside.settled(SOON_S)
    assert aside.take(1) is None
