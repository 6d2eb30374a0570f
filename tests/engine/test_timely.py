"""A question that names nothing but a time is answered with what is of that time."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from tests.engine.homes_in_memory import MemoryHome

from vademecum.model.answer import Outcome
from vademecum.model.record import MemoryId


@pytest.fixture
def days() -> MemoryHome:
    """What was noted on 1, 29 and 30 March; now is 31 March."""
    home = MemoryHome()
    home.remember("We planted the pear tree.", title="pear")
    home.clock.go_on(days=28)
    home.remember("The boiler broke.", title="boiler")
    home.clock.go_on(days=1)
    home.remember("Ana repaired the boiler.", title="repair")
    home.clock.go_on(days=1)
    return home


@pytest.mark.parametrize(
    "asked",
    [
        "what did we do on the 30th",
        "What happened on Monday?",
        "was haben wir am 30. März gemacht",
        "¿qué hicimos el 30 de marzo?",
        "qu'est-ce qu'on a fait le 30 mars",
        "我们3月30日做了什么",
        "हमने 30 मार्च को क्या किया",
    ],
)
def test_time_alone_recalls_what_is_of_it(days: MemoryHome, asked: str) -> None:
    assert days.recalled(asked) == ["repair"]


def test_newest_comes_first(days: MemoryHome) -> None:
    assert days.recalled("what did we do in March 2026") == ["repair", "boiler", "pear"]


def test_topic_is_looked_for_by_its_words(days: MemoryHome) -> None:
    assert days.recalled("what did we do about the pear tree yesterday") == ["pear"]


@pytest.mark.parametrize(
    "said", ["I was here yesterday", "see you tomorrow", "yesterday", "I am tired today"]
)
def test_nobody_asked_for_a_list(days: MemoryHome, said: str) -> None:
    assert days.recalled(said) == []


def test_words_are_looked_for_when_nothing_is_of_the_time(days: MemoryHome) -> None:
    days.remember("Song of the summer of 1999.", title="song")

    assert days.recalled("what did we do in 1999") == ["song"]


def test_reason_is_told_and_sums_to_the_score(days: MemoryHome) -> None:
    (hit,) = days.vade.recall("what did we do on the 30th", explain=True).hits

    assert hit.explanation is not None
    assert [(a.source, a.detail, a.amount) for a in hit.explanation.contributions] == [
        ("time: 2026-03-30", "noted in it", 1.0)
    ]
    assert hit.explanation.score == hit.score == 1.0


def test_answer_tells_how_much_there_is(days: MemoryHome) -> None:
    answer = days.vade.recall("what did we do in March 2026", limit=1)

    assert (answer.outcome, len(answer.hits), answer.stats.candidates) == (Outcome.HITS, 1, 3)


def test_what_held_then_is_told(days: MemoryHome) -> None:
    year = {"valid_from": datetime(2019, 1, 1, tzinfo=UTC), "valid_until": datetime(2020, 1, 1, tzinfo=UTC)}
    days.vade.remember("Flat in Lyon", title="lyon", **year)  # type: ignore[arg-type]

    assert [hit.key for hit in days.vade.recall("what happened in 2019", include="expired").hits] == ["lyon"]


def test_filters_hold(days: MemoryHome) -> None:
    days.remember("Milk.", title="milk", type="todo")
    days.vade.archive(MemoryId("boiler"))

    assert days.recalled("what did we do in March 2026", types=("todo",)) == ["milk"]
    assert days.recalled("what did we do in March 2026") == ["milk", "repair", "pear"]


def test_session_tells_what_is_of_a_time(days: MemoryHome) -> None:
    session = days.vade.session("talk", zone="UTC")
    session.note("Ana paid the plumber.")
    facts = session.final("what did we do on the 31st").snapshot.facts

    assert [fact.statement for fact in facts] == [
        "mentioned earlier in this conversation: Ana paid the plumber."
    ]
    assert [fact.key for fact in session.final("what did we do on the 30th").snapshot.facts] == ["repair"]


def test_why_sees_the_same_reason(days: MemoryHome) -> None:
    why = days.vade.why("what did we do on the 30th", "repair")

    assert [one.source for one in why.explanation.contributions] == ["time: 2026-03-30"]


@pytest.mark.parametrize(
    ("key", "told"),
    [("boiler", "neither noted nor began"), ("pear", "neither noted nor began"), ("old", "it is archived")],
)
def test_why_tells_what_is_not_of_the_time(days: MemoryHome, key: str, told: str) -> None:
    days.vade.remember("Old.", title="old")
    days.vade.archive("old")
    why = days.vade.why("what did we do on the 30th", key)

    assert told in str(why.explanation.hidden)
