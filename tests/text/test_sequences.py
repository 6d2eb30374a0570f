"""A run of words stands where all of it stands, unbroken."""

from __future__ import annotations

import pytest

from vademecum.text.sequences import find_run


@pytest.mark.parametrize(
    ("words", "wanted", "place"),
    [
        ("a b c", "b c", 1),
        ("a b c", "a", 0),
        ("a b c", "c", 2),
        ("a b c", "a c", -1),
        ("a b c", "c d", -1),
        ("a b a b c", "a b c", 2),
        ("a a b", "a b", 1),
        ("b b", "b", 0),
        ("", "a", -1),
        ("a", "", -1),
    ],
)
def test_run_is_found_where_it_stands(words: str, wanted: str, place: int) -> None:
    assert find_run(words.split(), wanted.split()) == place
