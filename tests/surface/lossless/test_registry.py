"""Every type that a verb returns may cross, and every name in an annotation means what its module imports."""

from __future__ import annotations

import ast
import inspect
import re
from collections.abc import Iterator
from importlib import import_module
from typing import Any

import pytest

from vademecum.engine.conversations.verbs import ConversationVerbs
from vademecum.engine.graphs.verbs import GraphVerbs
from vademecum.engine.sessions import Session
from vademecum.engine.vade import Vade
from vademecum.model.value import fields_of
from vademecum.surface.lossless.forms import form_of
from vademecum.surface.lossless.registry import ENUMS, VALUES, named

KINDS = (Vade, ConversationVerbs, GraphVerbs, Session)
HOUSEKEEPING = {"counted", "meanings"}  # what the engine asks of itself
OURS = {*VALUES, *ENUMS}


def imported(module: str) -> dict[str, str]:
    """Name -> module from which a module of `model` has it, also for type checkers only."""
    tree = ast.parse(inspect.getsource(import_module(module)))
    return {
        alias.name: node.module or ""
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }


def returned() -> Iterator[tuple[str, str]]:
    for kind in KINDS:
        for name, verb in inspect.getmembers(kind, inspect.isfunction):
            if not name.startswith("_") and name not in HOUSEKEEPING:
                yield f"{kind.__name__}.{name}", str(verb.__annotations__["return"])


PLAIN = {"None", "bool", "int", "str", "tuple", "dict", "Any", "Iterator", "Self"}
VERBS_OF_THEIR_OWN = {"Session", "ConversationVerbs", "GraphView"}


@pytest.mark.parametrize(("verb", "annotation"), list(returned()))
def test_whatever_a_verb_returns_may_cross(verb: str, annotation: str) -> None:
    names = set(re.findall(r"[A-Za-z]+", annotation)) - PLAIN - VERBS_OF_THEIR_OWN
    assert names <= OURS, verb


@pytest.mark.parametrize("kind", VALUES.values(), ids=VALUES)
def test_a_name_means_what_the_module_imports(kind: type[Any]) -> None:
    homes = imported(kind.__module__)
    spoken = {one for each in fields_of(kind) for one in re.findall(r"\w+", kind.__annotations__[each])}
    meant = {name: named(name, kind) for name in spoken}
    wrong = {
        name: value
        for name, value in meant.items()
        if value is not None and value.__module__ != homes.get(name, kind.__module__)
    }
    assert wrong == {}


@pytest.mark.parametrize("kind", VALUES.values(), ids=VALUES)
def test_every_field_has_a_form(kind: type[Any]) -> None:
    written: dict[str, str] = kind.__annotations__
    assert {name: form_of(written[name], kind) for name in fields_of(kind)}


def test_nothing_but_values_and_enumerations_is_registered() -> None:
    assert {kind.__module__.rpartition(".")[0] for kind in VALUES.values()} == {"vademecum.model"}
