"""A live session with a model: it may add, it never delays, and a session without one asks nobody."""

from __future__ import annotations

from threading import Event
from typing import Any

import pytest
from tests.engine.homes_in_memory import MemoryHome

from vademecum.model.prompt import Prompt
from vademecum.model.value import replace
from vademecum.models.counsel import Counsel
from vademecum.models.standing import ScriptedModel

SOLD = {
    "operation": "remember", "statement": "the cello is for sale", "subject": "user", "predicate": "sells",
    "value": "cello", "type": "fact", "confidence": 0.9, "explicitness": "statement", "sensitivity": "normal",
    "lasting": "persistent",
}  # fmt: skip


def answers(prompt: Prompt) -> dict[str, Any]:
    return (
        {"statements": [SOLD]} if prompt.name == "statements" else {"topics": ["tea"], "queries": ["oolong"]}
    )


def advise(home: MemoryHome, model: ScriptedModel, **switches: bool) -> None:
    counsel = Counsel(model=model, usable=True, described="small", **switches)
    home.vade._parts = replace(home.vade._parts, open_counsel=lambda: counsel)


def quiet(session: Any) -> None:
    asides = [getattr(one, "_aside", None) for one in (session._home._beside, session._extractor)]

    assert all(aside.settled(10.0) for aside in asides if aside)


def test_nobody_is_asked_unless_it_is_wanted(home: MemoryHome) -> None:
    model = ScriptedModel(answers)
    advise(home, model)
    with home.vade.session() as session:
        session.final("My name is Kim; the cello is for sale, by the way.")

    assert model.asked == []


def test_a_statement_of_the_model_is_told_with_the_next_turn(home: MemoryHome) -> None:
    advise(home, ScriptedModel(answers), extracts=True)
    with home.vade.session() as session:
        first = session.final("My name is Kim; the cello is for sale, by the way.")
        quiet(session)
        second = session.final("So much for today, then.")

    assert [one.text for one in first.noted] == ["My name is Kim"]
    assert [one.text for one in second.noted] == ["the cello is for sale"]


def test_a_query_of_the_model_finds_more(home: MemoryHome) -> None:
    home.remember("Rhea is fond of oolong in the evening.")
    advise(home, ScriptedModel(answers), plans=True)
    with home.vade.session() as session:
        alone = session.recall("what would please our guest")
        quiet(session)
        helped = session.recall("what would please our guest")

    assert [len(one.facts) for one in (alone, helped)] == [0, 1]


@pytest.mark.timeout(30)
def test_a_hanging_model_delays_nothing(home: MemoryHome) -> None:
    held = Event()
    advise(home, ScriptedModel(lambda _: held.wait()), plans=True, extracts=True)
    with home.vade.session() as session:
        turns = [session.final(f"My name is Kim and this is number {n}") for n in range(30)]
        held.set()

    assert turns[-1].number == 30


def test_a_rehearsal_asks_nobody(home: MemoryHome) -> None:
    model = ScriptedModel(answers)
    advise(home, model, plans=True, extracts=True)
    with home.vade.session(dry_run=True) as session:
        session.final("My name is Kim; the cello is for sale, by the way.")

    assert model.asked == []


def test_words_of_the_warming_are_not_shown(home: MemoryHome) -> None:
    model = ScriptedModel(answers)
    advise(home, model, plans=True, extracts=True)
    with home.vade.session() as session:
        session.final("My name is Kim and I live in Rome")
        quiet(session)

    assert {prompt.material["utterance"] for prompt in model.asked} == {"My name is Kim and I live in Rome"}


def test_last_words_are_read_before_the_end(home: MemoryHome) -> None:
    advise(home, ScriptedModel(answers), extracts=True)
    with home.vade.session() as session:
        session.final("My name is Kim; the cello is for sale, by the way.")

    assert len(home.recalled("cello for sale")) == 1


@pytest.mark.timeout(30)
def test_end_waits_for_no_hanging_model(home: MemoryHome) -> None:
    held = Event()
    advise(home, ScriptedModel(lambda _: held.wait()), extracts=True)
    session = home.vade.session()
    session.final("My name is Kim; the cello is for sale, by the way.")
    session._extractor._patience_s = 0.01  # type: ignore[union-attr]
    done = session.close()
    held.set()

    assert len(done.kept) == 1
