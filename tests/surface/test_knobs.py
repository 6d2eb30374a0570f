"""The table of knobs, and how what they are turned with is read."""

from __future__ import annotations

from typing import Any

import pytest

from vademecum.errors import InvalidValue
from vademecum.model.value import fields_of
from vademecum.surface.knobs import KNOBS, Shape, shape_of
from vademecum.surface.shaping import turned


def test_table_and_shape_name_the_same() -> None:
    assert tuple(fields_of(Shape)) == tuple(knob.name for knob in KNOBS)


@pytest.mark.parametrize("given", [{}, {"select": None, "filter": (), "sort": [], "count_only": False}])
def test_untouched_knobs_shape_nothing(given: dict[str, Any]) -> None:
    assert shape_of(given) is None


def test_every_knob_is_read() -> None:
    shape = shape_of(
        {
            "select": "a,b.c",
            "filter": ["a=1", "b exists"],
            "sort": "a:desc",
            "dedupe_by": "b",
            "max_items": "3",
            "count_only": True,
            "truncate_content": 20,
            "max_output_bytes": "1000",
            "allow_unknown_keys": "yes",
            "filter_scope": "page",
        }
    )

    assert shape is not None
    assert turned(shape) == {
        "select": ["a", "b.c"],
        "filter": ["a=1", "b exists"],
        "sort": ["a:desc"],
        "dedupe_by": "b",
        "max_items": 3,
        "count_only": True,
        "truncate_content": 20,
        "max_output_bytes": 1000,
        "allow_unknown_keys": True,
        "filter_scope": "page",
    }


@pytest.mark.parametrize(
    ("name", "said", "why"),
    [
        ("max_items", "-1", "no whole number from 0 up"),
        ("max_items", "many", "no whole number from 0 up"),
        ("max_items", "1_000", "no whole number"),
        ("max_items", "٣", "no whole number"),
        ("max_items", True, "no whole number"),
        ("truncate_content", "0", "from 1 up"),
        ("max_output_bytes", "159", "from 160 up"),
        ("max_output_bytes", "9" * 400, "no whole number"),
        ("filter_scope", "all", "none of universe, page"),
        ("count_only", "perhaps", "neither true nor false"),
    ],
)
def test_what_cannot_be_read_names_its_flag(name: str, said: Any, why: str) -> None:
    with pytest.raises(InvalidValue, match=f"--{name.replace('_', '-')}: .*{why}"):
        shape_of({name: said})


def test_lists_of_keys_may_come_apart() -> None:
    shape = shape_of({"select": ["a", "b"]})

    assert shape is not None
    assert [str(key) for key in shape.select] == ["a", "b"]
