"""Every public verb is an operation, or is named with the reason why it is none; so is every parameter."""

from __future__ import annotations

import inspect
from collections.abc import Callable
from typing import Any, cast

import pytest

from vademecum.engine import capturing, importing, intake, revising
from vademecum.engine.conversations.verbs import ConversationVerbs
from vademecum.engine.foreseeing import VERBS
from vademecum.engine.graphs.showing import GraphView
from vademecum.engine.sessions import Session
from vademecum.engine.vade import Vade
from vademecum.model.conversation import NewConversation
from vademecum.model.value import fields_of
from vademecum.surface.operations.asking import TRIED
from vademecum.surface.operations.shape import Operation, Upon
from vademecum.surface.operations.table import LOCAL, OPERATIONS

KINDS: dict[str, type[Any]] = {
    "": Vade,
    "conversations.": ConversationVerbs,
    "graph.": GraphView,
    "session.": Session,
}
STATED: dict[str, Any] = {
    "MemoryFields": intake.MemoryFields,
    "RequestFields": intake.RequestFields,
    "HowFields": revising.HowFields,
    "CaptureFields": capturing.CaptureFields,
    "ImportFields": importing.ImportFields,
}
FUNCTIONS = {"watch", "progress", "embedded", "channels", "extractor"}  # they cannot be sent
ON_DISK = {
    "export": {"target"},  # where a copy goes on the disk of who serves; it is sent instead
    "import": {"source", "live"},  # a folder there; the file is the body of the request
}


def verbs_there_are() -> set[str]:
    return {
        f"{prefix}{name}" for prefix, kind in KINDS.items() for name in dir(kind) if not name.startswith("_")
    }


def verb_of(operation: Operation) -> str:
    return f"session.{operation.verb}" if operation.upon is Upon.SESSION else operation.verb


def function_of(operation: Operation) -> Callable[..., Any]:
    prefix, _, name = verb_of(operation).rpartition(".")
    verb: Any = getattr(KINDS[f"{prefix}." if prefix else ""], name)
    return cast("Callable[..., Any]", verb.fget if isinstance(verb, property) else verb)


def parameters_of(function: Callable[..., Any]) -> set[str]:
    found: set[str] = set()
    for one in list(inspect.signature(function).parameters.values())[1:]:
        stated = str(one.annotation).removeprefix("Unpack[").removesuffix("]")
        found |= set(STATED[stated].__annotations__) if stated in STATED else {one.name}
    return found


def test_every_verb_has_its_operation() -> None:
    asked = {verb_of(operation) for operation in OPERATIONS}

    assert asked | set(LOCAL) == verbs_there_are()
    assert asked & set(LOCAL) == set()


@pytest.mark.parametrize(
    "operation",
    [one for one in OPERATIONS if one.gathers is None and one.verb != "what_if"],
    ids=lambda one: one.name,
)
def test_operation_takes_what_its_verb_takes(operation: Operation) -> None:
    own = {"name"} if operation.upon is Upon.SESSION else {"file"} if operation.takes else set()

    unsent = FUNCTIONS | ON_DISK.get(operation.name, set())
    assert set(operation.named) - own == parameters_of(function_of(operation)) - unsent


def test_gathered_parameters_are_fields_of_the_value() -> None:
    (append,) = [one for one in OPERATIONS if one.gathers]

    assert set(append.named) == {*fields_of(NewConversation), "live"}


def test_what_can_be_tried_is_said_alike() -> None:
    assert TRIED == VERBS
