"""What was counted or drawn is kept until the home changes, for whoever has that home open."""

from __future__ import annotations

from functools import partial
from itertools import count

from tests.engine.homes_in_memory import MemoryHome

from vademecum.web.pages.lately import Lately


def test_nothing_is_made_twice() -> None:
    home, lately, made = MemoryHome(), Lately(), count()

    assert [lately.of(home.vade, "one", lambda: next(made)) for _ in range(3)] == [0, 0, 0]


def test_every_name_has_its_own() -> None:
    home, lately = MemoryHome(), Lately()

    assert [lately.of(home.vade, name, partial(str, name)) for name in "abab"] == ["a", "b", "a", "b"]


def test_a_change_makes_it_anew() -> None:
    home, lately, made = MemoryHome(), Lately(), count()
    lately.of(home.vade, "one", lambda: next(made))
    home.remember("It is blue.")

    assert lately.of(home.vade, "one", lambda: next(made)) == 1


def test_another_home_is_never_shown_it() -> None:
    home, other, lately = MemoryHome(), MemoryHome(), Lately()
    lately.of(home.vade, "one", lambda: "mine")

    assert lately.of(other.vade, "one", lambda: "theirs") == "theirs"


def test_many_things_do_not_pile_up() -> None:
    home, lately, made = MemoryHome(), Lately(), count()
    for number in range(100):
        lately.of(home.vade, str(number), lambda: next(made))

    assert lately.of(home.vade, "99", lambda: next(made)) == 100
