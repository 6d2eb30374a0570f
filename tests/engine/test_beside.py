"""A model's opinions in a session: no turn waits, what is there is taken, what is late is dropped."""

from __future__ import annotations

from threading import Event
from typing import Any

from tests.lifecycle.test_listening import HONEST
from tests.planning.test_refining import KNOWN, PLAN

from statements import EXTRACTOR
from vademecum.engine.beside import ExtractsBeside, PlansBeside
from vademecum.model.extracted import Acquainted, Failing, FailingKind, Said, Speaker
from vademecum.model.prompt import Prompt
from vademecum.model.value import replace
from vademecum.models.standing import AbsentModel, ScriptedModel

SOON_S = 10.0
WHOLE = replace(PLAN, topics=("drink", "tonight"), lexical_queries=("drink tonight",))
SOLD = {**HONEST, "statement": "the cello is for sale", "predicate": "sells", "value": "cello"}


def of_tea(_: Prompt) -> dict[str, Any]:
    return {"topics": ["tea"], "queries": ["tea"], "predicate": "drinks"}


def settled(beside: PlansBeside | ExtractsBeside) -> None:
    assert beside._aside.settled(SOON_S)


def test_what_has_come_is_added_to_the_whole() -> None:
    beside = PlansBeside(ScriptedModel(of_tea), KNOWN)

    assert beside.planned(PLAN, "what does she drink") == PLAN
    settled(beside)
    plan = beside.planned(WHOLE, "what does she drink tonight")

    assert plan.topics == ("drink", "tonight")
    assert plan.lexical_queries == ("drink tonight", "tea")
    assert (plan.predicate_hint, plan.source_hash) == ("drinks", WHOLE.source_hash)


def test_a_hanging_model_delays_no_plan() -> None:
    held = Event()
    beside = PlansBeside(ScriptedModel(lambda _: held.wait()), KNOWN)

    assert beside.planned(PLAN, "what does she drink") == PLAN
    assert beside.planned(WHOLE, "what does she drink tonight") == WHOLE
    held.set()


def test_an_opinion_of_another_turn_is_dropped() -> None:
    beside = PlansBeside(ScriptedModel(of_tea), KNOWN)
    beside.planned(PLAN, "what does she drink")
    settled(beside)

    assert beside.planned(replace(PLAN, turn_id="u"), "where does he live") == replace(PLAN, turn_id="u")


def test_an_opinion_that_comes_in_another_turn_is_dropped() -> None:
    held = Event()
    beside = PlansBeside(ScriptedModel(lambda prompt: held.wait() and of_tea(prompt)), KNOWN)
    beside.planned(PLAN, "what does she drink")
    other = replace(PLAN, turn_id="u")
    beside.planned(other, "no")
    held.set()
    settled(beside)

    assert beside.planned(other, "no") == other


def test_words_that_are_taken_back_take_the_opinion_along() -> None:
    beside = PlansBeside(ScriptedModel(of_tea), KNOWN)
    beside.planned(PLAN, "what does she drink")
    settled(beside)

    assert beside.planned(PLAN, "where is the drink shop") == PLAN


def test_few_words_are_not_asked_about() -> None:
    model = ScriptedModel(of_tea)
    PlansBeside(model, KNOWN).planned(PLAN, "what does")

    assert model.asked == []


def test_a_failing_model_changes_no_plan() -> None:
    beside = PlansBeside(AbsentModel(Failing(kind=FailingKind.DEADLINE, message="late")), KNOWN)
    beside.planned(PLAN, "what does she drink")
    settled(beside)

    assert beside.planned(PLAN, "what does she drink") == PLAN


def test_nothing_is_asked_after_the_end() -> None:
    model = ScriptedModel(of_tea)
    beside = PlansBeside(model, KNOWN)
    beside.close()

    assert beside.planned(PLAN, "what does she drink") == PLAN
    assert model.asked == []


def values(beside: ExtractsBeside, text: str, speaker: Speaker = Speaker.USER) -> list[str | None]:
    said = Said(text=text, speaker=speaker)
    return [one.value for one in beside.extract(said, Acquainted()).statements]


def test_what_the_model_reads_comes_with_the_next_turn() -> None:
    beside = ExtractsBeside(ScriptedModel(lambda _: {"statements": [SOLD]}), EXTRACTOR, KNOWN)

    assert values(beside, "My name is Kim; the cello is for sale, by the way.") == ["Kim"]
    settled(beside)
    assert values(beside, "I live in Rome.") == ["cello", "Rome"]


def test_a_hanging_model_delays_no_turn() -> None:
    held = Event()
    beside = ExtractsBeside(ScriptedModel(lambda _: held.wait()), EXTRACTOR, KNOWN)

    assert values(beside, "My name is Kim") == ["Kim"]
    assert values(beside, "I live in Rome") == ["Rome"]
    held.set()


def test_only_the_user_is_shown_to_the_model() -> None:
    model = ScriptedModel(lambda _: {"statements": []})
    beside = ExtractsBeside(model, EXTRACTOR, KNOWN)
    values(beside, "I am the assistant and like that", Speaker.ASSISTANT)
    values(beside, "He said so, too", Speaker.OTHER)
    settled(beside)

    assert model.asked == []
