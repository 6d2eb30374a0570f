"""Known names: whole words, longest first, however many there are."""

from __future__ import annotations

import pytest
from tests.planning.planners import names

from vademecum.model.plan import NamedRun
from vademecum.planning.known import MAX_FORM_WORDS, KnownNames


def test_no_names_are_never_met() -> None:
    assert KnownNames(()).mentioned(["rhea"]) == ()
    assert len(KnownNames(())) == 0


def test_longest_name_stands_for_all_its_words() -> None:
    known = names(("York", "York"), ("New York", "New York"), ("New York City", "NYC"))

    assert known.mentioned(["in", "new", "york", "city"]) == (NamedRun("new york city", 1, 4, ("NYC",)),)


def test_equally_long_names_stand_in_alphabetical_order() -> None:
    known = names(("Zoe", "Zoe"), ("Ann", "Ann"))

    assert [run.form for run in known.mentioned(["zoe", "met", "ann"])] == ["ann", "zoe"]


def test_longer_name_wins_over_an_earlier_one() -> None:
    known = names(("Ann Lee", "Ann Lee"), ("Lee Van Cleef", "Lee Van Cleef"))

    assert [run.form for run in known.mentioned(["ann", "lee", "van", "cleef"])] == ["lee van cleef"]


def test_beginning_of_a_name_is_no_name() -> None:
    assert names(("New York", "New York")).mentioned(["new"]) == ()


def test_ambiguous_form_keeps_everybody() -> None:
    known = names(("Sam", "Samuel"), ("sam", "Samantha"), ("SAM", "Samuel"))

    assert known.mentioned(["sam"]) == (NamedRun("sam", 0, 1, ("Samantha", "Samuel")),)


def test_name_said_twice_stands_twice() -> None:
    assert [run.start for run in names(("Ann", "Ann")).mentioned(["ann", "and", "ann"])] == [0, 2]


@pytest.mark.parametrize(("words", "met"), [(MAX_FORM_WORDS, 1), (MAX_FORM_WORDS + 1, 0)])
def test_names_have_a_longest_length(words: int, met: int) -> None:
    form = " ".join(f"w{number}" for number in range(words))

    assert len(KnownNames([(form, "x")]).mentioned(form.split())) == met


def test_every_one_of_many_names_is_met() -> None:
    known = KnownNames([(f"first{number % 97} last{number}", str(number)) for number in range(5_000)])
    met = [known.mentioned([f"first{number % 97}", f"last{number}"]) for number in range(5_000)]

    assert [runs[0].names for runs in met] == [(str(number),) for number in range(5_000)]
    assert known.mentioned(["first1", "last2"]) == ()


def test_name_learned_later_is_met_at_once() -> None:
    known = names(("Ann", "Ann"))
    known.add("ann lee", "Ann Lee")
    known.add("ann", "Anna")

    assert known.mentioned(["ann", "lee"]) == (NamedRun("ann lee", 0, 2, ("Ann Lee",)),)
    assert known.mentioned(["ann"])[0].names == ("Ann", "Anna")
    assert len(known) == 2


def test_name_learned_twice_means_one() -> None:
    known = names(("Ann", "Ann"), ("wife", "Rhea"))
    known.add("wife", "Rhea")

    assert known.mentioned(["wife"])[0].names == ("Rhea",)


def test_third_meaning_joins_two() -> None:
    known = names(("Sam", "Samuel"), ("sam", "Samantha"))
    known.add("sam", "Samira")
    known.add("sam", "Samira")

    assert known.mentioned(["sam"])[0].names == ("Samantha", "Samira", "Samuel")


def test_names_are_kept_while_tables_grow() -> None:
    known = KnownNames()
    for number in range(1_000):
        known.add(f"first{number % 7} last{number}", str(number))

    met = [known.mentioned([f"first{number % 7}", f"last{number}"])[0].names for number in range(1_000)]
    assert met == [(str(number),) for number in range(1_000)]


def test_lone_surrogates_are_names_like_others() -> None:
    known = KnownNames([("\ud800", "x")])

    assert known.mentioned(["\ud800"]) == (NamedRun("\ud800", 0, 1, ("x",)),)


def test_tables_stay_small() -> None:
    known = KnownNames([(f"somebody {number}", str(number)) for number in range(10_000)])

    assert known.size_bytes < 60 * len(known)
