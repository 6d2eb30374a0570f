"""However changes are announced, brought forward or put off: at any moment one truth holds."""

from __future__ import annotations

from datetime import timedelta

from hypothesis import given, settings
from hypothesis import strategies as st
from tests.engine.homes_in_memory import MemoryHome

AHEAD = st.lists(st.none() | st.integers(-20, 20), min_size=1, max_size=5)


@settings(max_examples=25, deadline=None, derandomize=True, database=None)
@given(AHEAD, st.integers(0, 5))
def test_at_any_moment_one_truth_holds(ahead: list[int | None], days: int) -> None:
    home = MemoryHome()
    newest, begun = home.remember("The harbour office."), home.clock.at
    for number, each in enumerate(ahead):
        home.clock.go_on(days=days, seconds=1)
        begins = None if each is None else home.clock.at + timedelta(days=each)
        text = f"The harbour office, the {number}."
        newest = home.vade.supersede(newest, text, valid_from=begins).memory.record.id

    for day in range(0, 60, 3):
        then = begun + timedelta(days=day, seconds=10)
        told = home.vade.search("harbour", as_of=then).hits
        assert len(told) == home.vade.list(as_of=then).total == 1
    for _ in range(30):
        home.clock.go_on(days=1)
        assert len(home.vade.search("harbour").hits) == home.vade.list().total == 1
    assert [hit.id for hit in home.vade.search("harbour").hits] == [newest]
