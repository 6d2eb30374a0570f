"""Where a key lives, and what was meant when it lives nowhere."""

from __future__ import annotations

from typing import Any

import pytest

from vademecum.surface.keys import parse_key
from vademecum.surface.vocabulary import FieldScope, Place, advise, find, vocabulary

DOCUMENT: dict[str, Any] = {
    "integrity_ok": True,
    "checks": [{"name": "fts", "detail": {"rows": 1}}, {"name": "vec", "body_length": 2}],
}
SCOPE = FieldScope(elements=DOCUMENT["checks"], envelope=DOCUMENT)


def scope(*elements: Any, command: str | None = None) -> FieldScope:
    return FieldScope(elements=elements, envelope={"results": list(elements)}, command=command)


def advice(given: FieldScope, key: str) -> tuple[str, ...]:
    return advise(given, parse_key("--filter", key)).suggestions


@pytest.mark.parametrize(
    ("key", "place"),
    [
        ("name", Place.ELEMENT),
        ("body_length", Place.ELEMENT),
        ("detail.rows", Place.ELEMENT),
        ("integrity_ok", Place.ENVELOPE),
        ("checks.name", Place.ENVELOPE),
        ("nmae", Place.ABSENT),
        ("detail.rwos", Place.ABSENT),
    ],
)
def test_every_key_has_its_place(key: str, place: Place) -> None:
    assert find(SCOPE, parse_key("--filter", key)).place is place


def test_key_of_the_last_element_alone_counts() -> None:
    late = scope(*[{"k": 1}] * 5000, {"rare": 1})

    assert find(late, parse_key("--filter", "rare")).place is Place.ELEMENT
    assert "rare" not in advice(late, "rrae")


@pytest.mark.parametrize(
    ("asked", "held"),
    [("entity_type", "type"), ("type", "entity_type"), ("of.entity_type", "of.type")],
)
def test_synonym_is_looked_up_by_the_datas_name(asked: str, held: str) -> None:
    element = {"of": {"type": "x"}} if "." in held else {held: "x"}

    found = find(scope(element), parse_key("--filter", asked))

    assert (found.place, str(found.key)) == (Place.ELEMENT, held)


def test_own_spelling_wins_over_its_synonym() -> None:
    assert str(find(scope({"type": 1, "entity_type": 2}), parse_key("-", "entity_type")).key) == "entity_type"


@pytest.mark.parametrize(
    ("command", "place"),
    [
        ("graph", Place.ELEMENT),
        ("graph stats", Place.ELEMENT),
        ("graph-ndjson", Place.ABSENT),
        (None, Place.ABSENT),
    ],
)
def test_kind_means_type_only_under_graph(command: str | None, place: Place) -> None:
    assert find(scope({"type": "x"}, command=command), parse_key("--filter", "kind")).place is place


def test_dotted_name_may_be_one_name() -> None:
    assert (
        str(find(scope({"service.name": "x"}), parse_key("--filter", "service.name")).key) == '"service.name"'
    )


@pytest.mark.parametrize(
    ("key", "best"),
    [
        ("nmae", "name"),
        ("body_lenght", "body_length"),
        ("detail.rwos", "detail.rows"),
        ("detial.rows", "detail.rows"),
        ("rows", "detail.rows"),
        ("other.name", "name"),
    ],
)
def test_advice_names_what_was_meant(key: str, best: str) -> None:
    assert advice(SCOPE, key)[0] == best


def test_declared_synonym_is_advised_below_the_floor() -> None:
    assert advice(scope({"type": "x"}, command=None), "kind") == ()
    assert advice(FieldScope(elements=[{"typo": 1, "type": 1}], envelope={}), "entity_type")[0] == "type"


def test_synonym_that_the_answer_lacks_is_not_advised() -> None:
    assert advice(scope({"of": {"type": "x"}}), "at.entity_type") != ("at.type",)


def test_no_more_than_three_are_advised() -> None:
    assert advice(scope({f"name{n}": 1 for n in range(9)}), "name") == ("name0", "name1", "name2")


def test_without_elements_the_envelope_advises() -> None:
    assert advice(FieldScope(elements=[], envelope={"memory": {"title": "x"}}), "title") == ("memory.title",)


@pytest.mark.parametrize(
    ("elements", "partial"),
    [
        ([{"k": 1}] * 64, False),
        ([{"k": 1}] * 65, True),
        ([{f"k{n}": 1 for n in range(512)}] * 2, False),
        ([{f"k{n}": 1 for n in range(513)}], True),
    ],
)
def test_sample_says_when_it_is_one(elements: list[Any], partial: bool) -> None:
    assert vocabulary(FieldScope(elements=elements, envelope={}))[1] is partial
