from __future__ import annotations

import re

import pytest

from vademecum.surface.operations.shape import Operation, Place
from vademecum.surface.operations.table import BY_NAME, OPERATIONS
from vademecum.surface.verb_contracts import contract_of


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.name)
def test_path_names_its_parameters(operation: Operation) -> None:
    named = re.findall(r"\{(\w+)\}", operation.path)

    assert named == [one.name for one in operation.within(Place.PATH)]


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.name)
def test_reading_has_no_body(operation: Operation) -> None:
    assert operation.method not in ("GET", "DELETE") or operation.within(Place.BODY) == ()


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.name)
def test_writing_is_never_a_get(operation: Operation) -> None:
    assert (operation.method, operation.writes) != ("GET", True)


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda one: one.name)
def test_answer_has_its_contract(operation: Operation) -> None:
    assert contract_of(operation.command) is not None


def test_no_name_or_address_comes_twice() -> None:
    assert len(BY_NAME) == len(OPERATIONS) == len({(one.method, one.path) for one in OPERATIONS})
