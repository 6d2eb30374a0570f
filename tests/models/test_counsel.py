"""What the settings of a model come to: whom to ask, and whether."""

from __future__ import annotations

from typing import Any

from tests.models.servers import PROMPT

from vademecum.model.extracted import FailingKind
from vademecum.models.chat import ChatModel
from vademecum.models.counsel import Counsel, counsel, nobody
from vademecum.settings import load

HERE = {"model.url": "http://localhost:9/v1", "model.name": "small"}


def of(environ: dict[str, str] | None = None, **changes: Any) -> Counsel:
    arguments = {**HERE, **{f"model.{name}": value for name, value in changes.items()}}
    return counsel(load("/dev/null", {}, arguments).value, environ or {})


def fault(asked: Counsel) -> FailingKind | None:
    failing = asked.model.ask(PROMPT).failing
    return failing.kind if failing else None


def test_nobody_is_asked_by_default() -> None:
    asked = counsel(load("/dev/null", {}).value, {})

    assert (asked.plans, asked.extracts, asked.usable, asked.described) == (False, False, False, "")
    assert fault(asked) is FailingKind.OFF
    assert fault(nobody()) is FailingKind.OFF


def test_a_model_is_described_without_its_key() -> None:
    asked = of({"KEY": "sk-1"}, key_variable="KEY", planner=True)

    assert isinstance(asked.model, ChatModel)
    assert (asked.described, asked.usable, asked.plans, asked.extracts) == (
        "small at localhost",
        True,
        True,
        False,
    )


def test_what_is_missing_is_described() -> None:
    asked = of(key_variable="KEY", extractor=True)

    assert (asked.usable, asked.extracts) == (False, True)
    assert "KEY" in asked.described
    assert fault(asked) is FailingKind.NOT_CONFIGURED


def test_a_switch_alone_names_nobody() -> None:
    asked = counsel(load("/dev/null", {}, {"model.planner": True}).value, {})

    assert (asked.usable, asked.plans) == (False, True)
    assert "model.url" in asked.described
