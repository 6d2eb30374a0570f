"""Every operation answers, and refuses what it cannot take; the requests follow from the table."""

from __future__ import annotations

from typing import Any

import pytest
from jsonschema import Draft202012Validator
from tests.web.api.examples import ELSEWHERE, QUERIES, WORKING, address, asked, body_of, furnish
from tests.web.served import Served

from vademecum.surface.lossless.writing import MEDIA_TYPE, read
from vademecum.surface.operations.shape import Operation, Parameter, Place
from vademecum.surface.operations.table import BY_NAME, OPERATIONS
from vademecum.surface.schemas import Schemas

WRONG: dict[str, Any] = {
    "str": 7,
    "bytes": 7,
    "int": "many",
    "float": "much",
    "bool": "perhaps",
    "datetime": "soon",
}
BODIED = [(one, p) for one in OPERATIONS for p in one.within(Place.BODY)]
QUERIED = [
    (one, p)
    for one in OPERATIONS
    for p in one.within(Place.QUERY)
    if p.type not in ("str", "tuple[str, ...]")
]
LONG = [(one, p) for one, p in BODIED if p.type == "str" and p.most is not None]
NUMBERED = [(one, p) for one in OPERATIONS for p in one.parameters if p.type == "int" and p.most is not None]
CHOSEN = [(one, p) for one in OPERATIONS for p in one.parameters if p.choices and p.place is not Place.PATH]
HANDLED = [one for one in WORKING if "{handle}" in one.path]


def called(pair: object) -> str:
    return pair.name if isinstance(pair, Operation | Parameter) else str(pair)


@pytest.fixture(scope="module")
def shared() -> Served:
    """A home whose requests are all refused, so that nothing changes in it."""
    made = Served()
    furnish(made)
    return made


@pytest.mark.parametrize("operation", WORKING, ids=called)
def test_operation_answers_by_its_schema(served: Served, operation: Operation) -> None:
    furnish(served)
    made = Schemas()
    schema = made.answer(operation.command)

    answer = asked(served, operation)

    assert answer.status_code in (200, 201), answer.text
    if operation.gives is None:
        Draft202012Validator({**schema, "$defs": made.definitions()}).validate(answer.json())


@pytest.mark.parametrize("operation", [one for one in WORKING if one.gives is None], ids=called)
def test_operation_answers_in_values(served: Served, operation: Operation) -> None:
    furnish(served)

    answer = asked(served, operation, headers={"Accept": MEDIA_TYPE})

    assert answer.headers["content-type"] == MEDIA_TYPE, answer.text
    told = read(answer.content)
    assert operation.answer in (
        type(told).__name__,
        f"Session{type(told).__name__}",
        "None",
        "str",
    ) or isinstance(told, tuple)


@pytest.mark.parametrize("operation", [one for one in WORKING if one.writes and not one.erases], ids=called)
def test_repeated_change_is_made_once(served: Served, operation: Operation) -> None:
    furnish(served)
    where, body = address(served, operation), body_of(served, operation)
    how = {"json": body, "params": QUERIES.get(operation.name), "headers": {"Idempotency-Key": "a1"}}
    first = served.ask(operation.method, where, **how)

    again = served.ask(operation.method, where, **how)

    assert (again.status_code, again.content) == (first.status_code, first.content)
    assert again.headers["idempotency-replayed"] == "true"


@pytest.mark.parametrize(("operation", "parameter"), BODIED, ids=called)
def test_wrong_type_in_a_body_is_refused(shared: Served, operation: Operation, parameter: Parameter) -> None:
    wrong = WRONG.get(parameter.type, 7)

    answer = shared.ask(operation.method, address(shared, operation), json={parameter.name: wrong})

    assert shared.refused(answer) == (400, "invalid_value", parameter.name)


@pytest.mark.parametrize(("operation", "parameter"), QUERIED, ids=called)
def test_wrong_type_in_a_query_is_refused(shared: Served, operation: Operation, parameter: Parameter) -> None:
    wrong = WRONG.get(parameter.type, "?")

    answer = shared.ask(operation.method, address(shared, operation), params={parameter.name: wrong})

    assert shared.refused(answer) == (400, "invalid_value", parameter.name)


@pytest.mark.parametrize(("operation", "parameter"), LONG, ids=called)
def test_endless_text_is_refused(shared: Served, operation: Operation, parameter: Parameter) -> None:
    assert parameter.most is not None
    body = {parameter.name: "x" * (parameter.most + 1)}

    answer = shared.ask(operation.method, address(shared, operation), json=body)

    assert shared.refused(answer)[:2] == (413, "limit_exceeded")


@pytest.mark.parametrize(("operation", "parameter"), NUMBERED, ids=called)
def test_number_beyond_its_bound_is_refused(
    shared: Served, operation: Operation, parameter: Parameter
) -> None:
    assert parameter.most is not None
    given = {parameter.name: parameter.most + 1}
    how = {"json": given} if parameter.place is Place.BODY else {"params": given}

    answer = shared.ask(operation.method, address(shared, operation), **how)

    assert shared.refused(answer) == (400, "invalid_value", parameter.name)


@pytest.mark.parametrize(("operation", "parameter"), CHOSEN, ids=called)
def test_word_that_is_no_choice_is_refused(
    shared: Served, operation: Operation, parameter: Parameter
) -> None:
    word: Any = ["zzz"] if parameter.type.startswith("tuple") else "zzz"
    how = (
        {"json": {parameter.name: word}}
        if parameter.place is Place.BODY
        else {"params": {parameter.name: "zzz"}}
    )

    answer = shared.ask(operation.method, address(shared, operation), **how)

    assert shared.refused(answer) == (400, "unknown_name", parameter.name)


@pytest.mark.parametrize("operation", OPERATIONS, ids=called)
def test_unknown_parameter_is_refused(shared: Served, operation: Operation) -> None:
    answer = shared.ask(operation.method, address(shared, operation), params={"colour": "red"})

    assert shared.refused(answer) == (400, "unknown_name", "parameter")


@pytest.mark.parametrize("operation", HANDLED, ids=called)
def test_unknown_id_is_not_found(shared: Served, operation: Operation) -> None:
    path = operation.path.replace("{handle}", "nobody-knows-this")

    answer = shared.ask(operation.method, path, json=body_of(shared, operation))

    assert shared.refused(answer)[:2] == (404, "not_found")


def test_examples_leave_nothing_out() -> None:
    assert len(WORKING) + len(ELSEWHERE) == len(BY_NAME)
