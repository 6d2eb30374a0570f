"""Order by a field."""

from __future__ import annotations

from typing import Any

import pytest

from vademecum.errors import InvalidValue
from vademecum.surface.keys import column, parse_key
from vademecum.surface.ordering import in_order, parse_sort

KEYS = (parse_key("--sort", "k"),)


def ordered(values: list[Any], *, descending: bool = False) -> list[Any]:
    elements = [{"k": one} for one in values]
    return [one["k"] for one in in_order(elements, column(elements, KEYS), descending=descending)]


@pytest.mark.parametrize(
    ("given", "expected"),
    [
        ([10, 9, 2.5], [2.5, 9, 10]),
        (["b", "a", "B"], ["B", "a", "b"]),
        (
            ["2026-01-01T01:00:00+02:00", "2026-01-01T00:30:00+02:00", "2025-12-31T22:45:00Z"],
            ["2026-01-01T00:30:00+02:00", "2025-12-31T22:45:00Z", "2026-01-01T01:00:00+02:00"],
        ),
        (["z", 3, "2026-01-01", 1, True], [1, 3, "2026-01-01", True, "z"]),
        ([None, 2, None, 1], [1, 2, None, None]),
    ],
)
def test_each_kind_has_its_order(given: list[Any], expected: list[Any]) -> None:
    assert ordered(given) == expected


def test_keyless_come_last_either_way() -> None:
    elements = [{"n": 1}, {"k": 1}, {"n": 2}, {"k": 2}]

    assert in_order(elements, column(elements, KEYS), descending=False) == [
        {"k": 1},
        {"k": 2},
        {"n": 1},
        {"n": 2},
    ]
    assert in_order(elements, column(elements, KEYS), descending=True) == [
        {"k": 2},
        {"k": 1},
        {"n": 1},
        {"n": 2},
    ]


@pytest.mark.parametrize("descending", [False, True])
def test_equals_keep_their_order(descending: bool) -> None:
    elements = [{"k": 1, "n": place} for place in range(5)]

    assert in_order(elements, column(elements, KEYS), descending=descending) == elements


@pytest.mark.parametrize(
    ("text", "key", "descending"),
    [("k", "k", False), ("k:asc", "k", False), ("k:DESC", "k", True), ('"a:b":desc', '"a:b"', True)],
)
def test_direction_is_read(text: str, key: str, descending: bool) -> None:
    read = parse_sort("--sort", text)

    assert (str(read.key), read.descending) == (key, descending)


def test_other_direction_is_told() -> None:
    with pytest.raises(InvalidValue, match="'up' is no direction"):
        parse_sort("--sort", "k:up")
