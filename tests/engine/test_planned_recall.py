"""Recall as a plan turns it: times, names that are meant, hints, and what only asked."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from tests.engine.homes_in_memory import MemoryHome

from vademecum.model.answer import Contribution, Hit
from vademecum.model.plan import Intent
from vademecum.model.value import replace

DAY = {"days": 1}


def addends(hit: Hit) -> tuple[Contribution, ...]:
    assert hit.explanation is not None
    return hit.explanation.contributions


def sources(hit: Hit) -> list[str]:
    return [addend.source for addend in addends(hit)]


@pytest.fixture
def family() -> MemoryHome:
    home = MemoryHome()
    home.vade.add_entity("Rhea", aliases=("wife",), label="Person")
    home.remember("Rhea likes saffron rice.", title="rice", about=["Rhea"])
    return home


@pytest.fixture
def weeks() -> MemoryHome:
    """Two notes that hold the same words, four weeks apart; now is a day after the second."""
    home = MemoryHome()
    home.remember("We decided to deploy on Mondays.", title="old")
    home.clock.go_on(days=28)
    home.remember("We decided to deploy on Tuesdays.", title="new")
    home.clock.go_on(days=1)
    return home


@pytest.mark.parametrize("asked", ["what was deployed", "who is Rhea", "port 9077 is taken"])
def test_plain_words_need_no_plan(family: MemoryHome, asked: str) -> None:
    assert family.vade.recall(asked).plan is None


def test_time_makes_a_plan(weeks: MemoryHome) -> None:
    plan = weeks.vade.recall("what did we decide about the deploy last week?").plan

    assert plan is not None
    assert plan.temporal is not None
    assert plan.temporal.label == "last week"


def test_noted_in_the_time_comes_first(weeks: MemoryHome) -> None:
    assert weeks.recalled("decided to deploy") == ["old", "new"]
    assert weeks.recalled("decided to deploy yesterday") == ["new", "old"]


def test_time_only_orders(weeks: MemoryHome) -> None:
    assert weeks.recalled("decided to deploy last spring") == ["old", "new"]


def test_window_is_an_addend(weeks: MemoryHome) -> None:
    first, second = weeks.vade.recall("decided to deploy yesterday", explain=True).hits

    assert ("time: yesterday", "×1.5, noted in it") in [(a.source, a.detail) for a in addends(first)]
    assert "time: yesterday" not in sources(second)


def test_valid_time_counts_before_the_note(home: MemoryHome) -> None:
    home.remember("Flat in Lyon", title="lyon", valid_from=datetime(2020, 1, 1, tzinfo=UTC))
    home.remember(
        "Flat in Oslo",
        title="oslo",
        valid_from=datetime(2014, 1, 1, tzinfo=UTC),
    )
    hit = home.vade.recall("which flat in 2017", explain=True).hits[0]

    assert (hit.key, addends(hit)[-1].detail) == ("oslo", "×1.5, holds in it")


def test_words_of_the_time_do_not_count(weeks: MemoryHome) -> None:
    answer = weeks.vade.recall("deploy last week")

    assert (answer.terms, answer.hits[0].terms) == (("deploy",), 1)


def test_words_of_asking_do_not_count(home: MemoryHome) -> None:
    home.remember("Matthew drinks oat milk.", title="milk")
    home.remember("Remember the milk.", title="errand")

    answer = home.vade.recall("do you remember what Matthew drinks?")

    assert answer.plan is not None
    assert answer.plan.intent is Intent.EXPLICIT_RECALL
    assert (answer.terms, [hit.key for hit in answer.hits]) == (("matthew", "drinks"), ["milk"])


def test_asking_word_alone_still_finds(home: MemoryHome) -> None:
    home.remember("Remember the milk.", title="errand")

    assert home.recalled("do you remember?") == ["errand"]


def test_unreadable_time_is_told(weeks: MemoryHome) -> None:
    answer = weeks.vade.recall("what did we decide about the deploy lately")

    assert any("“lately” speaks of a time that cannot be read" in told for told in answer.warnings)


def test_alias_finds_whom_it_means(family: MemoryHome) -> None:
    hit = family.vade.recall("does my wife eat rice?", explain=True).hits[0]

    assert (hit.key, hit.covered) == ("rice", 2)
    assert hit.explanation is not None
    assert hit.explanation.rewritten is not None
    assert "Rhea" in hit.explanation.rewritten


def test_ambiguous_alias_finds_everybody() -> None:
    home = MemoryHome()
    for name in ("Ann", "Zoe"):
        home.vade.add_entity(name, aliases=("boss",), label="Person")
        home.remember(f"{name} cooks.", title=f"{name} at home", about=[name])

    assert home.recalled("does my boss cook?")[:2] == ["ann-at-home", "zoe-at-home"]


def test_as_of_answers_with_what_held(home: MemoryHome) -> None:
    home.remember("Ports are 6379", title="old", subject="redis", predicate="port", value="6379")
    home.clock.go_on(days=60)
    home.vade.supersede("old", "Ports are 6380", title="new")
    home.clock.go_on(days=1)

    assert home.recalled("which ports") == ["new"]
    assert home.recalled("which ports as of March 2026") == ["old"]


def test_hints_lift_what_fits(home: MemoryHome) -> None:
    home.remember("Likes tea with milk", title="ann", subject="Ann")
    home.remember("Likes tea with milk too", title="zoe", subject="Zoe")
    plan = home.vade.plan("tea with milk")

    hinted = home.vade.recall("tea with milk", plan=replace(plan, subject_hint="Zoe"), explain=True)

    assert [hit.key for hit in hinted.hits] == ["zoe", "ann"]
    assert "hint: about Zoe" in sources(hinted.hits[0])


def test_wrong_hints_lose_nothing(home: MemoryHome) -> None:
    home.remember("Likes tea with milk", title="ann", subject="Ann")
    plan = home.vade.plan("tea with milk")
    wrong = replace(plan, subject_hint="Nobody", predicate_hint="address", scopes=("routine",))

    answers = [home.vade.recall("tea with milk", plan=each) for each in (plan, wrong)]

    assert [[hit.key for hit in answer.hits] for answer in answers] == [["ann"], ["ann"]]


def test_kind_filter_of_a_plan_is_hard(home: MemoryHome) -> None:
    home.remember("tea on Mondays", title="habit", type="routine")
    home.remember("tea with milk", title="taste", type="preference")
    plan = replace(home.vade.plan("tea"), kind_filter=("preference",))

    assert [hit.key for hit in home.vade.recall("tea", plan=plan).hits] == ["taste"]


def test_further_query_is_an_addend(family: MemoryHome) -> None:
    hit = family.vade.recall("does my wife eat rice?", explain=True).hits[0]

    assert [source for source in sources(hit) if source.startswith("query: ")] != []


@pytest.mark.parametrize(
    "asked", ["does my wife eat rice?", "what did Rhea eat last week", "do you remember the saffron rice"]
)
def test_addends_sum_to_the_score(family: MemoryHome, asked: str) -> None:
    for hit in family.vade.recall(asked, explain=True).hits:
        assert sum(addend.amount for addend in addends(hit)) == pytest.approx(hit.score, rel=1e-12)


def test_why_sees_the_same_plan(weeks: MemoryHome) -> None:
    asked = "decided to deploy yesterday"
    hit = weeks.vade.recall(asked, explain=True).hits[0]

    assert weeks.vade.why(asked, hit.id).explanation.contributions == addends(hit)


def test_plan_beyond_its_bounds_is_cut(home: MemoryHome) -> None:
    plan = replace(home.vade.plan("tea"), topics=tuple(f"t{n}" for n in range(99)))
    made = home.vade.recall("tea", plan=plan).plan

    assert made is not None
    assert len(made.topics) == 8
