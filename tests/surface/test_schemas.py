"""Schemas and contracts: total over the commands, and about what the commands say."""

from __future__ import annotations

import click
import pytest
from jsonschema import Draft202012Validator

from vademecum.cli.grammar import Command
from vademecum.cli.root import root
from vademecum.errors import UnknownName
from vademecum.surface.contracts import CONTRACTS
from vademecum.surface.keys import parse_key
from vademecum.surface.schemas import body_of, declares, field_names, schema_of


def commands(command: click.Command, context: click.Context) -> set[str]:
    assert isinstance(command, Command)
    paths = {context.command_path.partition(" ")[2]} - {""}
    if not isinstance(command, click.Group):
        return paths
    for name in command.list_commands(context):
        inner = command.get_command(context, name)
        assert inner is not None
        paths |= commands(inner, click.Context(inner, info_name=name, parent=context))
    return paths


def test_every_command_has_a_contract() -> None:
    declared = commands(root, click.Context(root, info_name="vade", **root.context_settings))

    assert declared == set(CONTRACTS) - {"help", "version"}


@pytest.mark.parametrize("command", CONTRACTS)
def test_every_schema_is_one(command: str) -> None:
    Draft202012Validator.check_schema(schema_of(command))


@pytest.mark.parametrize("command", [name for name, contract in CONTRACTS.items() if contract.array])
def test_list_of_a_contract_is_in_its_answer(command: str) -> None:
    array = CONTRACTS[command].array

    assert array is not None
    assert body_of(command)[array].startswith("tuple[")


def test_answer_is_closed_and_complete() -> None:
    validator = Draft202012Validator(schema_of("alias list"))
    meta: dict[str, object] = {"elapsed_ms": 1.5, "index_revision": None, "warnings": []}
    answer = {"ok": True, "command": "alias list", "schema": "vade/1", "results": [], "meta": meta}

    assert validator.is_valid(answer)
    assert not validator.is_valid({**answer, "more": 1})
    assert not validator.is_valid({name: one for name, one in answer.items() if name != "results"})
    assert not validator.is_valid({**answer, "command": "alias add"})
    assert not validator.is_valid({**answer, "results": [{"alias": 5}]})


def test_schema_says_what_is_printed_besides() -> None:
    assert Draft202012Validator(schema_of("shape")).is_valid([1, 2])
    assert Draft202012Validator(schema_of("schema")).is_valid(schema_of("recall"))
    assert not Draft202012Validator(schema_of("schema")).is_valid({"commands": []})


def test_unknown_command_is_told_with_the_nearest() -> None:
    with pytest.raises(UnknownName) as unknown:
        schema_of("recal")

    assert "recall" in unknown.value.suggestions


@pytest.mark.parametrize(
    ("command", "key", "there", "declared"),
    [
        ("list", "because", (), True),
        ("search", "explanation.floor", (), False),
        ("search", "explanation.floor", ("explanation",), True),
        ("show", "memory.needs_review.reason", ("memory",), True),
        ("show", "memory.expires", ("entity",), False),
        ("history", "needs_review.reason", (), True),
        ("history", "needs_review.raeson", (), False),
        ("list", "expires", (), False),
        (None, "because", (), False),
        ("nothing of ours", "because", (), False),
    ],
)
def test_what_an_answer_may_hold_is_known(
    command: str | None, key: str, there: tuple[str, ...], declared: bool
) -> None:
    assert declares(command, parse_key("--select", key), there) is declared


def test_fields_are_named_where_the_knobs_look() -> None:
    assert field_names("alias list") == ("scope", "alias", "target")
    assert "explanation.contributions.amount" in field_names("search")
    assert "memory.title" in field_names("show")
    assert field_names("nothing of ours") == ()
