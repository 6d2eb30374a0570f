"""Requests become arguments of verbs."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any

import pytest

from vademecum.errors import InvalidValue, LimitExceeded, UnknownName
from vademecum.model.conversation import NewConversation, NewTurn, Role
from vademecum.model.record import Relation
from vademecum.surface.operations.inputs import nullable, reader, schema, well_formed
from vademecum.surface.operations.reading import arguments, called, of_names, parsed
from vademecum.surface.operations.table import BY_NAME


def test_each_place_gives_its_arguments() -> None:
    read = arguments(
        BY_NAME["edit"], path={"handle": "milk"}, query=[], body={"add_tags": ["a"], "dry_run": True}
    )

    assert read == {"handle": "milk", "add_tags": ("a",), "dry_run": True}


def test_query_is_read_by_type() -> None:
    query = [("limit", "5"), ("tags", "a"), ("tags", "b"), ("as_of", "2026-01-01T00:00:00Z")]

    read = arguments(BY_NAME["list"], path={}, query=query)

    assert read == {"limit": 5, "tags": ("a", "b"), "as_of": datetime(2026, 1, 1, tzinfo=UTC)}


def test_number_of_the_query_that_is_too_large_is_told_as_that() -> None:
    with pytest.raises(InvalidValue, match="limit: is too large a number"):
        arguments(BY_NAME["list"], path={}, query=[("limit", "9" * 20)])


def test_other_names_of_the_query_are_passed_over() -> None:
    assert arguments(BY_NAME["stats"], path={}, query=[("select", "x")], others={"select"}) == {}


def test_relation_is_made_of_an_object() -> None:
    read = reader("tuple[Relation, ...]")(
        "relations", [{"predicate": "knows", "object": "Iris", "since": None}]
    )

    assert read == (Relation(predicate="knows", object="Iris"),)


@pytest.mark.parametrize(
    ("type_", "raw"),
    [
        ("str", 1),
        ("int", "1"),
        ("int", True),
        ("int", 1.5),
        ("int", 2**60),
        ("float", True),
        ("float", "1"),
        ("bool", 1),
        ("datetime", "2026-01-01"),
        ("datetime", "2026-02-30T00:00:00Z"),
        ("tuple[str, ...]", "a"),
        ("tuple[str, ...]", [1]),
        ("tuple[int, int]", [1]),
        ("dict[str, str]", {"a": 1}),
        ("dict[str, str]", []),
        ("tuple[Relation, ...]", [{"predicate": "knows"}]),
        ("Plan", {"$": "Recall"}),
    ],
)
def test_value_of_another_type_is_refused(type_: str, raw: Any) -> None:
    with pytest.raises(InvalidValue):
        reader(type_)("x", raw)


def test_unknown_member_of_an_object_is_named() -> None:
    with pytest.raises(UnknownName, match="did you mean object"):
        reader("tuple[Relation, ...]")("relations", [{"predicate": "knows", "objekt": "Iris"}])


def test_whole_number_may_be_written_as_a_fraction() -> None:
    assert reader("int")("x", 3.0) == 3


def test_lone_surrogate_becomes_a_sign() -> None:
    assert well_formed("a\ud800b") == "a\ufffdb"


def test_pair_of_surrogates_is_one_letter() -> None:
    assert well_formed("\ud83d\ude00") == "\U0001f600"


def test_open_object_is_bounded_in_depth() -> None:
    deep: Any = 1
    for _ in range(40):
        deep = [deep]

    with pytest.raises(LimitExceeded, match="too deeply"):
        reader("dict[str, object]")("x", {"a": deep})


def test_spread_subjects_are_given_by_position() -> None:
    assert called(BY_NAME["forget"], {"handles": ("a", "b"), "dry_run": True}) == (
        ("a", "b"),
        {"dry_run": True},
    )


def test_other_arguments_are_given_by_name() -> None:
    assert called(BY_NAME["get"], {"handle": "a"}) == ((), {"handle": "a"})


def test_gathered_arguments_become_one_value() -> None:
    turn = NewTurn(origin_id="1", role=Role.USER, text="hello")
    given = {"host": "h", "origin_id": "o", "turns": (turn,), "live": True}

    assert called(BY_NAME["conversations.append"], given) == (
        (NewConversation(host="h", origin_id="o", turns=(turn,)),),
        {"live": True},
    )


def test_arguments_by_name_stand_anywhere() -> None:
    assert of_names(BY_NAME["retract"], {"handle": "a", "by": None}) == {"handle": "a"}


@pytest.mark.parametrize("raw", [b"{", b"\xff", b"Infinity", b"1" * 5_000])
def test_what_is_no_json_is_refused(raw: bytes) -> None:
    with pytest.raises(InvalidValue, match="body"):
        parsed(raw)


def test_null_passes_where_nothing_need_be_said() -> None:
    assert nullable(schema("str | None")) == {"type": ["string", "null"]}
    assert nullable({"type": "string", "enum": ["a"]}) == {"type": ["string", "null"], "enum": ["a", None]}
