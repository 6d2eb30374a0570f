"""Keys: how they are written and what they lead to."""

from __future__ import annotations

from typing import Any

import pytest

from vademecum.errors import InvalidValue
from vademecum.surface.keys import ABSENT, FieldKey, getter, names_in, parse_key, parse_keys


@pytest.mark.parametrize(
    ("text", "segments"),
    [
        ("name", ("name",)),
        ("detail.rows", ("detail", "rows")),
        (' detail . "a.b" ', ("detail", "a.b")),
        ('"a=b"', ("a=b",)),
        (r'"say \"hi\" \\"', ('say "hi" \\',)),
        ('""', ("",)),
        ("größe.日本", ("größe", "日本")),
    ],
)
def test_key_is_read_segment_by_segment(text: str, segments: tuple[str, ...]) -> None:
    assert parse_key("--sort", text).segments == segments


@pytest.mark.parametrize("text", ["", " ", ".", "a.", ".a", "a..b", '"open', '"a"b', 'a"b"'])
def test_what_is_no_key_is_told(text: str) -> None:
    with pytest.raises(InvalidValue, match=r"--sort: .* is no key"):
        parse_key("--sort", text)


@pytest.mark.parametrize("key", [("a.b", "c"), ("a=b",), ("",), ('q"\\',), ("plain", "naïve"), ("a b",)])
def test_spelling_of_a_key_reads_back(key: tuple[str, ...]) -> None:
    assert parse_key("--select", str(FieldKey(key))).segments == key


def test_keys_are_parted_by_commas_once_each() -> None:
    assert [str(key) for key in parse_keys("--select", 'b, a,,"x,y",b')] == ["b", "a", '"x,y"']


def test_no_keys_are_told() -> None:
    with pytest.raises(InvalidValue, match="no key is given"):
        parse_keys("--select", " , ")


@pytest.mark.parametrize(
    ("key", "element", "found"),
    [
        ("a", {"a": 1}, 1),
        ("a", {"a": None}, None),
        ("a", {}, ABSENT),
        ("a", "a text", ABSENT),
        ("a.b", {"a": {"b": 2}}, 2),
        ("a.b", {"a": 2}, ABSENT),
        ("a.b", {"a": [{"b": 1}, {}, {"b": 2}, 3]}, [1, 2]),
        ("a.b", {"a": [{}]}, ABSENT),
        ("a.1", {"a": ["x", "y"]}, "y"),
        ("a.2", {"a": ["x", "y"]}, ABSENT),
        ("a.1", {"a": {"1": "named"}}, "named"),
        ("b", [{"b": 1}, {"b": 2}], [1, 2]),
        ("a.99999999999999999999", {"a": [1]}, ABSENT),
    ],
)
def test_key_leads_to_its_value(key: str, element: Any, found: Any) -> None:
    assert getter(parse_key("--filter", key))(element) == found


def test_names_stand_outer_before_inner() -> None:
    element = {"a": {"b": {"c": {"d": 1}}}, "list": [{"x": 1}, {"y": 2}], "s": "t"}

    assert [str(key) for key in names_in(element, 3)] == [
        "a",
        "a.b",
        "a.b.c",
        "list",
        "list.x",
        "list.y",
        "s",
    ]
