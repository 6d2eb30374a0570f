"""plan --model: what a model makes of it stands beside the plan, or why there is nothing."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest
from tests.models.servers import completion, response, sends, serving

Vade = Callable[..., Any]


@pytest.fixture(autouse=True)
def drinks(vade: Vade) -> None:
    vade("remember", "Rhea drinks oolong.", "--subject", "Rhea", "--predicate", "drinks", "--value", "oolong")


def set_up(monkeypatch: pytest.MonkeyPatch, url: str) -> None:
    monkeypatch.setenv("VADE_MODEL_URL", url)
    monkeypatch.setenv("VADE_MODEL_NAME", "small")


@pytest.mark.flag("vade plan --model")
def test_both_plans_are_shown(vade: Vade, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(sends(response(completion('{"topics": ["tea"], "predicate": "drinks"}')))) as server:
        set_up(monkeypatch, server.url)
        answer = vade("plan", "a fine oolong", "--model", "--json").json

    assert answer["plan"]["topics"] == ["fine", "oolong"]
    assert answer["model"]["plan"]["lexical_queries"] == ["fine oolong", "tea"]
    assert answer["model"]["plan"]["predicate_hint"] == "drinks"
    assert answer["model"]["failing"] is None


def test_both_plans_are_told(vade: Vade, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(sends(response(completion('{"topics": ["tea"]}')))) as server:
        set_up(monkeypatch, server.url)
        shown = vade("plan", "a fine oolong", "--model").out.splitlines()

    assert shown[shown.index("With the model") :][-1] == "  query       tea"


def test_the_model_is_told_names_and_no_values(vade: Vade, monkeypatch: pytest.MonkeyPatch) -> None:
    with serving(sends(response(completion("{}")))) as server:
        set_up(monkeypatch, server.url)
        shown = vade("plan", "what does she like", "--model").out

    assert "The model adds nothing." in shown
    assert b"Rhea" in server.requests[0]
    assert b"drinks" in server.requests[0]
    assert b"oolong" not in server.requests[0]


def test_the_plan_stands_when_nobody_is_there(vade: Vade, monkeypatch: pytest.MonkeyPatch) -> None:
    set_up(monkeypatch, "http://localhost:9/v1")
    answer = vade("plan", "a fine oolong", "--model", "--json").json

    assert answer["ok"] is True
    assert answer["model"]["plan"] == answer["plan"]
    assert answer["model"]["failing"]["kind"] == "unreachable"


def test_no_model_is_said(vade: Vade) -> None:
    assert "The model was not heard: no model is set up" in vade("plan", "a fine oolong", "--model").out


def test_doctor_tells_of_a_model(vade: Vade, monkeypatch: pytest.MonkeyPatch) -> None:
    set_up(monkeypatch, "http://localhost:9/v1")

    assert "small at localhost is asked by `vade plan --model` alone" in vade("doctor").out


def test_doctor_warns_of_a_model_that_cannot_be_asked(vade: Vade, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("VADE_MODEL_PLANNER", "true")

    assert "model.url is not set" in vade("doctor").out
