"""A model's opinion: it adds what it may, and its failure leaves what is sure."""

from __future__ import annotations

from typing import Any

import pytest
from tests.lifecycle.test_listening import HONEST
from tests.planning.test_refining import KNOWN, PLAN, SAID

from statements import EXTRACTOR
from vademecum.engine.advising import ModelExtractor, ModelPlanner
from vademecum.model.extracted import Acquainted, Extracted, Failing, FailingKind, Refined, Said
from vademecum.models.standing import AbsentModel, ScriptedModel

LATE = Failing(kind=FailingKind.DEADLINE, message="no whole answer within 4 s")
MOVED = Said(text="We moved to Porto in May, and my name is Kim.", turn_id="t3", generation=5)


def added(answer: Any, said: Said = MOVED) -> Extracted:
    return ModelExtractor(ScriptedModel(lambda _: answer), EXTRACTOR).added(said, Acquainted())


def test_a_plan_is_refined() -> None:
    refined = ModelPlanner(ScriptedModel(lambda _: {"topics": ["tea"]})).refine(PLAN, SAID, KNOWN)

    assert (refined.plan.lexical_queries, refined.failing) == (("drink", "tea"), None)


def test_the_plan_stands_when_the_model_fails() -> None:
    assert ModelPlanner(AbsentModel(LATE)).refine(PLAN, SAID, KNOWN) == Refined(plan=PLAN, failing=LATE)


@pytest.mark.parametrize("answer", ["a plan", [], None])
def test_the_plan_stands_when_there_is_no_other(answer: Any) -> None:
    refined = ModelPlanner(ScriptedModel(lambda _: answer)).refine(PLAN, SAID, KNOWN)

    assert refined.plan == PLAN
    assert refined.failing is not None
    assert refined.failing.kind is FailingKind.UNREADABLE


def test_a_model_that_fails_adds_nothing() -> None:
    found = ModelExtractor(AbsentModel(LATE), EXTRACTOR).added(MOVED, Acquainted())

    assert found == Extracted(turn_id="t3", generation=5, failing=LATE)


def test_a_model_adds_what_the_rules_miss() -> None:
    more = {**HONEST, "statement": "the cello is for sale", "predicate": "sells", "value": "cello"}
    said = Said(text="My name is Kim; the cello is for sale, by the way.")

    assert [one.value for one in added({"statements": [more]}, said).statements] == ["cello"]


def test_a_model_does_not_contradict_the_rules() -> None:
    lie = {**HONEST, "statement": "My name is Bond", "predicate": "name", "value": "Bond"}

    assert added({"statements": [lie]}) == Extracted(turn_id="t3", generation=5)


def test_a_model_does_not_repeat_the_rules() -> None:
    again = {**HONEST, "statement": "my name is Kim", "predicate": "is_called", "value": "Kim"}

    assert added({"statements": [again]}) == Extracted(turn_id="t3", generation=5)


def test_no_list_adds_nothing() -> None:
    found = added({"plan": []})

    assert found.statements == ()
    assert found.failing is not None
    assert found.failing.kind is FailingKind.UNREADABLE
